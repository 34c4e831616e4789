"""How headers spell their text: read as the standard library reads it, and written so that it does."""

from __future__ import annotations

from email.header import decode_header, make_header

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.formats.mail.spelling import DATE_TEXT, FREE_TEXT, LOGGED_DATE, PHRASE
from nescio.formats.markup.source import SpelledText

LETTERS = st.text(st.sampled_from("ab ÄöçñŁ東 ,.[]()<>@"), max_size=60).map(
    lambda text: " ".join(text.split())
)


@given(LETTERS, LETTERS)
def test_what_is_written_is_read_again(old: str, new: str) -> None:
    for spelling in (FREE_TEXT, PHRASE):
        source = spelling.written("", old)
        assert spelling.read(source) == old
        assert spelling.read(spelling.written(source, new)) == new


@given(LETTERS, LETTERS)
def test_the_standard_library_reads_the_same(old: str, new: str) -> None:
    source = FREE_TEXT.written(FREE_TEXT.written("", old), new)
    assert source.isascii()
    assert str(make_header(decode_header(source))) == new


DATES = {
    "mail": (DATE_TEXT, "Tue, 12 Mar 2024 09:15:42", "2024-03-12 09:15:42", "Sat, 6 Jul 2024 10:20:00"),
    "short": (DATE_TEXT, "5 Sep 91 12:41", "1991-09-05 12:41", "Sat, 6 Jul 2024 10:20:00"),
    "log": (LOGGED_DATE, "Tue Mar 12 09:15:42 2024", "2024-03-12 09:15:42", "Sat Jul  6 10:20:00 2024"),
    "none": (DATE_TEXT, "some day", "some day", "Sat, 6 Jul 2024 10:20:00"),
}


@pytest.mark.parametrize(("spelling", "source", "said", "moved"), DATES.values(), ids=DATES.keys())
def test_dates_are_read_in_one_order_and_written_in_their_own(
    spelling: SpelledText, source: str, said: str, moved: str
) -> None:
    assert spelling.read(source) == said
    assert spelling.written(source, "2024-07-06 10:20:00") == moved
    assert spelling.read(spelling.written(source, "[DATE1]")) == "[DATE1]"
