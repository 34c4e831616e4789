"""The rules that policy files name, looked up in those that exist."""

from __future__ import annotations

from nescio.core.errors import ConfigError, known, shown
from nescio.decide.rules import RULES
from nescio.packs.policies import PolicyTable


def checked(table: PolicyTable) -> PolicyTable:
    """The table itself, if every rule in it exists."""
    for label, rule in table.written.items():
        if not isinstance(rule, str) or rule not in RULES:
            raise ConfigError(
                f"Policy '{table.name}.toml': there is no rule {shown(rule)} for {shown(label)}. "
                f"{known(str(rule), RULES)}"
            )
    return table
