"""Markdown: nothing hidden is left in any corner, and what is not replaced stays byte for byte."""
# ruff: noqa: E501
# Corners of a text are easier to read in long lines.

from __future__ import annotations

import re

import pytest

from nescio.core.errors import NescioError
from nescio.formats.document import Wishes
from nescio.formats.markdown import MarkdownFormat
from tests.formats.hiding import back, hide, text_of
from tests.formats.planted import Planter, left_in

MD = MarkdownFormat(Wishes())
_CORNERS = (
    "# {}", "Text of {} here.", "{}\n======", "- item {}", "1. {}", "> quote {}", "| {} | x |\n|---|---|", "`{}`",
    "```python\n# {}\nx = '{}'\n```", "    {} = 1", "[{}](https://x.example/{})", "![{}](pictures/{}.png)", "<b title='{}'>{}</b>",
    "[ref]: https://x.example/{} '{}'", "<!-- {} -->", "**{}**", "_{}_", "~~{}~~", "***{}***", "[^1]: {}", "Term {}\n: what {} means",
    "<{}@x.example>", "[x](<{} y>)", "$ {} $", "A \\*{}\\* B", "- [ ] {}", "{}\n", "&nbsp;{}&nbsp;", "Hyphen-{}", "\\# {}", "* {}",
    "### {} ###", "{}\n------", "+ {}", "- a\n  - b {}\n    - c {}", "> > {}", "> - {}", "a {}  \nb {}\\\nc {}", "~~~{}\n{}\n~~~",
    "``a ` {}``", "[x]({} 'title {}')", "[x](y \"{}\")", "[x](y ({}))", "![x](y '{}')", "[{}][{}]", "[x][]: {}", "[{}]", "[^{}]",
    "https://x.example/{}?q={}#{}", "<https://x.example/{}>", "mailto:{}@x.example", "<details><summary>{}</summary>{}</details>",
    "<img src='{}.png' alt='{}'>", "<a href=\"https://x.example/{}\">{}</a>", "| a | b |\n|:--|--:|\n| **{}** | `{}` |\n| [{}](x) | a \\| {} |",
    "$$\n\\text{{}}\n$$", "==={}===", "H~{}~O^{}^", "**Dr. _{}_**", "*[HTML]: {}", "{#{}}", ":::{}\n{}\n:::", "\t{} = 2",
    "[//]: # ({})", "[x]: <{}> \"{}\"", "<?{}?>", "<![CDATA[{}]]>", "@{}", "#{}", "{}\u00a0{}", "__{}__", "1) {}", "- [x] {}", "\\[{}\\](x)",
)  # fmt: skip


def planted_md() -> tuple[str, Planter]:
    plant = Planter()
    front = [f"title: {plant('title')}", f'author: "{plant("author")}"', "authors:", f"  - {plant('item')}"]
    front += [f"date: 2020 # {plant('remark')}", f"{plant('key')}: x"]
    halves = [plant.halves("split by emphasis"), plant.halves("split by a strike")]
    torn = f"**{halves[0][0]}**{halves[0][1]} and {halves[1][0]}~~{halves[1][1]}~~"
    body = [re.sub(r"\{\}", lambda _, corner=corner: plant(corner), corner) for corner in _CORNERS]
    entity = "".join(f"&#{ord(char)};" for char in plant("numeric entities"))
    percent = "".join(f"%{ord(char):02X}" for char in plant("percent signs"))
    parts = [
        "---",
        *front,
        "---",
        "",
        torn,
        entity,
        f"[x](https://x.example/{percent})",
        *body,
        plant("last"),
    ]
    return "\r\n\r\n".join(parts).replace("---\r\n\r\ntitle", "---\r\ntitle"), plant


def test_none_of_the_names_in_all_corners_is_left() -> None:
    text, planter = planted_md()
    assert len(planter.names) >= 50
    assert set(left_in(re.sub(rb"[*~_]", b"", text.encode()), planter)) == set(planter.corners.values())
    written, jobs = hide(MD, text.encode(), *planter.names)
    assert left_in(written, planter) == {}
    assert left_in(re.sub(rb"[*~_]", b"", written), planter) == {}
    assert text_of(MD, back(MD, written, jobs)) == text_of(MD, text.encode())


def test_what_hides_nothing_changes_nothing() -> None:
    data = planted_md()[0].encode()
    assert hide(MD, data, "Nobodyhere")[0] == data


# What stands in the source, and what is written; Imogen Vantongeren is hidden.
WRITTEN = {
    "emphasis": ("So **Imogen** Vantongeren came.", "So **[PERSON1]** came."),
    "link": (
        "[Imogen Vantongeren](https://x.example/a?b=1) came",
        "[[PERSON1]](https://x.example/a?b=1) came",
    ),
    "front matter": ("---\nauthor: 'Imogen Vantongeren'\n---\nx\n", "---\nauthor: '[PERSON1]'\n---\nx\n"),
    "code": ("```\nx = 'Imogen Vantongeren' * 2\n```\n", "```\nx = '[PERSON1]' * 2\n```\n"),
    "escapes": ("2 \\* 3, Imogen Vantongeren &copy;", "2 \\* 3, [PERSON1] &copy;"),
    "no front matter": ("---\n\nImogen Vantongeren: x\n", "---\n\n[PERSON1]: x\n"),
}


@pytest.mark.parametrize(("source", "written"), WRITTEN.values(), ids=WRITTEN.keys())
def test_only_what_is_hidden_is_written_anew(source: str, written: str) -> None:
    made, jobs = hide(MD, source.encode(), "Imogen Vantongeren")
    assert made.decode() == written
    assert text_of(MD, back(MD, made, jobs)) == text_of(MD, source.encode())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_way_back_gives_the_same_bytes(encoding: str) -> None:
    data = "# Größe\r\n\r\nMit Imogen und *mehr*.\r\n".encode(encoding)
    written, jobs = hide(MD, data, "Imogen")
    assert written != data
    assert back(MD, written, jobs) == data


@pytest.mark.parametrize("data", [b"", b" \n", b"\x89PNG\r\n\x1a\n", b"a\0b"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(NescioError):
        MD.read(data, name="x")


def test_the_author_is_claimed_as_a_person() -> None:
    [job] = MD.read(b"---\nauthors:\n  - Zorva Quellen\ntags: x\n---\ny", name="x")
    assert [job.document.text[start:end] for start, end, _ in job.document.meta["claims"]] == [
        "Zorva Quellen"
    ]
