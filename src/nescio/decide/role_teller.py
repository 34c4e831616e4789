"""Who somebody is in a decision, as the shipped model tells: what a policy with rules for roles asks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from nescio.core.errors import ConfigError, known, shown
from nescio.core.model import Document, Entity
from nescio.decide.entity_model import EntityModel
from nescio.decide.evidence.gather import EvidenceReader
from nescio.decide.model_file import read_model
from nescio.packs import Pack
from nescio.packs.policies import PolicyTable

SHIPPED: Final = Path(__file__).parent.parent / "models" / "decisions" / "learnt.json"
_RULES: Final = ("hide", "keep")


def shipped_roles() -> EntityModel:
    model = read_model(SHIPPED)
    if not isinstance(model, EntityModel):
        raise ConfigError("The shipped model of decisions cannot tell roles.")
    return model


class RoleTeller:
    """The likeliest role of each person."""

    def __init__(self, pack: Pack, model: EntityModel) -> None:
        self._reader, self._model = EvidenceReader(pack), model

    def tell(self, doc: Document, entities: Sequence[Entity]) -> dict[int, str]:
        """By the number of the entity; what is no person has none."""
        pairs = zip(entities, self._reader.read(doc, entities), strict=True)
        return {
            entity.id: self._model.role(facts) for entity, facts in pairs if self._reader.is_person(facts)
        }


def teller_for(table: PolicyTable, pack: Pack) -> RoleTeller | None:
    """What a policy needs that speaks of roles, which must exist; None if it speaks of none."""
    if not table.roles:
        return None
    model = shipped_roles()
    for role, rule in table.roles.items():
        if role not in model.people:
            raise ConfigError(
                f"Policy '{table.name}.toml': there is no role {shown(role)}. {known(role, model.people)}"
            )
        if rule not in _RULES:
            raise ConfigError(
                f"Policy '{table.name}.toml': the rule of a role cannot be {shown(rule)}. "
                f"{known(rule, _RULES)}"
            )
    return RoleTeller(pack, model)
