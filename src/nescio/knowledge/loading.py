"""Builds the services of a language from its pack and the options of a part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import regex

from nescio.knowledge.base import KnowledgeBase, KnowledgeStore
from nescio.knowledge.dictionary import Dictionary, Source, open_lexicon
from nescio.knowledge.judging import Judge
from nescio.knowledge.lexicon import Lexicon
from nescio.knowledge.link_rules import LinkRules
from nescio.knowledge.linking import Linker
from nescio.knowledge.postgres import PREFIXES, open_postgres
from nescio.knowledge.remote import RemoteKnowledge
from nescio.knowledge.sql import SqlStore
from nescio.knowledge.sqlite import open_sqlite
from nescio.knowledge.types import Types, load_types
from nescio.packs import UNIVERSAL, Pack, load_pack
from nescio.packs.data_files import read_toml
from nescio.text.compounds import Splitter
from nescio.text.folding import key_of
from nescio.text.headwords import HeadRules


@lru_cache(maxsize=1)
def shipped_store() -> KnowledgeStore:
    return open_sqlite(load_pack(UNIVERSAL).knowledge_file)


def open_store(place: str, *, writable: bool = False) -> SqlStore:
    """A store by file name or by PostgreSQL URL."""
    if place.startswith(PREFIXES):
        return open_postgres(place, writable=writable)
    return open_sqlite(Path(place), writable=writable)


def load_base(
    places: Iterable[str] = (), *, shipped: bool = True, further: Iterable[KnowledgeStore] = ()
) -> KnowledgeBase:
    """The user's stores first, then nescio's own, then a remote, which is asked only if those are silent."""
    own: list[KnowledgeStore] = [open_store(place) for place in places]
    shared = read_toml(load_pack(UNIVERSAL).folders[0] / "knowledge" / "linking.toml")
    stores = [*own, *([shipped_store()] if shipped else [])]
    return KnowledgeBase(stores, last=further, fallback=str(shared.get("lender", "")))


def open_remote(url: str, cache: Path, pack: Pack) -> RemoteKnowledge:
    """Wikidata, or what answers like it, in the languages of the pack and of the lender."""
    lender = str(read_toml(pack.folders[0] / "knowledge" / "linking.toml").get("lender", pack.language))
    codes = tuple(dict.fromkeys((pack.language, lender)))
    return RemoteKnowledge(url, cache, languages=codes, words=load_types(load_pack(lender)).words)


def load_heads(pack: Pack) -> HeadRules:
    """`agreement/heads.toml` of the language; rules of no language if it has none."""
    raw = read_toml(pack.folders[-1] / "agreement" / "heads.toml")
    links = tuple(raw.get("links", ()))
    return HeadRules(
        position=raw.get("position", "last"),
        prepositions=frozenset(raw.get("prepositions", ())),
        genitives=frozenset(raw.get("genitives", ())),
        determiners=frozenset(raw.get("determiners", ())),
        possessives=tuple(raw.get("possessives", ())),
        endings=tuple(raw.get("endings", ())),
        head_endings=tuple(raw.get("head_endings", ())),
        variants=tuple((pair[0], pair[1]) for pair in raw.get("variants", ())),
        plurals=tuple((pair[0], pair[1]) for pair in raw.get("plurals", ())),
        prefixes=tuple(raw.get("prefixes", ())),
        places=frozenset(raw.get("places", ())),
        origins=frozenset(raw.get("origins", ())),
        halls=frozenset(raw.get("halls", ())),
        conjunctions=frozenset(raw.get("conjunctions", ())),
        short=raw.get("short", {}),
        splitter=Splitter(links, frozenset(raw.get("weak_tails", ()))) if links else None,
    )


def load_dictionary(pack: Pack, files: Iterable[str] = ()) -> Dictionary:
    """The user's dictionaries first, then the shipped one."""
    sources: list[Source] = [Lexicon(Path(file), pack.language) for file in files]
    if pack.dictionary_file is not None:
        sources.append(open_lexicon(pack.dictionary_file, pack.language))
    raw = read_toml(pack.folders[-1] / "agreement" / "heads.toml")
    links = tuple(raw.get("links", ()))
    endings = tuple(raw.get("female_endings", ()))
    return Dictionary(
        pack.language, sources, Splitter(links) if links else None,
        female_endings=endings, preferred=_preferred(pack, raw),
        gender_endings=[(e[0], e[1]) for e in raw.get("gender_endings", ())],
    )  # fmt: skip


def _preferred(pack: Pack, raw: Mapping[str, Any]) -> dict[str, str]:
    """Genders that were reviewed: of the words for types, and of words that have two."""
    types = {noun.text: noun.gender for noun in load_types(pack).nouns.values() if noun.gender}
    homographs: Mapping[str, list[str]] = raw.get("homographs", {})
    return types | {word: gender for gender, words in homographs.items() for word in words}


def load_linker(pack: Pack, base: KnowledgeBase, types: Types | None = None) -> Linker:
    shared = read_toml(pack.folders[0] / "knowledge" / "linking.toml")
    own = read_toml(pack.folders[-1] / "knowledge" / "linking.toml")
    judge = Judge(
        types or load_types(pack), pack.labels, load_heads(pack), _link_rules(shared, own),
        _lent(pack, shared),
    )  # fmt: skip
    return Linker(base, judge, language=pack.language)


def _link_rules(shared: Mapping[str, Any], own: Mapping[str, Any]) -> LinkRules:
    return LinkRules(
        home=frozenset(own.get("home", ())),
        both=frozenset(shared.get("both", ())),
        bodies=shared.get("bodies", {}),
        codes=shared.get("codes", {}),
        endings=own.get("endings", {}),
        cues=own.get("cues", {}),
        joints=shared.get("joints", {}),
        acronyms=own.get("acronyms", {}),
        shapes=tuple((regex.compile(shape), type) for shape, type in own.get("shapes", {}).items()),
        prominence=shared.get("prominence", {}),
        town=str(shared.get("town", "")),
        hall=str(shared.get("hall", "")),
        around=frozenset(shared.get("around", ())),
        brands=frozenset(shared.get("brands", ())),
        bare=frozenset(shared.get("bare", ())),
    )


def _lent(pack: Pack, shared: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Words of other languages that head names, those of the lender before all others."""
    foreign: Mapping[str, str] = shared.get("foreign", {})
    lent: dict[str, tuple[str, ...]] = {key_of(word): (type,) for word, type in foreign.items()}
    for code in (*reversed(shared.get("lenders", ())), shared.get("lender", "")):
        if code and code != pack.language:
            lent |= load_types(load_pack(code)).words
    return lent
