"""The four types of Netanos: types with numbers, other names, and XXX for words of two kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Self

import regex

from nescio.core.errors import check_options
from nescio.core.labels import ORGANIZATION, PERSON, PLACE
from nescio.core.model import Document, Entity, Span
from nescio.core.options import filled_option, job_options, switch_option
from nescio.core.scene import Change, Context, Scene
from nescio.packs import Pack
from nescio.replace.kinds import DATE, TIME, VALUE, Kinds
from nescio.replace.substitute import OPTIONS as SUBSTITUTE_OPTIONS
from nescio.replace.substitute import SubstituteMethod

CONTEXT_OPTIONS: Final = {"localized": True}
BLANK_OPTIONS: Final = {"mark": True}
_TYPES: Final = {PERSON: "PERSON", PLACE: "LOCATION", ORGANIZATION: "ORGANIZATION"}  # others by their label
_MOMENTS: Final = (DATE, TIME)  # are of one type
_NUMBER: Final = regex.compile(r"\d")
# A word with its hyphens, a number with its signs.
_WORD: Final = regex.compile(
    r"[\p{L}\p{M}\p{N}]++(?:[-\u2010\u2011][\p{L}\p{M}\p{N}]++|(?<=\p{N})[.,:/](?=\p{N})[\p{L}\p{M}\p{N}]++)*+"
)
_TELLING: Final = regex.compile(r"\p{N}|(?<![\p{L}\p{M}\p{N}])[\p{Lu}\p{Lt}]")  # a figure, or a capital first


class NetanosContextMethod:
    """`[PERSON_1]`, `[DATE/TIME_1]`: the type and the number of the entity among those of its type."""

    name = "netanos-context"
    reversible = True

    def __init__(self, names: Mapping[str, str], kinds: Kinds) -> None:
        self._names, self._kinds = names, kinds

    @classmethod
    @job_options(CONTEXT_OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> NetanosContextMethod:
        check_options(f"The method {cls.name!r}", options, CONTEXT_OPTIONS)
        labels = pack.labels
        names = {label.name: label.display for label in labels}
        if not switch_option(cls.name, options, "localized"):
            names = {label.name: _TYPES.get(label.name, label.name) for label in labels}
        names |= dict.fromkeys(_MOMENTS, "/".join(names[root] for root in _MOMENTS))
        return cls(names, Kinds(labels))

    def call(self, label: str) -> str:
        """The type of a label; a date of birth is of the type of dates."""
        root = self._kinds.root(label)
        return self._names.get(root, root)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return f"[{context.label_name}_{context.number}]"


class NetanosEntityMethod(SubstituteMethod):
    """Another entity of the same type; a length of time, which is no day, gets other figures."""

    name = "netanos-entity"

    @classmethod
    @job_options(SUBSTITUTE_OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> Self:
        return super().build(pack, options)

    def plan(self, scene: Scene) -> dict[Span, Change]:
        changes = super().plan(scene)
        amounts = [entity for entity in scene.entities if _is_amount(scene, entity, changes)]
        if amounts:
            others = tuple(replace(entity, label=VALUE) for entity in amounts)
            changes |= super().plan(replace(scene, entities=others))
        return changes


def _is_amount(scene: Scene, entity: Entity, changes: Mapping[Span, Change]) -> bool:
    """Whether an entity was only tagged, although it has figures that could be others."""
    texts = (scene.document.text[span.start : span.end] for span in entity.mentions)
    is_tagged = all(changes[span].text == scene.tags[entity.id] for span in entity.mentions)
    is_open = entity.label in _MOMENTS and entity.id not in scene.untold
    return is_open and is_tagged and all(_NUMBER.search(text) for text in texts)


class NetanosBlankMethod:
    """`XXX` for every word with a capital and every number of the text, name or not."""

    name = "netanos-blank"
    reversible = False

    def __init__(self, mark: str, kinds: Kinds) -> None:
        self._mark, self._kinds = mark, kinds

    @classmethod
    @job_options(BLANK_OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> Self:
        check_options(f"The method {cls.name!r}", options, BLANK_OPTIONS)
        return cls(filled_option(cls.name, options, "mark", default="XXX"), Kinds(pack.labels))

    def inside(self, doc: Document, mention: Span) -> list[Span]:
        """The words that go: all of them in an address or a number, and in a name without a capital."""
        words = _words(doc, mention)
        telling = [word for word in words if _is_telling(doc, word)]
        is_code = self._kinds.is_code(mention.label) or self._kinds.is_contact(mention.label)
        return words if is_code or not telling else telling

    def outside(self, doc: Document, start: int, end: int) -> list[Span]:
        words = _words(doc, Span(start, end, "", 1.0, self.name))
        return [word for word in words if _is_telling(doc, word)]

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return self._mark


class NetanosCombinedMethod(NetanosBlankMethod):
    """`XXX` for every word of an entity, and for words and numbers outside as `netanos-blank` finds them."""

    name = "netanos-combined"

    @classmethod
    @job_options(BLANK_OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> Self:
        return super().build(pack, options)

    def inside(self, doc: Document, mention: Span) -> list[Span]:
        return _words(doc, mention)


def _words(doc: Document, stretch: Span) -> list[Span]:
    found = _WORD.finditer(doc.text, stretch.start, stretch.end)
    return [stretch._replace(start=match.start(), end=match.end()) for match in found]


def _is_telling(doc: Document, word: Span) -> bool:
    """A capital after a hyphen counts too: what follows it may be a name."""
    return _TELLING.search(doc.text[word.start : word.end]) is not None
