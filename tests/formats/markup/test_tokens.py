"""Tags, texts and remarks: as browsers read them, at their places."""

from __future__ import annotations

import pytest

from nescio.core.errors import InputError
from nescio.formats.markup.tokens import tokens

# The source, whether it is XML, and each token but empty texts: its kind and what it holds.
CASES = {
    "tags": ("a<b x=1>c</b>", False, ["text:a", "open:<b x=1>", "text:c", "close:</b>"]),
    "no tags": ("1 < 2 <3", False, ["text:1 < 2 <3"]),
    "remarks": ("<!-- a --><!--><!b><?c?>", False, ["remark: a ", "remark:", "remark:b", "remark:c?"]),
    "a remark without an end": ("<!-- a", False, ["remark: a"]),
    "raw": ("<script><b></SCRIPT >x", False, ["open:<script>", "raw:<b>", "close:</SCRIPT >", "text:x"]),
    "XML": ("<script><![CDATA[a]]></script>", True, ["open:<script>", "cdata:a", "close:</script>"]),
    "signs in quotes": ("<a b='>'>x", False, ["open:<a b='>'>", "text:x"]),
}


@pytest.mark.parametrize(("source", "xml", "expected"), CASES.values(), ids=CASES.keys())
def test_a_source_is_divided(source: str, xml: bool, expected: list[str]) -> None:
    found = [f"{one.kind}:{source[one.start : one.end]}" for one in tokens(source, xml=xml)]
    assert [one for one in found if one != "text:"] == expected


def test_attributes_stand_at_their_places() -> None:
    source = "<a B='1' c=2 d e = \"3\" f=>"
    [_, tag, _] = tokens(source)
    values = {one.name: source[one.start : one.end] for one in tag.attributes}
    assert values == {"b": "1", "c": "2", "d": "", "e": "3", "f": ""}


@pytest.mark.parametrize("source", ["<a b='", "<a b", '<a b="x>', "<!x"])
def test_what_breaks_off_is_refused(source: str) -> None:
    with pytest.raises(InputError, match="breaks off"):
        list(tokens(source))
