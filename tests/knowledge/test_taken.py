"""What the substitutes of a ledger use up is the same, counted at once or as they come and go."""

from __future__ import annotations

from nescio.core.identity import Kept, KeptPerson, KeptThing, Surrogate
from nescio.knowledge.taken import KeptBook, Taken, taken_by

CLARA = KeptPerson("f", {"a": "Clara"}, {"b": "Réed"})
CLARA_MARSH = KeptPerson("f", {"a": "Clara"}, {"b": "Réed", "c": "Marsh"})
REED = KeptThing("en", Surrogate("Reed Ltd", "company", "", "s", False), ("Reed",))


def counts(substitutes: list[Kept]) -> list[object]:
    taken = Taken(substitutes)
    return [taken.uses, taken.pairs, taken.names]


def test_names_of_the_whole_ledger_are_counted() -> None:
    taken = Taken([CLARA])
    assert taken.is_pair(["CLARA"], ["Reed"])
    assert not taken.is_pair(["Clara"], ["Marsh"])
    assert taken.uses["reed"] == 1


def test_a_book_counts_what_comes_and_goes() -> None:
    book = KeptBook([CLARA, REED])
    book.replace([CLARA], [CLARA_MARSH])
    book.replace([REED], [REED])
    taken = taken_by(book.view())
    assert [taken.uses, taken.pairs, taken.names] == counts([CLARA_MARSH, REED])
    assert sorted(map(str, book.view())) == sorted(map(str, [CLARA_MARSH, REED]))


def test_a_view_stays_as_it_was_when_the_book_goes_on() -> None:
    book = KeptBook([CLARA])
    before = book.view()
    book.replace([CLARA], [])
    book.replace([], [REED])
    assert list(before) == [CLARA]
    assert len(before) == 1
    assert taken_by(before).uses == Taken([CLARA]).uses
    assert CLARA in before
    assert CLARA not in book.view()
    assert before == (CLARA,)


def test_substitutes_without_a_ledger_are_counted_when_they_are_asked_for() -> None:
    assert taken_by((CLARA, REED)).uses["reed"] == 2
