"""`nescio compare`: whether two systems differ by more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import print_json
from nescio.cli.places import claim_places

if TYPE_CHECKING:
    from nescio.evaluate.evaluation import Evaluation
    from nescio.evaluate.metrics.significance import Comparison
    from nescio.evaluate.report.plain import Saved
    from nescio.evaluate.runs import Request

EPILOG = options.examples(
    ("nescio compare a.json b.json", "two saved evaluations of one gold"),
    ("nescio compare a.bio b.bio --gold gold.bio", "two predictions"),
    ("nescio compare default my.toml --gold gold.jsonl", "two configurations"),
)


First: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="A", help="A saved evaluation; with --gold a prediction file or configuration."),
]
Second: TypeAlias = Annotated[str, typer.Argument(metavar="B", help="The other one.")]
Gold: TypeAlias = Annotated[Path | None, typer.Option("--gold", "-g", help="The gold standard.")]
Tags: TypeAlias = Annotated[list[str] | None, typer.Option(help="OLD=NEW, or a table, as in `evaluate`.")]
Labels: TypeAlias = Annotated[str, typer.Option(help="Only these count: PER,LOC,ORG; all: every prediction.")]
Sentences: TypeAlias = Annotated[int, typer.Option(min=1, help="Sentences per document of a BIO file.")]
Repair: TypeAlias = Annotated[bool, typer.Option("--repair", help="Take a stray I- tag for a beginning.")]
Report: TypeAlias = Annotated[
    Path | None, typer.Option(help="Write a report (needs --gold): it holds source text.")
]


def compare(
    first: First,
    second: Second,
    gold: Gold = None,
    language: options.Language = "auto",
    tags: Tags = None,
    own_tags: options.OwnTags = False,
    labels: Labels = "",
    sentences: Sentences = 1,
    repair: Repair = False,
    shuffles: Annotated[int, typer.Option(min=1, help="How many pseudo-results.")] = 9_999,
    seed: Annotated[int, typer.Option(help="Where the random numbers begin.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Report = None,
) -> None:
    """Test the difference of two systems by approximate randomization."""
    from nescio.evaluate import compare as library
    from nescio.evaluate.report.plain import need_saved, saved_of
    from nescio.evaluate.runs import make_request

    claim_places((gold, first, second, tags), {"--html": html})
    found: list[Evaluation] = []
    if gold is not None:
        request = make_request(
            gold, tags=tags or (), own_tags=own_tags, labels=labels, sentences=sentences, repair=repair,
            language=language,
        )  # fmt: skip
        found = _judge_both(request, first, second)
    sides = [saved_of(item) for item in found] or [need_saved(given) for given in (first, second)]
    result = library.compare(sides[0], sides[1], shuffles=shuffles, seed=seed)
    if html is not None:
        _report(html, found, result)
    _show(result, sides, as_json=as_json)


def _judge_both(request: Request, first: str, second: str) -> list[Evaluation]:
    from nescio.cli.evaluate import judge
    from nescio.evaluate.runs import with_candidate

    return [item for given in (first, second) for item in judge(with_candidate(request, given))]


def _report(path: Path, found: list[Evaluation], result: dict[str, Comparison]) -> None:
    from nescio.cli.evaluate import write_report
    from nescio.core.errors import ConfigError
    from nescio.evaluate.report.page import page

    if not found:
        raise ConfigError("--html needs --gold: a saved evaluation holds no text.")
    write_report(path, page(found, [result]))


def _show(result: dict[str, Comparison], sides: Sequence[Saved], *, as_json: bool) -> None:
    from nescio.cli.evaluate_tables import show_comparison
    from nescio.evaluate.compare import to_json

    names = [side.name for side in sides]
    if as_json:
        print_json({"first": names[0], "second": names[1], **to_json(result)})
    else:
        show_comparison(result, names[0], names[1])
