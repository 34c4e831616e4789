"""The gazetteer recognizer: claims the entries of the lists, whole words only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.core.errors import ConfigError, known
from nescio.core.model import Document, Span
from nescio.packs import Pack
from nescio.text.word_matcher import Hit, WordMatcher, Words, fold_entry
from nescio.text.wordlists import NameWords, WordList, read_csv_lists

OPTIONS = ("files",)
VETO: Final = "O"
_LONG = 5  # letters: shorter words in capitals are mostly abbreviations
_WRAPPED = 50  # characters: a shorter line was ended on purpose
_MAX_NAME = 6  # words in a person's name
_STARTERS = frozenset('.!?:;…\n\r•*>|"“„«»(–—-')


class _Entry(NamedTuple):
    """One entry as written in its list, and the list."""

    text: str
    words: WordList


class GazetteerDetector:
    """Claims list entries; the longest at each place that passes its guards."""

    name = "lists"

    def __init__(self, lists: Iterable[WordList], *, names: NameWords | None = None) -> None:
        self._lists = tuple(lists)
        self._entries = [entry for words in self._lists for entry in _forms(words)]
        self._matcher = WordMatcher(fold_entry(entry.text) for entry in self._entries)
        self._names = _NameGrower(names or NameWords())
        self.labels = frozenset(words.label for words in self._lists if not words.veto)

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> GazetteerDetector:
        for key in options:
            if key not in OPTIONS:
                raise ConfigError(f"The recognizer 'lists' has no option {key!r}. {known(key, OPTIONS)}")
        extra = [words for path in options.get("files", ()) for words in read_csv_lists(Path(path))]
        lists = (*pack.lists, *extra)
        for words in lists:
            if not words.veto:
                pack.labels.find(words.label)
        return cls(lists, names=pack.name_words)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [list(self._claims(Words(doc.text))) for doc in docs]

    def _claims(self, words: Words) -> Iterator[Span]:
        hits = [hit for hit in self._matcher.find(words) if self._passes(hit, words)]
        for hit in _longest(hits):
            entry = self._entries[hit.entry]
            rules = entry.words
            label = VETO if rules.veto else rules.label
            last = self._names.grow(words, hit.last) if rules.extend == "name" else hit.last
            end = words.spans[last][1]
            yield Span(hit.start, end, label, rules.score, f"{self.name}:{rules.name}")

    def _passes(self, hit: Hit, words: Words) -> bool:
        entry = self._entries[hit.entry]
        surface = words.text[hit.start : hit.end]
        if entry.words.case == "exact" and " ".join(surface.split()) != entry.text:
            return False
        if entry.words.case == "capital":
            if not _capitals_fit(entry.text, surface):
                return False
            if surface.isupper() and not entry.text.isupper() and not _in_capitals(hit, words):
                return False
        return entry.words.at_start or not _starts_sentence(words.text, hit.start)


def _forms(words: WordList) -> Iterator[_Entry]:
    """Each entry, and each with the endings that the list tolerates."""
    for text in words.entries:
        yield _Entry(text, words)
        for ending in words.endings:
            yield _Entry(text + ending, words)


def _in_capitals(hit: Hit, words: Words) -> bool:
    """A name in capitals stands among capitals (a heading) or is long; "IBAN" is no family."""
    if hit.end - hit.start >= _LONG:
        return True
    beside = [index for index in (hit.first - 1, hit.last + 1) if 0 <= index < len(words.spans)]
    neighbours = [words.surface(index) for index in beside]
    return any(len(word) > 1 and word.isalpha() and word.isupper() for word in neighbours)


def _capitals_fit(entry: str, surface: str) -> bool:
    """Every word with a capital in the list has one in the text; acronyms stay acronyms."""
    wanted, found = entry.replace("-", " ").split(), surface.replace("-", " ").split()
    if surface.isupper():
        return len(surface) > 1
    if len(wanted) != len(found):
        return surface[:1].isupper()
    return all(_capital_fits(want, have) for want, have in zip(wanted, found, strict=True))


def _capital_fits(want: str, have: str) -> bool:
    if len(want) > 1 and want.isupper():
        return have.isupper()
    return have[:1].isupper() or not want[:1].isupper()


def _starts_sentence(text: str, start: int) -> bool:
    before = start - 1
    while before >= 0 and text[before] in " \t\u00a0":
        before -= 1
    return before < 0 or text[before] in _STARTERS


def _longest(hits: Iterable[Hit]) -> Iterator[Hit]:
    """Leftmost and longest first; what begins inside a taken stretch is left out."""
    taken = -1
    stretch: tuple[int, int] | None = None
    for hit in sorted(hits, key=lambda hit: (hit.first, -hit.last, hit.entry)):
        if (hit.first, hit.last) == stretch or hit.first > taken:
            stretch, taken = (hit.first, hit.last), hit.last
            yield hit


class _NameGrower:
    """Extends a given name over the family names that follow it."""

    def __init__(self, names: NameWords) -> None:
        self._particles = frozenset(fold_entry(word) for word in names.particles)
        self._stop = frozenset(fold_entry(word) for word in names.stop)

    def grow(self, words: Words, last: int) -> int:
        """The index of the last word of the name."""
        end = position = last
        while position + 1 < len(words.spans) and position - last < _MAX_NAME:
            if not _is_name_gap(words, position):
                break
            position += 1
            if words.folded[position] in self._particles:
                continue
            if not self._is_name(words, position):
                break
            end = position
        return end

    def _is_name(self, words: Words, index: int) -> bool:
        return words.surface(index)[0].isupper() and words.folded[index] not in self._stop


def _is_name_gap(words: Words, index: int) -> bool:
    """Between two parts of one name: a space, a hyphen, a full stop after an initial, a wrapped line."""
    gap = words.gap(index)
    if "\n" in gap:
        start, end = words.spans[index]
        line = end - words.text.rfind("\n", 0, start)
        return not gap.strip() and gap.count("\n") == 1 and line >= _WRAPPED
    if gap.startswith("."):
        return len(words.surface(index)) == 1 and not gap[1:].strip()
    return gap in ("-", "‐", "‑", "'", "’") or not gap.strip()
