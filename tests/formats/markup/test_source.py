"""Stretches of a source: what is new is spelt anew, all else stays as it is spelt."""

from __future__ import annotations

import pytest

from nescio.formats.markup.source import (
    ADDRESS,
    CHARACTERS,
    JSON,
    KEPT,
    RAW,
    RUNNING,
    UNQUOTED,
    Source,
    Spelling,
)

# How it is spelt, what it says, what it is to say, how that is spelt.
CASES = {
    "same ends": (RUNNING, "a &amp;\n b &#x62; c", "a & b b c", "a & x b c", "a &amp;\n x &#x62; c"),
    "nothing left": (RUNNING, "abc", "abc", "", ""),
    "from nothing": (RUNNING, "", "", "a<b", "a&lt;b"),
    "blank at the border": (RUNNING, "Anna came", "Anna came", " came", "&#32;came"),
    "blank at the end": (RUNNING, "So Anna", "So Anna", "So ", "So&#32;"),
    "two blanks": (RUNNING, "a Anna b", "a Anna b", "a  b", "a &#32;b"),
    "kept blanks": (KEPT, "a\n  b", "a\n  b", "a\n  c", "a\n  c"),
    "without quotes": (UNQUOTED, "ab", "ab", "a b=c", "a&#32;b&#61;c"),
    "address": (ADDRESS, "/a%20%21?x&amp;y", "/a !?x&y", "/a b!?x&y", "/a%20b!?x&amp;y"),
    "broken percent": (ADDRESS, "/%FF/a", "/%FF/a", "/%FF/b", "/%FF/b"),
    "JSON": (JSON, "\\u0041\\nb", "A\nb", "A\n</c", "\\u0041\\n<\\/c"),
    "characters": (CHARACTERS, "a", "a", "]]>", "]]]]><![CDATA[>"),
    "raw": (RAW, "&amp;", "&amp;", "<", "<"),
}  # fmt: skip


@pytest.mark.parametrize(("spelling", "source", "said", "new", "written"), CASES.values(), ids=CASES.keys())
def test_a_stretch_is_read_and_written(
    spelling: Spelling, source: str, said: str, new: str, written: str
) -> None:
    assert spelling.read(source) == said
    assert spelling.written(source, new) == written
    assert spelling.written(source, said) == source


def test_edits_leave_everything_else() -> None:
    source = Source("abcdef")
    source.edit(4, 5, "E")
    source.edit(0, 2, "")
    source.edit(1, 2, "within what goes")
    assert source.written() == "cdEf"
