"""The gazetteer detector: claims the entries of the lists, whole words only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nescio.core.errors import ConfigError, check_options
from nescio.core.labels import OTHER_NAME, PERSON
from nescio.core.model import OWN, Document, Span
from nescio.core.options import job_options, texts_option
from nescio.detect.functions import FunctionGrower
from nescio.detect.gazetteer_guards import Guards, Hit, Neighbours, in_words
from nescio.detect.names import NameGrower, TitleReader
from nescio.packs import Pack
from nescio.packs.functions import FunctionWords
from nescio.packs.list_table import ListTable, build_table, print_of
from nescio.packs.lists import NameWords, WordList, read_csv_lists, read_entries
from nescio.text.word_index import FoundRows
from nescio.text.word_matcher import Flags, Words

OPTIONS: Final = {
    **dict.fromkeys(("files", "include", "exclude", "titles"), False), "hide": True, "keep": True,
}  # fmt: skip
VETO: Final = "O"
_LONG = 5  # letters: shorter words in capitals are mostly abbreviations


class GazetteerDetector:
    """Claims list entries; the longest at each place that passes its guards."""

    name = "lists"

    def __init__(
        self,
        lists: Iterable[WordList] = (),
        *,
        tables: Iterable[ListTable] = (),
        names: NameWords | None = None,
        functions: FunctionWords | None = None,
        titles: Iterable[str] = (),
        endings: Iterable[str] = (),
    ) -> None:
        lists = list(lists)
        self._own = build_table([words for words in lists if words.own])
        self._tables = [*tables, build_table([words for words in lists if not words.own]), self._own]
        self._searched = [_TableRules(table) for table in self._tables if len(table.index)]
        self._endings = tuple(endings)
        self._names = NameGrower(names or NameWords())
        self._functions = FunctionGrower(functions or FunctionWords())
        self._titles = TitleReader(titles, self._names)
        self._guards = Guards(words for table in self._tables for words in table.lists)
        kinds = {words.label for table in self._tables for words in table.lists if not words.veto}
        self.labels = frozenset(kinds | ({PERSON} if self._titles else set()))

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> GazetteerDetector:
        check_options("The detector 'lists'", options, OPTIONS)

        def given(name: str) -> list[str]:
            return texts_option("lists", options, name)

        extra = [words for path in given("files") for words in read_csv_lists(Path(path))]
        extra += [_own_list(path, veto=False) for path in given("include")]
        extra += [_own_list(path, veto=True) for path in given("exclude")]
        extra += [_own_terms("hide", options, veto=False), _own_terms("keep", options, veto=True)]
        titles = [title for path in given("titles") for title in read_entries(Path(path))]
        for words in (*(words for table in pack.list_tables for words in table.lists), *extra):
            if not words.veto:
                _refuse_unknown_label(words, pack)
        # Reading what names are made of takes time, and nobody asks without a list of their own.
        endings = pack.naming.endings if any(words.entries for words in extra) else ()
        return cls(
            extra,
            tables=pack.list_tables,
            names=pack.name_words,
            functions=pack.function_words,
            titles=titles,
            endings=endings,
        )

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        batch = _Batch(Words.of_all([doc.text for doc in docs]))
        hits: list[list[Hit]] = [[] for _ in docs]
        for rules in self._searched:
            for number, hit in _find(rules, rules.table.index.find_keys(batch.keys), batch):
                hits[number].append(hit)
        return [list(self._claims(words, own)) for words, own in zip(batch.texts, hits, strict=True)]

    def explain(self, doc: Document, claim: Span) -> str:
        """Which list made a claim, and where the list comes from."""
        for table in self._tables:
            for words in table.lists:
                if _source(words) == claim.source:
                    whose = "your list" if words.own else "list"
                    origin = "" if words.own else f" ({words.source})"
                    return f"{whose} {words.file}{origin}{in_words(words)}"
        return "a title of your list before it"

    def _claims(self, words: Words, hits: list[Hit]) -> Iterator[Span]:
        hits += self._inflected(words)
        sure: list[Hit] = []
        doubtful: list[Hit] = []
        for hit in hits:
            if self._guards.fits(hit, words):
                if self._guards.has_context(hit, words):
                    sure.append(hit)
                elif hit.words.beside:
                    doubtful.append(hit)
        # A longer entry of ours never hides one of the user's: the vote decides between them.
        own, ours = ([hit for hit in sure if hit.words.own is whose] for whose in (True, False))
        grown = list(self._grow((*_longest(own), *_longest(ours)), words))
        if doubtful:
            near = Neighbours(words, [(first, last, hit.words.label) for hit, first, last in grown])
            grown += self._grow(_longest(filter(near.admit, doubtful)), words)
        for hit, first, last in grown:
            start, end = words.spans[first][0], words.spans[last][1]
            if hit.signs:
                start, end = start - len(hit.signs.before), end + len(hit.signs.behind)
            rules = hit.words
            yield Span(start, end, VETO if rules.veto else rules.label, rules.score, hit.source)
        yield from self._titles.claims(words)

    def _inflected(self, words: Words) -> Iterator[Hit]:
        """Entries of the user's with an ending of the language behind them: "Zennos" for Zenno."""
        for ending in self._endings if len(self._own.index) else ():
            found = self._own.index.find(words, words.keys_without(ending))
            for _, hit in _find(_TableRules(self._own), found, _Batch([words])):
                yield hit._replace(inflected=True)

    def _grow(self, hits: Iterable[Hit], words: Words) -> Iterator[tuple[Hit, int, int]]:
        """Each hit and the index of its first and last word, grown over what belongs to it."""
        reach = -1  # the last word of the function before
        for hit in hits:
            first, last = hit.first, hit.last
            if hit.words.extend == "function":
                if last <= reach:
                    continue
                first, reach = self._functions.grow(words, first, last)
                last = reach
            elif hit.words.extend == "name" and not hit.inflected:
                last = self._names.grow(words, hit.last)
            if not hit.words.grown or last > hit.last:
                yield hit, first, last


def _own_list(path: str, *, veto: bool) -> WordList:
    """A user's list of words that always count (as MISC) or never."""
    name = Path(path).name
    return WordList(
        name, OTHER_NAME, name, read_entries(Path(path)), score=0.99, case="any", veto=veto, own=True
    )


def _own_terms(option: str, options: Mapping[str, Any], *, veto: bool) -> WordList:
    """Words of the configuration or the command line that always count, or never."""
    terms = options.get(option, ())
    if not isinstance(terms, (list, tuple)) or not all(isinstance(term, str) for term in terms):
        raise ConfigError(f"The detector 'lists': {option!r} is a list of words.")
    if not all(any(map(str.isalnum, term)) for term in terms):
        raise ConfigError(f"The detector 'lists': each of {option!r} has at least one letter or digit.")
    return WordList(option, OTHER_NAME, option, tuple(terms), score=0.99, case="any", veto=veto, own=True)


def _source(words: WordList) -> str:
    return f"{GazetteerDetector.name}:{OWN if words.own else ''}{words.name}"


def _refuse_unknown_label(words: WordList, pack: Pack) -> None:
    try:
        pack.labels.find(words.label)
    except ConfigError as error:
        raise ConfigError(f"List {words.file!r}: {error}") from error


class _TableRules:
    """What the lists of a table want of every occurrence, worked out once."""

    def __init__(self, table: ListTable) -> None:
        self.table = table
        self.loose = [rules.case == "any" for rules in table.lists]
        self.any_loose = any(self.loose)
        self.exact = np.array([rules.case == "exact" for rules in table.lists])
        self.sources = [_source(rules) for rules in table.lists]


class _Batch:
    """The words of some texts in one row, with nothing between two texts that any entry has."""

    def __init__(self, texts: Sequence[Words]) -> None:
        self.texts = texts
        self.starts = np.cumsum([0, *(len(words) + 1 for words in texts[:-1])])
        self.keys = _in_a_row([words.keys for words in texts], np.uint64)
        self.capital: Flags = _in_a_row([words.capital for words in texts], np.bool_)

    @cached_property
    def shouted(self) -> Flags:
        return _in_a_row([words.shouted for words in self.texts], np.bool_)


def _in_a_row(columns: Sequence[NDArray[Any]], kind: type[np.generic]) -> NDArray[Any]:
    nothing = np.zeros(1, dtype=kind)
    return np.concatenate([part for column in columns for part in (column, nothing)][:-1] or [nothing[:0]])


def _find(rules: _TableRules, found: FoundRows, batch: _Batch) -> Iterator[tuple[int, Hit]]:
    """The entries of a table found in texts, with capitals and signs as the table wants them.

    With each the number of its text, and places as they are in that.
    """
    if not len(found.row):
        return
    table = rules.table
    if not rules.any_loose:  # most words of a text have no capital: leave them out in bulk
        found = found.keep(batch.capital[found.first] | (table.capitals[found.row] & 1 == 0))
    sure = _are_plain_names(rules, found, batch)
    text = np.searchsorted(batch.starts, found.first, side="right") - 1
    begin = batch.starts[text]
    columns = (
        text, found.first - begin, found.last - begin, table.list_of[found.row], table.inflected[found.row],
        found.row, sure,
    )  # fmt: skip
    for at, first, last, number, inflected, row, plain in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        words = batch.texts[at]
        if plain or rules.loose[number] or _is_spelled_so(table, row, first, last, words):
            signs = table.signs.get(row)
            if signs is None or signs.stand_around(words, first, last):
                yield at, Hit(first, last, table.lists[number], inflected, rules.sources[number], signs)


def _are_plain_names(rules: _TableRules, found: FoundRows, batch: _Batch) -> Flags:
    """Single words with one capital, as most names are: nothing more to look at."""
    table = rules.table
    single = (found.first == found.last) & (table.acronyms[found.row] == 0) & (table.capitals[found.row] == 1)
    written = batch.capital[found.first] & ~batch.shouted[found.first]
    plain: Flags = single & written & ~rules.exact[table.list_of[found.row]]
    return plain


def _is_spelled_so(table: ListTable, row: int, first: int, last: int, words: Words) -> bool:
    surface = words.text[words.spans[first][0] : words.spans[last][1]]
    if row in table.exact:
        return print_of(surface) == table.exact[row]
    acronyms, capitals = int(table.acronyms[row]), int(table.capitals[row])
    if surface.isupper():
        one = 1 << (last - first)
        return len(surface) > 1 and (acronyms >= one or _in_capitals(first, last, len(surface), words))
    for place in range(last - first + 1):
        bit = 1 << place
        if capitals & bit and not words.capital[first + place]:
            return False
        if acronyms & bit and not words.surface(first + place).isupper():
            return False
    return True


def _in_capitals(first: int, last: int, length: int, words: Words) -> bool:
    """A name in capitals stands among capitals (a heading) or is long; "IBAN" is no family."""
    if length >= _LONG:
        return True
    beside = [index for index in (first - 1, last + 1) if 0 <= index < len(words)]
    neighbours = [words.surface(index) for index in beside]
    return any(len(word) > 1 and word.isalpha() and word.isupper() for word in neighbours)


def _longest(hits: Iterable[Hit]) -> Iterator[Hit]:
    """Leftmost and longest first; what begins inside a taken stretch is left out."""
    taken = -1
    stretch: tuple[int, int] | None = None
    for hit in sorted(hits, key=lambda hit: (hit.first, -hit.last)):
        if (hit.first, hit.last) == stretch or hit.first > taken:
            stretch, taken = (hit.first, hit.last), hit.last
            yield hit
