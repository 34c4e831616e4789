"""Sentence repair: the words around a replacement agree with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import regex

from nescio.replace.context import AFTER, Around, NearWord, stands_alone, words_before
from nescio.replace.grammar import DEFINITE, INDEFINITE, Cell, Grammar, Reading, fitting
from nescio.replace.planning import Edit

_REACH: Final = 80  # characters before a mention in which its words may stand
_OPENERS: Final = "\"'“”„‚‘’»«([{¿¡*_–—-"
_STOPS: Final = ".!?…"
_DATELINE: Final = regex.compile(r" ?, \p{L}{0,4} ?\d")  # "Lisboa, 3 de maio", "Berlin, den 3. Mai"


class Phrase(NamedTuple):
    """What is to be said instead of a name."""

    text: str
    gender: str = ""
    number: str = "s"
    genitive: str = ""  # of the last word, where nouns are declined
    proper: bool = False  # a name: keeps the articles of names
    article: bool = False  # the name is used with the definite article
    definite: bool = False  # a noun without determiner in the text gets "the" rather than "a"
    numbered: bool = False
    place: bool = False


class Repairer:
    """Puts a phrase in the place of a mention and makes its neighbours fit."""

    def __init__(
        self,
        grammar: Grammar,
        abbreviations: frozenset[str] = frozenset(),
        *,
        is_noun: Callable[[str], bool] = lambda word: False,
    ) -> None:
        self._grammar = grammar
        self._abbreviations = abbreviations
        self._is_noun = is_noun

    def look(
        self, text: str, start: int, *, left: int, genders: str = "", takes_article: bool | None = None
    ) -> Around:
        """Parse what stands before a mention; `genders` are those the name may have."""
        words = words_before(text, start, left)
        grammar = self._grammar
        count = 0
        while count < min(2, len(words) - 1) and self._is_adjective(words, count):
            count += 1
        adjectives, rest = words[:count], words[count:]
        if not rest:
            return Around(words)
        small = rest[0].text.lower()
        readings = grammar.readings.get(small, ())
        if readings and small in grammar.prepositions and not adjectives:
            readings = readings if self._is_article(rest, genders, takes_article) else ()
        if not readings:
            preposition = rest[0] if small in grammar.prepositions else None
            kept = adjectives if all(word.text in grammar.common_adjectives for word in adjectives) else ()
            return Around(words, tuple(kept), preposition=preposition)
        preposition = None
        if (
            not any(r.preposition for r in readings)
            and len(rest) > 1
            and rest[1].text.lower() in grammar.prepositions
        ):
            preposition = rest[1]
        return Around(words, tuple(adjectives), rest[0], tuple(readings), preposition)

    def _is_adjective(self, words: tuple[NearWord, ...], place: int) -> bool:
        word, before = words[place].text, words[place + 1].text.lower()
        if not self._grammar.is_adjective(word) or word.lower() in self._grammar.readings:
            return False
        return (
            before in self._grammar.readings
            or before in self._grammar.prepositions
            or self._grammar.is_adjective(before)
        )

    def _is_article(self, rest: tuple[NearWord, ...], genders: str, takes_article: bool | None) -> bool:
        """Whether a word that is both preposition and article ("a" in Portuguese) is an article here."""
        if rest[0].text[:1].isupper() or (
            len(rest) > 1 and rest[1].text.lower() in self._grammar.prepositions
        ):
            return True
        if takes_article is not None:
            return takes_article
        reading = self._grammar.readings[rest[0].text.lower()][0]
        return reading.cell.gender in genders and bool(genders)

    def repair(
        self,
        text: str,
        start: int,
        end: int,
        phrase: Phrase,
        *,
        around: Around,
        room: tuple[int, int],
        genders: str = "",
        genitive: bool = False,
    ) -> Edit:
        """The edit that says the phrase at the place of `text[start:end]`, with its neighbours."""
        if self._is_bound(text, start, end):
            return Edit(start, end, phrase.text)
        determiner, preposition = self._determiner(text, start, end, phrase, around)
        if room[0] and not around.words and not text[room[0] : start].strip():
            determiner = ""  # right behind another name: "Bund Nordstadt Hessen"
        reading = self._reading(text, around, genders, genitive)
        preposition, case = self._case(
            preposition, phrase, around, reading, text, start, genitive, determiner
        )
        cell = Cell(phrase.number, phrase.gender, case)
        noun = self._noun(phrase, cell, determiner)
        adjectives = [
            self._adjective(word.text, cell, determiner, reading) for word in reversed(around.adjectives)
        ]
        first = adjectives[0] if adjectives else noun
        front = self._grammar.write(preposition, determiner, cell, first)
        if around.determiner is not None and not self._changes(around, determiner):
            front = self._kept(around, preposition, determiner, cell, first)
        edit = _assemble(text, start, end, around, front=front, adjectives=adjectives, noun=noun)
        return self._follow(self._capital(text, edit, mention=start), text, end, room, cell)

    def genitive(self, phrase: Phrase) -> str:
        """The phrase as a genitive attribute: einer Stadt, der Stadt, von Stadt 2."""
        determiner = DEFINITE if phrase.definite else INDEFINITE
        cell = Cell(phrase.number, phrase.gender, "GEN")
        if phrase.numbered:
            return f"{next(iter(self._grammar.links), '')} {phrase.text}".strip()
        noun = self._noun(phrase, cell, determiner)
        return f"{self._grammar.write('', determiner, cell, noun)} {noun}"

    def _determiner(self, text: str, start: int, end: int, phrase: Phrase, around: Around) -> tuple[str, str]:
        """Which determiner the phrase needs here, and the preposition before it."""
        found = around.readings[0] if around.readings else None
        preposition = found.preposition if found and found.preposition else ""
        if around.preposition is not None:
            preposition = around.preposition.text.lower()
        if found is not None:
            kind = self._grammar.determiners[found.determiner].kind
            if phrase.proper and kind == DEFINITE and not phrase.article and not around.adjectives:
                return "", preposition
            return found.determiner, preposition
        if phrase.proper:  # "la revista X": a name beside a noun takes no article
            return (DEFINITE if phrase.article and preposition else ""), preposition
        if phrase.numbered:
            wanted = self._grammar.raw.get("numbered_article", "none")
            dateline = self.begins_sentence(text, start) and bool(_DATELINE.match(text, end))
            bare = wanted == "none" or dateline or stands_alone(text, start, end)
            return ("" if bare else wanted), preposition
        dateline = self.begins_sentence(text, start) and bool(_DATELINE.match(text, end))
        if self._is_apposition(around):
            return "", preposition
        if dateline or stands_alone(text, start, end) or self._is_attributive(text, end, around):
            return "", preposition
        return (DEFINITE if phrase.definite else INDEFINITE), preposition

    def _changes(self, around: Around, determiner: str) -> bool:
        return not around.readings or around.readings[0].determiner != determiner

    def _kept(self, around: Around, preposition: str, determiner: str, cell: Cell, following: str) -> str:
        """A determiner that stays what it is; words without forms are left as they are."""
        item = self._grammar.determiners[determiner]
        written = around.determiner.text.lower() if around.determiner else ""
        same = self._grammar.write("", determiner, cell, following) == written
        if item.form(cell) is None or (around.preposition is not None and same):
            return f"{preposition} {written}".strip()
        return self._grammar.write(preposition, determiner, cell, following)

    def _reading(self, text: str, around: Around, genders: str, genitive: bool) -> Reading | None:
        """What the determiner in the text is: gender, number and case as far as they can be told."""
        if not around.readings:
            return None
        readings = fitting(around.readings, genders, "s")
        governed = self._governed(around)
        if governed:
            readings = [r for r in readings if r.cell.case in governed] or readings
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
        if words[-1][:1].isupper() and len(words) > 1:  # a noun right before: its genitive attribute
            return ["GEN", "DAT", "ACC", "NOM"]
        rules = self._grammar.raw.get("clause", {})
        subjects = rules.get("subjects", ())
        if words[0].lower() in rules.get("adverbs", ()):
            words = words[1:]
        has_subject = any(word.lower() in subjects for word in words) or any(w[:1].isupper() for w in words)
        return ["ACC", "DAT", "NOM", "GEN"] if has_subject else ["NOM", "ACC", "DAT", "GEN"]

    def _case(
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

    def _noun(self, phrase: Phrase, cell: Cell, determiner: str) -> str:
        """The phrase in its case; adjectives that belong to it are inflected with it."""
        if phrase.proper or not self._grammar.cases:
            return phrase.text
        *adjectives, noun = (
            phrase.text.split(" ") if not phrase.numbered else phrase.text.rsplit(" ", 1)[0].split(" ")
        )
        tail = f" {phrase.text.rsplit(' ', 1)[1]}" if phrase.numbered else ""
        if (cell.case == "GEN" and phrase.genitive) or (
            cell.case in ("DAT", "ACC") and noun in self._grammar.raw.get("weak_nouns", ())
        ):
            noun = phrase.genitive
        inflected = [self._grammar.adjective(word, cell, determiner) for word in adjectives]
        return " ".join([*inflected, noun]) + tail

    def _adjective(self, word: str, cell: Cell, determiner: str, reading: Reading | None) -> str:
        if not self._grammar.cases and (reading is None or reading.cell.gender == cell.gender):
            return word
        return self._grammar.adjective(word, cell, determiner)

    def _is_bound(self, text: str, start: int, end: int) -> bool:
        """Whether the mention is a part of a longer word: SPD-Forum."""
        before, after = text[start - 1 : start], text[end : end + 1]
        return (before in "-/@_#" and bool(before)) or (
            after in "-/_@" and bool(after) and text[end + 1 : end + 2].isalnum()
        )

    def _is_apposition(self, around: Around) -> bool:
        """Whether the name stands right behind a noun that it belongs to: Forum Nordstadt."""
        if not self._grammar.raw.get("capital_nouns") or not around.words or around.preposition:
            return False
        word = around.words[0].text.rpartition("-")[2]
        return word[:1].isupper() and self._is_noun(word)

    def _is_attributive(self, text: str, end: int, around: Around) -> bool:
        """Whether the name stands before a noun that it describes: the 20-year-old Leeds striker."""
        if not self._grammar.raw.get("attributive"):
            return False
        match = AFTER.match(text, end)
        if match is None or around.preposition or not match[1][:1].islower() or not self._is_noun(match[1]):
            return False
        name = AFTER.match(text, match.end())  # "Leeds striker Jones"
        return bool(name and name[1][:1].isupper()) or bool(around.words and "-" in around.words[0].text)

    def _capital(self, text: str, edit: Edit, *, mention: int) -> Edit:
        """A capital letter where the stretch begins a sentence."""
        begins = edit.start == mention and self.begins_sentence(text, mention)
        if begins or (edit.start < mention and text[edit.start].isupper()):
            return edit._replace(text=edit.text[:1].upper() + edit.text[1:])
        return edit

    def begins_sentence(self, text: str, position: int) -> bool:
        before = text[max(0, position - _REACH) : position].rstrip(_OPENERS + " \t\u00a0")
        if not before or before[-1] in "\n\r\v\f":
            return True
        if before[-1] not in _STOPS:
            return False
        word = regex.split(r"[\s(]", before)[-1]
        return word not in self._abbreviations and not regex.fullmatch(
            r"\p{Lu}\.|(?:\p{L}\.){2,}|\d{1,2}\.", word
        )

    def _follow(self, edit: Edit, text: str, end: int, room: tuple[int, int], cell: Cell) -> Edit:
        """An adjective right after the name agrees too: la Barcelona antigua → el pueblo antiguo."""
        if not self._grammar.raw.get("adjectives", {}).get("follow"):
            return edit
        match = AFTER.match(text, end)
        if match is None or match.end() > room[1] or match[1] not in self._grammar.common_adjectives:
            return edit
        word = self._grammar.adjective(match[1], cell, "")
        if word == match[1]:
            return edit
        return Edit(edit.start, match.end(), edit.text + text[end : match.start(1)] + word)


def _assemble(
    text: str, start: int, end: int, around: Around, *, front: str, adjectives: list[str], noun: str
) -> Edit:
    """The smallest stretch that changes: words on the left that stay the same are left alone."""
    old = [word for word in (around.preposition, around.determiner) if word is not None]
    pieces: list[tuple[int, int, str]] = []
    if old:
        pieces.append((old[0].start, old[-1].end, front))
    new_adjectives = list(zip(reversed(around.adjectives), adjectives, strict=True))
    insert = front if not old else ""
    for word, form in new_adjectives:
        pieces.append((word.start, word.end, f"{insert} {form}".strip()))
        insert = ""
    pieces.append((start, end, f"{insert} {noun}".strip()))
    if old and not front:
        pieces = pieces[1:]
        pieces[0] = (old[0].start, *pieces[0][1:])
    while len(pieces) > 1 and text[pieces[0][0] : pieces[0][1]].lower() == pieces[0][2].lower():
        pieces = pieces[1:]
    if len(pieces) > 1 and old and pieces[0][0] == old[0].start and len(old) == 2:
        pieces[0] = _without_same_preposition(text, old, pieces[0])
    result = ""
    position = pieces[0][0]
    for piece_start, piece_end, new in pieces:
        result += (text[position:piece_start] if piece_start > position else "") + new
        position = piece_end
    return Edit(pieces[0][0], end, result)


def _without_same_preposition(
    text: str, old: list[NearWord], piece: tuple[int, int, str]
) -> tuple[int, int, str]:
    """ "in der" → "in dem": only the article changes."""
    first, _, rest = piece[2].partition(" ")
    if rest and first.lower() == old[0].text.lower():
        return (old[1].start, piece[1], rest)
    return piece
