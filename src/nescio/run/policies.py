"""Policies as a person reads them: what each says about every label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.config import LEARNT
from nescio.core.errors import ConfigError, known, shown
from nescio.core.labels import LabelSet
from nescio.decide.policy import DataPolicy
from nescio.decide.table import checked
from nescio.packs import UNIVERSAL, Packs, load_pack
from nescio.packs.files import is_there
from nescio.packs.policies import PolicyTable, read_policy

_LEARNT_ABOUT: Final = "Court decisions: a model decides about each person and thing, by what is around it."


class ShownPolicy(NamedTuple):
    """A policy, the labels it is about, and its rule for each of them."""

    table: PolicyTable
    labels: LabelSet
    rule_for: Mapping[str, str]


def show_policy(policy: str, language: str) -> ShownPolicy:
    """A policy by name or as a file, with labels in the words of a language."""
    if policy.partition(":")[0] == LEARNT:
        raise ConfigError(
            f"The policy {LEARNT!r} has no rules for labels: it decides about each entity by itself. "
            "'nescio anonymize --json' tells the reason of every decision."
        )
    pack = load_pack(language)
    named = policy in pack.policies
    if not named and not policy.endswith(".toml"):
        raise ConfigError(f"There is no policy {shown(policy)}. {known(policy, pack.policies)}")
    table = checked(pack.policies[policy] if named else read_policy(Path(policy), pack.labels))
    decider = DataPolicy(table, pack.labels)
    return ShownPolicy(
        table, pack.labels, {label.name: decider.rule_for(label.name) for label in pack.labels}
    )


def replacement_of(policy: str | None, methods: Sequence[str], packs: Packs) -> dict[str, Any]:
    """Options for the way of writing that a policy file names; a method that the call names goes before."""
    if policy is None or not policy.endswith(".toml") or any("=" not in method for method in methods):
        return {}
    if not is_there(Path(policy)):
        return {}  # whoever builds the policy says so
    wish = read_policy(Path(policy), packs.load(UNIVERSAL).labels).replace
    if not wish:
        return {}
    own = {"options": {wish["method"]: {"habit": wish["habit"]}}} if "habit" in wish else {}
    return {"replace": {"default": wish["method"], **own}}


def list_policies(language: str) -> list[tuple[str, str]]:
    """The name of every policy and what it is about."""
    policies = load_pack(language).policies
    told = {name: checked(table).about for name, table in policies.items()}
    return sorted({**told, LEARNT: _LEARNT_ABOUT}.items())
