"""Attacks find what can be found, and no more than chance where nothing tells true names from new ones."""

from __future__ import annotations

from random import Random

import pytest

from nescio.core.errors import ConfigError, JobError
from nescio.evaluate.attacks import LEFT, listed_names, parrot, ranks
from nescio.solutions.table import Table, TableEntry, fingerprint


def _table(number: int, names: list[tuple[str, str]]) -> Table:
    entries = tuple(
        TableEntry(
            40 * place, 40 * place + len(old), "PER", place, old, new, "substitute", 40 * place,
            40 * place + len(new), 0,
        )
        for place, (old, new) in enumerate(names)
    )  # fmt: skip
    return Table(f"{number}.txt", "en", fingerprint(str(number)), {}, entries, length=1000)


def _drawn(dice: Random) -> str:
    return "".join(dice.choices("aeilmnorst", k=6)).capitalize()


def _tables(old: str = "{}", new: str = "{}") -> list[Table]:
    dice = Random(16)  # noqa: S311 - names of a test
    return [
        _table(number, [(old.format(_drawn(dice)), new.format(_drawn(dice))) for _ in range(10)])
        for number in range(60)
    ]


def test_names_that_look_alike_are_not_told_apart() -> None:
    found = parrot(_tables())["all"]
    assert found.people == 600
    assert found.true == pytest.approx(600 / LEFT, abs=25)
    assert found.found < 3 * found.chance


def test_what_tells_true_names_is_found() -> None:
    assert parrot(_tables(old="{}-Quist"))["all"].found > 0.9
    assert parrot(_tables(old="{} von der Muehle"))["en"].found > 0.9


def test_who_has_the_lists_sees_what_is_in_none_of_them() -> None:
    tables = _tables()
    known = {"en": {entry.replacement.lower() for table in tables for entry in table.entries}}
    assert parrot(tables, known=known)["all"].found > 0.9
    assert listed_names(["en", "de"]).keys() == {"en", "de"}


def test_too_little_to_learn_from_is_refused() -> None:
    with pytest.raises(JobError, match="are few"):
        parrot(_tables()[:1])
    with pytest.raises(JobError, match="are few"):
        parrot(_tables(new="[PERSON{}]"))  # tags hide nothing of what was missed
    with pytest.raises(ConfigError, match="at least 2"):
        parrot(_tables(), left=1)
    with pytest.raises(JobError, match="no people"):
        ranks(_tables(new="[PERSON{}]"))


def test_names_with_ranks_of_their_own_are_told_by_counting() -> None:
    names = [(f"Old{'abcdefgh'[place]}", f"New{'hgfedcba'[place]}") for place in range(8)]
    table = _table(1, [pair for place, pair in enumerate(names) for _ in range(place + 1)])
    assert ranks([table]) == (8, 1.0)
    once = _table(2, names)
    assert ranks([once]).matched == 0.0  # equal ranks tell nothing but the alphabet, which is the other way
