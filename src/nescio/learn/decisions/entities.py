"""Trains the decision per entity: logistic regression over facts, a threshold, and the roles of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.core.errors import InputError
from nescio.core.model import Document, Entity, Span
from nescio.decide.decided import DecidedText
from nescio.decide.entity_model import EntityModel, RoleModel
from nescio.decide.evidence.gather import EntityFacts, EvidenceReader
from nescio.learn.decisions.gis import Codes, Floats
from nescio.learn.decisions.lbfgs import fit_logistic
from nescio.packs import load_pack

PENALTY: Final = 2.5
RECALL: Final = 0.98  # that the threshold is to keep on texts that were not learnt from
_DETECTED: Final = 0.2  # weight of an example that was found, beside one that was marked
_SEEN: Final = 2  # documents in which a fact must have been seen
_HALF: Final = 0.5
_DIGITS: Final = 4
_SMALL: Final = 0.02  # weights below it are left out of the file
_PERSON: Final = "PER|"
_COMMON: Final = 10  # entities of a role without which nothing is learnt about it


class Example(NamedTuple):
    """The facts of an entity, in which document it is, whether it goes, and its role."""

    facts: frozenset[str]
    document: int
    hide: bool
    role: str = ""
    name: str = ""  # of the entity in its text
    detected: bool = False  # by the pipeline, not marked by a person
    weight: str = ""


def entities_of(text: DecidedText) -> list[Entity]:
    """The marked entities as the pipeline has them."""
    return [
        Entity(number, item.label, tuple(Span(*place, item.label, 1.0, "given") for place in item.mentions))
        for number, item in enumerate(text.entities)
    ]


def _readers(texts: Sequence[DecidedText]) -> dict[str, EvidenceReader]:
    return {language: EvidenceReader(load_pack(language)) for language in {text.language for text in texts}}


def examples_of(texts: Sequence[DecidedText]) -> list[Example]:
    """One for each marked entity."""
    readers, found = _readers(texts), list[Example]()
    for number, text in enumerate(texts):
        entities = entities_of(text)
        read = readers[text.language].read(Document(text.id, text.text, text.language), entities)
        for entity, evidence in zip(entities, read, strict=True):
            item = text.entities[entity.id]
            role = item.role.partition(" of ")[0]
            found.append(Example(evidence.facts, number, item.hide, role, item.name, weight=item.weight))
    return found


def detected_examples(texts: Sequence[DecidedText], entities: Sequence[Sequence[Entity]]) -> list[Example]:
    """One for each entity that the pipeline found: it goes if most of it must."""
    readers, found = _readers(texts), list[Example]()
    for number, (text, own) in enumerate(zip(texts, entities, strict=True)):
        hidden = bytearray(len(text.text))
        for item in text.entities:
            for start, end in item.mentions if item.hide else ():
                hidden[start:end] = b"\1" * (end - start)
        read = readers[text.language].read(Document(text.id, text.text, text.language), own)
        for entity, evidence in zip(own, read, strict=True):
            gone = sum(sum(hidden[span.start : span.end]) for span in entity.mentions)
            size = sum(span.end - span.start for span in entity.mentions)
            found.append(Example(evidence.facts, number, 2 * gone > size, detected=True))
    return found


class EntityTrainer:
    """Examples as rows of numbers; facts of too few documents are left out."""

    def __init__(self, examples: Sequence[Example], *, penalty: float = PENALTY) -> None:
        if len({example.hide for example in examples}) < 2:
            raise InputError("The texts to learn from must both hide and keep something.")
        self.examples, self._penalty = list(examples), penalty
        self._document = np.array([example.document for example in examples])

    def train(self, documents: Sequence[int] | None = None) -> EntityModel:
        """What some documents teach, or all; with a threshold of one half."""
        own = None if documents is None else frozenset(documents)
        chosen = [n for n, example in enumerate(self.examples) if own is None or example.document in own]
        weights = np.array([_DETECTED if self.examples[n].detected else 1.0 for n in chosen])
        hide = np.array([self.examples[n].hide for n in chosen])
        return EntityModel(*self._fit(chosen, hide, weights), _HALF, self._train_roles(chosen))

    def _fit(
        self, chosen: Sequence[int], wanted: NDArray[np.bool_], weights: Floats | None = None
    ) -> tuple[dict[str, float], float]:
        facts = _frequent([self.examples[n] for n in chosen])
        rows = _rows([self.examples[n].facts for n in chosen], facts)
        found = fit_logistic(rows, wanted, len(facts), penalty=self._penalty, weights=weights)
        return dict(zip(facts, found.tolist(), strict=False)), float(found[-1])

    def _train_roles(self, chosen: Sequence[int]) -> dict[str, RoleModel]:
        """One against all others, for each role that is common enough."""
        told = [n for n in chosen if self.examples[n].role]
        of_role: dict[str, list[int]] = {}
        for n in told:
            of_role.setdefault(self.examples[n].role, []).append(n)
        found: dict[str, RoleModel] = {}
        for role, own in sorted(of_role.items()):
            if len(own) < _COMMON:
                continue
            goes = sum(self.examples[n].hide for n in own) / len(own)
            people = sum(_PERSON in self.examples[n].facts for n in own)
            wanted = np.array([self.examples[n].role == role for n in told])
            found[role] = RoleModel(*self._fit(told, wanted), goes, 2 * people > len(own))
        return found

    def probabilities(self, model: EntityModel, documents: Sequence[int]) -> tuple[NDArray[np.int64], Floats]:
        """The numbers of the examples of some documents, and how likely each must go."""
        chosen = np.flatnonzero(np.isin(self._document, documents))
        values = [model.probability(EntityFacts(self.examples[n].facts, {})) for n in chosen]
        return chosen, np.array(values)

    def cross_validated(self, folds: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Floats:
        """The probability of each example, from a model that has not seen its document."""
        found = np.full(len(self.examples), np.nan)
        for learn, test in folds:
            chosen, values = self.probabilities(self.train(learn), test)
            found[chosen] = values
        return found

    def model(self, threshold: float) -> EntityModel:
        """The model of all examples, small weights left out."""
        found = self.train()
        roles = {
            name: RoleModel(
                _rounded(own.weights), round(own.constant, _DIGITS), round(own.goes, _DIGITS), own.of_people
            )
            for name, own in found.roles.items()
        }
        return EntityModel(_rounded(found.weights), round(found.constant, _DIGITS), threshold, roles)


def _rounded(weights: Mapping[str, float]) -> dict[str, float]:
    return {fact: round(weight, _DIGITS) for fact, weight in weights.items() if abs(weight) >= _SMALL}


def _frequent(examples: Sequence[Example]) -> dict[str, int]:
    seen: dict[str, set[int]] = {}
    for example in examples:
        for fact in example.facts:
            seen.setdefault(fact, set()).add(example.document)
    return {
        fact: n for n, fact in enumerate(sorted(fact for fact, where in seen.items() if len(where) >= _SEEN))
    }


def _rows(sets: Sequence[frozenset[str]], facts: Mapping[str, int]) -> Codes:
    known = [sorted(facts[fact] for fact in own if fact in facts) for own in sets]
    rows = np.full((len(known), max(map(len, known), default=1) or 1), -1, dtype=np.int64)
    for number, own in enumerate(known):
        rows[number, : len(own)] = own
    return rows


def choose_threshold(values: Floats, hide: NDArray[np.bool_], *, recall: float = RECALL) -> float:
    """The highest threshold that hides this share of what must go, and never more than one half: where all
    texts that were learnt from are plain, the next one may be less so.
    """
    wanted = np.sort(values[hide])[::-1]
    place = min(len(wanted) - 1, int(np.ceil(recall * len(wanted))) - 1)
    return min(_HALF, float(np.floor(wanted[place] * 1000) / 1000))
