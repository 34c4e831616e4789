"""Dates move by days that nobody can guess, and as the user wishes."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.core.scene import Scene
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.shifts import Shifts, ShiftWish
from tests.replace.test_substitute import job_of

SEEDS = [f"seed {number}" for number in range(60)]


def shifts(seed: str, **wish: bool) -> Shifts:
    return Shifts(Drawer(seed, "letter"), ShiftWish(**wish))


def days(**wish: bool) -> list[tuple[int, int]]:
    """For each seed the days of visits and of births."""
    return [(item.visits, item.births) for item in (shifts(seed, **wish) for seed in SEEDS)]


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


def keyed(
    document: str, visible: str = "", *, secret: str = SEEDS[0], marked: str = "", **wish: Any
) -> Shifts:
    given = ShiftWish(secret=secret, **wish)
    job = job_of(marked or "[3 May 2019|DATE]", "en", id=document)
    scene = Scene(job.document, job.entities or (), (), {})
    return Shifts(given.drawer_for(scene, Drawer("", document, visible)), given)


def test_a_key_decides_and_nothing_that_a_reader_sees() -> None:
    found = {keyed("letter", visible).visits for visible in ("here", "there", "everywhere")}
    assert len(found) == 1
    others = [keyed("letter", secret=seed).visits for seed in SEEDS]
    assert len(set(others)) > len(SEEDS) / 2
    assert [keyed("letter", secret=seed).visits for seed in SEEDS] == others


def test_a_corpus_moves_as_one_and_documents_by_themselves() -> None:
    names = [f"{number}.txt" for number in range(40)]
    together = {keyed(name, scope="corpus").visits for name in names}
    apart = {keyed(name).visits for name in names}
    assert (len(together), len(apart) > 20) == (1, True)


def test_a_case_is_a_folder() -> None:
    first, second, other = (
        keyed(name, scope="case").visits for name in ("7/letter.txt", "7/note.txt", "8/letter.txt")
    )
    assert first == second != other
    assert keyed("letter.txt", scope="case").visits == keyed("letter.txt").visits


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("[Ada Low|PER|1] saw [Cy Orr|PER|2], and [Ada|PER|1] left.", "[LOW, Ada|PER|1] came.", True),
        ("[Ada Low|PER|1] saw [Cy Orr|PER|2], and [Ada|PER|1] left.", "[Cy Orr|PER|1] came.", False),
        ("[Ada Low|PER|1] saw [Cy Orr|PER|2].", "[Ada Low|PER|1] saw [Di Poe|PER|2].", True),
        ("on [3 May|DATE]", "on [4 May|DATE]", False),
    ],
)
def test_a_person_moves_alike_in_all_documents(first: str, second: str, alike: bool) -> None:
    days = [keyed(f"{n}", scope="person", marked=text).visits for n, text in enumerate((first, second))]
    assert (days[0] == days[1]) == alike


def test_what_has_no_day_moves_apart_from_the_days() -> None:
    """Neither the turn of feasts nor the step of years follows from the days."""
    all_shifts = [keyed("letter", secret=f"{number}") for number in range(400)]
    for sign in (-1, 1):
        steps = [item.year_step for item in all_shifts if item.visits * sign > 0]
        assert 0.35 < steps.count(1) / len(steps) < 0.65
    turns = {item.turn % 6 for item in all_shifts if item.visits > 0}
    assert len(turns) == 6


def test_no_days_are_whole_weeks_unless_it_is_wished() -> None:
    assert all(number % 7 for number in (keyed("", secret=f"{n}").visits for n in range(300)))


@pytest.mark.parametrize("scope", ["document", "person", "case", "corpus"])
def test_keyed_weeks_stay_whole(scope: str) -> None:
    assert all(keyed(seed, secret=seed, scope=scope, weekdays=True).visits % 7 == 0 for seed in SEEDS)


def test_the_days_cannot_be_worked_out_from_an_output() -> None:
    """Whoever runs nescio without the key on what can be seen is right as seldom as by chance."""
    right = sum(keyed(seed, "seen", secret=seed).visits == shifts(seed).visits for seed in SEEDS)
    assert right <= 3


def test_a_secret_shows_nowhere() -> None:
    assert SEEDS[1] not in repr(ShiftWish(secret=SEEDS[1]))
