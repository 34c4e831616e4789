"""`nescio evaluate --task decision`: whether what must go went, and what may stay stayed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nescio.cli.console import print_json, tell
from nescio.cli.places import claim_places
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.evaluate.deciding import Decided

_DEFAULT = ("judicial", "learnt")
_FIGURES = {
    "precision": "precision", "recall": "recall", "f1": "F1", "f2": "F2", "gold": "entities that must go",
    "right": "of them gone", "mentions_gold": "their mentions", "mentions_right": "of them gone",
    "spurious": "gone without need",
}  # fmt: skip


def evaluate_decisions(
    gold: Path | None,
    task: str,
    policies: Sequence[str],
    language: str,
    output: Path | None,
    *,
    as_json: bool,
    refused: Mapping[str, Any],
) -> None:
    """Run each policy over the marked entities alone and in the whole pipeline."""
    from nescio.cli.train_maxent import read_texts
    from nescio.core.errors import ConfigError, known, shown
    from nescio.run.configured import policy_file

    if task != "decision":
        told = "--policy is for --task decision." if task == "names" else f"--task cannot be {shown(task)}."
        raise ConfigError(f"{told} {known(task, ('names', 'decision'))}")
    for option, value in refused.items():
        if value:
            raise ConfigError(f"{option} has no meaning with --task decision; leave it out.")
    if gold is None:
        raise ConfigError("Name the texts that say what must go.")
    claim_places((gold, *map(policy_file, policies)), {"--output": output})
    texts = read_texts([gold], "en" if language == "auto" else language)
    found = [item for name in policies or _DEFAULT for item in _judge(name, texts)]
    content = {item.name: item.as_json() for item in found}
    if output is not None:
        from nescio.files.places import narrowest
        from nescio.files.whole import write_whole

        data = (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
        write_whole(output, data, widest=narrowest([gold]))
        tell(f"The evaluation is in {output}.")
    if as_json:
        print_json(content)
    else:
        _show(found)


def _judge(policy: str, texts: Sequence[Any]) -> list[Decided]:
    from nescio.evaluate.deciding import judge_given, judge_pipeline
    from nescio.run.opening import open_anonymizer

    anonymizer = open_anonymizer("auto", policy=policy)
    parts = {language: anonymizer.kit(language).policy for language in {text.language for text in texts}}
    given = judge_given(f"{policy}, marked entities", texts, parts)
    return [given, judge_pipeline(f"{policy}, whole pipeline", texts, anonymizer)]


def _show(found: Sequence[Decided]) -> None:
    from rich.table import Table

    from nescio.evaluate.deciding import compare_decided

    rows = [item.as_json() for item in found]
    table = Table("", *(item.name for item in found))
    for name, told in _FIGURES.items():
        table.add_row(
            told, *(f"{row[name]:.3f}" if isinstance(row[name], float) else str(row[name]) for row in rows)
        )
    table.add_row(
        "names that may stay and stayed", *(f"{row['names_stayed']} of {row['names']}" for row in rows)
    )
    out.print(table)
    _show_thesis(found)
    _show_roles(found)
    for first, second in zip(found[::2], found[2::2], strict=False):
        test = compare_decided(first, second)
        out.print(
            f"{first.name} and {second.name}: F2 differs by {test.f2.difference:+.3f}, p = {test.f2.p:.4f}"
        )


def _show_thesis(found: Sequence[Decided]) -> None:
    """The layout of tables 3.9 to 3.14 of the judicial thesis; occurrences are mentions."""
    from rich.table import Table

    from nescio.evaluate.decision_counts import GROUPS

    told = {item.name: item.as_json()["thesis"] for item in found}
    heads = [head for group in GROUPS for head in (group, "all")]
    table = Table("", *heads, "total", title="Entities that must go: distinct, and all their occurrences")
    rows = {"gold": next(iter(told.values()))["gold"], **{name: row["found"] for name, row in told.items()}}
    for name, counts in rows.items():
        numbers = [counts[group][kind] for group in GROUPS for kind in ("distinct", "occurrences")]
        table.add_row(name, *map(str, numbers), str(counts["total"]))
    others = Table("", "distinct", "all", title="Others in the result")
    scores = Table("", "precision", "recall", "F1", "F2", title="By occurrence")
    for name, counts in told.items():
        others.add_row(name, *(str(number) for number in counts["not_anonymizable"].values()))
        scores.add_row(name, *(f"{100 * counts[key]:.2f}" for key in ("precision", "recall", "f1", "f2")))
    for grid in (table, others, scores):
        out.print(grid)


def _show_roles(found: Sequence[Decided]) -> None:
    from rich.table import Table

    from nescio.evaluate.decision_counts import count_roles

    counted = [count_roles(item.outcomes) for item in found]
    table = Table(
        "role", "must go", "may stay", *(f"{item.name}: gone, stayed" for item in found), title="By role"
    )
    for role, counts in counted[0].items():
        each = (f"{own[role].gone}, {own[role].stayed}" for own in counted)
        table.add_row(role, str(counts.must_go), str(counts.may_stay), *each)
    out.print(table)
