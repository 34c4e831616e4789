"""Whoever reads an output cannot work out by how much its dates moved: an attack on letters."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import date, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from nescio.api import Anonymizer
from nescio.core.keys import Key
from nescio.core.model import Document, Job
from nescio.core.scene import Scene
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.shifts import Shifts, ShiftWish
from tests.replace.substitutes.date_attack import POSSIBLE, Clue, clues, dates_in, easter, ranked

LETTERS: Final = tomllib.loads(Path(__file__).with_name("date_letters.toml").read_text("utf-8"))["letter"]
LANGUAGES: Final = ("en", "de", "pt", "es")
KEY: Final = Key(bytes(range(32)))
COPIES: Final = 25  # of each letter, each with days of its own
KEPT: Final = frozenset({"season"})  # a season in small letters is no date for the detectors


@cache
def attacked(language: str, **options: Any) -> list[tuple[int, list[Clue]]]:
    """For each copy of each letter the true shift and what the attacker sees."""
    own = {"replace": {"default": "substitute", "options": {"substitute": options}}}
    letters = [letter for letter in LETTERS if letter["language"] == language]
    jobs = [
        Job(Document(f"{place}-{copy}", letter["text"], language))
        for place, letter in enumerate(letters)
        for copy in range(COPIES)
    ]
    done = Anonymizer(language, options=own, key=KEY).run(jobs)
    texts = [job.solution.text for job in done if job.solution is not None]
    shifts = [shift_of(job, **options) for job in jobs]
    return [(shift, clues(text, language)) for shift, text in zip(shifts, texts, strict=True)]


def shift_of(job: Job, **options: Any) -> int:
    """The days that the key gives a document."""
    wish = ShiftWish(secret=KEY.derive("substitute/dates").hex(), **options)
    return Shifts(wish.drawer_for(Scene(job.document, (), (), {}), Drawer()), wish).visits


def standing(truth: int, found: list[Clue]) -> float:
    """Where the true shift stands among all: 0 is the first guess, 0.5 what chance gives."""
    points = ranked(found)
    better = sum(value > points[truth] for value in points.values())
    equal = sum(value == points[truth] for value in points.values())
    return (better + equal / 2) / len(points)


def guessed(truth: int, found: list[Clue], random: Random) -> bool:
    points = ranked(found)
    best = max(points.values())
    return random.choice([d for d, value in points.items() if value == best]) == truth


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shift_is_one_that_the_attacker_tries(language: str) -> None:
    shifts = {truth for truth, _ in attacked(language)}
    assert shifts <= set(POSSIBLE)
    assert len(shifts) > COPIES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_move_by_what_the_key_gives(language: str) -> None:
    letter = next(letter for letter in LETTERS if letter["language"] == language)
    job = Job(Document("0-0", letter["text"], language))
    [done] = Anonymizer(language, options={"replace": {"default": "substitute"}}, key=KEY).run([job])
    assert done.solution is not None
    assert (dates_in(done.solution.text, language)[0] - letter["today"]).days == shift_of(job)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_attacker_is_right_no_more_often_than_by_chance(language: str) -> None:
    """Without the seasons that nobody hides: 75 letters, of which chance gets 0.3 right."""
    random = Random(4)  # noqa: S311 - a guess
    cases = [
        (truth, [clue for clue in found if clue.lever not in KEPT]) for truth, found in attacked(language)
    ]
    right = sum(guessed(truth, found, random) for truth, found in cases)
    places = [standing(truth, found) for truth, found in cases]
    levers = Counter(clue.lever for truth, found in cases for clue in found if truth in clue.left)
    assert right <= 2, levers
    assert 0.42 < sum(places) / len(places) < 0.6, (sum(places) / len(places), levers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_season_that_is_told_leaves_a_quarter_of_the_days(language: str) -> None:
    """The lever that is left: it says in which season a date was, never which day."""
    for _, found in attacked(language):
        for clue in found:
            if clue.lever in KEPT:
                assert len(clue.left) > len(POSSIBLE) / 6


@pytest.mark.parametrize(
    ("line", "levers"),
    [
        ("easter sunday, 4 july 2021", {"feast"}),
        ("3 may 2021\nin three weeks, on 24 june 2021", {"interval", "two dates"}),
        ("3 may 2021\non tuesday 3 may 2021", {"weekday"}),
        ("3 may 2021 (60 years old, born 1 january 1950)", {"age"}),
        ("in the spring, on 3 may 2021", {"season"}),
        ("monday, 3 may 2021", set()),
    ],
)
def test_the_attacker_sees_what_does_not_fit(line: str, levers: set[str]) -> None:
    """Without this the attack would show nothing: it finds each lever where there is one."""
    assert {clue.lever for clue in clues(line, "en")} == levers


@pytest.mark.parametrize("day", [date(2021, 4, 4), date(2020, 4, 12), date(2019, 4, 21), date(2024, 3, 31)])
def test_the_attacker_knows_easter(day: date) -> None:
    assert easter(day.year) == day


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_weeks_keep_every_weekday(language: str) -> None:
    found = attacked(language, weekdays=True)
    assert all(truth % 7 == 0 for truth, _ in found)
    plain = [clues for _, clues in (*found[:COPIES], *found[2 * COPIES :])]  # the second hides its first day
    assert not any(clue.lever == "weekday" for clues in plain for clue in clues)


@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
@pytest.mark.parametrize("stamp", ["2024-03-12 09:15:42", "2024-03-12T09:15"])
def test_a_date_with_its_time_stays_one(language: str, stamp: str) -> None:
    anonymizer = Anonymizer(language, options={"replace": {"DATE": "substitute"}})
    [job] = anonymizer.run([Job(Document("a", f"Date: {stamp}\n"))])
    assert job.solution is not None
    new = job.solution.text.removeprefix("Date: ").strip()
    assert new != stamp
    assert datetime.fromisoformat(new).date() != date(2024, 3, 12)
