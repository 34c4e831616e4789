"""A policy that was learnt from decisions: per entity, over all its mentions, with the reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.model import Decision, Document, Entity
from nescio.core.options import job_options, text_option, texts_option
from nescio.decide.entity_model import EntityModel
from nescio.decide.evidence.gather import EvidenceReader
from nescio.decide.finder.features import FinderLists
from nescio.decide.finder.tagging import FinderModel, tag_words
from nescio.decide.finder.words import cut_words
from nescio.decide.model_file import read_model
from nescio.decide.policy import OPTIONS, entries_of
from nescio.decide.role_teller import SHIPPED
from nescio.decide.rules import parts_that_go
from nescio.packs import Pack
from nescio.text.folding import fold_entry
from nescio.text.segment import Segmenter

_NAME: Final = "policy:learnt"
_DATE: Final = "DATE"
_HALF: Final = 0.5
Weighed = tuple[bool, str]  # whether it goes, and why
Weigh = Callable[[Document, Sequence[Entity]], list[Weighed]]


class LearntPolicy:
    """Asks a model about each entity; the user's own lists come before it."""

    def __init__(
        self, pack: Pack, weigh: Weigh, *, include: Sequence[str] = (), exclude: Sequence[str] = ()
    ) -> None:
        self._labels, self._weigh = pack.labels, weigh
        self._include = frozenset(map(fold_entry, include))
        self._exclude = frozenset(map(fold_entry, exclude))

    def decide(self, doc: Document, entities: Sequence[Entity]) -> list[Decision]:
        weighed = self._weigh(doc, entities)
        return [self._decide(doc, *pair) for pair in zip(entities, weighed, strict=True)]

    def _decide(self, doc: Document, entity: Entity, weighed: Weighed) -> Decision:
        hide, reason = self._listed(doc, entity) or weighed
        is_date = entity.label in self._labels and _DATE in self._labels.lineage(entity.label)
        parts = parts_that_go(entity, doc, "keep_year") if is_date else None
        if is_date and parts is None:
            hide = False  # nothing but a year
        return Decision(entity.id, hide, f"{_NAME}{reason}", parts)

    def _listed(self, doc: Document, entity: Entity) -> Weighed | None:
        forms = {fold_entry(doc.text[span.start : span.end]) for span in entity.mentions}
        if forms & self._exclude:
            return False, ":excluded"
        if forms & self._include or any(span.is_own for span in entity.mentions):
            return True, ":included"
        return None


def _by_entity(pack: Pack, model: EntityModel) -> Weigh:
    reader = EvidenceReader(pack)

    def weigh(doc: Document, entities: Sequence[Entity]) -> list[Weighed]:
        found: list[Weighed] = []
        for evidence in reader.read(doc, entities):
            value = model.probability(evidence)
            hide = value >= model.threshold
            why, role = model.reason(evidence, hide=hide), model.role(evidence)
            told = "; ".join(
                filter(None, [f"likely {role}" if role and reader.is_person(evidence) else "", why])
            )
            found.append((hide, f" {value:.2f}: {told}" if told else f" {value:.2f}"))
        return found

    return weigh


def _by_word(pack: Pack, model: FinderModel) -> Weigh:
    lists, segmenter = FinderLists(pack), Segmenter(pack.abbreviations)

    def weigh(doc: Document, entities: Sequence[Entity]) -> list[Weighed]:
        words = cut_words(doc.text, segmenter)
        likely: dict[int, float] = {}  # by character
        for word, value in zip(words, tag_words(words, model, lists), strict=True):
            likely.update(dict.fromkeys(range(word.start, word.end), value))
        values = [
            max(
                (likely.get(at, 0.0) for span in entity.mentions for at in range(span.start, span.end)),
                default=0.0,
            )
            for entity in entities
        ]
        return [(value > _HALF, f" {value:.2f}: the surest of its words") for value in values]

    return weigh


@job_options({"file": False, **OPTIONS})
def build(pack: Pack, options: Mapping[str, Any]) -> LearntPolicy:
    """The model that ships, or that of the option `file`."""
    check_options("The policy 'learnt'", options, ("file", *OPTIONS))
    file = text_option("learnt", options, "file", default="")
    model = read_model(Path(file) if file else SHIPPED)
    weigh = _by_word(pack, model) if isinstance(model, FinderModel) else _by_entity(pack, model)
    include, exclude = (entries_of(texts_option("learnt", options, name)) for name in OPTIONS)
    return LearntPolicy(pack, weigh, include=include, exclude=exclude)
