"""How far a claim is believed, by the signs around it: weights that were learnt, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from nescio.core.errors import ConfigError
from nescio.packs.files import name_of, read_lines

EVERY: Final = "*"  # in place of a label: the weight counts for all labels
FILE: Final = "vote/trust.tsv"


@dataclass(frozen=True)
class TrustTable:
    """For each label the weight of every sign, in natural logarithms of odds."""

    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict, repr=False)

    def of_label(self, label: str) -> Mapping[str, float]:
        return self.weights.get(label, {})


def read_trust(path: Path) -> TrustTable:
    """Lines of label, sign and weight; what is said of every label is added to its own."""
    found: dict[str, dict[str, float]] = {}
    for number, line in read_lines(path):
        label, *rest = line.split("\t")
        try:
            sign, weight = rest
            found.setdefault(label, {})[sign] = float(weight)
        except ValueError:
            where = f"{name_of(path)}, line {number}"
            raise ConfigError(f"{where}: a label, a sign and a number are wanted, apart by tabs.") from None
    shared = found.pop(EVERY, {})
    return TrustTable(
        {
            label: {sign: own.get(sign, 0.0) + shared.get(sign, 0.0) for sign in {*own, *shared}}
            for label, own in found.items()
        }
    )
