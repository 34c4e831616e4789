"""Mention recall and precision of the second pass over the vote alone, on the development sets.

    NESCIO_DATA=… python bench/second_pass_quality.py [--recognizers patterns,lists] [--out FILE]

Sentences are joined to documents of 40. Two kinds of rows: with nescio's recognizers, and with a
simulated one that finds a share of the gold mentions and makes false alarms. A mention counts as
found when spans of its kind cover its first and last letter; a span counts as right when a mention
of its kind covers its first or last letter. Spans inside mentions of other classes (laws, works)
are left out, for nobody said what they are.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from nescio import load
from nescio.api import Anonymizer
from nescio.core.model import Document, Job, Span

SETS = (
    "uner_ewt.en.dev", "wikigold.en.all", "europarl_ner.en.dev", "europarl_ner.de.dev",
    "germeval2014.de.dev", "ehri_ner.de.all", "uner_bosque.pt.dev", "lener_br.pt.dev",
    "ancora3lb.es.dev", "europarl_ner.es.dev",
)  # fmt: skip
KINDS = ("PER", "LOC", "ORG")
KIND_OF = {"PERSON": "PER", "PESSOA": "PER", "LOCAL": "LOC", "ORGANIZACAO": "ORG"}
OTHER = "OTHER"
SENTENCES = 40
DOCUMENTS = 60
FALSE_ALARMS = 0.01  # of the capitalised words outside mentions


class Counts(NamedTuple):
    found: int = 0
    wanted: int = 0
    right: int = 0
    made: int = 0

    def __add__(self, other: object) -> Counts:
        return (
            Counts(*(a + b for a, b in zip(self, other, strict=True))) if isinstance(other, Counts) else self
        )

    @property
    def recall(self) -> float:
        return self.found / max(1, self.wanted)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.made)


def documents(path: Path, language: str) -> Iterator[tuple[Document, list[Span]]]:
    """Documents of several sentences with their gold mentions, those of other classes included."""
    sentences = [part for part in path.read_text(encoding="utf-8").split("\n\n") if part.strip()]
    for number, first in enumerate(range(0, min(len(sentences), SENTENCES * DOCUMENTS), SENTENCES)):
        text = ""
        gold: list[Span] = []
        for sentence in sentences[first : first + SENTENCES]:
            for line in sentence.splitlines():
                token, _, tag = line.partition("\t")
                _add(gold, tag.strip(), len(text), len(text) + len(token))
                text += token + " "
            text = text.rstrip(" ") + "\n"
        yield Document(str(number), text, language), gold


def _add(gold: list[Span], tag: str, start: int, end: int) -> None:
    if tag in ("", "O"):
        return
    kind = KIND_OF.get(tag[2:], tag[2:] if tag[2:] in KINDS else OTHER)
    if tag[0] == "I" and gold and gold[-1].end == start - 1 and gold[-1].label == kind:
        gold[-1] = gold[-1]._replace(end=end)
    else:
        gold.append(Span(start, end, kind, 1.0, "gold"))


def count(gold: Sequence[Span], answer: Sequence[Span]) -> Counts:
    kind_at = {place: span.label for span in gold for place in range(span.start, span.end)}
    said_at = {place: span.label for span in answer for place in range(span.start, span.end)}
    truth = [span for span in gold if span.label in KINDS]
    made = [
        s for s in answer if s.label in KINDS and OTHER not in (kind_at.get(s.start), kind_at.get(s.end - 1))
    ]
    return Counts(
        sum(said_at.get(s.start) == s.label == said_at.get(s.end - 1) for s in truth),
        len(truth),
        sum(s.label in (kind_at.get(s.start), kind_at.get(s.end - 1)) for s in made),
        len(made),
    )


def simulated(doc: Document, gold: Sequence[Span], share: float, dice: random.Random) -> list[Span]:
    """What a recognizer would say that finds a share of the mentions and makes false alarms."""
    taken = {place for span in gold for place in range(span.start, span.end)}
    said = [
        span._replace(score=dice.uniform(0.6, 1.0), source="simulated")
        for span in gold
        if span.label in KINDS and dice.random() < share
    ]
    start = 0
    for word in doc.text.replace("\n", " ").split(" "):
        end = start + len(word)
        if word[:1].isupper() and len(word) > 3 and start not in taken and dice.random() < FALSE_ALARMS:
            said.append(Span(start, end, dice.choice(KINDS), dice.uniform(0.4, 0.8), "simulated"))
        start = end + 1
    return sorted(said)


def measure(
    anonymizer: Anonymizer, jobs: Sequence[Job], gold: Sequence[Sequence[Span]]
) -> tuple[Counts, Counts]:
    """Before and after the second pass."""
    after = anonymizer.run(jobs, start="second_pass", stop="second_pass")
    labels = anonymizer.kit(anonymizer.language).tags.labels

    def total(done: Sequence[Job]) -> Counts:
        counts = Counts()
        for job, truth in zip(done, gold, strict=True):
            counts += count(truth, [s._replace(label=labels.root(s.label)) for s in job.spans or ()])
        return counts

    return total(jobs), total(after)


def rows(folder: Path, recognizers: Sequence[str]) -> Iterator[tuple[str, str, Counts, Counts]]:
    for name in SETS:
        path = folder / "ner" / "free" / f"{name}.bio"
        if not path.is_file():
            continue
        language = name.split(".")[-2]
        anonymizer = load(language, options={"detect": {"recognizers": list(recognizers)}})
        pairs = list(documents(path, language))
        gold = [spans for _, spans in pairs]
        voted = anonymizer.run([Job(doc) for doc, _ in pairs], stop="vote")
        yield (name, "+".join(recognizers), *measure(anonymizer, voted, gold))
        for share in (0.6, 0.8):
            dice = random.Random(7)  # noqa: S311  # the same simulation every time
            jobs = [Job(doc, spans=tuple(simulated(doc, spans, share, dice))) for doc, spans in pairs]
            yield (name, f"simulated {share}", *measure(anonymizer, jobs, gold))


def line(name: str, who: str, before: Counts, after: Counts) -> str:
    gain, loss = after.recall - before.recall, after.precision - before.precision
    return (
        f"| {name} | {who} | {before.recall:.3f} | {before.precision:.3f} | {after.recall:.3f} "
        f"| {after.precision:.3f} | {gain * 100:+.1f} | {loss * 100:+.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recognizers", default="patterns,lists", help="who detects, separated by commas")
    parser.add_argument("--out", type=Path, help="also write the table to this file")
    options = parser.parse_args()
    if "NESCIO_DATA" not in os.environ:
        sys.exit("Set NESCIO_DATA to the folder that holds ner/free.")
    lines = [
        "| set | recognizer | vote R | vote P | + second pass R | P | recall gained | precision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    totals: dict[str, list[Counts]] = defaultdict(lambda: [Counts(), Counts()])
    for name, who, before, after in rows(Path(os.environ["NESCIO_DATA"]), options.recognizers.split(",")):
        lines.append(line(name, who, before, after))
        totals[who] = [totals[who][0] + before, totals[who][1] + after]
    lines += [line("all", who, before, after) for who, (before, after) in totals.items()]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if options.out is not None:
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
