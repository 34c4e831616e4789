"""`nescio train maxent`: what decides whether an entity of a court decision must go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import count, print_json, tell
from nescio.cli.places import claim_places
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.learn.decisions.run import LearntDecision

EPILOG = options.examples(
    ("nescio train maxent decisions -o ours.json", "per entity; use it with --policy learnt:ours.json"),
    ("nescio train maxent decisions -o finder.json --per word", "the finder of the judicial thesis"),
    (
        "nescio train maxent decisions -o finder.json --per word --iterations 0",
        "stops where the error is least",
    ),
)
_PER = ("entity", "word")
Decisions: TypeAlias = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE|FOLDER…",
        help="Texts that say what must go: marked text with a table of roles, or JSONL spans with "
        "direct, quasi, none.",
    ),
]
Folds: TypeAlias = Annotated[int, typer.Option(min=2, help="Parts of the cross-validation, by document.")]
Seed: TypeAlias = Annotated[int, typer.Option(help="Chooses the parts.")]
Iterations: TypeAlias = Annotated[
    int,
    typer.Option(
        min=0, help="Of generalized iterative scaling; 0: where the cross-validated error is least."
    ),
]
CutOff: TypeAlias = Annotated[
    int, typer.Option(min=0, help="A predicate that was seen less often is left out.")
]
DecisionLanguage: TypeAlias = Annotated[
    str, typer.Option("--language", "-l", help="Of texts that do not name their own.")
]


def maxent(
    files: Decisions,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="MODEL", help="The model file to write.")],
    per: Annotated[
        str, typer.Option(help="entity: decides over all mentions; word: the finder of the thesis.")
    ] = "entity",
    features: Annotated[
        str,
        typer.Option(help="With --per word: baseline (the nine of the thesis), all, or names with commas."),
    ] = "baseline",
    iterations: Iterations = 50,
    cut_off: CutOff = 0,
    recall: Annotated[
        float,
        typer.Option(
            min=0.5, max=1.0, help="With --per entity: the share of what must go that the threshold keeps."
        ),
    ] = 0.98,
    folds: Folds = 5,
    seed: Seed = 1,
    language: DecisionLanguage = "en",
    from_reviews: Annotated[
        bool,
        typer.Option(
            "--from-reviews", help="The files are review copies in which people accepted and rejected."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Train a policy on texts of which somebody said what must go."""
    _check(per, output)
    claim_places((files,), {"--output": output})
    texts = _read_reviews(files) if from_reviews else read_texts(files, language)
    parts = fold_documents(len(texts), folds, seed)
    done = _train(per, texts, parts, features=features, iterations=iterations, cut_off=cut_off, recall=recall)
    _write(done, output, {"texts": len(texts), "seed": seed, "folds": folds, **done.about})
    _show(done, as_json=as_json)


def _check(per: str, output: Path) -> None:
    from nescio.core.errors import ConfigError, known, shown

    if per not in _PER:
        raise ConfigError(f"--per cannot be {shown(per)}. {known(per, _PER)}")
    if output.is_dir():
        raise ConfigError(f"--output {str(output)!r} is a folder; name the model file.")


def _train(per: str, texts: list[Any], parts: Any, **wish: Any) -> LearntDecision:
    from nescio.learn.decisions.run import train_entities, train_words

    recall = wish.pop("recall")
    return (
        train_entities(texts, parts, recall=recall) if per == _PER[0] else train_words(texts, parts, **wish)
    )


def _write(done: LearntDecision, output: Path, about: dict[str, Any]) -> None:
    from nescio.decide.model_file import written
    from nescio.files.places import PRIVATE
    from nescio.files.whole import write_whole

    write_whole(output, written(done.model, about), widest=PRIVATE)
    number = count(about["texts"], "text")
    tell(f"The model is in {output}, learnt from {number}; it may hold words of the texts.")


def read_texts(files: list[Path], language: str) -> list[Any]:
    """The texts of all files, in the languages that they name."""
    from dataclasses import replace

    from nescio.evaluate.read.decisions import read_decided

    found = [text for path in files for text in read_decided(path)]
    return [text if text.language not in ("", "xx") else replace(text, language=language) for text in found]


def _read_reviews(files: list[Path]) -> list[Any]:
    from nescio.run.review import read_reviews

    return list(read_reviews(files))


def fold_documents(size: int, folds: int, seed: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    from nescio.evaluate.metrics.folds import make_folds

    return [(fold.train, fold.test) for fold in make_folds(size, folds, seed=seed)]


def _show(done: LearntDecision, *, as_json: bool) -> None:
    if as_json:
        print_json({"cross_validated": done.figures, **done.about})
        return
    from rich.table import Table

    table = Table(
        "precision", "recall", "F1", "F2", title="cross-validated by document", title_justify="left"
    )
    table.add_row(*(f"{done.figures[name]:.3f}" for name in ("precision", "recall", "f1", "f2")))
    out.print(table)
