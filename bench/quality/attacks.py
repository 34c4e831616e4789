"""How well substitutes cover the names that were missed: a parrot attack, and one on frequencies.

One person in ten of `corpus/train` is left as it is, all others are substituted, as the marks of the
corpus say. An attacker who has the output and finds every name in it learns on one part of the documents
which names are true, and is asked on the rest: by what a reader could tell (how often a name stands there,
where, in which writing), or with the lists of the code as well. What is told is the share of the true names
among as many of the most suspicious people as there are true ones.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np

from bench.quality.writing.documents import pack_of, read
from bench.reporting import LANGUAGES, ROOT, make_parser, publish, table
from nescio import load
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.evaluate.model import Annotation
from nescio.text.folding import key_of

LEFT: Final = 10  # one person in so many is left
HELD_OUT: Final = 3  # one document in so many is not learnt from
MOST: Final = 150  # documents of a language
STEPS: Final = 600
PERSON: Final = "PER"


class Seen(NamedTuple):
    """A person in an output as an attacker sees it, and whether the name is true."""

    language: str
    signs: tuple[float, ...]
    listed: bool  # all words are in the lists of the code
    is_true: bool
    is_held_out: bool


def part_of(text: str, parts: int) -> bool:
    """The same choice on every machine, one in so many."""
    return hashlib.sha256(text.encode()).digest()[0] % parts == 0


def job_of(doc: Annotation) -> tuple[Job, list[list[Span]]]:
    """The job with everything hidden but the people who are left, and where those stand."""
    groups: dict[tuple[str, str], list[Span]] = defaultdict(list)
    for mark in doc.mentions:
        span = Span(mark.start, mark.end, mark.label, 1.0, "gold")
        groups[mark.label, mark.entity or str(mark.start)].append(span)
    left, entities = [], []
    for (label, name), spans in groups.items():
        if label == PERSON and part_of(f"left {doc.id} {name}", LEFT):
            left.append(spans)
        else:
            entities.append(Entity(len(entities), label, tuple(spans)))
    decisions = tuple(Decision(entity.id, True, "gold") for entity in entities)
    document = Document(doc.id, doc.text or "", doc.language)
    return Job(document, entities=tuple(entities), decisions=decisions), left


def people_of(job: Job, left: Iterable[Sequence[Span]]) -> Iterator[tuple[list[tuple[int, str]], bool]]:
    """Where each person stands in the output and how, and whether that is the true name."""
    if job.solution is None:
        return
    rows = sorted(job.solution.replacements, key=lambda row: row.start)
    mine: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for row in rows:
        if row.label == PERSON and "[" not in row.text:
            mine[row.entity].append((row.out_start, row.text))
    yield from ((places, False) for places in mine.values())
    ends, shifts = [row.end for row in rows], [row.out_start + len(row.text) - row.end for row in rows]
    for spans in left:
        places = []
        for span in spans:
            before = int(np.searchsorted(ends, span.start, side="right"))
            start = span.start + (shifts[before - 1] if before else 0)
            places.append((start, job.document.text[span.start : span.end]))
        yield places, True


def signs_of(places: Sequence[tuple[int, str]], text: str, counts: Mapping[str, int]) -> tuple[float, ...]:
    """What a reader could tell of a person: rank, frequency, case, position, the forms of the name."""
    first = places[0][0]
    fullest = max((form for _, form in places), key=len)
    words = key_of(fullest).split() or [""]
    order = sorted(counts.values(), reverse=True)
    own = max(counts.get(word, 0) for word in words)
    return (
        float(np.log1p(len(places))), first / max(len(text), 1), float(len(words)), float(len(fullest)),
        float(fullest.isupper()), float(any(len(word) == 1 for word in words)),
        float(not fullest[:1].isupper()), float(any(not char.isascii() for char in fullest)),
        order.index(own) / max(len(order), 1) if own in order else 1.0, float("-" in fullest),
        float(np.mean([len(word) for word in words])), float(len({form for _, form in places})),
    )  # fmt: skip


@cache
def listed_names(language: str) -> frozenset[str]:
    lists = pack_of(language).surrogates
    names = (*lists.family, *(name for names in lists.given.values() for name in names))
    return frozenset(word for name in names for word in key_of(name).split())


def seen(docs: Sequence[Annotation]) -> Iterator[Seen]:
    for language in LANGUAGES:
        own = [doc for doc in docs if doc.language == language][:MOST]
        made = [job_of(doc) for doc in own]
        done = load(language, method="substitute").run([job for job, _ in made], start="replace")
        for job, (_, left) in zip(done, made, strict=True):
            people = list(people_of(job, left))
            text = job.solution.text if job.solution else ""
            words = (w for places, _ in people for _, form in places for w in key_of(form).split())
            counts = Counter(words)
            for places, is_true in people:
                forms = {w for _, form in places for w in key_of(form).split() if len(w) > 1}
                listed = forms <= listed_names(language)
                signs = signs_of(places, text, counts)
                yield Seen(language, signs, listed, is_true, part_of(job.document.id, HELD_OUT))


class Parrot:
    """Logistic regression on signs, which are brought to one scale."""

    def __init__(self, signs: np.ndarray, truth: np.ndarray) -> None:
        self._mean, self._spread = signs.mean(axis=0), signs.std(axis=0) + 1e-9
        scaled = self._scaled(signs)
        weight = np.where(truth, len(truth) / max(truth.sum(), 1) / 2, 0.5)
        self._weights = np.zeros(scaled.shape[1])
        for _ in range(STEPS):
            wrong = weight * (1 / (1 + np.exp(-scaled @ self._weights)) - truth)
            self._weights -= 0.5 * (scaled.T @ wrong / len(truth) + 1e-3 * self._weights)

    def points(self, signs: np.ndarray) -> np.ndarray:
        return np.asarray(self._scaled(signs) @ self._weights)

    def _scaled(self, signs: np.ndarray) -> np.ndarray:
        return np.hstack([(signs - self._mean) / self._spread, np.ones((len(signs), 1))])


def found_first(points: np.ndarray, truth: np.ndarray) -> float:
    """The share of true names among as many of the most suspicious as there are true ones."""
    order = np.argsort(-points, kind="stable")[: int(truth.sum())]
    return float(truth[order].mean()) if len(order) else 0.0


def attack(people: Sequence[Seen], *, with_lists: bool) -> dict[str, tuple[int, int, float]]:
    """By language: people, true names among them, and which share of those the attacker finds."""

    def matrix(items: Sequence[Seen]) -> tuple[np.ndarray, np.ndarray]:
        rows = [(*item.signs, float(item.listed)) if with_lists else item.signs for item in items]
        return np.array(rows), np.array([item.is_true for item in items], dtype=float)

    learnt = Parrot(*matrix([item for item in people if not item.is_held_out]))
    found = {}
    for language in (*LANGUAGES, "all"):
        items = [item for item in people if item.is_held_out and language in (item.language, "all")]
        signs, truth = matrix(items)
        found[language] = len(items), int(truth.sum()), found_first(learnt.points(signs), truth)
    return found


def by_frequency(docs: Sequence[Annotation], *, consistent: bool) -> tuple[int, float, float]:
    """Whoever knows how often each family name stands in the originals takes equal ranks for equal names.

    People, the share that is matched, and what chance gives. `consistent`: a name has one pseudonym in all
    documents; else each document draws anew, and a name counts in each by itself.
    """
    true: Counter[tuple[str, str]] = Counter()
    for doc in docs:
        for mark in doc.mentions:
            if mark.label == PERSON and (words := key_of((doc.text or "")[mark.start : mark.end]).split()):
                true[words[-1], "" if consistent else doc.id] += 1
    names = sorted(true)
    secret = Random("pseudonyms").sample(names, len(names))  # noqa: S311 - the order is what matters
    pseudonym = dict(zip(names, secret, strict=True))
    ranked = sorted(names, key=lambda name: (-true[name], name))
    seen = sorted(names, key=lambda name: (-true[name], pseudonym[name]))
    right = sum(one == other for one, other in zip(ranked, seen, strict=True))
    return len(names), right / len(names), 1 / len(names)


def page(docs: Sequence[Annotation]) -> Iterator[str]:
    people = list(seen(docs))
    plain, listed = attack(people, with_lists=False), attack(people, with_lists=True)
    rows = [
        (
            language,
            str(number),
            str(true),
            f"{true / number:.2f}",
            f"{share:.2f}",
            f"{listed[language][2]:.2f}",
        )
        for language, (number, true, share) in plain.items()
    ]
    yield "# What substitutes hide\n"
    yield (__doc__ or "").partition("\n\n")[2]
    yield from table(("", "people", "true names", "chance", "by what a reader sees", "with our lists"), rows)
    yield "\n## Frequencies\n"
    kinds = (("one pseudonym in all documents", True), ("drawn anew in each", False))
    found = [(said, *by_frequency(docs, consistent=consistent)) for said, consistent in kinds]
    yield from table(
        ("", "names", "matched by rank", "chance"),
        ((said, str(number), f"{right:.4f}", f"{luck:.4f}") for said, number, right, luck in found),
    )


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "corpus" / "train")
    wish = parser.parse_args()
    if "sealed" in str(wish.folder):
        parser.error("Sealed documents are not attacked.")
    publish(__file__, page(read(wish.folder)), output=wish.output)


if __name__ == "__main__":
    main()
