"""Figures and letters in the form of others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.figure_forms import filled, places_of, plain_number, written


@given(st.text("0123456789ABCabc -/.()+", max_size=20))
def test_a_number_written_in_its_own_form_is_itself(number: str) -> None:
    assert written(plain_number(number), number) == number
    assert "".join(number[place] for place in places_of(number)).upper() == plain_number(number)


@given(st.text("0123456789ABC", min_size=1, max_size=20), st.text("0123456789#", max_size=5))
def test_what_is_filled_has_its_beginning_and_its_length(old: str, begin: str) -> None:
    new = filled(Drawer("x"), begin, old)
    assert len(new) == len(old)
    assert all(sign in ("#", char) for sign, char in zip(begin, new, strict=False))


def test_letters_are_drawn_from_those_that_are_wished() -> None:
    assert set(filled(Drawer("x"), "", "A" * 50, letters="CI")) == {"C", "I"}
