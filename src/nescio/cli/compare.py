"""`nescio compare`: whether two systems differ by more than chance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import print_json

if TYPE_CHECKING:
    from nescio.evaluate.evaluation import Evaluation

EPILOG = options.examples(
    ("nescio compare a.json b.json", "two saved evaluations of one gold"),
    ("nescio compare a.bio b.bio --gold gold.bio", "two predictions"),
    ("nescio compare default my.toml --gold gold.jsonl", "two configurations"),
)


def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A saved evaluation; with --gold a prediction file or configuration."
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    gold: Annotated[Path | None, typer.Option("--gold", "-g", help="The gold standard.")] = None,
    language: options.Language = "auto",
    tags: Annotated[list[str] | None, typer.Option(help="OLD=NEW, or a table, as in `evaluate`.")] = None,
    own_tags: Annotated[
        bool, typer.Option("--own-tags", help="Accept tags that nescio does not know.")
    ] = False,
    labels: Annotated[str, typer.Option(help="Only these count: PER,LOC,ORG; all: every prediction.")] = "",
    sentences: Annotated[int, typer.Option(min=1, help="Sentences per document of a BIO file.")] = 1,
    repair: Annotated[bool, typer.Option("--repair", help="Take a stray I- tag for a beginning.")] = False,
    shuffles: Annotated[int, typer.Option(min=1, help="How many pseudo-results.")] = 9_999,
    seed: Annotated[int, typer.Option(help="Where the random numbers begin.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a report (needs --gold): it holds source text.")
    ] = None,
) -> None:
    """Test the difference of two systems by approximate randomization."""
    from nescio.cli.evaluate import judge, make_request, write_report
    from nescio.core.errors import ConfigError
    from nescio.evaluate import compare as library
    from nescio.evaluate.report.plain import read_saved, saved_of

    found: list[Evaluation] = []
    if gold is None:
        saved = [read_saved(Path(given)) for given in (first, second)]
        for given, item in zip((first, second), saved, strict=True):
            if item is None:
                raise ConfigError(
                    f"{given!r} is no saved evaluation (nescio evaluate … --output FILE.json); "
                    "for predictions and configurations name the gold standard with --gold."
                )
        sides = [item for item in saved if item is not None]
    else:
        for given in (first, second):
            is_system = _is_system(given)
            request = make_request(
                gold,
                tags=tags,
                own_tags=own_tags,
                labels=labels,
                sentences=sentences,
                repair=repair,
                language=language,
                predictions=() if is_system else (Path(given),),
                systems=(given,) if is_system else (),
            )
            found += judge(request)
        sides = [saved_of(item) for item in found]
    result = library.compare(sides[0], sides[1], shuffles=shuffles, seed=seed)
    if html is not None:
        from nescio.evaluate.report.page import page

        if not found:
            raise ConfigError("--html needs --gold: a saved evaluation holds no text.")
        write_report(html, page(found, [result]))
    if as_json:
        print_json({"first": sides[0].name, "second": sides[1].name, **library.to_json(result)})
    else:
        from nescio.cli.evaluate_tables import show_comparison

        show_comparison(result, sides[0].name, sides[1].name)


def _is_system(given: str) -> bool:
    """A configuration is TOML, or JSON whose root keys are languages; `default` is what ships."""
    path = Path(given.rpartition("=")[2])
    if given == "default" or path.suffix == ".toml" or "=" in given:
        return True
    if path.suffix != ".json" or not path.is_file():
        return False
    import json

    from nescio.packs import pack_folders

    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (json.JSONDecodeError, UnicodeDecodeError):
        return False
    return isinstance(content, dict) and bool(content) and set(content) <= set(pack_folders())
