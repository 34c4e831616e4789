"""The learnt decision about an entity: weights of facts, a threshold, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp
from typing import Any, Final

from nescio.core.errors import ConfigError
from nescio.decide.evidence.gather import EntityFacts

_FAR: Final = 500.0
_TOLD: Final = 3  # facts of a reason
_LEAST: Final = 0.15  # weight of a fact that is worth telling
_PLACES: Final[Mapping[str, str]] = {
    "before": "behind", "under": "under", "near": "near", "behind": "before", "row": "in the row of",
    "line": "in a line with", "caption": "in the caption with", "apposed": "explained by",
}  # fmt: skip
_WORDS: Final[Mapping[str, str]] = {  # facts that are said in other words, or not at all
    "surely official": "acts officially", "only official": "acts officially",
    "surely private": "is there as a private person", "only private": "is there as a private person",
    "perhaps official": "", "perhaps private": "", "nothing sure": "", "both official and private": "",
    "only in:head": "stands only in the head", "only in:body": "stands only in the running text",
    "only in:tail": "stands only below the text", "slashed": "stands beside a stroke",
    "bracketed": "stands in brackets", "titled": "has a title",
    "before a comma": "", "begins a line": "", "ends a line": "", "in part 1 of 4": "", "in part 2 of 4": "",
    "in part 3 of 4": "", "in part 4 of 4": "",
}  # fmt: skip
_INSIDE: Final = "inside"
_PREFIXES: Final[Mapping[str, str]] = {
    "namesake:": "shares a name with a {}",
    "joined:": "named together with a {}", "after:": "stands behind a {}",
    "in:": "stands in the {}", "times:": "named {} times", "words:": "a name of {} words",
}  # fmt: skip


@dataclass(frozen=True)
class RoleModel:
    """Logistic regression over facts: is it one of these; and which share of these goes."""

    weights: Mapping[str, float] = field(repr=False)
    constant: float
    goes: float
    of_people: bool


@dataclass(frozen=True)
class EntityModel:
    """Logistic regression over facts, and over roles where they are known; an entity goes if its probability
    reaches the threshold.
    """

    weights: Mapping[str, float] = field(repr=False)
    constant: float
    threshold: float
    roles: Mapping[str, RoleModel] = field(default_factory=dict, repr=False)

    def probability(self, evidence: EntityFacts) -> float:
        """The mean of two ways: whether such facts go, and whether what has the likely roles goes. They err
        about different entities.
        """
        direct = _likely(self.constant, self.weights, evidence)
        if not self.roles:
            return direct
        likely = [(_likely(role.constant, role.weights, evidence), role.goes) for role in self.roles.values()]
        return (direct + sum(p * goes for p, goes in likely) / sum(p for p, _ in likely)) / 2

    @property
    def people(self) -> list[str]:
        """The roles that people have."""
        return [name for name, role in self.roles.items() if role.of_people]

    def role(self, evidence: EntityFacts) -> str:
        """The likeliest role of a person; empty if the model knows none."""
        scores = {
            name: _score(self.roles[name].constant, self.roles[name].weights, evidence)
            for name in self.people
        }
        return max(scores, key=lambda name: (scores[name], name)) if scores else ""

    def reason(self, evidence: EntityFacts, *, hide: bool) -> str:
        """The facts that spoke most for the decision, phrases of nescio's files first, none of the text."""
        sign = 1 if hide else -1
        told: dict[tuple[bool, str], float] = {}
        for fact in evidence.facts:  # of one kind and of any kind it is the same in words
            key = (fact in evidence.phrases, in_words(fact, evidence.phrases))
            told[key] = told.get(key, 0.0) + self.weights.get(fact, 0.0) * sign
        weighed = sorted(((key[0], weight, key[1]) for key, weight in told.items()), reverse=True)
        words = [words for _, weight, words in weighed if words and weight >= _LEAST]
        return "; ".join(words[:_TOLD])

    def as_json(self) -> dict[str, Any]:
        return {
            "constant": self.constant, "threshold": self.threshold,
            "weights": dict(sorted(self.weights.items())),
            "roles": {
                name: {
                    "constant": role.constant, "goes": role.goes, "of_people": role.of_people,
                    "weights": dict(sorted(role.weights.items())),
                }
                for name, role in sorted(self.roles.items())
            },
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EntityModel:
        try:
            roles = {
                name: RoleModel(
                    _numbers(own["weights"]), float(own["constant"]), float(own["goes"]),
                    bool(own["of_people"]),
                )
                for name, own in data["roles"].items()
            }  # fmt: skip
            return cls(_numbers(data["weights"]), float(data["constant"]), float(data["threshold"]), roles)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ConfigError("The model of decisions is damaged: train it again.") from error


def _numbers(table: Mapping[str, Any]) -> dict[str, float]:
    return {str(fact): float(weight) for fact, weight in table.items()}


def _score(constant: float, weights: Mapping[str, float], evidence: EntityFacts) -> float:
    return constant + sum(weights.get(fact, 0.0) for fact in evidence.facts)


def _likely(constant: float, weights: Mapping[str, float], evidence: EntityFacts) -> float:
    return 1.0 / (1.0 + exp(-max(-_FAR, min(_FAR, _score(constant, weights, evidence)))))


def in_words(fact: str, phrases: Mapping[str, str]) -> str:
    """A fact as a person reads it; a word of a text, which a fact may hold, is not told."""
    kind, _, name = fact.partition("|")
    place, _, told = name.partition(":")
    if place == _INSIDE:
        return f"named like a {told}"  # without the word, which is one of the name
    if fact in phrases and place in _PLACES:
        return f"{_PLACES[place]} “{phrases[fact]}” ({told})"
    if "=" in name or place in _PLACES:
        return ""
    if name in _WORDS:
        return _WORDS[name]
    for prefix, words in _PREFIXES.items():
        if name.startswith(prefix):
            return words.format(name.removeprefix(prefix))
    return name or f"it is {kind}"
