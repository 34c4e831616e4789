"""Pages of html: nothing hidden is left in any corner, and what is not replaced stays sign for sign."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nescio.core.errors import InputError, NescioError
from nescio.formats.document import Wishes
from nescio.formats.html import HtmlFormat
from tests.formats.hiding import back, hide, seen_in, text_of
from tests.formats.planted import Planter, left_in
from tests.formats.planted_html import planted_html
from tests.formats.planted_pages import planted_html_more

HTML = HtmlFormat(Wishes())


@pytest.mark.parametrize("make", [planted_html, planted_html_more])
def test_none_of_the_names_in_all_corners_is_left(make: Callable[[], tuple[bytes, Planter]]) -> None:
    data, planter = make()
    assert len(planter.names) >= 50
    assert seen_in(HTML, data, planter, left_in) == set(planter.corners.values())
    written, jobs = hide(HTML, data, *planter.names)
    assert seen_in(HTML, written, planter, left_in) == set()
    assert text_of(HTML, back(HTML, written, jobs)) == text_of(HTML, data)


def test_what_hides_nothing_changes_nothing() -> None:
    data, _ = planted_html()
    assert hide(HTML, data, "Nobodyhere")[0] == data


# What stands in the source, what is hidden in it, and what is written.
WRITTEN = {
    "tags": ("<p>So <b>Imo</b>gen Vantong<i>eren</i>!</p>", "<p>So <b>[PERSON1]</b><i></i>!</p>"),
    "two lines": ("<p>So Imogen\n   Vantongeren  came,\n  late</p>", "<p>So [PERSON1]  came,\n  late</p>"),
    "two cells": ("<tr><td>Imogen</td> <td>Vantongeren</td></tr>", "<tr><td>[MISC1]</td> <td></td></tr>"),
    "entities": ("<p>&Uuml;ber Im&#111;gen Vantongeren &copy;</p>", "<p>&Uuml;ber [PERSON1] &copy;</p>"),
    "blanks at the border": ("<td> Imogen Vantongeren </td><td>x</td>", "<td> [PERSON1] </td><td>x</td>"),
    "small print beside letters": (
        "<p><ruby>Imogen<rt>x</rt></ruby> Van<ruby>tong<rp>(</rp><rt>y</ruby>eren</p>",
        "<p><ruby>[PERSON1]<rt>x</rt></ruby><ruby><rp>(</rp><rt>y</ruby></p>",
    ),
    "case of tags": ("<P CLASS=a>Imogen Vantongeren</p  >", "<P CLASS=a>[PERSON1]</p  >"),
    "no tag": ("<p>1 < 2, Imogen Vantongeren</p>", "<p>1 < 2, [PERSON1]</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("source", "written"), WRITTEN.values(), ids=WRITTEN.keys())
def test_only_what_is_hidden_is_written_anew(source: str, written: str) -> None:
    made, jobs = hide(HTML, source.encode(), "Imogen Vantongeren")
    assert made.decode() == written
    assert text_of(HTML, back(HTML, made, jobs)) == text_of(HTML, source.encode())


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig", "shift_jis", "koi8-r"])
def test_a_page_keeps_its_encoding(encoding: str) -> None:
    named = "" if encoding.startswith("utf") else f"<meta charset={encoding}>"
    data = f"{named}<p>We met Imogen.</p>".encode(encoding)
    written, _ = hide(HTML, data, "Imogen")
    assert written == f"{named}<p>We met [PERSON1].</p>".encode(encoding)


PROGRAMS = {
    "script": "<script>var a = 'Imogen'</script>",
    "handler": "<p onclick='greet(1)'>x</p>",
    "address": "<a href=' JavaScript:greet(1)'>x</a>",
    "template": "<script type='text/template'>x</script>",
}


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_programs_are_refused_or_dropped(source: str) -> None:
    data = f"<p>Imogen</p>{source}".encode()
    with pytest.raises(InputError, match="programs"):
        hide(HTML, data, "Imogen")
    written, _ = hide(HtmlFormat(Wishes(drop_macros=True)), data, "Imogen")
    assert not any(word in written for word in (b"greet", b"var a", b"Imogen"))


def test_packed_data_and_letters_as_numbers_are_refused_or_dropped() -> None:
    for source in (
        "<a href='data:text/plain;base64,SW1vZ2Vu'>x</a>",
        r"<style>a{content:'\49 mogen'}</style>",
    ):
        data = f"<p>Imogen</p>{source}".encode()
        with pytest.raises(InputError, match="cannot be made safe"):
            hide(HTML, data, "Imogen")
        written, _ = hide(HtmlFormat(Wishes(drop_unknown=True)), data, "Imogen")
        assert b"SW1v" not in written
        assert b"mogen" not in written


BAD = {
    "cut off in a tag": b"<p>x</p><p class='",
    "another encoding": b"<meta charset=utf-8><p>\xff</p>",
    "unknown encoding": b"<meta charset=nothing><p>x</p>",
    "picture": b"\x89PNG\r\n\x1a\n\0\0\0",
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NescioError):
        HTML.read(data, name="x")


def test_the_ledger_names_what_is_in_a_page() -> None:
    names = {part.name for part in HTML.inspect(planted_html()[0]).parts}
    assert {"text", "attributes", "addresses", "remarks", "styles", "data in scripts", "pictures"} <= names


def test_the_author_of_a_page_is_claimed_as_a_person() -> None:
    [job] = HTML.read(b"<meta name=author content='Zorva Quellen'><p>x", name="x")
    [claim] = job.document.meta["claims"]
    assert job.document.text[claim[0] : claim[1]] == "Zorva Quellen"
