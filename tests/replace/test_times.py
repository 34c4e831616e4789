"""Times of day move in their own form, and are told by the hours they lie between."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.replace.times import coarse_time, moved_time


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("08:15", "09:45"),
        ("8:15", "9:45"),
        ("18.30 Uhr", "20.00 Uhr"),
        ("10h29", "11h59"),
        ("22:00h", "23:30h"),
        ("23:50", "1:20"),
        ("20 Uhr", "22 Uhr"),
        ("8h", "10h"),
        ("18.30–20.00", "20.00–21.30"),
        ("4.30 a.m.", "6.00 a.m."),
        ("11.15 a.m.", "12.45 p.m."),
        ("11:40 PM", "1:10 AM"),
        ("06:41:12", "08:11"),
        ("noon", None),
        ("99:10", None),
    ],
)
def test_times_move_in_their_form(text: str, moved: str | None) -> None:
    assert moved_time(text, 90) == moved


@pytest.mark.parametrize(
    ("text", "coarse"),
    [
        ("20:14", "20:00–21:00"),
        ("07:10", "07:00–08:00"),
        ("10h29", "10h00–11h00"),
        ("18.30 Uhr", "18.00–19.00 Uhr"),
        ("20 Uhr", "19–21 Uhr"),
        ("18.30–20.15", "18.00–21.00"),
        ("2.25pm", "2.00–3.00pm"),
        ("2 pm", "1–3 pm"),
        ("11pm", "10–11pm"),
        ("11.30 a.m.", None),
        ("noon", None),
        ("8, 9 and 10", None),
    ],
)
def test_a_time_lies_between_full_hours(text: str, coarse: str | None) -> None:
    assert coarse_time(text) == coarse


@given(st.integers(0, 23), st.integers(0, 59), st.integers(-145, 145))
def test_all_times_move_by_the_same_minutes(hour: int, minute: int, shift: int) -> None:
    moved = moved_time(f"{hour:02d}:{minute:02d}", shift)
    assert moved is not None
    new_hour, new_minute = map(int, moved.split(":"))
    assert (new_hour * 60 + new_minute - hour * 60 - minute - shift) % (24 * 60) == 0


@given(st.integers(0, 22), st.integers(0, 59))
def test_the_hours_hold_the_time(hour: int, minute: int) -> None:
    low, high = (coarse_time(f"{hour}:{minute:02d}") or "").split("–")
    assert int(low.split(":")[0]) == hour
    assert int(high.split(":")[0]) == hour + 1
