"""Characters per second of vote, second pass and coreference together, up to 20,000 mentions.

The text is invented: people, places and organisations with full and short forms, one mention in
about fifty characters. Candidates are given, so that no detector is measured.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

from bench.reporting import make_parser, publish, table
from nescio import load
from nescio.core.model import Document, Job, Span

TARGET = 500_000
SIZES = (100, 1_000, 5_000, 20_000)
SYLLABLES = "ba do fen gar hil jo kel lu mar no pit ros sil tor va".split()  # noqa: SIM905
FILLER = "then the clerk wrote that nothing new had come to the office since the last week of the month and "


def name(dice: random.Random) -> str:
    return "".join(dice.choices(SYLLABLES, k=dice.randint(2, 3))).capitalize()


def mentions(count: int, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Surfaces and labels: half of them full names, half short forms of earlier ones."""
    people: list[tuple[str, str]] = [(name(dice), name(dice))]
    for _ in range(count):
        kind = dice.random()
        if kind < 0.35:
            people.append((name(dice), name(dice)))
            yield f"{people[-1][0]} {people[-1][1]}", "PER"
        elif kind < 0.7:
            yield dice.choice(dice.choice(people)), "PER"
        elif kind < 0.85:
            yield f"{name(dice)} Commission", "ORG"
        else:
            yield name(dice), "LOC"


def document(count: int) -> tuple[Document, list[Span]]:
    dice = random.Random(count)  # noqa: S311  # the same text every time
    parts: list[str] = []
    claims: list[Span] = []
    place = 0
    for surface, label in mentions(count, dice):
        filler = FILLER[: dice.randint(20, len(FILLER))].rstrip() + " "
        parts += [filler, surface, ". "]
        place += len(filler)
        if dice.random() < 0.9:  # a detector misses some
            claims.append(Span(place, place + len(surface), label, 0.9, "first:x"))
        if dice.random() < 0.5:  # and a second one agrees now and then
            claims.append(Span(place, place + len(surface.split()[0]), label, 0.7, "second:x"))
        place += len(surface) + 2
    return Document(str(count), "".join(parts), "en"), claims


def rows(sizes: Sequence[int]) -> Iterator[tuple[int, int, dict[str, float]]]:
    anonymizer = load("en", options={"detect": {"detectors": []}})
    anonymizer.run([Job(Document("warm", "Ana", "en"), candidates=())], stop="coref")
    for size in sizes:
        doc, claims = document(size)
        seconds: dict[str, float] = {}
        for _ in range(3):
            began = time.process_time()  # other programs on the machine do not count
            [job] = anonymizer.run([Job(doc, candidates=tuple(claims))], start="vote", stop="coref")
            total = time.process_time() - began
            if job.failure is not None:
                raise SystemExit(job.failure.code)
            if total < seconds.get("all", float("inf")):
                seconds = {note.stage: note.seconds for note in job.notes} | {"all": total}
        yield size, len(doc.text), seconds


def lines(sizes: Sequence[int]) -> Iterator[list[str]]:
    for size, characters, seconds in rows(sizes):
        speed = characters / seconds["all"]
        stages = [f"{seconds[stage]:.3f}" for stage in ("vote", "second_pass", "coref")]
        reached = "yes" if speed >= TARGET else "no"
        yield [f"{size:,}", f"{characters:,}", *stages, f"{speed:,.0f}", reached]


def main() -> None:
    output = make_parser(__doc__).parse_args().output
    head = ("mentions", "characters", "vote s", "second pass s", "coref s", "characters/s", "target reached")
    publish(__file__, table(head, lines(SIZES)), output=output)


if __name__ == "__main__":
    main()
