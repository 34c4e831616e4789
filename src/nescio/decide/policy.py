"""Policies as data: decides by a table of labels, after lists of words that always or never go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.labels import LabelSet
from nescio.core.model import Decision, Document, Entity
from nescio.core.options import job_options, texts_option
from nescio.decide.role_teller import RoleTeller, teller_for
from nescio.decide.rules import RULES, DocumentView, parts_that_go
from nescio.decide.table import checked
from nescio.packs import Pack
from nescio.packs.lists import read_entries
from nescio.packs.policies import PolicyTable, Roles, read_policy
from nescio.text.folding import fold_entry

OPTIONS: Final = {"include": False, "exclude": False}  # files


class DataPolicy:
    """Decides by a table; exclusion and inclusion lists come before it, and roles before labels."""

    def __init__(
        self,
        table: PolicyTable,
        labels: LabelSet,
        *,
        roles: Roles | None = None,
        teller: RoleTeller | None = None,
    ) -> None:
        self.table, self._teller = table, teller
        self._labels = labels
        self._roles = roles or Roles()
        self._include = frozenset(map(fold_entry, table.include))
        self._exclude = frozenset(map(fold_entry, table.exclude))

    def decide(self, doc: Document, entities: Sequence[Entity]) -> list[Decision]:
        view = DocumentView(doc, entities, self._labels, self._roles)
        roles = self._teller.tell(doc, entities) if self._teller is not None else {}
        return [self._decide(entity, view, roles.get(entity.id, "")) for entity in entities]

    def rule_for(self, label: str) -> str:
        """The rule of the nearest label in the hierarchy that has one."""
        rules = self.table.rules
        lineage = self._labels.lineage(label)
        return next((rules[name] for name in lineage if name in rules), rules["default"])

    def _decide(self, entity: Entity, view: DocumentView, role: str) -> Decision:
        name, rule = f"policy:{self.table.name}", self.rule_for(entity.label)
        parts = parts_that_go(entity, view.doc, rule)
        if self._exclude or self._include:
            forms = {fold_entry(view.text_of(span)) for span in entity.mentions}
            if forms & self._exclude:
                return Decision(entity.id, False, f"{name}:excluded", parts)
            if forms & self._include:
                return Decision(entity.id, True, f"{name}:included", parts)
        if role in self.table.roles and not any(span.is_own for span in entity.mentions):
            return Decision(entity.id, self.table.roles[role] == "hide", f"{name}:likely {role}", parts)
        reason = name if rule in ("hide", "keep") else f"{name}:{rule}"
        return Decision(entity.id, RULES[rule](entity, view), reason, parts)


def build_own(pack: Pack, options: Mapping[str, Any]) -> DataPolicy:
    """The policy of a user's file: option `file`."""
    if not isinstance(options.get("file"), str):
        raise ConfigError("The policy 'own' needs the option 'file', such as 'mine.toml'.")
    rest = {key: value for key, value in options.items() if key != "file"}
    check_options("A policy", rest, (*OPTIONS, "file"))
    return _build(read_policy(Path(options["file"]), pack.labels), pack, rest)


@job_options(OPTIONS)
def build_table(pack: Pack, options: Mapping[str, Any]) -> DataPolicy:
    """A policy of the language's folder or of the universal one: option `name`."""
    if "name" not in options:
        raise ConfigError(
            "The policy 'table' needs the option 'name', the file of the pack that describes it."
        )
    rest = {key: value for key, value in options.items() if key != "name"}
    check_options("A policy", rest, OPTIONS)
    return _build(pack.policies[options["name"]], pack, rest)


def _build(table: PolicyTable, pack: Pack, options: Mapping[str, Any]) -> DataPolicy:
    table = replace(
        checked(table),
        include=(*table.include, *entries_of(texts_option(table.name, options, "include"))),
        exclude=(*table.exclude, *entries_of(texts_option(table.name, options, "exclude"))),
    )
    return DataPolicy(table, pack.labels, roles=pack.roles, teller=teller_for(table, pack))


def entries_of(paths: Sequence[str]) -> tuple[str, ...]:
    """The words of lists that a user names."""
    return tuple(entry for path in paths for entry in read_entries(Path(path)))
