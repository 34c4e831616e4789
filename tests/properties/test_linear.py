"""Twice the text is little more than twice the work, counted in steps of the program, never in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice, permutations

import pytest

from bench.speed.processes import steps
from nescio import load, pipeline
from nescio.api import Result
from nescio.core.kit import Kit
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.coref.ledger import Ledger
from nescio.explain import explain_spans
from nescio.packs import load_pack
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table

SIZE = 80
AT_MOST = 2.3
SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def name(number: int) -> str:
    """A word that is nobody's name, another one for each number."""
    parts = [SYLLABLES[number % 70], SYLLABLES[number // 70 % 70], SYLLABLES[number // 4900 % 70]]
    return "".join(parts).capitalize() + "q"


@cache
def kit(method: str = "tag") -> Kit:
    """The parts of English, without detectors: what they find is given."""
    return load("en", method=method, options={"detect": {"detectors": []}}).kit("en")


def said(names: list[str], label: str) -> tuple[str, tuple[Span, ...]]:
    """A sentence about each name, and where the names stand."""
    text, spans = "", []
    for one in names:
        spans.append(Span(len(text), len(text) + len(one), label, 0.99, "test"))
        text += f"{one} is known here. "
    return text, tuple(spans)


def entities(names: list[str], label: str) -> Job:
    """A job about names that is decided: each is an entity, and all must go."""
    text, spans = said(names, label)
    items = tuple(Entity(number, label, (span,)) for number, span in enumerate(spans))
    decisions = tuple(Decision(item.id, True, "test") for item in items)
    return Job(Document("d", text, "en"), candidates=spans, spans=spans, entities=items, decisions=decisions)


def people(first: int, count: int) -> list[str]:
    return [f"Anna {name(first + number)}" for number in range(count)]


def second_pass(first: int, count: int) -> Callable[[], object]:
    text, spans = said(people(first, count), "PER")
    job = Job(Document("d", text, "en"), candidates=(), voted=spans)
    return lambda: pipeline.run([job], kit(), stop="second_pass")


def links(names: list[str], label: str) -> Callable[[], object]:
    text, spans = said(names, label)
    return lambda: pipeline.run([Job(Document("d", text, "en"), spans=spans)], kit(), stop="coref")


def relatives(first: int, count: int) -> Callable[[], object]:
    names = [f"B{name(first + number).lower()} Hale" for number in range(count)]
    return links([*names, *(one.split()[0] for one in names)], "PER")


def one_with_many_names(first: int, count: int) -> Callable[[], object]:
    words = [name(first + number) for number in range(6)]
    return links([" ".join(order) for order in islice(permutations(words), 4 * count)], "PER")


def replaced(method: str, label: str) -> Callable[[int, int], Callable[[], object]]:
    def action(first: int, count: int) -> Callable[[], object]:
        job = entities(
            [f"{name(first + number)} {name(first + count + number)}" for number in range(count)], label
        )
        return lambda: pipeline.run([job], kit(method))

    return action


def people_among_numbers(first: int, count: int) -> Callable[[], object]:
    """People whose names tell no gender, and many things that are quickly done."""
    names = [name(first + number) for number in range(count // 4)]
    text, spans = said([*(f"AZ {1000 + number}/20" for number in range(8 * count)), *names], "ID")
    spans = (*spans[: -len(names)], *(span._replace(label="PER") for span in spans[-len(names) :]))
    items = tuple(Entity(number, span.label, (span,)) for number, span in enumerate(spans))
    decisions = tuple(Decision(item.id, True, "test") for item in items)
    job = Job(Document("d", text, "en"), candidates=spans, spans=spans, entities=items, decisions=decisions)
    return lambda: pipeline.run([job], kit("substitute"))


def explained(first: int, count: int) -> Callable[[], object]:
    job = entities(people(first, count), "PER")
    return lambda: explain_spans(job.spans or (), job, kit())


def told(first: int, count: int) -> Callable[[], object]:
    [done] = pipeline.run([entities(people(first, count), "PER")], kit())
    return Result(done).explain


def restored(change: Callable[[str], str]) -> Callable[[int, int], Callable[[], object]]:
    def action(first: int, count: int) -> Callable[[], object]:
        [done] = pipeline.run([entities(people(first, count), "PER")], kit())
        table, text = make_table(done), done.solution.text if done.solution else ""
        return lambda: reidentify(f"[PERSON1] {change(text)}", table, by="placeholder")

    return action


def entered(
    method: str, names: Callable[[int, int], list[str]]
) -> Callable[[int, int], Callable[[], object]]:
    """A ledger over one text after the other, each about one of the names."""

    def action(first: int, count: int) -> Callable[[], object]:
        jobs = [replace(entities([one], "PER"), decisions=None) for one in names(first, count // 2)]
        ledger = Ledger(load_pack("en"))

        def enter() -> None:
            for job in jobs:
                ledger.keep(pipeline.run(ledger.apply([job]), kit(method)))

        return enter

    return action


def same_person(first: int, count: int) -> list[str]:
    return people(first, 1) * count


def applied(first: int, count: int) -> Callable[[], object]:
    """A ledger that meets one person in very many texts, and replaces nothing."""
    jobs = [entities(people(first, 1), "PER") for _ in range(4 * count)]
    ledger = Ledger(load_pack("en"))
    return lambda: ledger.apply(jobs)


CASES: dict[str, Callable[[int, int], Callable[[], object]]] = {
    "the second pass over names that share a first word": second_pass,
    "linking people who share a family name": relatives,
    "linking somebody with very many names": one_with_many_names,
    "replacing people by substitutes": replaced("substitute", "PER"),
    "replacing places by substitutes": replaced("substitute", "LOC"),
    "replacing people among many things": people_among_numbers,
    "replacing bodies by their types": replaced("generalize", "ORG"),
    "explaining spans": explained,
    "explaining entities": told,
    "leading back placeholders in small letters": restored(str.lower),
    "leading back placeholders that are lost": restored(lambda text: text.replace("PERSON", "BODY")),
    "a ledger of many people, with tags": entered("tag", people),
    "a ledger of many people, with substitutes": entered("substitute", people),
    "a ledger of one person, with substitutes": entered("substitute", same_person),
    "a ledger of one person in very many texts": applied,
}


@pytest.mark.parametrize("case", CASES)
def test_twice_as_much_is_little_more_than_twice_the_work(case: str) -> None:
    make = CASES[case]
    make(0, SIZE)()  # what is loaded or computed once is no part of the work
    # Other names each time, so that nothing is remembered of the ones before.
    once, twice = (steps(make(1000 * SIZE * times, SIZE * times)) for times in (1, 2))
    assert twice <= AT_MOST * once, f"{once} steps, then {twice}"
