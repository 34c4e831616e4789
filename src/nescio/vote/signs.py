"""The signs by which a claim is believed more or less: its words, its place, what others say of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import log
from typing import Final, NamedTuple

from nescio.core.labels import OUTSIDE, LabelSet
from nescio.core.model import Document, Span
from nescio.core.stretches import Stretches
from nescio.packs import Pack
from nescio.text.folding import fold_word

_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_OPENS: Final = re.compile(r"(?:^|[.!?:\n])[\s\"“„«(\[*•–-]*$")
_BEFORE: Final = re.compile(r"(?P<word>\w+)\.?[^\w\n]{1,3}$")
_LOOK_BACK: Final = 30
_MARKS: Final = ".,:;()-/!?\n '\""
_CAPITALS: Final = {False: 0.3, True: 0.45}  # share of capitals from which a text is full of them, by noun
_SMALL: Final = 0.03  # share up to which it has next to none
_EDGE: Final = 0.01  # nobody is quite sure
_SURE, _HALF = 0.8, 0.3  # scores
_KNOWN: Final = 3  # frequency class of a word that a longer one may end with
_TAIL: Final = 4  # letters that such an end has at least
_MANY: Final = 4  # words
_LONG: Final = 12  # letters
_MAKERS: Final = ("lists", "patterns")
_NAME: Final = 64  # characters of what is remembered
_REMEMBERED: Final = 1 << 13

Signs = Mapping[str, float]


class _Surest(NamedTuple):
    """The surest of the claims that are of the same words and label, and the surest of the other places."""

    start: int = -1
    score: float = 0.0
    other: float = 0.0

    def beside(self, start: int) -> float:
        """How sure the witness is of them in any place but one."""
        return self.other if start == self.start else self.score


class WholeText:
    """One document as a whole: how it is written, and what the witness claims where."""

    def __init__(self, doc: Document, claims: Sequence[Span], *, witness: str, capital_nouns: bool) -> None:
        self.text = doc.text
        self.language = doc.language
        self.claims = Stretches(claims)
        self._capital_nouns = capital_nouns
        self._sure = [claim for claim in claims if claim.maker == witness and not claim.is_doubt]

    @cached_property
    def _words(self) -> list[tuple[int, str]]:
        return [(match.start(), match[0]) for match in _WORD.finditer(self.text)]

    @cached_property
    def style(self) -> str:
        """Whether capitals tell anything here: everything has one, or next to nothing."""
        text = self.text
        inside = [
            word
            for start, word in self._words
            if (start > 1 and text[start - 1] == " " and text[start - 2].isalnum())  # as before most words
            or (start and not self._opens(start))
        ]
        share = sum(word[0].isupper() for word in inside) / max(1, len(inside))
        if share > _CAPITALS[self._capital_nouns]:
            return "capitals"
        return "small" if share < _SMALL else "plain"

    @cached_property
    def small(self) -> frozenset[str]:
        """The words that are somewhere written without a capital."""
        return frozenset(word for _, word in self._words if word[0].islower())

    @cached_property
    def count_of(self) -> Counter[str]:
        return Counter(word.lower() for _, word in self._words)

    @cached_property
    def claimed(self) -> dict[tuple[str, str], _Surest]:
        """What the witness claims, by its words and label."""
        found: dict[tuple[str, str], _Surest] = {}
        for claim in self._sure:
            key = self.text[claim.start : claim.end].lower(), claim.label
            known = found.get(key, _Surest())
            if claim.score > known.score:
                found[key] = _Surest(claim.start, claim.score, known.beside(claim.start))
            elif claim.start != known.start:
                found[key] = known._replace(other=max(claim.score, known.other))
        return found

    @cached_property
    def claimed_words(self) -> Counter[str]:
        """How often each word is claimed by the witness."""
        surfaces = (self.text[claim.start : claim.end] for claim in self._sure)
        return Counter(word.lower() for surface in surfaces for word in _WORD.findall(surface))

    def _opens(self, start: int) -> bool:
        """A sentence or a line begins here."""
        return _OPENS.search(self.text, max(0, start - 12), start) is not None


class _Wording(NamedTuple):
    """What is seen of the words of a claim by themselves."""

    first: str
    shape: str  # of the first
    signs: tuple[str, ...]


class SignReader:
    """Tells the signs of a claim; each is a word with a number, mostly 1."""

    def __init__(self, pack: Pack, *, witness: str) -> None:
        naming = pack.naming
        self._witness = witness
        self._labels: LabelSet = pack.labels
        self._frequency_of = naming.frequency_of
        self._given = naming.gender_of
        self._titles = naming.titles
        self._determiners = naming["determiners"]
        self._small_words = naming.small_words
        self._capital_nouns = pack.grammar.capital_nouns
        self._wording = lru_cache(_REMEMBERED)(self._read_wording)  # names come again and again

    def read(self, doc: Document, claims: Sequence[Span]) -> WholeText:
        return WholeText(doc, claims, witness=self._witness, capital_nouns=self._capital_nouns)

    def signs(self, reading: WholeText, claim: Span) -> dict[str, float]:
        """The signs of one claim of a document."""
        near = [other for other in reading.claims.touching(claim.start, claim.end) if other != claim]
        found = dict.fromkeys(self._told(reading, claim, near), 1.0)
        chance = min(max(claim.score, _EDGE), 1 - _EDGE)
        found["score"] = log(chance / (1 - chance))
        if claim.maker != self._witness:
            heard = [other.score for other in near if other.maker == self._witness and not other.is_doubt]
            if heard:
                found["heard"] = max(heard)
        return found

    def _told(self, reading: WholeText, claim: Span, near: list[Span]) -> list[str]:
        kind = "doubt" if claim.is_doubt else claim.maker
        surface = reading.text[claim.start : claim.end]
        wording = self._wording(surface) if len(surface) <= _NAME else self._read_wording(surface)
        return [
            "claim",
            kind,
            f"{kind} in {reading.language}",
            *self._said(claim, near),
            f"written {wording.shape} in {reading.style}",
            *wording.signs,
            *self._placed(reading, claim, wording.shape),
            *self._elsewhere(reading, claim, surface.lower(), wording.first),
        ]

    def _said(self, claim: Span, near: list[Span]) -> Iterator[str]:
        """What the other detectors say of the place."""
        root = self._labels.root(claim.label)
        of_witness = [other for other in near if other.maker == self._witness]
        if claim.maker != self._witness:
            state = self._state(root, of_witness)
            yield f"witness {state}"
            yield f"{claim.source} {state}"
        else:
            rivals = [other for other in of_witness if other.is_doubt != claim.is_doubt]
            if rivals:
                yield f"rival {'alike' if any(other.label == claim.label for other in rivals) else 'other'}"
        others = [other for other in near if other.maker not in (self._witness, claim.maker)]
        for maker in _MAKERS:
            if maker == claim.maker:
                continue
            said = [other.label for other in others if other.maker == maker and other.label not in OUTSIDE]
            agrees = any(self._labels.root(label) == root for label in said)
            yield f"{maker} {'agree' if agrees else 'disagree' if said else 'silent'}"
        if any(other.label in OUTSIDE for other in others):
            yield "veto"
        if not others:
            yield "alone"

    def _state(self, root: str, heard: Iterable[Span]) -> str:
        sure = {self._labels.root(other.label) for other in heard if not other.is_doubt}
        doubts = {self._labels.root(other.label) for other in heard if other.is_doubt}
        if sure:
            return "agrees" if root in sure else "disagrees"
        return "half agrees" if root in doubts else "doubts" if doubts else "silent"

    def _read_wording(self, surface: str) -> _Wording:
        """What the words are, and how they are written."""
        words = _WORD.findall(surface) or [surface]
        shape = _shape(words[0])
        folded = [fold_word(word) for word in words]
        rarest = min(self._frequency_of.get(word, 0) for word in folded)
        given = [word in self._given for word in folded]
        signs = [
            f"rare {rarest}",
            f"rare {rarest} {shape}",
            f"given {'all' if all(given) else 'some' if any(given) else 'none'}",
            f"given {'some' if any(given) else 'none'} rare {rarest}",
            f"words {min(len(words), _MANY)}",
            f"letters {min(len(surface), _LONG)}",
        ]
        last = folded[-1]
        if not self._frequency_of.get(last, 0) and self._ends_known(last):
            signs.append("compound")
        if last.endswith("s") and self._frequency_of.get(last[:-1], 0) >= _KNOWN:
            signs.append("plural")
        return _Wording(words[0], shape, tuple(signs))

    def _ends_known(self, word: str) -> bool:
        ends = (word[cut:] for cut in range(2, len(word) - _TAIL + 1))
        return any(self._frequency_of.get(end, 0) >= _KNOWN for end in ends)

    def _placed(self, reading: WholeText, claim: Span, shape: str) -> Iterator[str]:
        """Where it stands: in its line and sentence, behind and before what."""
        before = reading.text[max(0, claim.start - _LOOK_BACK) : claim.start]
        after = reading.text[claim.end : claim.end + 1]
        begins_line = not before.rpartition("\n")[2].strip()
        place = "line" if begins_line else "sentence" if _OPENS.search(before) else "inside"
        yield f"place {place} {shape}"
        if begins_line and after == ":":
            yield "speaker"
        yield f"before {self._kind_before(before)}"
        yield f"after {_MARKS.index(after) if after and after in _MARKS else 'other'}"

    def _kind_before(self, before: str) -> str:
        match = _BEFORE.search(before)
        if match is None:
            return "nothing"
        word, folded = match["word"], fold_word(match["word"])
        if folded in self._titles:
            return "title"
        if folded in self._determiners:
            return "determiner"
        if folded in self._small_words:
            return "link"
        return "small" if word[0].islower() else "figure" if word[0].isdigit() else "capital"

    def _elsewhere(self, reading: WholeText, claim: Span, surface: str, first: str) -> Iterator[str]:
        """What became of the same words in other places of the document."""
        best = reading.claimed.get((surface, claim.label), _Surest()).beside(claim.start)
        yield f"again {'sure' if best > _SURE else 'likely' if best > _HALF else 'weak' if best else 'never'}"
        word = first.lower()
        if reading.count_of[word] > reading.claimed_words[word] + 1:
            yield "unclaimed elsewhere"
        if first[0].isupper() and word in reading.small:
            yield "small elsewhere"


def _shape(word: str) -> str:
    if any(map(str.isdigit, word)):
        return "figures"
    if word.islower():
        return "small"
    if word.isupper():
        return "letter" if len(word) == 1 else "capitals"
    return "capital" if word[0].isupper() and word[1:].islower() else "mixed"
