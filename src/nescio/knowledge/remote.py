"""Remote look-up over HTTP with a local cache; used only where somebody names an address."""

from __future__ import annotations

import sqlite3
import urllib.parse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError
from nescio.core.plain_json import read_json
from nescio.core.protocols import Entry
from nescio.fetch import FetchError, fetch
from nescio.knowledge.base import PROPERTIES, Record
from nescio.knowledge.lexicon import DictionaryFile, write_lexicon
from nescio.knowledge.sqlite import open_sqlite
from nescio.knowledge.streams import map_of
from nescio.knowledge.wikidata import to_record
from nescio.knowledge.wiktionary import need_page_rules, read_page
from nescio.knowledge.words import DictionaryWord
from nescio.packs import Pack
from nescio.text.folding import key_of

_LIMIT: Final = 5_000_000  # bytes of an answer; more is nonsense
_MANY: Final = 50  # items that may be asked for at once
NONSENSE: Final = "remote answers nonsense"
_ODD: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    sqlite3.Error,
)
_PATIENCE: Final = 3  # failures after which a remote is not asked again


class Fetcher:
    """Asks one address for JSON; a slow, broken or talkative one counts as silent."""

    def __init__(self, url: str, *, timeout: float = 5.0, redirects: Sequence[str] = ()) -> None:
        if not url.startswith(("http://", "https://")):
            raise ConfigError("A remote is named by an address that begins with http:// or https://.")
        self._url, self._timeout, self._redirects = url, timeout, redirects
        self.problems: Counter[str] = Counter()

    def ask(self, **parameters: str) -> Mapping[str, Any] | None:
        """The answer, or None: what went wrong is counted in `problems`, without the question."""
        if sum(self.problems.values()) >= _PATIENCE:
            return None
        query = urllib.parse.urlencode({**parameters, "format": "json"}, errors="replace")
        try:
            content = read_json(
                fetch(
                    f"{self._url}?{query}",
                    headers={"User-Agent": "nescio"},
                    seconds=self._timeout,
                    limit=_LIMIT,
                    redirects=self._redirects,
                )
            )
        except FetchError as error:
            self.problems[f"remote {error.kind}"] += 1
            return None
        except ValueError:
            content = None
        if isinstance(content, dict):
            return content
        self.problems[NONSENSE] += 1
        return None


class RemoteKnowledge:
    """Wikidata, or a service that answers like it, behind a local store that remembers."""

    def __init__(
        self,
        url: str,
        cache: Path,
        *,
        languages: Sequence[str],
        words: Mapping[str, tuple[str, ...]] | None = None,
        timeout: float = 5.0,
        redirects: Sequence[str] = (),
    ) -> None:
        self._fetch = Fetcher(url, timeout=timeout, redirects=redirects)
        self._words = words or {}  # folded word -> types, to tell the type by the name of a class
        self._cache = open_sqlite(cache, writable=True, private=True)  # it holds what texts were asked about
        self._languages = tuple(languages)

    @property
    def problems(self) -> Counter[str]:
        return self._fetch.problems

    def find(self, term: str, language: str = "") -> list[Entry]:
        asked = f"asked:{language}:{key_of(term)}"
        if not self._cache.cursor(asked):
            try:
                self._learn(term, language or self._languages[0], asked)
            except _ODD:  # JSON of any form may come: the text is not to fail for it
                self.problems[NONSENSE] += 1
        return self._cache.find(term, language)

    def _learn(self, term: str, language: str, asked: str) -> None:
        found = self._fetch.ask(action="wbsearchentities", search=term, language=language, limit="10")
        if found is None:
            return
        hits = found.get("search")
        if not isinstance(hits, list):
            self.problems[NONSENSE] += 1
        ids = (
            [str(hit["id"]) for hit in hits if isinstance(hit, Mapping) and "id" in hit]
            if isinstance(hits, list)
            else []
        )
        records = self._items(ids)
        classes = {uid for record in records for group in record.statements.values() for uid in group}
        records += self._items(sorted(classes - set(ids))[:_MANY])
        self._cache.add([record for record in records if record.name], job=asked, position="1")
        if records and self._words:
            self._cache.resolve_types(self._words)

    def _items(self, ids: Sequence[str]) -> list[Record]:
        answer = (
            self._fetch.ask(action="wbgetentities", ids="|".join(ids), props="labels|aliases|claims")
            if ids
            else {}
        )
        items = answer.get("entities") if answer else None
        records: list[Record] = []
        for item in items.values() if isinstance(items, Mapping) else ():
            with suppress(*_ODD):  # what is no item says nothing
                records.append(to_record(map_of(item), self._languages))
        return records

    def get(self, uid: str) -> Entry | None:
        return self._cache.get(uid)

    def labels(self, entry: Entry) -> dict[str, list[str]]:
        return self._cache.labels(entry)

    def statements(self, entry: Entry, properties: Iterable[str] = PROPERTIES) -> dict[str, list[str]]:
        return self._cache.statements(entry, properties)

    def counts(self) -> Mapping[str, int]:
        return self._cache.counts()

    def size(self) -> int:
        return self._cache.size()

    def add(self, records: Iterable[Record]) -> int:
        return self._cache.add(records)

    def close(self) -> None:
        self._cache.close()


class RemoteDictionary:
    """The Wiktionary of a language, page by page, behind a local dictionary that remembers."""

    def __init__(self, url: str, cache: Path, pack: Pack, *, timeout: float = 5.0) -> None:
        self._fetch = Fetcher(url, timeout=timeout)
        self._rules = need_page_rules(pack)
        self._language, self._path = pack.language, cache
        self._asked: set[str] = set()

    @property
    def problems(self) -> Counter[str]:
        return self._fetch.problems

    def find(self, term: str) -> tuple[DictionaryWord, ...]:
        known = self._known(term)
        if known or term in self._asked:
            return known
        self._asked.add(term)
        answer = self._fetch.ask(action="parse", page=term, prop="wikitext", formatversion="2")
        page = answer.get("parse") if answer else None
        text = page.get("wikitext") if isinstance(page, Mapping) else None
        if not isinstance(text, str):
            return ()
        words = list(read_page(term, text, self._language, self._rules))
        if words:
            write_lexicon(self._path, words, private=True)  # it holds what texts were asked about
        return self._known(term)

    def _known(self, term: str) -> tuple[DictionaryWord, ...]:
        if not self._path.is_file() or not self._path.stat().st_size:
            return ()
        lexicon = DictionaryFile(self._path, self._language)
        try:
            return lexicon.find(term)
        finally:
            lexicon.close()
