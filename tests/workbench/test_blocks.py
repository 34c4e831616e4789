"""Blocks cover the text, in order, and cut through nothing that belongs together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nescio.workbench.blocks import LONGEST, Block, cut


def test_each_line_is_a_block_without_its_end() -> None:
    assert cut("one\r\ntwo\n\nfour", []) == [Block(0, 3), Block(5, 8), Block(9, 9), Block(10, 14)]


def test_lines_that_a_mention_joins_are_one_block() -> None:
    assert cut("Anna\nMeier\nleft", [(0, 10)]) == [Block(0, 10), Block(11, 15)]


def test_a_giant_line_is_cut_at_white_space_and_flows_on() -> None:
    text = "word " * 3000
    blocks = cut(text, [])
    assert all(block.end - block.start <= LONGEST + 200 for block in blocks)
    assert [block.flows for block in blocks] == [True] * (len(blocks) - 1) + [False]
    assert "".join(text[block.start : block.end] for block in blocks) == text


def test_a_giant_line_is_not_cut_inside_a_mention() -> None:
    blocks = cut("x" * 5000, [(LONGEST - 50, LONGEST + 50)])
    assert blocks[0] == Block(0, LONGEST + 50, True)


@given(st.text("ab \n\r\U0001f600", max_size=300), st.lists(st.integers(0, 300), max_size=8))
def test_nothing_but_line_ends_lies_between_blocks(text: str, edges: list[int]) -> None:
    places = sorted(min(edge, len(text)) for edge in edges)
    closed = [(start, end) for start, end in zip(places[::2], places[1::2], strict=False) if start < end]
    blocks = cut(text, closed)
    gaps, at = [], 0
    for block in blocks:
        gaps.append(text[at : block.start])
        at = block.end
    assert "".join([*gaps, text[at:]]).strip("\r\n") == ""
    for start, end in closed:
        assert not any(start < block.end < end for block in blocks)
