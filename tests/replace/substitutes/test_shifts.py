"""Dates move by days that nobody can guess, and as the user wishes."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.shifts import BIRTH, Shifts, ShiftWish

SEEDS = [f"seed {number}" for number in range(60)]


def shifts(seed: str, **wish: bool) -> Shifts:
    return Shifts(Drawer(seed, "letter"), ShiftWish(**wish))


def days(**wish: bool) -> list[tuple[int, int]]:
    """For each seed the days of visits and of births."""
    return [(item.days_of("DATE"), item.days_of(BIRTH)) for item in (shifts(seed, **wish) for seed in SEEDS)]


@pytest.mark.parametrize(
    "wish", [{}, {"weekdays": True}, {"births": True}, {"weekdays": True, "births": True}]
)
def test_no_date_stays_near_its_day_or_leaves_its_time(wish: dict[str, bool]) -> None:
    assert all(17 <= abs(number) <= 173 for pair in days(**wish) for number in pair)


def test_dates_move_both_ways_and_seldom_alike() -> None:
    visits = [visit for visit, _ in days()]
    assert min(visits) < 0 < max(visits)
    assert len(set(visits)) > len(SEEDS) / 2


def test_who_knows_the_days_of_visits_does_not_know_those_of_births() -> None:
    assert sum(visit != birth for visit, birth in days()) > len(SEEDS) * 0.9


def test_a_birth_moves_with_the_visits_if_ages_are_to_stay_exact() -> None:
    assert all(visit == birth for visit, birth in days(births=True))


def test_a_monday_stays_a_monday_if_it_is_wished() -> None:
    assert all(number % 7 == 0 for pair in days(weekdays=True) for number in pair)
    assert any(number % 7 for pair in days() for number in pair)


def test_the_same_seed_moves_by_the_same_days() -> None:
    assert days() == days()


def keyed(document: str, visible: str = "", *, secret: str = SEEDS[0], **wish: Any) -> Shifts:
    given = ShiftWish(secret=secret, **wish)
    return Shifts(given.drawer_for(document, Drawer("", document, visible)), given)


def test_a_key_decides_and_nothing_that_a_reader_sees() -> None:
    found = {keyed("letter", visible).days_of("DATE") for visible in ("here", "there", "everywhere")}
    assert len(found) == 1
    others = [keyed("letter", secret=seed).days_of("DATE") for seed in SEEDS]
    assert len(set(others)) > len(SEEDS) / 2
    assert [keyed("letter", secret=seed).days_of("DATE") for seed in SEEDS] == others


def test_a_corpus_moves_as_one_and_documents_by_themselves() -> None:
    names = [f"{number}.txt" for number in range(40)]
    together = {keyed(name, scope="corpus").days_of("DATE") for name in names}
    apart = {keyed(name).days_of("DATE") for name in names}
    assert (len(together), len(apart) > 20) == (1, True)


@pytest.mark.parametrize("scope", ["document", "corpus"])
def test_keyed_weeks_stay_whole(scope: str) -> None:
    assert all(
        keyed(seed, secret=seed, scope=scope, weekdays=True).days_of("DATE") % 7 == 0 for seed in SEEDS
    )


def test_the_days_cannot_be_worked_out_from_an_output() -> None:
    """Whoever runs nescio without the key on what can be seen is right as seldom as by chance."""
    right = sum(
        keyed(seed, "seen", secret=seed).days_of("DATE") == shifts(seed).days_of("DATE") for seed in SEEDS
    )
    assert right <= 3


def test_a_secret_shows_nowhere() -> None:
    assert SEEDS[1] not in repr(ShiftWish(secret=SEEDS[1]))
