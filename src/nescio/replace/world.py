"""What both methods of natural replacement know: links, types, genders, the words of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import regex

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Entity, Span
from nescio.knowledge.base import JoinedBase
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.dictionary import Dictionary
from nescio.knowledge.linking import EntryLinker, Link
from nescio.knowledge.loading import load_base, load_dictionary, load_linker, open_remote
from nescio.knowledge.remote import RemoteKnowledge
from nescio.packs import Pack
from nescio.packs.types import Types
from nescio.replace.agreement.grammar import DEFINITE, Grammar, load_grammar
from nescio.replace.agreement.repairer import Repairer
from nescio.replace.people import NameReader
from nescio.replace.planning import Scene
from nescio.text.folding import key_of

CONTEXT: Final = 120  # characters on each side that a link may look at
_CAPITAL_AFTER: Final = regex.compile(r"[ \u00a0\n]+\p{Lu}\p{Ll}")


@dataclass(frozen=True)
class World:
    """The services of one language, built once per kit."""

    pack: Pack
    types: Types
    linker: EntryLinker
    dictionary: Dictionary
    grammar: Grammar
    repairer: Repairer
    names: NameReader
    base: JoinedBase
    remote: RemoteKnowledge | None = None

    def problems(self) -> dict[str, int]:
        """What a remote failed to answer since it was last asked for this."""
        if self.remote is None:
            return {}
        found = dict(self.remote.problems - self._told)
        self._told.update(found)
        return found

    @cached_property
    def _told(self) -> Counter[str]:
        return Counter()

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> World:
        types = pack.types
        remote = _remote(pack, options)
        base = load_base(pack, _strings(options, "knowledge"), further=[remote] if remote else [])
        dictionary = load_dictionary(pack, _strings(options, "dictionary"))
        grammar = load_grammar(pack)
        repairer = Repairer(grammar, frozenset(pack.abbreviations), is_noun=dictionary.is_word)
        return cls(
            pack, types, load_linker(pack, base), dictionary, grammar, repairer,
            NameReader(pack, dictionary), base, remote,
        )  # fmt: skip

    @cached_property
    def totals(self) -> dict[str, int]:
        """How many entities lie below each type, in all stores."""
        return self.types.totals(self.base.counts())

    def root(self, label: str) -> str:
        return self.pack.labels.root(label) if label in self.pack.labels else label

    def link(self, document: Document, entities: Sequence[Entity]) -> dict[int, Link]:
        """One link per entity, by its longest mention in its context."""
        text = document.text
        mentioned = []
        for entity in entities:
            span = max(entity.mentions, key=lambda item: item.end - item.start)
            before, after = (
                text[max(0, span.start - CONTEXT) : span.start],
                text[span.end : span.end + CONTEXT],
            )
            mentioned.append(Mentioned(text[span.start : span.end], entity.label, before, after))
        links = self.linker.link(mentioned)
        return {entity.id: link for entity, link in zip(entities, links, strict=True)}

    def genders(self, name: str) -> str:
        """The genders that a name may have, by its headword; empty when unknown."""
        if not self.grammar.genders:
            return ""
        head = self.linker.head(name)
        if head is None:
            return ""
        if (proper := self.dictionary.proper(name)) is not None and proper.gender:
            return proper.gender
        for word in dict.fromkeys((head.word, head.base)):
            if found := {w.gender for w in self.dictionary.nouns(word) if w.gender}:
                return "".join(sorted(found))
        # Only what looks like a noun is judged by its ending; "Nortex" is no noun.
        return self.dictionary.gender(head.word) if head.reason == "preposition" else ""

    def observed(self, scene: Scene, entity: Entity) -> tuple[str, bool]:
        """The gender and the use of the article that the text itself shows for an entity."""
        genders: Counter[str] = Counter()
        articles = 0
        for span in entity.mentions:
            text = scene.document.text
            possible = self.genders(text[span.start : span.end])
            around = self.repairer.look(
                text, span.start, left=scene.room(span.start, span.end)[0], genders=possible
            )
            shown = {r.cell.gender for r in around.readings if r.cell.gender and r.cell.number == "s"}
            if len(shown) == 1:
                genders[shown.pop()] += 1
            kinds = {self.grammar.determiners[r.determiner].kind for r in around.readings}
            articles += DEFINITE in kinds
        gender = genders.most_common(1)[0][0] if genders else ""
        return gender, articles * 2 > len(entity.mentions)

    def takes_article(self, type: str, label: str, genders: str) -> bool | None:
        """Whether names of a type are used with the article; None when the gender must decide."""
        if not set(self.grammar.raw.get("bare_types", ())).isdisjoint(self.types.lineage(type)):
            return False
        return None if genders else self.root(label) == "ORG"

    def genitive_base(self, text: str, span: Span) -> str | None:
        """The name without its genitive ending, when it has one here."""
        marks = self.grammar.raw.get("genitive", ())
        name = text[span.start : span.end]
        if not marks or (not _CAPITAL_AFTER.match(text, span.end) and not self._after_noun(text, span.start)):
            return None
        for mark in sorted(marks, key=len, reverse=True):
            base = name.removesuffix(mark)
            if base != name and len(base) > 2 and self._is_name(base) and not self._is_name(name):
                return base
        return None

    def _after_noun(self, text: str, start: int) -> bool:
        words = regex.findall(r"[\p{L}\p{M}-]+", text[max(0, start - 40) : start])
        return bool(words) and text[start - 1 : start] == " " and words[-1][:1].isupper()

    def _is_name(self, name: str) -> bool:
        last = name.split()[-1]
        if any(w.pos in ("name", "proper") and w.lemma == last for w in self.dictionary.find(last)):
            return True
        return bool(self.base.find(name, self.pack.language)) or key_of(last) in self._family_names

    @cached_property
    def _family_names(self) -> frozenset[str]:
        lists = (words for words in self.pack.lists if words.name.startswith("family_names"))
        return frozenset(key_of(entry) for words in lists for entry in words.entries)


def _remote(pack: Pack, options: Mapping[str, Any]) -> RemoteKnowledge | None:
    """A remote knowledge base, if an address is given; it needs a file to remember its answers in."""
    url, cache = options.get("remote"), options.get("cache")
    if url is None:
        return None
    if not isinstance(url, str) or not isinstance(cache, str):
        raise ConfigError(
            "The option 'remote' is an address, and needs 'cache', the file that keeps its answers."
        )
    return open_remote(url, Path(cache), pack)


def _strings(options: Mapping[str, Any], name: str) -> list[str]:
    value = options.get(name, [])
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        raise ConfigError(f"The option {name!r} must be a file, a URL, or a list of them.")
    return values


def kept_text(scene: Scene) -> str:
    """The text outside all hidden mentions: what a reader of the output sees anyway."""
    pieces, read = [], 0
    for start, end in scene.fences:
        pieces.append(scene.document.text[read:start])
        read = max(read, end)
    return "".join([*pieces, scene.document.text[read:]])
