"""`nescio policy`: what counts as sensitive, by name."""

from __future__ import annotations

from typing import Annotated

import typer

from nescio.cli import options
from nescio.cli.console import print_json
from nescio.cli.screen import out

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

    from nescio.run.policies import show_policy

    table, labels, rules = show_policy(policy, language)
    if as_json:
        told = {"policy": table.name, "about": table.about, "source": table.source, "labels": rules}
        print_json({**told, "roles": dict(table.roles), "replace": dict(table.replace)})
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
    if table.roles:
        roles = Table("role of a person", "rule, before that of the label")
        for role, rule in sorted(table.roles.items()):
            roles.add_row(role, f"[{'green' if rule == 'keep' else 'red'}]{rule}[/]")
        out.print(roles)
    if table.replace:
        out.print("Written as: " + ", ".join(table.replace.values()), highlight=False)


@app.command("list")
def list_policies(language: PolicyLanguage = "xx") -> None:
    """List the policies by name."""
    from nescio.run import policies

    for name, about in policies.list_policies(language):
        out.print(f"[cyan]{name}[/]  {about}", highlight=False, soft_wrap=True)
