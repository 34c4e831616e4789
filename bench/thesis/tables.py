"""The results as a page of Markdown, published figures beside ours."""

from __future__ import annotations

import csv
import json
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import nescio
from bench.reporting import row as row_of
from nescio.evaluate.evaluation import Evaluation
from nescio.evaluate.metrics.scores import Score

HERE = Path(__file__).parent
MODEL = Path(nescio.__file__).parent / "models" / "tagger" / "manifest.json"
MEASURES = (
    ("binary", "sensitive or not (tokens)"),
    ("documents", "tokens, mean of documents"),
    ("token", "tokens, overall"),
    ("token PER", "tokens, PER"),
    ("token LOC", "tokens, LOC"),
    ("token ORG", "tokens, ORG"),
    ("instance", "instances, overall"),
    ("instance PER", "instances, PER"),
    ("instance LOC", "instances, LOC"),
    ("instance ORG", "instances, ORG"),
    ("conll", "exact mentions (CoNLL)"),
)
NONE = "–"
INTRODUCTION = """\
BL is the main detector alone, +PM adds pattern matching and lists, +2P the second pass, +2NER a
second detector, +All everything. Only PER, LOC and ORG count, as in the multilingual thesis;
published figures are those of its tables C.1 to C.8 and 5.10 to 5.13. A dash: not run, or not
readable in our copy of the thesis. Differences in data are said above each table; a figure beside
another on other data is not a comparison of systems. Sentences of corpora without marks of
documents were joined, {sentences} to a document, and written as running text before recognition.
"""
CHAINS = """\
## Coreference of gold mentions (B³)

The linkers that ship, given the gold mentions; of nested mentions the longest. Corpora with chains,
not those of the thesis, whose chains are not at hand.
"""
TIMES = """\
## Time per document

Recognition, all corpora above, parts loaded (table 5.12). The thesis loaded its lists for every
dataset, on another machine.
"""
PRIVACY = """\
## What the shipped settings hide

Mentions hidden in full, whatever their label; an entity counts when all its mentions are hidden;
precision over tokens. Blanket policy: much that these corpora call harmless is hidden on purpose.
"""


class ThesisRow(NamedTuple):
    """One configuration on one corpus."""

    corpus: str
    configuration: str
    found: Evaluation
    differs: str  # from BL: P, R, F


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Figures stand at the right of their cells."""
    lines = [head, ["---", *(["---:"] * (len(head) - 1))], *rows]
    return "\n".join(map(row_of, lines)) + "\n"


def published() -> dict[tuple[str, str, str], tuple[str, str, str]]:
    with (HERE / "published.tsv").open(encoding="utf-8", newline="") as file:
        return {
            (row["dataset"], row["measure"], row["configuration"]): (
                row["precision"],
                row["recall"],
                row["f1"],
            )
            for row in csv.DictReader(file, delimiter="\t")
        }


def page(results: Any) -> list[str]:
    """Everything that was measured, as the parts of one page."""
    parts = [*_head(results), *_summary(results), *_details(results), *_chains(results)]
    return [*parts, *_availability(results), *_times(results), *_privacy(results)]


def _head(results: Any) -> Iterator[str]:
    model = json.loads(MODEL.read_text(encoding="utf-8")) if MODEL.is_file() else {}
    used = f"{model['name']} {model['version']}" if model and not results.missing.get("BL") else "none"
    yield "# Results\n"
    yield (
        "Written by `make results` (bench/thesis/results.py), which computes every figure again. Metrics are "
        "defined in [the reference](reference/metrics.md).\n"
    )
    facts = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "nescio": nescio.__version__,
        "model": used,
        "Python": platform.python_version(),
        **results.parts,
    }
    yield table(("", ""), [(name, str(value)) for name, value in facts.items()])
    for name, reason in results.missing.items():
        yield f"- {name} was not run: {reason}."
    for note in results.notes:
        yield f"- {note}."
    for name in results.absent:
        yield f"- {name} was not run: the corpus is not there."
    yield "\n" + INTRODUCTION.format(sentences=results.plan["sentences"])


def figure(found: Evaluation, measure: str) -> Score | None:
    metric, _, label = measure.partition(" ")
    if metric == "documents":
        return found.tables["token"].micro()
    return found.by_class(metric).get(label) if label else found.overall(metric)


def _summary(results: Any) -> Iterator[str]:
    if not results.rows:
        return
    known = published()
    yield "## Token F1 of every configuration\n\nOurs, with the thesis's in brackets.\n"
    names = list(dict.fromkeys(row.configuration for row in results.rows))
    of = {corpus["name"]: corpus["published"] for corpus in results.plan["corpus"]}
    rows = []
    for corpus in dict.fromkeys(row.corpus for row in results.rows):
        cells = [corpus]
        for name in names:
            [found] = [r.found for r in results.rows if (r.corpus, r.configuration) == (corpus, name)]
            other = known.get((of[corpus], "token", name))
            cells.append(f"{found.overall('token').f1:.3f}" + (f" ({other[2]})" if other else ""))
        rows.append(cells)
    yield table(("corpus", *names), rows)
    if "BL" not in names:
        return
    yield "## Significant differences from BL\n\nTokens, randomization over documents, p < 0.01.\n"
    rows = [
        [corpus, *(row.differs or NONE for row in results.rows if row.corpus == corpus)]
        for corpus in dict.fromkeys(row.corpus for row in results.rows)
    ]
    yield table(("corpus", *names), rows)


def _details(results: Any) -> Iterator[str]:
    known = published()
    for corpus in results.plan["corpus"]:
        rows = [row for row in results.rows if row.corpus == corpus["name"]]
        if not rows:
            continue
        found = rows[0].found
        gold = {label: found.support(label) for label in found.labels}
        size = ", ".join(f"{count:,} {label}" for label, count in gold.items())
        yield f"## {corpus['name']}\n\n{found.documents:,} documents; {size}. {corpus['note']}\n"
        lines = [
            line
            for measure, shown in MEASURES
            for row in rows
            for line in [_line(row, measure, shown, known, corpus["published"])]
        ]
        yield table(("", "", "P", "R", "F1", "thesis P", "R", "F1"), lines)


def _line(
    row: ThesisRow,
    measure: str,
    shown: str,
    known: Mapping[tuple[str, str, str], tuple[str, str, str]],
    dataset: str,
) -> list[str]:
    ours = figure(row.found, measure)
    other = known.get((dataset, measure, row.configuration), (NONE, NONE, NONE))
    cells = [NONE] * 3 if ours is None else [f"{value:.3f}" for value in ours[:3]]
    return [shown, row.configuration, *cells, *other]


def _chains(results: Any) -> Iterator[str]:
    if not results.chains:
        return
    yield CHAINS
    rows = [
        [
            one["name"],
            f"{one['documents']:,}",
            f"{one['mentions']:,}",
            *(f"{value:.3f}" for value in one["pooled"]),
            *(f"{value:.3f}" for value in one["mean"][:2]),
            f"{one['alone'].recall:.3f}",
        ]
        for one in results.chains
    ]
    head = (
        "corpus",
        "documents",
        "mentions",
        "P",
        "R",
        "F1",
        "P, mean of documents",
        "R",
        "R, nothing linked",
    )
    yield table(head, rows)
    thesis = results.plan["thesis"]["chains"]
    yield "The thesis, on its own annotation (tables C.5 and C.6):\n"
    rows = [
        [name, *(f"{value:.2f}" for value in thesis[key])]
        for name, key in (("P", "precision"), ("R", "recall"), ("R, nothing linked", "singletons_recall"))
    ]
    yield table(("", *thesis["columns"]), rows)


def _availability(results: Any) -> Iterator[str]:
    yield "## Availability of generalizations\n"
    if not results.availability:
        yield "Not run: the method `generalize` is not installed.\n"
        return
    yield "The share of gold entities for which a type was found: by name, head word, context (table 5.10).\n"
    thesis = results.plan["thesis"]["availability"]
    rows = []
    for corpus in results.plan["corpus"]:
        key = corpus["published"]
        if key in results.availability:
            ours, other = results.availability[key], thesis[key]
            cells = [f"{ours[label]:.2f} ({other[label]:.2f})" for label in ("LOC", "ORG")]
            rows.append([corpus["name"], *cells])
    yield table(("corpus", "LOC (thesis)", "ORG (thesis)"), rows)


def _times(results: Any) -> Iterator[str]:
    if not results.rows:
        return
    thesis = results.plan["thesis"]
    yield TIMES
    rows = []
    for name in dict.fromkeys(row.configuration for row in results.rows):
        found = [row.found for row in results.rows if row.configuration == name]
        documents = sum(item.documents for item in found)
        seconds = sum((item.seconds or 0.0) * item.documents for item in found)
        other = thesis["milliseconds"].get(name)
        rows.append(
            [name, f"{seconds:.1f}", f"{1000 * seconds / documents:.1f}", f"{other:,.1f}" if other else NONE]
        )
    yield table(("configuration", "total s", "ms per document", "thesis ms"), rows)
    yield "Replacement of the gold mentions, coreference included (table 5.13).\n"
    rows = [
        [
            name,
            f"{total:.1f}",
            f"{1000 * total / documents:.1f}",
            f"{thesis['method_milliseconds'][name]:,.1f}",
        ]
        for name, (total, documents) in results.methods.items()
    ]
    yield table(("method", "total s", "ms per document", "thesis ms"), rows)


def _privacy(results: Any) -> Iterator[str]:
    if not results.privacy:
        return
    yield PRIVACY
    keys = ("full", "any", "direct_recall", "indirect_recall", "token_precision")
    rows = [[name, *(f"{found.coverage[key]:.3f}" for key in keys)] for name, found in results.privacy]
    head = (
        "corpus",
        "hidden in full",
        "touched",
        "direct, entities",
        "indirect, entities",
        "token precision",
    )
    yield table(head, rows)
