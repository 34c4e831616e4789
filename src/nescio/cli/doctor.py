"""`nescio doctor`: is everything here and does it work?"""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import typer
from rich.table import Table
from rich.text import Text

from nescio.cli.console import fail
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.run.checkup import LanguageState, PartState


def doctor() -> None:
    """Check the installation: build every language and let it anonymize a line."""
    from nescio import __version__
    from nescio.assemble import names_of
    from nescio.packs import UNIVERSAL, Packs
    from nescio.registry import GROUPS, Registry
    from nescio.run.checkup import check_language, check_parts, missing_by_extra

    out.print(f"nescio {__version__}, Python {platform.python_version()}, {platform.system()}")
    registry, packs = Registry.installed(), Packs.installed()
    parts = Table.grid(padding=(0, 2))
    for group in GROUPS:
        names = names_of(group, registry, packs.load(UNIVERSAL))
        parts.add_row(f"[dim]{group.removeprefix('nescio.')}[/]", ", ".join(names) or "none")
    out.print(parts)
    works = [_show_language(check_language(code, registry, packs)) for code in packs.languages]
    first = next(iter(packs.languages), UNIVERSAL)
    works += [_show_part(state) for state in check_parts(registry, packs.load(first))]
    extras = Table.grid(padding=(0, 2))
    for extra, missing in sorted(missing_by_extra()):
        state = f"not installed: pip install 'nescio\\[{extra}]'" if missing else "installed"
        extras.add_row(f"[dim]extra {extra}[/]", state)
    out.print(extras)
    raise typer.Exit(0 if all(works) else 1)


def _show_language(state: LanguageState) -> bool:
    if state.failure is not None:
        fail(f"{state.language}: {state.failure}")
        return False
    out.print(
        f"[green]ok[/] {state.language}  {state.rules} rules, {state.entries} list entries, "
        f"{state.abbreviations} abbreviations, ready in {state.seconds:.2f} s"
    )
    return True


def _show_part(state: PartState) -> bool:
    """Say what a part lacks or why it does not work; nothing about one that works."""
    if state.failure is not None:
        kind = state.group.removeprefix("nescio.")
        fail(f"{state.name!r} among the {kind}, of the package {state.package!r}: {state.failure}")
    elif state.lacks is not None:
        out.print(Text.assemble(("part ", "dim"), f"{state.name} waits: {state.lacks}"), soft_wrap=True)
    return state.failure is None
