"""Predicts the tag of one word after the other; tags that were given are features of the next words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any, Final

from nescio.core.errors import ConfigError
from nescio.decide.finder.features import FEATURES, FED_BACK, Asked, FinderLists, predicates
from nescio.decide.finder.words import FinderWord

_FAR: Final = 500.0  # beyond it the exponential overflows


@dataclass(frozen=True)
class FinderModel:
    """Weights of the tag A against N by feature and predicate, and the list that training collected."""

    weights: Mapping[str, Mapping[str, float]] = field(repr=False)
    listed: frozenset[str] = field(default=frozenset(), repr=False)  # words that were hidden while learning

    @property
    def features(self) -> tuple[str, ...]:
        return tuple(name for name in FEATURES if name in self.weights)

    def as_json(self) -> dict[str, Any]:
        """The list is kept only where a feature asks for it: it holds names."""
        listed = sorted(self.listed) if "Anony" in self.weights else []
        return {"weights": {name: dict(self.weights[name]) for name in self.features}, "listed": listed}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FinderModel:
        try:
            weights = {
                str(name): {str(predicate): float(weight) for predicate, weight in table.items()}
                for name, table in data["weights"].items()
            }
            listed = frozenset(map(str, data["listed"]))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ConfigError("The model of the finder is damaged: train it again.") from error
        if unknown := sorted(set(weights) - set(FEATURES)):
            raise ConfigError(f"The model of the finder has {len(unknown)} features that do not exist.")
        return cls(weights, listed)


def probability(score: float) -> float:
    """Of the tag A, by the difference of the weights of both tags."""
    return 1.0 / (1.0 + exp(-max(-_FAR, min(_FAR, score))))


def tag_words(words: Sequence[FinderWord], model: FinderModel, lists: FinderLists) -> list[float]:
    """The probability of each word of a document that it must be hidden."""
    fixed = [
        sum(model.weights[name].get(value, 0.0) for name, value in found.items() if name in model.weights)
        for found in predicates(words, lists)
    ]
    asked = [Asked(words, at, lists) for at in range(len(words))]
    extra = {name: model.weights[name].get("", 0.0) for name in FED_BACK if name in model.weights}
    return feed_back(fixed, asked, extra, model.listed)


def feed_back(
    fixed: Sequence[float], asked: Sequence[Asked], extra: Mapping[str, float], listed: Collection[str]
) -> list[float]:
    """Probabilities where `extra` are the weights of the features that ask for tags before.

    A word without any weight is not hidden: no evidence, no tag.
    """
    if not extra:
        return [probability(score) for score in fixed]
    found: list[float] = []
    mine = set(listed)
    one = two = month = False
    for score, word in zip(fixed, asked, strict=True):
        names = word.features(one, two, after_month=month, listed=word.text in mine)
        score += sum(extra[name] for name in names if name in extra)
        found.append(probability(score))
        one, two, month = score > 0, one, word.month
        if one:
            mine.add(word.text)
    return found
