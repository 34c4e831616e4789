"""The second reader finds a word wherever and however it stands, and no word that is not there."""

from __future__ import annotations

import base64

import pytest

from nescio.formats.second_reader import find_residues
from tests.formats.test_package import archive

WORD = "Zorimandel"
FOUND = {
    "plain": f"here is {WORD}.".encode(),
    "any case": WORD.upper().encode(),
    "umlauts": "ZORIMÄNDEL".encode(),
    "utf-16": WORD.encode("utf-16-le"),
    "shifted utf-16": b"x" + WORD.encode("utf-16-be"),
    "text of XML": f"<a>{WORD}</a>".encode(),
    "torn apart": b"<p><t>Zori</t><t>mandel</t></p>",
    "attribute": f"<a b='{WORD}'/>".encode(),
    "remark": f"<a><!-- {WORD} --></a>".encode(),
    "instruction": f"<a><?x {WORD}?></a>".encode(),
    "numeric entities": ("<a>" + "".join(f"&#{ord(c)};" for c in WORD) + "</a>").encode(),
    "entities twice": b"<a>&amp;#90;orimandel</a>",
    "percent signs": b"<a b='http://x/%5Aorimandel'/>",
    "base64": b"<a>" + base64.b64encode(f"it is {WORD} again".encode()) + b"</a>",
    "quoted printable": b"x: =5Aorimandel",
    "soft hyphen": "<p>Zori\u00admandel</p>".encode(),
    "glued": f"x_{WORD}2".encode(),
    "archive": archive(("a.xml", f"<x>{WORD}</x>".encode())),
    "archive in archive": archive(("a", archive(("b", WORD.encode())))),
    "name of a member": archive((f"{WORD}.xml", b"<x/>")),
    "archive in base64": b"<a>" + base64.b64encode(archive(("b", WORD.encode()))) + b"</a>",
    "name of an element": f"<{WORD} xmlns='http://x.example'/>".encode(),
}


@pytest.mark.parametrize("data", FOUND.values(), ids=FOUND.keys())
def test_a_word_is_found(data: bytes) -> None:
    word = "Zorimändel" if "Ä".encode() in data else WORD
    assert list(find_residues(data, [word]))


@pytest.mark.parametrize(
    "data",
    [
        b"<p>Zorimandelstam</p>",
        b"<a><t>Zori</t></a>",
        b"<p>Zori</p><p>mandel</p>",
        b"",
        b"<p>1Zorimandelx</p>",
    ],
)
def test_a_part_of_another_word_is_none(data: bytes) -> None:
    assert not list(find_residues(data, [WORD]))


def test_words_of_the_format_are_left_out() -> None:
    data = b"<a b='center' c='to center it'/>"
    assert [item.form for item in find_residues(data, ["center"], vocabulary={"center"})] == ["center"]
    assert not list(find_residues(b"<a b='center'/>", ["center"], vocabulary={"center"}))


def test_a_residue_shows_no_text_and_says_where() -> None:
    [item] = set(find_residues(archive(("word/header1.xml", b"<x>Zorimandel</x>")), [WORD]))
    assert WORD not in repr(item)
    assert item.where.startswith("word/header1.xml")
    [item] = set(find_residues(archive(("Anna.xml", b"<x>Zorimandel</x>")), [WORD]))
    assert "Anna" not in item.where


def test_a_letter_that_has_two_small_ones_hides_nothing() -> None:
    text = ("İ" * 3 + " and Zorimandel").encode()
    assert [residue.form for residue in find_residues(text, ["Zorimandel"])] == ["Zorimandel"]
