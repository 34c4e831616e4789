"""Builds the services of a language from its pack and the options of a part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from nescio.core.errors import check_options
from nescio.core.options import job_options
from nescio.core.protocols import Entry, KnowledgeBase
from nescio.knowledge.base import JoinedBase, KnowledgeStore
from nescio.knowledge.dictionary import Dictionary, WordSource, open_lexicon
from nescio.knowledge.foreign import ForeignStore
from nescio.knowledge.judging import Judge
from nescio.knowledge.lexicon import DictionaryFile
from nescio.knowledge.linking import EntryLinker
from nescio.knowledge.postgres import PREFIXES, open_postgres
from nescio.knowledge.remote import RemoteKnowledge
from nescio.knowledge.sql import SqlStore
from nescio.knowledge.sqlite import open_sqlite
from nescio.packs import Pack


@lru_cache(maxsize=4)
def shipped_store(path: Path) -> KnowledgeStore:
    """The shipped entries, opened once for all who ask."""
    return open_sqlite(path)


def open_store(place: str, *, writable: bool = False) -> SqlStore:
    """A store by file name or by PostgreSQL URL."""
    if place.startswith(PREFIXES):
        return open_postgres(place, writable=writable)
    return open_sqlite(Path(place), writable=writable)


def load_base(
    pack: Pack,
    places: Iterable[str | KnowledgeBase] = (),
    *,
    shipped: bool = True,
    further: Iterable[KnowledgeStore] = (),
) -> JoinedBase:
    """The user's stores first, then nescio's own, then a remote, which is asked only if those are silent.

    A place is a file, a PostgreSQL URL, or any object with the verbs of a knowledge base.
    """
    stores = [open_store(place) if isinstance(place, str) else ForeignStore(place) for place in places]
    own = [shipped_store(pack.knowledge_file)] if shipped else []
    return JoinedBase([*stores, *own], last=further, fallback=pack.link_rules.lender, fits=_fits(pack))


def _fits(pack: Pack) -> Callable[[Entry, str], bool]:
    """Whether an entry may bear a label: its own, one above it, or one below it."""

    def fits(entry: Entry, label: str) -> bool:
        own, wanted = pack.types.label(entry.type), pack.labels.find(label)
        return wanted in pack.labels.lineage(own) or own in pack.labels.lineage(wanted)

    return fits


@job_options({})
def build_shipped(pack: Pack, options: Mapping[str, Any]) -> JoinedBase:
    """The knowledge base that nescio brings along, as a part."""
    check_options("The knowledge base 'shipped'", options, ())
    return load_base(pack)


def open_remote(url: str, cache: Path, pack: Pack, *, redirects: Sequence[str] = ()) -> RemoteKnowledge:
    """Wikidata, or what answers like it, in the languages of the pack and of the lender."""
    lender = pack.link_rules.lender or pack.language
    codes = tuple(dict.fromkeys((pack.language, lender)))
    words = pack.other(lender).types.words
    return RemoteKnowledge(url, cache, languages=codes, words=words, redirects=redirects)


def load_dictionary(pack: Pack, files: Iterable[str] = ()) -> Dictionary:
    """The user's dictionaries first, then the shipped one."""
    sources: list[WordSource] = [DictionaryFile(Path(file), pack.language) for file in files]
    if pack.dictionary_file is not None:
        sources.append(open_lexicon(pack.dictionary_file, pack.language))
    rules = pack.nouns
    return Dictionary(
        pack.language, sources, rules.splitter,
        female_endings=rules.female_endings, preferred=_preferred(pack), gender_endings=rules.gender_endings,
    )  # fmt: skip


def _preferred(pack: Pack) -> dict[str, str]:
    """Genders that were reviewed: of the words for types, and of words that have two."""
    types = {noun.text: noun.gender for noun in pack.types.nouns.values() if noun.gender}
    return types | {word: gender for gender, words in pack.nouns.homographs.items() for word in words}


def load_linker(pack: Pack, base: JoinedBase) -> EntryLinker:
    judge = Judge(pack.types, pack.labels, pack.heads, pack.link_rules, pack.lent)
    return EntryLinker(base, judge, language=pack.language)
