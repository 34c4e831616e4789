"""`nescio select-features`: which features of the finder are worth having, by floating search."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nescio.cli import options
from nescio.cli.console import print_json, tell
from nescio.cli.places import claim_places
from nescio.cli.screen import err, out
from nescio.cli.train_maxent import (
    CutOff,
    DecisionLanguage,
    Decisions,
    Folds,
    Seed,
    fold_documents,
    read_texts,
)

if TYPE_CHECKING:
    from nescio.learn.decisions.selection import Search, Step

EPILOG = options.examples(
    (
        "nescio select-features decisions -o chosen.json --curve chosen.svg",
        "the whole search, with a picture",
    ),
    ("nescio select-features decisions -o chosen.json --resume", "go on where it was interrupted"),
)
_EVERY = 20  # subsets after which the state is saved


def select_features(
    files: Decisions,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="What was tried and chosen, as JSON.")
    ],
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="Of features to choose.")] = 16,
    iterations: Annotated[int, typer.Option(min=1, help="Of generalized iterative scaling.")] = 50,
    cut_off: CutOff = 0,
    folds: Folds = 5,
    seed: Seed = 1,
    language: DecisionLanguage = "en",
    curve: Annotated[Path | None, typer.Option(help="Draw F2 over the steps: an SVG file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the search of --output.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the steps as JSON.")] = False,
) -> None:
    """Choose features of the finder by sequential forward floating selection on cross-validated F2."""
    from nescio.decide.finder.features import FEATURES
    from nescio.learn.decisions.finder import Trainer, cross_validate, make_table
    from nescio.learn.decisions.selection import select

    claim_places((files,), {"--output": output, "--curve": curve})
    texts = read_texts(files, language)
    parts = fold_documents(len(texts), folds, seed)
    table = make_table(texts)
    stamp = _stamp(texts, [folds, seed, iterations, cut_off])
    search = _open_search(output, FEATURES, stamp, resume=resume)

    def criterion(names: Sequence[str]) -> float:
        return cross_validate(Trainer(table, names, iterations=iterations, cut_off=cut_off), parts).f2

    with _bar(output, number) as hear:
        steps = select(search, criterion, wanted=number, tell=hear)
    _save(output, search, steps)
    tell(f"{len(search.tried)} subsets were tried; what was chosen is in {output}.")
    if curve is not None:
        _draw(curve, steps)
    _show(steps, as_json=as_json)


def _stamp(texts: Sequence[Any], parameters: Sequence[int]) -> str:
    """What a search depends on, as a number that says nothing of the texts."""
    whole = hashlib.sha256(json.dumps(list(parameters)).encode())
    for text in texts:
        whole.update(f"{text.language}\0{text.text}\0".encode(errors="replace"))
        whole.update(repr([(item.hide, item.mentions) for item in text.entities]).encode())
    return whole.hexdigest()


def _open_search(path: Path, features: Sequence[str], stamp: str, *, resume: bool) -> Search:
    from nescio.core.errors import ConfigError, InputError
    from nescio.core.plain_json import PlainJsonError, read_json
    from nescio.learn.decisions.selection import Search

    if not path.exists():
        return Search(tuple(features), stamp)
    if not resume:
        raise ConfigError(f"{path.name!r} is there already; go on with --resume or name another file.")
    try:
        content = read_json(path.read_text(encoding="utf-8"))
    except (PlainJsonError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name!r} holds no search; begin with another file.") from error
    return Search.from_json(content if isinstance(content, dict) else {}, features=features, stamp=stamp)


def _save(path: Path, search: Search, steps: Sequence[Step]) -> None:
    from nescio.files.whole import write_whole

    write_whole(path, (json.dumps(search.as_json(steps), indent=0) + "\n").encode())


@contextmanager
def _bar(path: Path, number: int) -> Iterator[Callable[[Search, Sequence[Step]], None]]:
    """Saves the search now and then, and counts the chosen features on stderr when that is a terminal."""
    from rich.progress import Progress

    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("choosing", total=number)

        def hear(search: Search, steps: Sequence[Step]) -> None:
            if len(search.tried) % _EVERY == 0:
                _save(path, search, steps)
            chosen = len(steps[-1].chosen) if steps else 0
            bar.update(task, completed=chosen, description=f"choosing ({len(search.tried)} tried)")

        yield hear


def _draw(path: Path, steps: Sequence[Step]) -> None:
    from nescio.evaluate.report.curves import curve_page
    from nescio.files.whole import write_whole

    names = [f"{'+' if step.adds else '−'} {step.feature}" for step in steps]
    picture = curve_page("F2 over the steps of the search", names, {"F2": [step.value for step in steps]})
    write_whole(path, picture.encode())
    tell(f"The curve is in {path}.")


def _show(steps: Sequence[Step], *, as_json: bool) -> None:
    from nescio.learn.decisions.selection import best_step

    best = best_step(steps)
    if as_json:
        rows = [{"adds": step.adds, "feature": step.feature, "f2": round(step.value, 4)} for step in steps]
        print_json({"steps": rows, "best": list(best.chosen), "f2": round(best.value, 4)})
        return
    from rich.table import Table

    table = Table("step", "feature", "F2")
    for number, step in enumerate(steps, 1):
        table.add_row(str(number), f"{'+' if step.adds else '−'} {step.feature}", f"{step.value:.4f}")
    out.print(table)
    tell(f"best: {', '.join(best.chosen)} (F2 {best.value:.4f}).")
