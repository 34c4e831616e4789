"""Which case a replacement stands in, by determiner, preposition and clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import regex

from nescio.replace.agreement.grammar import Front, Grammar, Reading, fitting
from nescio.replace.agreement.phrases import Utterance
from nescio.replace.agreement.surroundings import Around

_CLAUSE_END: Final = regex.compile(r"[.!?;:,\n]")
_WORD: Final = regex.compile(r"[\p{L}\p{M}-]+")
_REACH: Final = 80  # characters before a mention in which its clause may begin
_LAST: Final = 9  # the rank of a case that is not expected at all


class Governed(NamedTuple):
    """The case of a noun, and the preposition before it, which may have to be another one."""

    preposition: str
    case: str


class CaseChooser:
    """Reads the case of a name off the words before it."""

    def __init__(self, grammar: Grammar, is_noun: Callable[[str], bool]) -> None:
        self._grammar, self._is_noun = grammar, is_noun
        self._prepositions, self._clause = grammar.table.prepositions, grammar.table.clause

    def reading(self, said: Utterance) -> Reading | None:
        """What the determiner in the text is: gender, number and case as far as they can be told."""
        around = said.around
        if not around.readings:
            return None
        readings = fitting(around.readings, said.genders, "s")
        if governed := self._governed(around):
            right = [r for r in readings if r.cell.case in governed]
            readings = right or [r for r in around.readings if r.cell.case in governed] or readings
            return _first(readings, governed)
        if len({r.cell.case for r in readings}) == 1:
            return readings[0]
        return _first(readings, self._likely_cases(said))

    def _governed(self, around: Around) -> Sequence[str]:
        inner = around.readings[0].preposition if around.readings else ""
        word = inner or (around.preposition.text.lower() if around.preposition else "")
        return self._prepositions.governs.get(word, ())

    def _likely_cases(self, said: Utterance) -> Sequence[str]:
        """The cases in the order of likelihood when no preposition decides."""
        around = said.around
        anchor = around.determiner or (around.words[0] if around.words else None)
        if anchor is None:
            return ("NOM",)
        before = said.spot.text[max(0, anchor.start - _REACH) : anchor.start]
        clause = _CLAUSE_END.split(before)[-1]
        words = _WORD.findall(clause)
        if not words:
            return ("NOM", "ACC", "DAT", "GEN")
        first = words[0] if _begins(before, clause) and not self._is_noun(words[0]) else ""
        if words[-1][:1].isupper() and words[-1] != first:  # a noun right before: its genitive attribute
            return ("GEN", "DAT", "ACC", "NOM")
        has_subject = self._has_subject(words, first)
        return ("ACC", "DAT", "NOM", "GEN") if has_subject else ("NOM", "ACC", "DAT", "GEN")

    def _has_subject(self, words: Sequence[str], first: str) -> bool:
        """Whether a clause has its subject already; `first` has its capital from the sentence."""
        rest = words[1:] if words[0].lower() in self._clause.adverbs else words
        named = any(word[:1].isupper() for word in rest if word != first)
        return named or any(word.lower() in self._clause.subjects for word in rest)

    def choose(self, said: Utterance, front: Front, reading: Reading | None) -> Governed:
        """The case of the phrase behind what stands before it."""
        phrase, preposition = said.phrase, front.preposition
        if not self._grammar.cases:
            return Governed(preposition, "")
        if said.is_genitive:
            return Governed(preposition, "GEN")
        other = self._prepositions.instead.get(preposition)
        is_bare_noun = not said.around.readings and not phrase.proper and front.determiner
        if other and is_bare_noun and (phrase.place or not other.places):
            return Governed(other.preposition, other.case)
        if reading is not None:
            return Governed(preposition, reading.cell.case)
        if preposition:
            return Governed(preposition, self._prepositions.governs.get(preposition, ("DAT",))[0])
        if phrase.proper:
            return Governed(preposition, "NOM")
        return Governed(
            preposition, next(case for case in self._likely_cases(said) if case in ("NOM", "ACC"))
        )


def _first(readings: Sequence[Reading], cases: Sequence[str]) -> Reading:
    """The reading whose case comes first in an order of cases."""
    return min(readings, key=lambda r: cases.index(r.cell.case) if r.cell.case in cases else _LAST)


def _begins(before: str, clause: str) -> bool:
    """Whether a clause begins a sentence, where any word has a capital letter."""
    rest = before[: len(before) - len(clause)].rstrip()
    return not rest or rest[-1] in ".!?:\n"
