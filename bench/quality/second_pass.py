"""Mention recall and precision of the second pass over the vote alone, on the development sets.

The sets, below the folder NESCIO_DATA, are in `mention_sets.toml`. Thresholds were chosen on the
even documents of each set, so the odd ones are reported. Two kinds of rows: with nescio's
detectors, and with a simulated one that finds a share of the gold mentions at random and makes
false alarms.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.quality.mention_sets import KINDS, Gold, MentionCounts, MentionSet, count, read_sets
from bench.reporting import corpora, make_parser, publish, table
from nescio import load
from nescio.api import Anonymizer
from nescio.core.model import Document, Job, Span

SETS = Path(__file__).parent / "mention_sets.toml"
SHARES = (0.6, 0.8)
FALSE_ALARMS = 0.01  # of the capitalised words outside mentions
HALVES = {"even": slice(0, None, 2), "odd": slice(1, None, 2), "all": slice(None)}
HEAD = ("set", "detector", "vote R", "vote P", "+ second pass R", "P", "recall gained", "precision")


class BeforeAndAfter(NamedTuple):
    name: str
    who: str
    before: MentionCounts
    after: MentionCounts
    partial: bool = False


def simulated(doc: Document, gold: Sequence[Span], share: float, dice: random.Random) -> list[Span]:
    """What a detector would say that finds a share of the mentions and makes false alarms."""
    taken = {place for span in gold for place in range(span.start, span.end)}
    said: list[Span] = []
    for span in sorted(gold):
        free = not said or said[-1].end <= span.start
        if span.label in KINDS and free and dice.random() < share:
            said.append(span._replace(score=dice.uniform(0.6, 1.0), source="simulated"))
    start = 0
    for word in doc.text.replace("\n", " ").split(" "):
        end = start + len(word)
        if word[:1].isupper() and len(word) > 3 and start not in taken and dice.random() < FALSE_ALARMS:
            said.append(Span(start, end, dice.choice(KINDS), dice.uniform(0.4, 0.8), "simulated"))
        start = end + 1
    return sorted(said)


def measure(
    anonymizer: Anonymizer, jobs: Sequence[Job], gold: Sequence[Sequence[Span]]
) -> tuple[MentionCounts, MentionCounts]:
    """Before and after the second pass."""
    after = anonymizer.run(jobs, start="second_pass", stop="second_pass")
    labels = anonymizer.kit(anonymizer.language).tags.labels

    def total(done: Sequence[Job]) -> MentionCounts:
        counts = MentionCounts()
        for job, truth in zip(done, gold, strict=True):
            found = job.voted if job.spans is None else job.spans
            if found is None:
                raise SystemExit(str(job.failure))
            counts = counts.plus(count(truth, [s._replace(label=labels.root(s.label)) for s in found]))
        return counts

    return total(jobs), total(after)


def rows(corpus: MentionSet, pairs: Sequence[Gold], options: dict[str, Any]) -> Iterator[BeforeAndAfter]:
    anonymizer = load(corpus.language, options={"detect": options})
    gold = [mentions for _, mentions in pairs]
    voted = anonymizer.run([Job(doc) for doc, _ in pairs], stop="vote")
    who = "+".join(options["detectors"])
    yield BeforeAndAfter(corpus.name, who, *measure(anonymizer, voted, gold), corpus.partial)
    if all(span.label not in KINDS for mentions in gold for span in mentions):
        return  # nothing to simulate where no class is known
    for share in SHARES:
        dice = random.Random(7)  # noqa: S311  # the same simulation every time
        jobs = [Job(doc, voted=tuple(simulated(doc, spans, share, dice))) for doc, spans in pairs]
        yield BeforeAndAfter(
            corpus.name, f"simulated {share}", *measure(anonymizer, jobs, gold), corpus.partial
        )


def line(name: str, who: str, figures: Sequence[float], *, partial: bool = False) -> list[str]:
    """Recall and precision before and after; a precision that is a lower bound has a mark."""
    r0, p0, r1, p1 = figures
    mark = "≥" if partial else ""
    changes = [f"{(r1 - r0) * 100:+.1f}", f"{(p1 - p0) * 100:+.1f}"]
    return [name, who, f"{r0:.3f}", f"{mark}{p0:.3f}", f"{r1:.3f}", f"{mark}{p1:.3f}", *changes]


def figures(row: BeforeAndAfter) -> list[float]:
    return [row.before.recall, row.before.precision, row.after.recall, row.after.precision]


def lines(done: Sequence[BeforeAndAfter]) -> Iterator[list[str]]:
    for row in done:
        yield line(row.name, row.who, figures(row), partial=row.partial)
    for who in dict.fromkeys(row.who for row in done):
        own = [figures(row) for row in done if row.who == who]
        yield line("mean of the sets", who, [sum(column) / len(own) for column in zip(*own, strict=True)])


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--detectors", default="patterns,tagger,lists", help="separated by commas")
    parser.add_argument("--doubts", default="off", help="operating point of the tagger's doubts")
    parser.add_argument("--half", choices=list(HALVES), default="odd", help="which documents of each set")
    wish = parser.parse_args()
    folder = corpora()
    options: dict[str, Any] = {"detectors": wish.detectors.split(",")}
    if wish.doubts != "off":
        options["options"] = {"tagger": {"doubts": wish.doubts}}
    done: list[BeforeAndAfter] = []
    for corpus in read_sets(SETS):
        pairs = corpus.documents(folder)[HALVES[wish.half]]
        if pairs:
            done += rows(corpus, pairs, options)
    publish(__file__, table(HEAD, lines(done)), output=wish.output)


if __name__ == "__main__":
    main()
