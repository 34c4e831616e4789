"""`nescio learn-profile`: what a court hides, from pairs of original and anonymized decisions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import print_json, tell, warn
from nescio.cli.places import claim_places
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.learn.profiles import CourtProfile

EPILOG = options.examples(
    ("nescio learn-profile originals anonymized", "files of the same name are pairs"),
    ("nescio learn-profile originals anonymized -o ours.toml", "a policy: use it with --policy ours.toml"),
)


def learn_profile(
    originals: Annotated[Path, typer.Argument(help="A folder of decisions as they were, or one file.")],
    anonymized: Annotated[Path, typer.Argument(help="The same decisions as they were published.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write a policy file (.toml).")
    ] = None,
    language: options.Language = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Print the profile as JSON.")] = False,
) -> None:
    """Report what was hidden, what stands there instead, and how sure that is."""
    from nescio.files.places import narrowest
    from nescio.files.whole import write_whole
    from nescio.learn.profile_run import learn
    from nescio.learn.profiles import is_little, policy_table

    claim_places((originals, anonymized), {"--output": output})
    profile, left_out = learn(originals, anonymized, language)
    for reason in left_out:
        warn(reason)
    if is_little([*profile.roles.values(), *profile.labels.values()]):
        warn(f"{profile.pairs} pairs are little to learn from: most intervals are wide.")
    if output is not None:
        write_whole(output, policy_table(profile).encode(), widest=narrowest([originals, anonymized]))
        tell(f"The policy is in {output}; read it before you use it.")
    if as_json:
        print_json(json.loads(json.dumps(profile.as_json())))
    else:
        _show(profile)


def _show(profile: CourtProfile) -> None:
    from rich.table import Table

    table = Table("", "hidden", "of", "95 % interval", "in its place", title=f"{profile.pairs} pairs")
    for name, share in [*sorted(profile.roles.items()), *sorted(profile.labels.items())]:
        low, high = share.interval
        forms = ", ".join(f"{form} ({n})" for form, n in profile.forms.get(name, {}).items())
        table.add_row(name, str(share.hidden), str(share.all), f"{low:.2f} to {high:.2f}", forms)
    out.print(table)
    if profile.replaces:
        out.print("Most like it writes: " + ", ".join(profile.replaces.values()), highlight=False)
