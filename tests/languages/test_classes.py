"""Classes of references that a reader would not want to see left: many cases of each, in every language.

A file of `classes/<code>` is a class; a line is a text with its references in ⟦LABEL|…⟧ and a `¶` where a
line ends. Rules and lists alone are asked, so that a new recognizer changes nothing here; of names that come
again (`again`) the second pass too. Exactly the marked places are claimed with a label of the class: no
fewer, no more, no wider. A line that begins with `-` is a known miss; the suite fails when it is found.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from nescio.api import Anonymizer
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Job

FOLDER: Final = Path(__file__).parent / "classes"
LANGUAGES: Final = ("de", "en", "es", "pt")
MARK: Final = re.compile(r"⟦([A-Z_]+)\|([^⟦⟧]+)⟧")
RULES_ALONE: Final = {"detect": {"detectors": ["patterns", "lists"]}}
AGAIN: Final = "again"
CODES: Final = frozenset(
    ("CODE", "ID", "NATIONAL_ID", "TAX_ID", "HEALTH_ID", "PASSPORT", "LICENCE", "ACCOUNT", "IBAN", "BIC")
) | frozenset(("CARD", "PLATE", "SECRET"))
NAMES: Final = frozenset(("PER", "ORG"))
LABELS_OF: Final = {
    "addresses": frozenset(("ADDRESS", "STREET", "POSTCODE", "PHONE", "PLATE")),
    "ages": frozenset(("AGE",)),
    AGAIN: frozenset(("PER",)),
    "borders": NAMES,
    "codes": CODES,
    "dates": frozenset(("DATE", "BIRTHDATE")),
    "groups": frozenset(("NORP",)),
    "no_names": NAMES,
    "particles": frozenset(("PER",)),
    "professions": frozenset(("PROFESSION",)),
    "things": frozenset(("WORK", "EVENT", "PRODUCT")),
}


class MarkedCase(NamedTuple):
    """A text, the places that are meant, and whether they are known to be missed."""

    language: str
    kind: str
    text: str
    places: tuple[tuple[int, int], ...]
    known_miss: bool


def read_case(language: str, kind: str, line: str) -> MarkedCase:
    marked = line.removeprefix("-").replace("¶", "\n")
    text, places, at = "", [], 0
    for mark in MARK.finditer(marked):
        text += marked[at : mark.start()]
        places.append((len(text), len(text) + len(mark[2])))
        text, at = text + mark[2], mark.end()
    return MarkedCase(language, kind, text + marked[at:], tuple(places), line.startswith("-"))


def read_class(path: Path) -> list[MarkedCase]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [read_case(path.parent.name, path.stem, line) for line in lines if line and line[0] != "#"]


FILES: Final = sorted(FOLDER.glob("*/*.txt"))
CASES: Final = [
    pytest.param(case, id=f"{path.parent.name}/{path.stem}:{number}")
    for path in FILES
    for number, case in enumerate(read_class(path), start=1)
]


@cache
def anonymizer(language: str) -> Anonymizer:
    return Anonymizer(language, options=RULES_ALONE)


def found(case: MarkedCase) -> tuple[tuple[int, int], ...]:
    own = anonymizer(case.language)
    stop = "second_pass" if case.kind == AGAIN else "vote"
    [job] = own.run([Job(Document("case", case.text, case.language))], stop=stop)
    spans = (job.spans if case.kind == AGAIN else job.voted) or ()
    return tuple(sorted((s.start, s.end) for s in spans if is_of(case.kind, s.label, own.pack.labels)))


def is_of(kind: str, label: str, labels: LabelSet) -> bool:
    """The label is one of the class, or below one."""
    return not LABELS_OF[kind].isdisjoint(labels.lineage(label))


@pytest.mark.parametrize("case", CASES)
def test_exactly_the_marked_places_of_a_class_are_claimed(case: MarkedCase) -> None:
    if case.known_miss:
        assert found(case) != case.places, "the known miss is found now: take the '-' away"
    else:
        assert found(case) == case.places


@pytest.mark.parametrize("kind", sorted(LABELS_OF))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_has_twenty_cases_in_every_language(language: str, kind: str) -> None:
    assert len(read_class(FOLDER / language / f"{kind}.txt")) >= 20
