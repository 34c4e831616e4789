"""Dates moved by a key: alike within their scope, in their own form, and fitting each other."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.shift import ShiftMethod
from nescio.replace.substitutes.dates import whole_years
from nescio.testing import MethodContract
from tests.replace.keyed import OTHER, solve_keyed
from tests.replace.substitutes.date_attack import dates_in

LANGUAGES = ("en", "de", "pt", "es")
DAYS = st.dates(date(1950, 1, 1), date(2030, 12, 31))


class TestShift(MethodContract):
    def make(self) -> Method:
        return ShiftMethod.build(load_pack("en"), {})


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "From [3 to 9 May 2019|DATE].", r"From .*\d+ \w+ \d{4}\."),
        ("en", "On [the fourth of May 2019|DATE].", r"On the \d+(?:st|nd|rd|th) of \w+ \d{4}\."),
        ("de", "Vom [3. bis 9. Mai 2019|DATE].", r"Vom .*\d+\. \w+ \d{4}\."),
        ("de", "Am [3.5.|DATE] um [8:15|TIME].", r"Am \d+\.\d+\. um \d+:\d\d\."),
        ("pt", "Em [maio de 2019|DATE].", r"Em \w+ de \d{4}\."),
        ("es", "El [3 de mayo|DATE].", r"El \d+ de \w+\."),
        ("en", "[Ada Low|PER] came.", r"\[PERSON1\] came\."),
        ("es", "El [30 de febrero de 2019|DATE].", r"El \[FECHA1\]\."),
    ],
)
def test_what_is_a_date_moves_in_its_form_and_all_else_is_tagged(
    language: str, marked: str, pattern: str
) -> None:
    text, done = solve_keyed(marked, language, "shift")
    assert regex.fullmatch(pattern, text), text
    assert text != done.document.text


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(LANGUAGES), st.lists(DAYS, min_size=2, max_size=6), st.booleans())
def test_intervals_stay(language: str, days: list[date], weeks: bool) -> None:
    marked = " ".join(f"[{day.isoformat()}|DATE|{n}]" for n, day in enumerate(days))
    new = dates_in(solve_keyed(marked, language, "shift", weekdays=weeks)[0], language)
    shifts = {(after - before).days for after, before in zip(new, days, strict=True)}
    assert len(shifts) == 1
    assert (shifts.pop() % 7 == 0) == weeks


@settings(max_examples=80, deadline=None)
@given(DAYS, st.integers(1, 95), st.integers(0, 364), st.booleans())
def test_ages_births_and_days_fit(day: date, years: int, rest: int, births: bool) -> None:
    birth = date.fromordinal(day.toordinal() - years * 366 - rest)
    age = whole_years(birth, day)
    marked = f"[{day.isoformat()}|DATE]: [{age} years|AGE], born [{birth.isoformat()}|BIRTHDATE]"
    text, _ = solve_keyed(marked, "en", "shift", births=births)
    seen, born = dates_in(text, "en")
    low, _, high = text.partition(": ")[2].partition(" years")[0].partition("–")
    assert int(low) <= whole_years(born, seen) <= int(high or low)
    assert born < seen
    assert f" {age} years" not in text
    if births:
        assert seen - born == day - birth


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_decides(language: str) -> None:
    marked = "[2019-05-03|DATE] [2019-06-04|DATE]"
    text, _ = solve_keyed(marked, language, "shift")
    assert text == solve_keyed(marked, language, "shift")[0]
    assert text != solve_keyed(marked, language, "shift", key=OTHER)[0]


@pytest.mark.parametrize("scope", ["person", "case", "corpus"])
def test_what_several_documents_share_needs_a_key(scope: str) -> None:
    with pytest.raises(ConfigError, match="The method 'shift' needs a key"):
        ShiftMethod.build(load_pack("en"), {"dates": scope})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dates": "year"}, "'dates' of 'shift' cannot have this value"),
        ({"weekdays": "yes"}, "'weekdays' of 'shift' must be true or false"),
        ({"days": 3}, "'shift' has no option 'days'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ShiftMethod.build(load_pack("en"), options)
