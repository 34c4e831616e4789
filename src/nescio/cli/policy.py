"""`nescio policy`: what counts as sensitive, by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import out, print_json

if TYPE_CHECKING:
    from nescio.core.labels import LabelSet
    from nescio.packs.policies import PolicyTable

app = typer.Typer(help="Show what counts as sensitive.", no_args_is_help=True)
Shown = Annotated[str, typer.Argument(metavar="POLICY", help="A name, or a TOML file of your own.")]
PolicyLanguage = Annotated[
    str, typer.Option("--language", "-l", help="The language whose names labels have.")
]


@app.command(epilog=options.examples(("nescio policy show selective", "which labels go, which stay")))
def show(
    policy: Shown,
    language: PolicyLanguage = "xx",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Show for every label whether a policy hides it, and which labels identify directly."""
    from rich.table import Table

    table, labels, rules = _load(policy, language)
    if as_json:
        print_json({"policy": table.name, "about": table.about, "source": table.source, "labels": rules})
        return
    out.print(
        f"[bold]{table.name}[/]: {table.about}\nsource: {table.source}", highlight=False, soft_wrap=True
    )
    grid = Table("label", "below", "identifier", "rule")
    for label in labels:
        rule = rules[label.name]
        style = "green" if rule == "keep" else "red" if rule == "hide" else "yellow"
        grid.add_row(label.name, label.parent or "", label.identifier, f"[{style}]{rule}[/]")
    out.print(grid)


@app.command("list")
def list_policies(language: PolicyLanguage = "xx") -> None:
    """List the policies by name."""
    from nescio.decide.table import checked
    from nescio.packs import load_pack

    for name, table in sorted(load_pack(language).policies.items()):
        out.print(f"[cyan]{name}[/]  {checked(table).about}", highlight=False, soft_wrap=True)


def _load(policy: str, language: str) -> tuple[PolicyTable, LabelSet, dict[str, str]]:
    from nescio.core.errors import ConfigError, known
    from nescio.decide.policy import DataPolicy
    from nescio.decide.table import checked
    from nescio.packs import load_pack
    from nescio.packs.policies import read_policy

    pack = load_pack(language)
    if policy not in pack.policies and not policy.endswith(".toml"):
        raise ConfigError(f"There is no policy {policy!r}. {known(policy, pack.policies)}")
    named = policy in pack.policies
    table = checked(pack.policies[policy] if named else read_policy(Path(policy), pack.labels))
    decider = DataPolicy(table, pack.labels)
    return table, pack.labels, {label.name: decider.rule_for(label.name) for label in pack.labels}
