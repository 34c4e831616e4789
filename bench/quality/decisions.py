"""Court decisions: the experiments of the judicial thesis, and the decision per entity, with totals alone.

Open decisions by 5-fold cross-validation over documents, and with a writer or a language held out; sealed
ones by the model that ships, of which only totals are told; TAB (below NESCIO_DATA, if it is there) by 5-fold
cross-validation over its training part and by its development part. `--quick` leaves the floating search out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.quality.decisions_tab import read_tab, tab_tables
from bench.reporting import ROOT, make_parser, publish, say, table
from nescio.core.model import Document
from nescio.decide.decided import DecidedText
from nescio.decide.finder.features import BASELINE, FEATURES, GROUPS
from nescio.detect.nome import NomeDetector
from nescio.evaluate.deciding import Decided, compare_decided, judge_given, judge_pipeline, judge_spans
from nescio.evaluate.metrics.folds import make_folds
from nescio.evaluate.read.decisions import read_decided
from nescio.learn.decisions.entities import RECALL, EntityTrainer, choose_threshold, examples_of
from nescio.learn.decisions.finder import (
    FinderTable,
    Trainer,
    cross_validate,
    error_by_iterations,
    make_table,
)
from nescio.learn.decisions.run import STOPS
from nescio.learn.decisions.selection import Search, select
from nescio.packs import load_pack
from nescio.run.opening import open_anonymizer
from tools.decisions import FIRST_LATER

FOLDER = ROOT / "corpus" / "decisions"
SEALED = ("sealed", "sealed2", "sealed3")
SEED, FOLDS = 1, 5
THESIS_PATH = (
    ("W-1", 65.69), ("SW-1", 68.07), ("AllCapsPeriod", 69.58), ("C9", 70.14), ("W-2", 70.67),
    ("FirstCapEndPeriod", 72.98), ("AllCaps", 75.48), ("CommonWord", 76.12), ("W+1", 78.18), ("C6", 78.37),
    ("ContainPunc", 78.45), ("MonthName", 78.53), ("C2", 78.58), ("TwoDigits", 78.60), ("Hyphen", 78.63),
    ("WeekDay", 78.66),
)  # fmt: skip  # table 3.7: 151 Canadian decisions, 569,031 words


def folds_of(size: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(fold.train, fold.test) for fold in make_folds(size, FOLDS, seed=SEED)]


def groups(words: FinderTable, folds: Any) -> list[str]:
    """F2 of the groups of features, alone and all together."""
    rows = []
    for name, features in GROUPS.items():
        found = cross_validate(Trainer(words, features), folds)
        rows.append([name, *(f"{100 * value:.2f}" for value in found[:4])])
        say(" ".join(rows[-1]))
    return table(("features", "precision", "recall", "F1", "F2"), rows)


def iterations(words: FinderTable, folds: Any) -> list[str]:
    errors = error_by_iterations(Trainer(words, FEATURES, iterations=STOPS[-1]), folds, STOPS)
    return table(
        ("iterations", *map(str, errors)), [["error", *(f"{value:.4f}" for value in errors.values())]]
    )


def path(words: FinderTable, folds: Any) -> list[str]:
    """The floating search beside that of the thesis."""
    steps = select(
        Search(FEATURES), lambda names: cross_validate(Trainer(words, names), folds).f2,
        wanted=len(THESIS_PATH), tell=lambda search, steps: None,
    )  # fmt: skip
    rows = []
    for number, step in enumerate(steps):
        theirs = THESIS_PATH[number] if number < len(THESIS_PATH) else ("", 0.0)
        sign = "+" if step.adds else "−"
        rows.append(
            [
                str(number + 1),
                f"{sign} {step.feature}",
                f"{100 * step.value:.2f}",
                theirs[0],
                f"{theirs[1]:.2f}",
            ]
        )
    return table(("step", "ours", "F2", "thesis", "F2"), rows)


def held_out(texts: Sequence[DecidedText]) -> list[str]:
    """The decision about marked entities, with the threshold from folds of what was learnt from alone."""
    trainer = EntityTrainer(examples_of(texts))
    hide = np.array([example.hide for example in trainer.examples])
    everything = tuple(range(len(texts)))
    later = [number for number in everything if int(texts[number].id.rpartition("-")[2]) >= FIRST_LATER]
    groups = {"the later writer": later, "the first writer": sorted({*everything} - {*later})}
    for language in sorted({text.language for text in texts}):
        groups[f"language {language}"] = [n for n in everything if texts[n].language == language]
    values = np.nan_to_num(trainer.cross_validated(folds_of(len(texts))))
    rows = [_held_row("a fifth, five times", values, hide, choose_threshold(values, hide, recall=RECALL))]
    for name, out in groups.items():
        learn = [number for number in everything if number not in set(out)]
        parts = [([learn[n] for n in a], [learn[n] for n in b]) for a, b in folds_of(len(learn))]
        inner = trainer.cross_validated(parts)
        known = ~np.isnan(inner)
        threshold = choose_threshold(inner[known], hide[known], recall=RECALL)
        chosen, found = trainer.probabilities(trainer.train(learn), out)
        rows.append(_held_row(name, found, hide[chosen], threshold))
        say(" ".join(rows[-1]))
    return table(("held out", "threshold", "precision", "recall", "F2", "gone without need"), rows)


def _held_row(name: str, values: Any, hide: Any, threshold: float) -> list[str]:
    gone = values >= threshold
    right, given = int((gone & hide).sum()), int(hide.sum())
    figures = (right / max(1, int(gone.sum())), right / given, 5 * right / (int(gone.sum()) + 4 * given))
    needless = f"{int(gone.sum()) - right} ({given} must go)"
    return [name, f"{threshold:.3f}", *(f"{figure:.3f}" for figure in figures), needless]


def nome(texts: Sequence[DecidedText]) -> Decided:
    """NOME's rule as a system that hides all its terms."""
    detectors = {
        language: NomeDetector.build(load_pack(language), {}) for language in {t.language for t in texts}
    }
    found = []
    for text in texts:
        [spans] = detectors[text.language].detect([Document(text.id, text.text, text.language)])
        found.append(judge_spans(text, [span[:2] for span in spans]))
    return Decided("NOME's rule", found)


def systems(texts: Sequence[DecidedText]) -> list[Decided]:
    """Policies about marked entities and in the pipeline, and NOME."""
    found = [nome(texts)]
    for name in ("judicial", "learnt"):
        anonymizer = open_anonymizer("auto", policy=name)
        parts = {language: anonymizer.kit(language).policy for language in {t.language for t in texts}}
        found.append(judge_given(f"{name}, marked entities", texts, parts))
        found.append(judge_pipeline(f"{name}, whole pipeline", texts, anonymizer))
    return found


def system_table(found: Sequence[Decided]) -> list[str]:
    rows = []
    for item in found:
        row, total = item.as_json(), item.total()
        figures = [f"{row[name]:.3f}" for name in ("precision", "recall", "f1", "f2")]
        mentions = f"{total.mentions_right} of {total.mentions_gold}"
        stayed = f"{total.names_stayed} of {total.names}"
        rows.append(
            [item.name, *figures, f"{total.right} of {total.gold}", mentions, str(total.spurious), stayed]
        )
    head = (
        "system",
        "precision",
        "recall",
        "F1",
        "F2",
        "gone",
        "mentions gone",
        "gone without need",
        "names that stayed",
    )
    return table(head, rows)


def significance(found: Sequence[Decided]) -> str:
    first, second = found[2], found[4]
    test = compare_decided(first, second)
    return f"{first.name} against {second.name}: F2 {test.f2.difference:+.3f}, p = {test.f2.p:.4f}."


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--quick", action="store_true", help="without the floating search")
    parser.add_argument("--sealed", action="store_true", help="the sealed decisions alone: totals")
    wish = parser.parse_args()
    np.seterr(over="ignore")
    lines = ["# Court decisions: what must go", ""]
    if not wish.sealed:
        texts = read_decided(FOLDER / "train")
        words, folds = make_table(texts), folds_of(len(texts))
        lines += ["## The finder of the thesis, open decisions", "", *groups(words, folds), ""]
        lines += [
            f"The nine of the thesis: {', '.join(BASELINE)}; F2 78.18 there.",
            "",
            *iterations(words, folds),
            "",
        ]
        lines += [] if wish.quick else [*path(words, folds), ""]
        data = Path(os.environ.get("NESCIO_DATA") or "/nowhere") / "deid" / "tab.en.train_dev.jsonl"
        if data.is_file():
            lines += tab_tables(*read_tab(data), folds_of)
        lines += ["## The decision per entity, open decisions", "", *held_out(texts), ""]
    figures = {}
    for part in SEALED:
        found = systems(read_decided(FOLDER / part))
        lines += [f"## {part}, by what ships", "", *system_table(found), "", significance(found), ""]
        say("\n".join(lines[-12:]))
        figures |= {f"{part}: {item.name}": item.as_json() for item in found}
    publish(__file__, lines, output=wish.output, figures=figures)


if __name__ == "__main__":
    main()
