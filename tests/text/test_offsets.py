"""Offsets in code points, UTF-16 units and UTF-8 bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import JobError
from nescio.text.offsets import from_bytes, from_utf16, to_bytes, to_utf16

Convert = Callable[[str, Iterable[int]], list[int]]

ANY_TEXT = st.text(st.characters())  # lone surrogates too


@given(ANY_TEXT)
def test_utf16_positions_match_an_independent_count(text: str) -> None:
    offsets = range(len(text) + 1)
    expected = [len(text[:o].encode("utf-16-le", "surrogatepass")) // 2 for o in offsets]
    assert to_utf16(text, offsets) == expected


@given(ANY_TEXT)
def test_byte_positions_match_an_independent_count(text: str) -> None:
    offsets = range(len(text) + 1)
    expected = [len(text[:o].encode("utf-8", "surrogatepass")) for o in offsets]
    assert to_bytes(text, offsets) == expected


@pytest.mark.parametrize(("there", "back"), [(to_utf16, from_utf16), (to_bytes, from_bytes)])
@given(data=st.data(), text=ANY_TEXT)
def test_offsets_convert_there_and_back(
    there: Convert, back: Convert, data: st.DataObject, text: str
) -> None:
    offsets = data.draw(st.lists(st.integers(0, len(text))))  # in any order, repeated
    assert back(text, there(text, offsets)) == offsets


CASES = [
    ("", [0], [0], [0]),
    ("Ana", [3, 0, 1], [3, 0, 1], [3, 0, 1]),
    ("João 😀!", [0, 2, 3, 5, 6, 7], [0, 2, 3, 5, 7, 8], [0, 2, 4, 6, 10, 11]),
    ("\ud800x", [0, 1, 2], [0, 1, 2], [0, 3, 4]),
]


@pytest.mark.parametrize(("text", "offsets", "utf16", "utf8"), CASES)
def test_known_positions(text: str, offsets: list[int], utf16: list[int], utf8: list[int]) -> None:
    assert to_utf16(text, offsets) == utf16
    assert to_bytes(text, offsets) == utf8


@pytest.mark.parametrize("convert", [to_utf16, from_utf16, to_bytes, from_bytes])
@pytest.mark.parametrize("offset", [-1, 100])
def test_an_offset_outside_the_text_is_refused(convert: Convert, offset: int) -> None:
    with pytest.raises(JobError, match="allows 0 to"):
        convert("João 😀", [0, offset])


@pytest.mark.parametrize(
    ("convert", "offset"), [(from_utf16, 2), (from_bytes, 2), (from_bytes, 3), (from_bytes, 4)]
)
def test_an_offset_inside_a_character_is_refused(convert: Convert, offset: int) -> None:
    with pytest.raises(JobError, match="inside a character"):
        convert("a😀b", [offset])
