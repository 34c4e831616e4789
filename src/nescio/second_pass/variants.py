"""Variants: inflected, shouted, hyphenated, misread and log-in forms of names that were found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from nescio.core.labels import PERSON, LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.packs.naming import Naming
from nescio.second_pass.evidence import Evidence
from nescio.second_pass.guards import Guard
from nescio.second_pass.lookup import Alias, Cover, find, merged
from nescio.second_pass.pet_names import PetNames
from nescio.second_pass.sources import Found, found_names
from nescio.second_pass.turned import TurnedNames
from nescio.text.folding import fold_words
from nescio.text.word_matcher import Words

_BROKEN: Final = re.compile(
    r"(?<![^\W\d_])(?P<head>[^\W\d_]{2,30}+)[-‐\u00ad¬][ \t]{0,9}+\r?\n[ \t]{0,40}+(?P<tail>[^\W\d_]{2,30}+)"
)
_DISCOUNT: Final = 0.85
_MIN_MISREAD: Final = 5  # letters: shorter words look alike by chance
_BEYOND_DOUBT: Final = 2.0
_MIN_LOGIN: Final = 5
_MIN_LONG, _MAX_LONG = 4, 8  # words of a name of which some may stand elsewhere in a row
_MIN_STRETCH: Final = 3  # words that are that name however they are written
_MIN_FAMILY: Final = 3
_PLURALS: Final = ("s", "es")
_WORD: Final = 5  # frequency class of a word that is one even behind an article: die Weges
# What scanners confuse, whatever the language: shapes of print that look alike. Both sides are
# brought to one form before they are compared.
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b", "j": "l"})
_PAIRS: Final = (("rn", "m"), ("cl", "d"), ("vv", "w"), ("ii", "u"), ("ll", "u"))


class VariantPass:
    """Finds forms of found names that the detector could not know.

    Guards: endings only on words that are not common; a misread word must be unknown to the
    language and long; a log-in name needs a given and a family name, or an initial and one;
    a pet name must be no word of the language.
    """

    def __init__(self, naming: Naming, labels: LabelSet) -> None:
        self._naming = naming
        self._labels = labels
        self._guard = Guard(naming)
        self._pets, self._turned = PetNames(naming), TurnedNames(naming, labels)
        self._small, self._titles = naming.small_words, naming.titles
        self._articles = naming["person.plural_articles"]
        self._written_out = str.maketrans(dict(naming.written_out))

    @classmethod
    @job_options({})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> VariantPass:
        return cls(pack.naming, pack.labels)

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        return self.reconsider(doc, spans, ())

    def reconsider(self, doc: Document, spans: Sequence[Span], claims: Sequence[Span]) -> list[Span]:
        """Look again, knowing what the detectors said beside the spans: `claims` with their doubts."""
        found = found_names(doc, spans, self._labels)
        if not found:
            return list(spans)
        words = Words.of(doc.text)
        rare = self._rare_words(found)
        spelled = self._spellings(doc.text, found)
        aliases = [
            *self._inflected(rare, self._strong(found)),
            *self._families(found),
            *self._logins(found, spelled, words),
            *_spelled_out(rare, spelled),
            *self._full_names(found),
            *self._misread(words, rare),
            *self._pets.find(found, words, rare),
        ]
        cover = Cover(sorted(spans))
        hits = list(find(words, _unique(aliases), cover, Evidence(claims, self._labels)))
        broken = [span for span in _broken(doc.text, rare) if cover.is_free(span.start, span.end)]
        turned = self._turned.find(doc.text, sorted(spans), claims)
        return merged(spans, _apart([*hits, *broken, *turned]))

    def _spellings(self, text: str, found: Iterable[Found]) -> dict[str, str]:
        """Folded words to how they are written without the letters that not every keyboard has."""
        spelled: dict[str, str] = {}
        for item in found:
            surfaces = {text[span.start : span.end] for span in item.spans}
            for surface in (s for s in surfaces if not s.isascii()):
                written = fold_words(surface.translate(self._written_out))
                if len(written) == len(item.words):
                    pairs = zip(item.words, written, strict=True)
                    spelled.update((word, other) for word, other in pairs if word != other)
        return spelled

    def _rare_words(self, found: Sequence[Found]) -> dict[str, tuple[str, float]]:
        """Words that stand for a name on their own: word to label and score."""
        rare: dict[str, tuple[str, float]] = {}
        for item in found:
            people = item.kind == PERSON
            words = item.words if people else item.words[: 1 if len(item.words) == 1 else 0]
            for word in words:
                titled = word in self._titles or word in self._small or len(word) < 3
                if not titled and self._guard.admits((word,), item.support[item.label]):
                    score = item.score * _DISCOUNT
                    if word not in rare or rare[word][1] < score:
                        rare[word] = (item.label, score)
        return rare

    def _strong(self, found: Sequence[Found]) -> frozenset[str]:
        """Common words that are names here beyond doubt: twice the support that they need."""
        support: dict[str, float] = {}
        for item in found:
            words = item.words[-1:] if item.kind == PERSON or len(item.words) == 1 else ()
            for word in words:
                support[word] = support.get(word, 0.0) + item.support[item.label]
        return frozenset(
            word for word, total in support.items() if self._guard.admits((word,), total / _BEYOND_DOUBT)
        )

    def _inflected(self, rare: Mapping[str, tuple[str, float]], strong: frozenset[str]) -> Iterator[Alias]:
        for word, (label, score) in rare.items():
            if self._guard.is_common(word) and word not in strong:
                continue
            for ending in self._naming.endings:
                form = word + ending
                same_kind = rare.get(form, (label,))[0] == label
                if same_kind and (word in strong or not self._guard.is_common(form)):
                    yield Alias((form,), label, score, "inflected")

    def _families(self, found: Iterable[Found]) -> Iterator[Alias]:
        """`die Ritters`, `the Joneses`: all who have the family name of somebody, behind an article."""
        for item in found:
            last, score = item.words[-1], item.score * _DISCOUNT
            is_name = item.kind == PERSON and len(item.words) > 1 and len(last) >= _MIN_FAMILY
            if is_name and last not in self._small and not self._guard.is_common(last, at_least=_WORD):
                for ending in _PLURALS:
                    yield Alias((last + ending,), item.label, score, "family", after=self._articles)

    def _full_names(self, found: Iterable[Found]) -> Iterator[Alias]:
        """A whole name of two words or more is the name however it is written."""
        for item in found:
            words = tuple(word for word in item.words if word not in self._titles)
            telling = [word for word in words if word not in self._small and not self._guard.is_common(word)]
            if len(words) > 1 and telling and item.kind == PERSON:
                score = item.score * _DISCOUNT
                yield Alias(words, item.label, score, "spelling", "any")
                yield Alias((words[-1], *words[:-1]), item.label, score, "turned", "any")
                if len(words) > 2 and words[-1] in telling:
                    yield Alias((words[0], words[-1]), item.label, score, "spelling", "any")
                for part in self._stretches(words):
                    yield Alias(part, item.label, score, "spelling", "any")

    def _stretches(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Some of the words of a long name in a row: `marta de lima prado` of `Marta de Lima Prado Reis`."""
        if _MIN_LONG <= len(words) <= _MAX_LONG:
            names = [place for place, word in enumerate(words) if word not in self._small]
            for first, last in combinations(names, 2):
                part = words[first : last + 1]
                if len(part) >= _MIN_STRETCH and not all(map(self._guard.is_common, part)):
                    yield part

    def _logins(self, found: Iterable[Found], spelled: Mapping[str, str], words: Words) -> Iterator[Alias]:
        """`jsilva`, `joaosilva`, `silvaj`, `jsilva87`: user names made of a found name."""
        logins: dict[str, float] = {}
        for item in found:
            parts = [word for word in item.words if word not in self._small and word not in self._titles]
            if item.kind != PERSON or len(parts) < 2:
                continue
            for given, family in {(parts[0], parts[-1]), _written_out((parts[0], parts[-1]), spelled)}:
                for login in (given + family, family + given, given[0] + family, family + given[0]):
                    if len(login) >= _MIN_LOGIN and not self._guard.is_common(login):
                        logins[login] = max(item.score * _DISCOUNT, logins.get(login, 0.0))
        for word in dict.fromkeys(words.folded):
            login = word.rstrip("0123456789")
            if login in logins:
                yield Alias((word,), "USERNAME", logins[login], "login", "login")

    def _misread(self, words: Words, rare: Mapping[str, tuple[str, float]]) -> Iterator[Alias]:
        by_shape = {_shape(word): found for word, found in rare.items() if len(word) >= _MIN_MISREAD}
        if not by_shape:
            return
        shapes = _shape(" ".join(words.folded)).split(" ")
        known = self._naming.frequency_of
        for word, shape in zip(words.folded, shapes, strict=True):
            if shape in by_shape and word not in rare and word not in known:
                label, score = by_shape[shape]
                yield Alias((word,), label, score * _DISCOUNT, "misread")


def _written_out(names: tuple[str, str], spelled: Mapping[str, str]) -> tuple[str, str]:
    given, family = names
    return spelled.get(given, given), spelled.get(family, family)


def _spelled_out(rare: Mapping[str, tuple[str, float]], spelled: Mapping[str, str]) -> Iterator[Alias]:
    """`Thoelke` for `Thölke`."""
    for word, other in spelled.items():
        if word in rare and other not in rare:
            label, score = rare[word]
            yield Alias((other,), label, score, "written_out")


def _shape(text: str) -> str:
    shape = text.translate(_ALIKE)
    for pair, single in _PAIRS:
        shape = shape.replace(pair, single)
    return shape


def _broken(text: str, rare: Mapping[str, tuple[str, float]]) -> Iterator[Span]:
    """Names that a line break cuts in two: `Sil-` and `va`."""
    for match in _BROKEN.finditer(text):
        joined = "".join(fold_words(match["head"] + match["tail"]))
        if joined in rare and match["head"][0].isupper():
            label, score = rare[joined]
            yield Span(match.start(), match.end(), label, score, "second_pass:hyphenated")


def _unique(aliases: Iterable[Alias]) -> list[Alias]:
    return list({(alias.words, alias.case, alias.after): alias for alias in aliases}.values())


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Of additions that overlap, the longer one."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda item: (item.start, -item.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept
