"""The features of the finder (thesis, tables 3.2 to 3.5): each gives a word at most one predicate."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nescio.decide.finder.words import FinderWord
from nescio.packs import Pack

Predicate = str | None
_PUNCTUATION: Final = re.compile(r"[,!?;:*<=>@^_$%#&(){}\[\]'’\"-]")
_ORDINAL: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th|\.|º|ª|°)?")
_ACCOUNT_NUMBER: Final = re.compile(r"(?=.*\d)(?=.*[#-])[\d#-]+")
_FIGURE: Final = re.compile(r"\d[\d.,]*[.,][\d.,]*|[.,]\d[\d.,]*")
_SLASHED: Final = re.compile(r"\d+(?:/\d+)+")
_COMMON: Final = 6  # class of the Zipf scale: the most frequent words of a language, a stop list

ORTHOGRAPHIC: Final[Mapping[str, Callable[[str], bool]]] = {
    "AllLowerCase": lambda word: word.isalpha() and word.islower(),
    "FirstCap": lambda word: word[:1].isupper(),
    "InternalCap": lambda word: (
        word[:1].isupper() and not word.isupper() and any(map(str.isupper, word[1:]))
    ),
    "AllCaps": lambda word: word.isalpha() and word.isupper(),
    "FirstCapEndPeriod": lambda word: word[:1].isupper() and word.endswith(".") and word[:-1].isalpha(),
    "AllCapsPeriod": lambda word: "." in word and word.replace(".", "").isalpha() and word.isupper(),
    "Alphanumeric": lambda word: any(map(str.isdigit, word)),
    "LowerCasePeriod": lambda word: word[:1].islower() and "." in word,
    "OneDigit": lambda word: len(word) == 1 and word.isdigit(),
    "TwoDigits": lambda word: len(word) == 2 and word.isdigit(),
    "Digits": lambda word: _FIGURE.fullmatch(word) is not None,
    "DigitSlash": lambda word: _SLASHED.fullmatch(word) is not None,
    "Hyphen": lambda word: "-" in word,
    "ContainPunc": lambda word: _PUNCTUATION.search(word) is not None,
}  # fmt: skip
DICTIONARY: Final = ("CommonWord", "MonthName", "WeekDay", "Anony")
CONTEXT: Final = ("W-1", "W-2", "W+1", "W+2", "SW-1")
COMPOUND: Final = ("C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10")
FIRST: Final = "FirstWord"
FEATURES: Final = (*ORTHOGRAPHIC, *DICTIONARY, *CONTEXT, FIRST, *COMPOUND)
BASELINE: Final = (
    "W-1", "SW-1", "AllCapsPeriod", "C9", "W-2", "FirstCapEndPeriod", "AllCaps", "CommonWord", "W+1",
)  # fmt: skip  # the nine that the thesis chose (3.5)
FED_BACK: Final = ("Anony", "C7", "C8", "C9", "C10")  # they ask for tags of words before
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "orthographic": tuple(ORTHOGRAPHIC),
    "dictionary": DICTIONARY,
    "context": CONTEXT,
    "first word": (FIRST,),
    "compound": COMPOUND,
    "all": FEATURES,
    "the thesis's nine": BASELINE,
}


class FinderLists:
    """The lists of a language by which the features look words up."""

    def __init__(self, pack: Pack) -> None:
        words, dates = pack.court.finder, pack.dates
        frequency_of = pack.naming.frequency_of
        self.common = frozenset(word for word, class_ in frequency_of.items() if class_ >= _COMMON)
        months = (*dates.months, *dates.short_months, *dates.other_months)
        self.months = frozenset(word.casefold() for word in months)
        self.weekdays = frozenset(day.casefold() for row in dates.weekdays for day in row)
        self.titles = words.titles | {title.upper() for title in words.titles}
        self.related, self.suffixes = words.related, words.suffixes
        self.account, self.who, self.born = words.account, words.who, words.born


def predicates(words: Sequence[FinderWord], lists: FinderLists) -> list[dict[str, str]]:
    """For each word its features with their predicates, those apart that ask for tags."""
    return [_of_word(words, at, lists) for at in range(len(words))]


def _of_word(words: Sequence[FinderWord], at: int, lists: FinderLists) -> dict[str, str]:
    word = words[at].text
    found = {name: "" for name, holds in ORTHOGRAPHIC.items() if holds(word)}
    folded = word.casefold()
    for name, entries in (
        ("CommonWord", lists.common), ("MonthName", lists.months), ("WeekDay", lists.weekdays),
    ):  # fmt: skip
        if folded in entries:
            found[name] = ""
    near = {offset: _neighbour(words, at, offset) for offset in (-2, -1, 1, 2)}
    capital = "FirstCap" in found
    if capital:
        found |= {f"W{offset:+d}": other for offset, other in near.items() if other is not None}
    elif (before := near[-1]) is not None:
        found["SW-1"] = before
    if at == 0 or words[at - 1].sentence != words[at].sentence:
        found[FIRST] = ""
    return found | dict.fromkeys(_compound(word, near, lists, capital=capital), "")


def _neighbour(words: Sequence[FinderWord], at: int, offset: int) -> Predicate:
    """The word so far away, if it is of the same sentence."""
    place = at + offset
    if not 0 <= place < len(words) or words[place].sentence != words[at].sentence:
        return None
    return words[place].text


def _compound(word: str, near: Mapping[int, Predicate], lists: FinderLists, *, capital: bool) -> list[str]:
    """The compound features that ask for no tag."""
    small = {offset: (other or "").casefold() for offset, other in near.items()}
    holds = {
        "C1": small[-1] in lists.account and _ACCOUNT_NUMBER.fullmatch(word) is not None,
        "C2": capital and (small[-1] in lists.related or small[-2] in lists.related),
        "C3": capital and (small[1] in lists.related or small[2] in lists.related),
        "C4": capital and near[-1] in lists.titles,
        "C5": capital and small[1] in lists.who,
        "C6": capital and (small[1] in lists.suffixes or small[2] in lists.suffixes),
    }
    return [name for name, true in holds.items() if true]


class Asked:
    """What the features that are fed back ask of a word, apart from the tags before it."""

    __slots__ = ("born", "capital", "day", "first", "month", "second", "text")

    def __init__(self, words: Sequence[FinderWord], at: int, lists: FinderLists) -> None:
        self.text = words[at].text
        self.capital = self.text[:1].isupper()
        self.month = self.text.casefold() in lists.months
        self.day = _ORDINAL.fullmatch(self.text) is not None
        before = _neighbour(words, at, -1)
        two = _neighbour(words, at, -2)
        self.first, self.second = before is not None, two is not None
        self.born = any(other is not None and other.casefold() in lists.born for other in (before, two))

    def features(self, one: bool, two: bool, *, after_month: bool, listed: bool) -> list[str]:
        """`one`, `two`: the words before have the tag A; `after_month`: the word before is a month."""
        one, two = one and self.first, two and self.second
        holds = (
            ("Anony", listed),
            ("C7", one and self.capital),
            ("C8", two and self.capital),
            ("C9", one and after_month and self.day),
            # To the letter: the month itself has C10 only where the word before it is hidden too.
            ("C10", one and self.born and (self.month or self.day)),
        )
        return [name for name, true in holds if true]
