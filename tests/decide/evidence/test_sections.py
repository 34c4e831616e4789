"""Head, running text and what stands below it."""

from __future__ import annotations

from nescio.decide.evidence.sections import find_body

PROSE = " ".join(["word"] * 20)


def test_the_body_is_between_the_first_and_the_last_long_line() -> None:
    text = f"COURT\n\nA v B\n\n{PROSE}\n\nshort\n\n{PROSE}\n\nHolm, judge"
    start, end = find_body(text)
    assert text[start:end] == f"{PROSE}\n\nshort\n\n{PROSE}"


def test_lines_wrapped_by_hand_are_running_text() -> None:
    line = " ".join(["word"] * 11)
    text = f"COURT\n\n{line}\n{line}\n{line}\n\nHolm"
    assert find_body(text)[0] == 7


def test_without_running_text_everything_is_body() -> None:
    assert find_body("only a line") == (0, 11)
