"""Policies as a person reads them: what each says about every label."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from nescio.core.errors import ConfigError, known, shown
from nescio.core.labels import LabelSet
from nescio.decide.policy import DataPolicy
from nescio.decide.table import checked
from nescio.packs import load_pack
from nescio.packs.policies import PolicyTable, read_policy


class ShownPolicy(NamedTuple):
    """A policy, the labels it is about, and its rule for each of them."""

    table: PolicyTable
    labels: LabelSet
    rule_for: Mapping[str, str]


def show_policy(policy: str, language: str) -> ShownPolicy:
    """A policy by name or as a file, with labels in the words of a language."""
    pack = load_pack(language)
    named = policy in pack.policies
    if not named and not policy.endswith(".toml"):
        raise ConfigError(f"There is no policy {shown(policy)}. {known(policy, pack.policies)}")
    table = checked(pack.policies[policy] if named else read_policy(Path(policy), pack.labels))
    decider = DataPolicy(table, pack.labels)
    return ShownPolicy(
        table, pack.labels, {label.name: decider.rule_for(label.name) for label in pack.labels}
    )


def list_policies(language: str) -> list[tuple[str, str]]:
    """The name of every policy and what it is about."""
    policies = load_pack(language).policies
    return [(name, checked(table).about) for name, table in sorted(policies.items())]
