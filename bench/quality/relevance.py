"""Draws replaced entities by lot, for a reader to rate: does the replacement fit its context?

Prints 50 per language and method; they quote the corpora of NESCIO_DATA, so they go to the screen
only. Ratings are kept in `ratings/*.tsv` without any text of the corpora; `knowledge.py` sums them up.
"""

from __future__ import annotations

import argparse
import csv
import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.quality.knowledge_corpora import entities, job_of, sentences
from bench.reporting import LANGUAGES, corpora, table
from nescio import load, pipeline

HERE = Path(__file__).parent
METHODS = ("substitute", "generalize")
SIZE = 50
LONGEST = 45  # words; longer sentences take too long to judge


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", help="each seed draws another sample")
    seed, data = parser.parse_args().seed, corpora()
    for language in LANGUAGES:
        for method in METHODS:
            for id, shown in draw(language, method, data, seed=seed):
                print(f"{id}\t{shown}")


def draw(language: str, method: str, data: Path, *, seed: str) -> Iterator[tuple[str, str]]:
    """Sentences with one replaced place or body each, marked, and what stood there."""
    cues = tomllib.loads((HERE / "knowledge.toml").read_text(encoding="utf-8"))
    options = {"detect": {"detectors": []}, "replace": {"options": {method: {"seed": seed}}}}
    kit = load(language, method=method, options=options).kit(language)
    pool = [(name, n, tokens) for name in cues["relevance"][language] for n, tokens in _usable(data / name)]
    random.Random(f"{seed}{language}{method}").shuffle(pool)  # noqa: S311
    for number, (name, place, tokens) in enumerate(pool[:SIZE]):
        spans = list(entities(tokens))
        [job] = pipeline.run([job_of(tokens, spans, language, id=f"{name}:{place}")], kit)
        things = [row for row in job.solution.replacements if row.label != "PER"] if job.solution else []
        row = random.Random(f"{seed}{place}").choice(things)  # noqa: S311
        text = job.solution.text if job.solution else ""
        shown = f"{text[: row.out_start]}⟦{row.text}⟧{text[row.out_end :]}"
        old = job.document.text[row.start : row.end]
        yield f"{language}-{method[:3]}-{seed}-{number:02d}", f"{old} [{row.label}] → {shown}"


def _usable(path: Path) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    for place, tokens in enumerate(sentences(path)):
        if 6 <= len(tokens) <= LONGEST and any(label != "PER" for _, _, label in entities(tokens)):
            yield place, tokens


def summary() -> list[str]:
    """The share of relevant replacements of every sample that was rated."""
    rows = []
    for path in sorted((HERE / "ratings").glob("*.tsv")):
        totals: Counter[tuple[str, str]] = Counter()
        good: Counter[tuple[str, str]] = Counter()
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                totals[row["language"], row["method"]] += 1
                good[row["language"], row["method"]] += row["relevant"] == "1"
        for key, total in totals.items():
            rows.append([path.stem, *key, str(total), str(good[key]), f"{good[key] / total:.2f}"])
    return table(("sample", "language", "method", "rated", "relevant", "share"), rows)


if __name__ == "__main__":
    main()
