"""Which case a replacement stands in, by determiner, preposition and clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import regex

from nescio.replace.agreement.grammar import Grammar, Reading, fitting
from nescio.replace.agreement.phrases import Phrase
from nescio.replace.agreement.surroundings import Around

_REACH: Final = 80  # characters before a mention in which its clause may begin


class CaseChooser:
    """Reads the case of a name off the words before it."""

    def __init__(self, grammar: Grammar, is_noun: Callable[[str], bool]) -> None:
        self._grammar, self._is_noun = grammar, is_noun

    def reading(self, text: str, around: Around, genders: str, genitive: bool) -> Reading | None:
        """What the determiner in the text is: gender, number and case as far as they can be told."""
        if not around.readings:
            return None
        readings = fitting(around.readings, genders, "s")
        governed = self._governed(around)
        if governed:
            right = [r for r in readings if r.cell.case in governed]
            readings = right or [r for r in around.readings if r.cell.case in governed] or readings
            return min(readings, key=lambda r: governed.index(r.cell.case) if r.cell.case in governed else 9)
        if len({r.cell.case for r in readings}) == 1:
            return readings[0]
        wanted = self._likely_cases(text, around, genitive)
        return min(readings, key=lambda r: wanted.index(r.cell.case) if r.cell.case in wanted else 9)

    def _governed(self, around: Around) -> list[str]:
        inner = around.readings[0].preposition if around.readings else ""
        word = inner or (around.preposition.text.lower() if around.preposition else "")
        return list(self._grammar.governs.get(word, ()))

    def _likely_cases(self, text: str, around: Around, genitive: bool) -> list[str]:
        """The cases in the order of likelihood when no preposition decides."""
        anchor = around.determiner or (around.words[0] if around.words else None)
        if anchor is None:
            return ["NOM"]
        before = text[max(0, anchor.start - _REACH) : anchor.start]
        clause = regex.split(r"[.!?;:,\n]", before)[-1]
        words = regex.findall(r"[\p{L}\p{M}-]+", clause)
        if not words:
            return ["NOM", "ACC", "DAT", "GEN"]
        first = words[0] if self._begins(before, clause) and not self._is_noun(words[0]) else ""
        if words[-1][:1].isupper() and words[-1] != first:  # a noun right before: its genitive attribute
            return ["GEN", "DAT", "ACC", "NOM"]
        rules = self._grammar.raw.get("clause", {})
        subjects = rules.get("subjects", ())
        if words[0].lower() in rules.get("adverbs", ()):
            words = words[1:]
        named = any(word[:1].isupper() for word in words if word != first)
        has_subject = named or any(word.lower() in subjects for word in words)
        return ["ACC", "DAT", "NOM", "GEN"] if has_subject else ["NOM", "ACC", "DAT", "GEN"]

    def choose(
        self, preposition: str, phrase: Phrase, around: Around, reading: Reading | None,
        text: str, start: int, genitive: bool, determiner: str,
    ) -> tuple[str, str]:  # fmt: skip
        """The case of the phrase, and the preposition, which may have to be another one."""
        if not self._grammar.cases:
            return preposition, ""
        if genitive:
            return preposition, "GEN"
        other = self._grammar.instead.get(preposition)
        if (
            other
            and not around.readings
            and not phrase.proper
            and determiner
            and (phrase.place or not other.get("places"))
        ):
            return str(other["preposition"]), str(other["case"])
        if reading is not None:
            return preposition, reading.cell.case
        if preposition:
            return preposition, self._grammar.governs.get(preposition, ["DAT"])[0]
        if phrase.proper:
            return preposition, "NOM"
        likely = self._likely_cases(text, around, genitive)
        return preposition, next(case for case in likely if case in ("NOM", "ACC"))

    def _begins(self, before: str, clause: str) -> bool:
        """Whether a clause begins a sentence, where any word has a capital letter."""
        rest = before[: len(before) - len(clause)].rstrip()
        return not rest or rest[-1] in ".!?:\n"
