"""`nescio inspect`: what is in a document, part by part."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nescio.cli import options
from nescio.cli.console import count, fail, open_stdin, print_json, printable, tell, warn_left_out
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.core.contents import Contents

EPILOG = options.examples(
    ("nescio inspect letter.docx", "what becomes of each part"),
    ("nescio inspect letters --json", "one JSON object per file"),
)
_STYLES = {"rewritten": "green", "free": "dim", "dropped": "yellow", "refused": "bold red"}


def inspect(
    paths: options.Paths = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per file.")] = False,
    allow_unknown_parts: options.AllowUnknown = False,
    drop_macros: options.DropMacros = False,
    accept_changes: options.AcceptChanges = False,
    column: options.Columns = None,
) -> None:
    """Say of each part of a document whether it is rewritten, free of text, dropped or refused.

    The exit code is 1 if a document would be refused.
    """
    asked = SimpleNamespace(**locals())
    from nescio.run.inspect import InspectRun

    run = InspectRun(paths, documents=options.documents(asked), stdin=open_stdin)
    code = warn_left_out(run.found)
    for item in run.outcomes():
        refused = item.contents is None or bool(item.contents.refused)
        code = max(code, int(refused))
        if as_json:
            print_json({"file": item.name, **_content(item.contents, item.failure)})
        elif item.contents is None:
            fail(f"{item.name}: {item.failure}")
        else:
            _show(item.name, item.contents)
    raise typer.Exit(code)


def _content(contents: Contents | None, failure: str | None) -> dict[str, object]:
    return {"failure": failure} if contents is None else contents.to_json()


def _show(name: str, contents: Contents) -> None:
    for part in contents.parts:
        what = part.why or f"{count(part.texts, 'text')}, {count(part.characters, 'character')}"
        out.print(
            Text.assemble(
                (f"{part.outcome:10}", _STYLES[part.outcome]), printable(part.name), "  ", (what, "dim")
            ),
            soft_wrap=True,
        )
    counts = ", ".join(f"{number} {outcome}" for outcome, number in contents.counts.items())
    say = fail if contents.refused else tell
    say(f"{name}: {contents.format}, {counts or 'no parts'}.")
