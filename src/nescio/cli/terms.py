"""`nescio terms`: the candidate terms of texts as a list to tick and edit, as in NOME."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nescio.cli import options
from nescio.cli.console import count, fail, open_stdin, print_json, tell
from nescio.cli.places import claim_places
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.run.terms import Term

EPILOG = options.examples(
    ("nescio terms decision.txt", "terms with counts, checks and replacements"),
    ("nescio terms decision.docx -o list.csv", "to edit in a spreadsheet"),
    ("nescio anonymize decision.docx --terms list.csv -o public.docx", "the edited list comes back"),
    ("nescio terms decision.txt --rule nome", "NOME's own rule, for comparison"),
)


def terms(
    paths: options.Paths = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the list: .csv or .xlsx.")
    ] = None,
    policy: Annotated[str, typer.Option("--policy", help="What is ticked.")] = "learnt",
    method: Annotated[
        str, typer.Option("--method", "-m", help="What replacements are proposed by.")
    ] = "initials",
    rule: Annotated[
        str, typer.Option(help="nescio, or nome: every sequence of two or more capitalised words.")
    ] = "nescio",
    title_list: Annotated[
        list[Path] | None,
        typer.Option("--title-list", metavar="FILE", help="With --rule nome: further titles."),
    ] = None,
    language: options.Language = "auto",
    config: options.Config = None,
    hide_list: options.HideList = None,
    keep_list: options.KeepList = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List what may have to go, with counts, a check where it should, the replacement and clashes."""
    from nescio.run.configured import policy_file
    from nescio.run.term_run import TermWish, find_terms

    given = (paths, hide_list, keep_list, title_list, config, policy_file(policy))
    claim_places(given, {"--output": output})
    wish = TermWish(
        policy, method, rule, tuple(title_list or ()), tuple(hide_list or ()), tuple(keep_list or ())
    )
    found, failures = find_terms(paths, wish, language=language, config=config, stdin=open_stdin)
    for failure in failures:
        fail(failure)
    if found or not failures:  # a list of nothing would take the place of an edited one
        _deliver(found, output, as_json=as_json)
    raise typer.Exit(1 if failures else 0)


def _deliver(found: list[Term], output: Path | None, *, as_json: bool) -> None:
    if output is not None:
        _write(found, output)
    elif as_json:
        print_json([term._asdict() for term in found])
    else:
        _show(found)


def _write(found: list[Term], output: Path) -> None:
    from nescio.files.places import PRIVATE
    from nescio.files.whole import write_whole
    from nescio.run.term_files import write_terms

    write_whole(output, write_terms(found, output), widest=PRIVATE)
    tell(f"{count(len(found), 'term')} in {output}; the list holds source text.")


def _show(found: list[Term]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("", "count", "term", "label", "replacement", "")
    for term in found:
        cells: list[Any] = ["x" if term.hide else "", str(term.number), Text(term.text), term.label]
        table.add_row(*cells, Text(term.replacement), "clash" if term.clash else "")
    out.print(table)
