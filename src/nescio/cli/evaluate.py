"""`nescio evaluate`: how good predictions or configurations are against a gold standard."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import print_json, tell
from nescio.cli.places import claim_places
from nescio.cli.screen import err

if TYPE_CHECKING:
    from nescio.evaluate.evaluation import Evaluation
    from nescio.evaluate.model import Annotation
    from nescio.evaluate.runs import Request
    from nescio.evaluate.systems import Progress

EPILOG = options.examples(
    ("nescio evaluate gold.bio -p mine.bio", "the figures of a prediction"),
    ("nescio evaluate gold.jsonl -s default -s my.toml --html report.html", "two configurations"),
    ("nescio evaluate gold.jsonl -p mine.jsonl --json", "figures for programs"),
    ("nescio evaluate decisions --task decision --policy judicial --policy learnt", "what must go"),
)
_FORMATS = "BIO/CoNLL, TSV, JSONL spans, brat, HAREM, nescio jobs, or a folder of them"


Gold: TypeAlias = Annotated[Path | None, typer.Argument(help=f"The gold standard: {_FORMATS}.")]
Predictions: TypeAlias = Annotated[
    list[Path] | None, typer.Option("--predictions", "-p", help="What a system found; may be repeated.")
]
Systems: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--system", "-s", help="Run a configuration: a file, NAME=FILE, or default; may be repeated."
    ),
]
Tags: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        help="OLD=NEW, or a table of such (TOML, JSON), for the tags of the gold; UNK=O drops the rest."
    ),
]
PredictionTags: TypeAlias = Annotated[
    list[str] | None, typer.Option(help="The same for predictions; if not given, --tags serves both.")
]
Labels: TypeAlias = Annotated[
    str, typer.Option(help="Only these count: PER,LOC,ORG; all: every prediction counts.")
]
Sentences: TypeAlias = Annotated[
    int, typer.Option(min=1, help="So many sentences of a BIO file without marks make one document.")
]
Ratings: TypeAlias = Annotated[
    Path | None, typer.Option(help="Ratings of replacements (TSV): availability, relevance, agreement.")
]
Saved: TypeAlias = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write everything as JSON; `compare` reads it.")
]
Report: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Write a report with plots and all errors in context: it holds source text."),
]


Task: TypeAlias = Annotated[
    str, typer.Option(help="names: what was found; decision: whether what must go went, under --policy.")
]
Policies: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--policy", help="With --task decision: judge this policy; may be repeated."),
]


def evaluate(
    gold: Gold = None,
    predictions: Predictions = None,
    system: Systems = None,
    language: options.Language = "auto",
    tags: Tags = None,
    prediction_tags: PredictionTags = None,
    own_tags: options.OwnTags = False,
    labels: Labels = "",
    sentences: Sentences = 1,
    repair: options.Repair = False,
    ratings: Ratings = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the stable JSON.")] = False,
    output: Saved = None,
    html: Report = None,
    task: Task = "names",
    policy: Policies = None,
) -> None:
    """Compare predictions or configurations with a gold standard."""
    if task != "names" or policy:
        _decisions(SimpleNamespace(**locals()))
        return
    from nescio.core.errors import ConfigError
    from nescio.evaluate.runs import make_request

    given = (gold, predictions, system, tags, prediction_tags, ratings)
    claim_places(given, {"--output": output, "--html": html})
    rated = None if ratings is None else _rate(ratings)
    if rated is not None and (gold is None or not as_json):
        _show_ratings(rated, as_json=as_json)
    if gold is None and rated is not None:
        return
    if gold is None:
        raise ConfigError("Name the gold standard, or --ratings.")
    request = make_request(
        gold, tags=tags or (), prediction_tags=prediction_tags, own_tags=own_tags, labels=labels,
        sentences=sentences, repair=repair, predictions=tuple(predictions or ()),
        systems=tuple(system or ()), language=language,
    )  # fmt: skip
    _write(judge(request), output, html, as_json=as_json, rated=rated)


def _decisions(asked: Any) -> None:
    """Judge decisions; each option of the command is an attribute by its name."""
    from nescio.cli.evaluate_decisions import evaluate_decisions

    names = ("predictions", "system", "ratings", "html")
    evaluate_decisions(
        asked.gold, asked.task, asked.policy or (), asked.language, asked.output, as_json=asked.as_json,
        refused={f"--{name}": getattr(asked, name) for name in names},
    )  # fmt: skip


def judge(request: Request) -> list[Evaluation]:
    from nescio.evaluate.runs import run_request

    return run_request(request, progress=_progress)


def _progress(name: str) -> Progress | None:
    if not err.is_terminal:
        return None

    def track(batches: Iterable[list[Annotation]], total: int) -> Iterable[list[Annotation]]:
        from rich.progress import track as bar

        return bar(batches, description=name, total=total, console=err, transient=True)

    return track


def _rate(path: Path) -> dict[str, Any]:
    from nescio.evaluate.read.ratings import read_ratings
    from nescio.evaluate.report.rated import rated

    return rated(read_ratings(path))


def _show_ratings(summary: dict[str, Any], *, as_json: bool) -> None:
    from nescio.cli.evaluate_tables import show_ratings

    if as_json:
        print_json(summary)
    else:
        show_ratings(summary)


def _write(
    found: list[Evaluation],
    output: Path | None,
    html: Path | None,
    *,
    as_json: bool,
    rated: dict[str, Any] | None = None,
) -> None:
    from nescio.cli.evaluate_tables import show
    from nescio.evaluate.compare import compare
    from nescio.evaluate.report.plain import saved_of, stable, whole
    from nescio.files.whole import write_whole

    comparisons = [compare(saved_of(found[0]), saved_of(other)) for other in found[1:]]
    if output is not None:
        import json

        content: Any = whole(found[0]) if len(found) == 1 else [whole(item) for item in found]
        write_whole(output, (json.dumps(content, ensure_ascii=False) + "\n").encode())
        tell(f"The evaluation is in {output}.")
    if html is not None:
        from nescio.evaluate.report.page import page

        write_report(html, page(found, comparisons))
    if as_json:
        figures = stable(found[0]) if len(found) == 1 else {item.name: stable(item) for item in found}
        print_json(figures if rated is None else {**figures, "ratings": rated})  # one document
    else:
        show(found, comparisons)


def write_report(path: Path, content: str) -> None:
    """Readable by its owner alone, for it holds source text."""
    from nescio.files.places import PRIVATE
    from nescio.files.whole import write_whole

    write_whole(path, content.encode(errors="replace"), widest=PRIVATE)
    tell(f"The report is in {path}; it holds source text.")
