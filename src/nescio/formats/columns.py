"""What stands in the columns of a table: by what users say, and by what the columns are called.

Any format with tables may ask: `ColumnRules.of_header` takes the cells of a first row and says what each
column is; `as_piece` says it of a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, Final, NamedTuple

from nescio.core.errors import ConfigError, InputError, shown
from nescio.core.labels import PERSON
from nescio.core.model import OWN
from nescio.packs import Pack, languages
from nescio.packs.columns import ColumnWords, heading_key, heading_words

KEEP: Final = "keep"
TEXT: Final = "text"
VETO: Final = "O"
_GIVEN, _FAMILY = "GIVEN", "FAMILY"
_PARTS: Final = (_GIVEN, _FAMILY)  # of a name, in the order in which they make one
_RULE: Final = f"{OWN}column"
_FIGURE: Final = re.compile(r"\s*[-+]?\d{1,4}(?:[.,]\d+)?\s*%?")  # no age and no date by itself
_LONGEST: Final = 80  # characters: what is longer is no heading
_TITLES: Final = 10  # rows of a sheet that may stand before the headings


class Column(NamedTuple):
    """What stands in a column; without a label it is text."""

    label: str = ""
    rule: str = ""  # of the user's, if one says so
    part: int = -1  # which part of a name
    whose: str = ""  # what else the heading says: the mother's names are another person's

    def as_piece(self, text: str, row: int) -> dict[str, Any]:
        """What `Piece` is told of a cell besides its text and place."""
        person = (f"{row} {self.whose}", self.part) if self.part >= 0 else None
        label = self.label or (VETO if _FIGURE.fullmatch(text) else "")
        return {"label": label, "rule": self.rule, "person": person, "alone": True}

    @property
    def by_itself(self) -> tuple[str, str]:
        """The label and the rule of a text that belongs to no row: a part of a name is a person's."""
        return PERSON if self.part >= 0 else self.label, self.rule


class Header(NamedTuple):
    """The row of a sheet that has the headings, and what they say of the columns."""

    row: int
    columns: list[Column]


class KnownHeadings:
    """The headings that all languages know: read when a table asks, since most files have none."""

    def __init__(self, pack: Pack | None = None) -> None:
        self._pack = pack

    @cached_property
    def anywhere(self) -> Mapping[str, str]:
        return {key: label for words in self._found for key, label in words.anywhere.items()}

    @cached_property
    def whole(self) -> Mapping[str, str]:
        return {key: label for words in self._found for key, label in words.whole.items()}

    @cached_property
    def _found(self) -> list[ColumnWords]:
        pack = self._pack
        return [] if pack is None else [pack.other(code).columns for code in reversed(languages())]


@dataclass(frozen=True, slots=True)
class ColumnRules:
    """The wishes of a call about columns, and the headings that all languages know."""

    wishes: Mapping[str, str] = field(default_factory=dict)  # a name or number of a column to its label
    headings: KnownHeadings = field(default_factory=KnownHeadings, compare=False)
    is_strict: bool = True  # a column that is wished for must be there

    @property
    def says_nothing(self) -> bool:
        return not (self.wishes or self.headings.anywhere)

    @property
    def lenient(self) -> ColumnRules:
        """For a table within a document, which need not have the columns that were named."""
        return replace(self, is_strict=False)

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> ColumnRules:
        wishes = read_wishes(options.get("columns", ()), pack)
        return cls(wishes, KnownHeadings(pack))

    def of_header(self, cells: Sequence[str]) -> list[Column] | None:
        """What the columns below these headings are; None if they are no headings."""
        columns = [self._known(cell) for cell in cells]
        named = {heading_key(cell): number for number, cell in enumerate(cells) if cell.strip()}
        wished = {
            named[key]: label for name, label in self.wishes.items() if (key := heading_key(name)) in named
        }
        if not wished and not any(column.label for column in columns):
            return None
        for number, label in wished.items():
            columns[number] = _wished(label, cells[number])
        return columns

    def is_sure(self, cells: Sequence[str]) -> bool:
        """Whether headings are beyond doubt: one word alone that people are called by may be a cell."""
        known = [cell for cell in cells if self._known(cell).label]
        keys = {heading_key(cell) for cell in cells if cell.strip()}
        is_wished = any(heading_key(name) in keys for name in self.wishes)
        return (
            is_wished or len(known) > 1 or any(heading_key(cell) not in self.headings.whole for cell in known)
        )

    def find_header(self, rows: Iterable[Sequence[str]]) -> Header | None:
        """The first row of a sheet in which several headings are known, or the very first if one is."""
        for number, cells in enumerate(islice(rows, _TITLES)):
            columns = self.of_header(cells)
            known = sum(bool(column.label) for column in columns or ())
            if columns is not None and (known > 1 or number == 0):
                return Header(number, columns)
        return None

    def check(self, headings: Iterable[str]) -> None:
        """Refuses wishes about columns that none of the headings of a file names."""
        met = {heading_key(heading) for heading in headings}
        for name in self.wishes if self.is_strict else ():
            if heading_key(name) not in met:
                raise _missing(name)

    def by_number(self, columns: Sequence[Column], names: Sequence[str]) -> list[Column]:
        """The columns with what was wished of them by number, counted from 1."""
        found = list(columns)
        known = {heading_key(name) for name in names if name.strip()}
        for name, label in self.wishes.items():
            if heading_key(name) in known:
                continue
            if not self.is_strict:
                continue  # a number speaks of the table that was given, not of one within
            if not name.isdecimal() or not 1 <= int(name) <= len(found):
                raise _missing(name)
            found[int(name) - 1] = _wished(label, names[int(name) - 1] if names else "")
        return found

    def _known(self, heading: str) -> Column:
        words = heading_words(heading) if len(heading) <= _LONGEST else []
        key = "".join(words)
        label = self.headings.anywhere.get(key) or self.headings.whole.get(key)
        if label is not None:
            return _column(label, "")
        for length in range(len(words) - 1, 0, -1):
            for first in range(len(words) - length + 1):
                label = self.headings.anywhere.get("".join(words[first : first + length]))
                if label is not None:
                    return _column(label, " ".join([*words[:first], *words[first + length :]]))
        return Column()


def _missing(name: str) -> InputError:
    return InputError(f"It has no column called {shown(name)}, of which --column speaks.")


def _column(label: str, whose: str, rule: str = "") -> Column:
    return Column(label, rule, _PARTS.index(label) if label in _PARTS else -1, whose)


def _wished(label: str, heading: str) -> Column:
    if label == TEXT:
        return Column()
    return Column(VETO, _RULE) if label == KEEP else _column(label, "", _RULE)


def read_wishes(given: Sequence[str], pack: Pack) -> dict[str, str]:
    """`NAME`, `NAME=LABEL`, `NAME=keep` or `NAME=text` by the name; without a label it is of people."""
    found = {}
    for item in given:
        name, equals, label = item.rpartition("=")
        if not equals:
            name, label = item, PERSON
        if not name.strip():
            raise ConfigError("--column needs the name or number of a column: --column NAME=LABEL.")
        found[name.strip()] = label if label in (KEEP, TEXT) else _label(label, pack)
    return found


def _label(name: str, pack: Pack) -> str:
    """A label in the words of any language."""
    for code in languages():
        try:
            return pack.other(code).labels.find(name)
        except ConfigError as error:
            refusal = error
    raise refusal
