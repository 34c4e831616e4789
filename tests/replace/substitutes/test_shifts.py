"""Dates move by days that nobody can guess, and as the user wishes."""

from __future__ import annotations

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
