"""Quality of rules and lists without a model: figures for the docs, and what was missed on request.

Reads the corpora under the folder that NESCIO_DATA names. `--show` prints what was missed and what
was claimed wrongly; it quotes the corpora, so it goes to the screen only, never into a file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nescio import Document, Job, Span, load
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "identifiers_quality.md"
PLAIN = {"detect": {"recognizers": ["patterns", "lists"]}, "second_pass": {"enabled": False}}


class Score(NamedTuple):
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


def letters(text: str, spans: Iterable[tuple[int, int]]) -> set[int]:
    return {place for start, end in spans for place in range(start, end) if text[place].isalnum()}


def score(
    docs: Sequence[Annotation],
    answers: Sequence[Sequence[Span]],
    group: str,
    config: Mapping[str, Any],
    show: int,
) -> Score:
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
    return Score(gold, covered, claimed, right)


def corpora(config: Mapping[str, Any], data: Path, show: int) -> list[str]:
    lines = ["| set | group | gold | full-coverage recall | character precision |", "|---|---|---|---|---|"]
    for corpus in config["corpus"]:
        docs = read_annotations(data / corpus["file"])
        answers = found_by(corpus["language"], [doc.text or "" for doc in docs])
        for group in dict.fromkeys(corpus["labels"].values()):
            wanted = {"labels": corpus["labels"], "groups": config["groups"]}
            result = score(docs, answers, group, wanted, show)
            lines.append(
                f"| {corpus['name']} ({corpus['language']}) | {group} | {result.gold:,} "
                f"| {result.recall:.3f} | {result.precision:.3f} |"
            )
            print(lines[-1], flush=True)
    return lines


def case_sets(config: Mapping[str, Any], show: int) -> list[str]:
    """The realistic cases of each language: what must be found, and twins that must not."""
    lines = [
        "| language | cases | twins | spans | full-coverage recall | character precision | silent twins |",
        "|---|---|---|---|---|---|---|",
    ]
    groups = {label for labels in config["groups"].values() for label in labels}
    for path in sorted((HERE.parent / "src/nescio/languages").glob("*/cases/realistic.jsonl")):
        language = path.parent.parent.name
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        answers = found_by(language, [case["text"] for case in cases])
        gold = covered = claimed = right = quiet = twins = 0
        for case, spans in zip(cases, answers, strict=True):
            text = case["text"]
            ours = [span for span in spans if span.label in groups]
            everything = letters(text, ((span.start, span.end) for span in spans))
            marked = letters(text, ((start, end) for start, end, _ in case["spans"]))
            for start, end, _ in case["spans"]:
                gold += 1
                full = letters(text, [(start, end)]) <= everything
                covered += full
                if show and not full:
                    print("   missed", language, repr(text[start:end]), "in", repr(text))
            inside = letters(text, ((span.start, span.end) for span in ours))
            claimed += len(inside)
            right += len(inside & marked)
            if show and inside - marked:
                print(
                    "   wrong", language, [(s.source, text[s.start : s.end]) for s in ours], "in", repr(text)
                )
            twins += not case["spans"]
            quiet += not case["spans"] and not ours
        lines.append(
            f"| {language} | {len(cases) - twins} | {twins} | {gold} | {covered / max(1, gold):.3f} "
            f"| {right / max(1, claimed):.3f} | {quiet / max(1, twins):.3f} |"
        )
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", type=int, default=0, help="print so many misses per group")
    parser.add_argument("--only", choices=("corpora", "cases"))
    arguments = parser.parse_args()
    data = Path(os.environ.get("NESCIO_DATA", ""))
    config = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    parts: list[str] = [
        "# Quality of rules and lists",
        "",
        "Rules and lists alone, no model (`make quality`). MEDDOCAN train was never looked at while rules",
        "and lists were written or changed; it was only scored. The other sets served for development.",
    ]
    if arguments.only in (None, "corpora") and (data / "deid").is_dir():
        parts += ["", *corpora(config, data, arguments.show)]
    if arguments.only in (None, "cases"):
        parts += [
            "",
            "Realistic cases written for nescio, each with a twin:",
            "",
            *case_sets(config, arguments.show),
        ]
    if arguments.only is None and not arguments.show:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text("\n".join(parts) + "\n", encoding="utf-8")
    if not (data / "deid").is_dir():
        print("Set NESCIO_DATA to the folder of corpora for the other tables.", file=sys.stderr)


if __name__ == "__main__":
    main()
