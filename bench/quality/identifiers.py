"""Quality of rules and lists without a model: figures for the docs, and what was missed on request.

Reads the corpora of NESCIO_DATA. `--show` prints what was missed and what
was claimed wrongly; it quotes the corpora, so it goes to the screen only, never into a file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.quality.letters import letters
from bench.reporting import ROOT, corpora, make_parser, publish, row, say, settings_of, table
from nescio import Document, Job, Span, load
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations

PLAIN = {"detect": {"detectors": ["patterns", "lists"]}, "second_pass": {"enabled": False}}


class GroupFigures(NamedTuple):
    """Full-coverage recall and character precision of one group on one set."""

    gold: int
    covered: int
    claimed: int  # characters
    right: int

    @property
    def recall(self) -> float:
        return self.covered / max(1, self.gold)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.claimed)


def found_by(language: str, texts: Sequence[str]) -> list[tuple[Span, ...]]:
    jobs = [Job(Document(str(number), text, language)) for number, text in enumerate(texts)]
    return [job.voted or () for job in load(language, options=PLAIN).run(jobs, stop="vote")]


def score(
    docs: Sequence[Annotation],
    answers: Sequence[Sequence[Span]],
    group: str,
    config: Mapping[str, Any],
    show: int,
) -> GroupFigures:
    """`config` has the labels of the corpus and the groups of ours."""
    ours, theirs = set(config["groups"][group]), config["labels"]
    gold = covered = claimed = right = 0
    missed: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for doc, spans in zip(docs, answers, strict=True):
        text = doc.text or ""
        everything = letters(text, ((span.start, span.end) for span in spans))
        marked = letters(text, ((m.start, m.end) for m in doc.mentions if m.label in theirs))
        for mention in doc.mentions:
            if theirs.get(mention.label) == group:
                gold += 1
                full = letters(text, [(mention.start, mention.end)]) <= everything
                covered += full
                if not full:
                    missed[text[mention.start : mention.end]] += 1
        for span in spans:
            if span.label in ours:
                inside = letters(text, [(span.start, span.end)])
                claimed += len(inside)
                right += len(inside & marked)
                if not inside & marked:
                    wrong[f"{span.source} {text[span.start : span.end]!r}"] += 1
    if show:
        print(f"   missed {group}: {missed.most_common(show)}\n   wrong {group}: {wrong.most_common(show)}")
    return GroupFigures(gold, covered, claimed, right)


def corpus_rows(config: Mapping[str, Any], data: Path, show: int) -> Iterator[list[str]]:
    for corpus in config["corpus"]:
        docs = read_annotations(data / corpus["file"])
        answers = found_by(corpus["language"], [doc.text or "" for doc in docs])
        for group in dict.fromkeys(corpus["labels"].values()):
            wanted = {"labels": corpus["labels"], "groups": config["groups"]}
            result = score(docs, answers, group, wanted, show)
            name = f"{corpus['name']} ({corpus['language']})"
            shares = [f"{result.recall:.3f}", f"{result.precision:.3f}"]
            yield _said([name, group, f"{result.gold:,}", *shares])


def _said(cells: list[str]) -> list[str]:
    say(row(cells))
    return cells


class CaseFigures(NamedTuple):
    """What became of some realistic cases."""

    twins: int = 0  # cases in which nothing must be found
    quiet: int = 0
    gold: int = 0
    covered: int = 0
    claimed: int = 0  # characters
    right: int = 0


def judge_case(
    case: Mapping[str, Any], spans: Sequence[Span], *, ours: Sequence[Span], show: int
) -> CaseFigures:
    """One case against all spans found in it, and those of the labels that are judged."""
    text = case["text"]
    everything = letters(text, ((span.start, span.end) for span in spans))
    marked = letters(text, ((start, end) for start, end, _ in case["spans"]))
    inside = letters(text, ((span.start, span.end) for span in ours))
    missed = [text[a:b] for a, b, _ in case["spans"] if not letters(text, [(a, b)]) <= everything]
    if show and missed:
        print("   missed", missed, "in", repr(text))
    if show and inside - marked:
        print("   wrong", [(span.source, text[span.start : span.end]) for span in ours], "in", repr(text))
    gold, twin = len(case["spans"]), not case["spans"]
    quiet = twin and not ours
    return CaseFigures(twin, quiet, gold, gold - len(missed), len(inside), len(inside & marked))


def case_rows(config: Mapping[str, Any], show: int) -> Iterator[list[str]]:
    """The realistic cases of each language: what must be found, and twins that must not."""
    groups = {label for labels in config["groups"].values() for label in labels}
    for path in sorted((ROOT / "src/nescio/languages").glob("*/cases/realistic.jsonl")):
        language = path.parent.parent.name
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        answers = found_by(language, [case["text"] for case in cases])
        judged = [
            judge_case(case, spans, ours=[span for span in spans if span.label in groups], show=show)
            for case, spans in zip(cases, answers, strict=True)
        ]
        total = CaseFigures(*(sum(column) for column in zip(*judged, strict=True)))
        counts = [f"{len(cases) - total.twins}", f"{total.twins}", f"{total.gold}"]
        pairs = ((total.covered, total.gold), (total.right, total.claimed), (total.quiet, total.twins))
        yield _said([language, *counts, *(f"{part / max(1, whole):.3f}" for part, whole in pairs)])


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--show", type=int, default=0, help="print so many misses per group; write nothing")
    parser.add_argument("--only", choices=("corpora", "cases"), help="one of the tables; write nothing")
    wish, config = parser.parse_args(), settings_of(__file__)
    lines = [
        "# Quality of rules and lists",
        "",
        "Rules and lists alone, no model (`make quality`). MEDDOCAN train was never looked at while rules",
        "and lists were written or changed; it was only scored. The other sets served for development.",
    ]
    if wish.only != "cases":
        head = ("set", "group", "gold", "full-coverage recall", "character precision")
        lines += ["", *table(head, corpus_rows(config, corpora(), wish.show))]
    if wish.only != "corpora":
        head = ("language", "cases", "twins", "spans", "full-coverage recall", "character precision")
        lines += ["", "Realistic cases written for nescio, each with a twin:", ""]
        lines += table((*head, "silent twins"), case_rows(config, wish.show))
    if wish.only is None and not wish.show:
        publish(__file__, lines, output=wish.output)


if __name__ == "__main__":
    main()
