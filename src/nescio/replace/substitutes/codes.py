"""Substitutes for numbers and codes: the same form, figures that belong to nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import regex

from nescio.core.identity import Kept, KeptThing, Surrogate
from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.packs.number_ranges import NumberRanges
from nescio.packs.rules import Rule
from nescio.replace.kept import kept_by
from nescio.replace.kinds import Kinds
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.reserved_ids import ReservedIds
from nescio.text.checksums import find_check

INVALID, RESERVED = "invalid", "reserved"
IDS: Final = (INVALID, RESERVED)
_WORDS: Final = frozenset({"SECRET"})  # what may be a word
_SIGN: Final = regex.compile(r"[^\p{L}\p{N}+]")
_WORD: Final = regex.compile(r"(?<![\p{L}\p{N}])\p{L}*\p{Ll}{3,}(?![\p{L}\p{N}])")  # no code: a word
_LETTERS: Final = "BCDFGHJKLMNPRSTVWXZ"  # without vowels, so that they make no words
_TRIES: Final = 40  # until a number is found that is free and passes no check
_LOWEST, _HIGHEST = 1, 254  # the last part of an address
# The year of a file: 12/2019, 12 C 345/21, 2:21-cv-01234.
_YEAR: Final = regex.compile(
    r"(?<![\p{L}\p{N}])(?:19[5-9]|20[0-3])\d(?![\p{L}\p{N}])|(?<=\d/)\d\d(?![\p{L}\p{N}/])|(?<=\b\d:)\d\d(?=-)"
)
_EARLIER: Final = 4  # years, so that no file comes from the future
_UNCHECKED: Final = frozenset({"date", "phone", "ip"})  # forms rather than check figures


class CodeSubstitutes:
    """Draws figures for figures and letters for letters.

    What numbers a checksum would pass is not taken, unless it is wished: then from where nobody has one.
    """

    def __init__(
        self, ranges: NumberRanges, rules: Iterable[Rule], kinds: Kinds, *, ids: str = INVALID
    ) -> None:
        self._kinds = kinds
        self._reserved = ReservedIds(ranges.checked if ids == RESERVED else (), kinds)
        self._ranges = [(item, regex.compile(item.form)) for item in ranges.range]
        self._addresses = [(item, regex.compile(item.form)) for item in ranges.address]
        named = {rule.check for rule in rules if rule.check and rule.check not in _UNCHECKED}
        named |= {item.check for item in ranges.refused}
        self._checks: Sequence[Callable[[str], bool]] = [find_check(name) for name in sorted(named)]

    def edits(self, draw: Draw, entity: Entity) -> dict[Span, Change] | None:
        """The same new number for every mention in its own form; None where there is none."""
        surfaces = {span: draw.text[span.start : span.end] for span in entity.mentions}
        longest = max(surfaces.values(), key=len)
        kept = _kept(draw, entity, longest)
        new = kept.text if kept else self._new(draw, entity.label, longest)
        if new is None:
            return None
        draw.take(new)
        keep = _keeping(draw, entity, new, kept)
        forms: dict[str, str | None] = {longest: new}
        edits = {}
        for span, surface in surfaces.items():
            if surface not in forms:
                forms[surface] = _part_of(new, longest, surface) or self._new(draw, entity.label, surface)
            form = forms[surface]
            if form is None:
                return None
            edits[span] = Change(span.start, span.end, form, keep)
        return edits

    def _new(self, draw: Draw, label: str, old: str) -> str | None:
        """A number in the form of an old one that stands nowhere and that no check takes for a real one."""
        if _WORD.search(old) and self._kinds.root(label) not in _WORDS:
            return None
        drawer = draw.drawer_for(self._kinds.root(label), _plain(old))
        for place in range(_TRIES):
            reserved = self._reserved.drawn(drawer, label, old)
            plain = place > _TRIES // 2
            new = _written(reserved, old) if reserved else self._drawn(drawer, label, old, plain=plain)
            is_other = _plain(new) != _plain(old) and draw.is_free(new) and draw.is_free(_plain(new))
            if is_other and (reserved or not any(check(new) for check in self._checks)):
                draw.take(new, _plain(new))
                return new
        return None

    def _drawn(self, drawer: Drawer, label: str, old: str, *, plain: bool) -> str:
        for address, form in self._addresses:
            if address.label == label and form.fullmatch(old):
                return drawer.one_of(address.new).format(drawer.number(_LOWEST, _HIGHEST))
        written = _plain(old)
        root = self._kinds.root(label)
        for item, form in self._ranges:
            if item.label in (label, root) and form.fullmatch(written):
                begin = drawer.one_of(item.begins)
                return _written(_filled(drawer, begin, written), old)
        new = _written(_filled(drawer, "", written, keep_zeros=not plain), old)
        year = _YEAR.search(old)
        if year is None or year[0] == old:
            return new
        told: str = year[0]
        earlier = max(int(told) - drawer.number(0, _EARLIER), 0)
        return new[: year.start()] + str(earlier).zfill(len(told)) + new[year.end() :]


def _plain(number: str) -> str:
    """A number without blanks and signs, in capitals."""
    plain: str = _SIGN.sub("", number)
    return plain.upper()


def _filled(drawer: Drawer, begin: str, old: str, *, keep_zeros: bool = True) -> str:
    """A beginning, and behind it figures for figures and letters for letters; leading zeros stay."""
    begin = begin[: len(old)]
    made = [_like(drawer, char, "1") if char == "#" else char for char in begin]
    leading = keep_zeros and not begin
    for char in old[len(begin) :]:
        leading = leading and char == "0"
        made.append(char if leading else _like(drawer, char, made[-1] if made else ""))
    return "".join(made)


def _like(drawer: Drawer, char: str, before: str) -> str:
    """Another figure for a figure, another letter for a letter; no number begins with a zero."""
    if char == "#" or char.isdecimal():
        return str(drawer.number(0 if before.isdecimal() else 1, 9))
    return drawer.one_of(_LETTERS) if char.isalpha() else char


def _written(new: str, form: str) -> str:
    """A new number with the blanks, signs and small letters of an old one."""
    coming = iter(new)
    return "".join(char if _SIGN.match(char) else _cased(next(coming, ""), char) for char in form)


def _cased(char: str, model: str) -> str:
    return char.lower() if model.islower() else char


def _part_of(new: str, longest: str, surface: str) -> str:
    """The part of a new number that stands for a part of the old one, in the form of that part."""
    whole, part = _plain(longest), _plain(surface)
    place = whole.find(part)
    return _written(_plain(new)[place : place + len(part)], surface) if part and place >= 0 else ""


def _kept(draw: Draw, entity: Entity, longest: str) -> KeptThing | None:
    """The number that a ledger keeps for an entity, if it has the form of this document's."""
    things = (item for item in kept_by(entity) if isinstance(item, KeptThing))
    fits = (item for item in things if len(item.text) == len(longest) and draw.is_free(item.text))
    return next(fits, None)


def _keeping(draw: Draw, entity: Entity, new: str, kept: KeptThing | None) -> tuple[Kept, ...]:
    """What a ledger is to keep: what it has, and the number that was drawn beside it."""
    if entity.identity is None:
        return ()
    before = kept_by(entity)
    return (
        before if kept else (*before, KeptThing(draw.language, Surrogate(new, entity.label, "", "s", False)))
    )
