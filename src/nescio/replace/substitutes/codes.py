"""Substitutes for numbers and codes: the same form, figures that belong to nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import regex

from nescio.core.identity import Kept, KeptThing, Surrogate
from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.packs.rules import Rule
from nescio.packs.surrogates import Surrogates
from nescio.replace.kept import kept_by
from nescio.replace.kinds import Kinds
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.figure_forms import filled, plain_number, written
from nescio.replace.substitutes.local_numbers import LocalNumbers
from nescio.replace.substitutes.reserved_ids import ReservedIds
from nescio.text.checksums import find_check

INVALID, RESERVED = "invalid", "reserved"
IDS: Final = (INVALID, RESERVED)
_WORDS: Final = frozenset({"SECRET"})  # what may be a word
_WORD: Final = regex.compile(r"(?<![\p{L}\p{N}])\p{L}*\p{Ll}{3,}(?![\p{L}\p{N}])")  # no code: a word
_FIGURE: Final = regex.compile(r"[1-9]")  # a leading zero stays, and makes another form
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

    def __init__(self, lists: Surrogates, rules: Iterable[Rule], kinds: Kinds, *, ids: str = INVALID) -> None:
        ranges = lists.numbers
        self._kinds, self._local = kinds, LocalNumbers(lists.regions, ranges.countries)
        self._reserved = ReservedIds(ranges.checked if ids == RESERVED else (), kinds)
        self._ranges = [
            (item, regex.compile(item.form), regex.compile(item.written)) for item in ranges.range
        ]
        self._addresses = [(item, regex.compile(item.form)) for item in ranges.address]
        named = {rule.check for rule in rules if rule.check and rule.check not in _UNCHECKED}
        named |= {item.check for item in ranges.refused}
        self._checks: Sequence[Callable[[str], bool]] = [find_check(name) for name in sorted(named)]

    def edits(self, draw: Draw, entity: Entity) -> dict[Span, Change] | None:
        """The same new number for every mention in its own form; None where there is none."""
        surfaces = {span: draw.text[span.start : span.end] for span in entity.mentions}
        longest = max(surfaces.values(), key=len)
        kept = _kept(draw, entity, longest)
        new = kept.text if kept else self._new(draw, entity, longest)
        if new is None:
            return None
        draw.take(new)
        keep = _keeping(draw, entity, new, kept)
        forms: dict[str, str | None] = {longest: new}
        edits = {}
        for span, surface in surfaces.items():
            if surface not in forms:
                forms[surface] = _part_of(new, longest, surface) or self._new(draw, entity, surface)
            form = forms[surface]
            if form is None:
                return None
            edits[span] = Change(span.start, span.end, form, keep)
        return edits

    def countries(self, draw: Draw) -> frozenset[str]:
        """Whose postcodes and telephone numbers a document has most of."""
        counts = Counter(
            code for entity in draw.scene.entities for code in self._local.countries(entity, draw.text)
        )
        most = max(counts.values(), default=0)
        return frozenset(code for code, count in counts.items() if count == most)

    def _new(self, draw: Draw, entity: Entity, old: str) -> str | None:
        """A number in the form of an old one that stands nowhere and that no check takes for a real one."""
        label = entity.label
        if _WORD.search(old) and self._kinds.root(label) not in _WORDS:
            return None
        drawer = draw.drawer_for(self._kinds.root(label), plain_number(old))
        # What a key draws for a number hangs on nothing else: there each is tried.
        form = (label, _FIGURE.sub("#", old)) if drawer is draw.drawer else None
        if form in draw.used_up:
            return None
        for place in range(_TRIES):
            reserved = self._reserved.drawn(drawer, label, old)
            plain = place > _TRIES // 2
            local = None if reserved or plain else self._local.drawn(draw, drawer, entity, old)
            new = local or (
                written(reserved, old) if reserved else self._drawn(drawer, label, old, plain=plain)
            )
            figures = plain_number(new)
            is_other = figures != plain_number(old) and draw.is_free(new) and draw.is_free(figures)
            if is_other and (reserved or not any(check(new) for check in self._checks)):
                draw.take(new, figures)
                return new
        if form is not None:
            draw.used_up.add(form)
        return None

    def _drawn(self, drawer: Drawer, label: str, old: str, *, plain: bool) -> str:
        for address, form in self._addresses:
            if address.label == label and form.fullmatch(old):
                return drawer.one_of(address.new).format(drawer.number(_LOWEST, _HIGHEST))
        figures = plain_number(old)
        root = self._kinds.root(label)
        for item, form, writing in self._ranges:
            if item.label in (label, root) and form.fullmatch(figures) and writing.fullmatch(old):
                begin = drawer.one_of(item.begins)
                return written(filled(drawer, begin, figures), old)
        new = written(filled(drawer, "", figures, keep_zeros=not plain), old)
        year = _YEAR.search(old)
        if year is None or year[0] == old:
            return new
        told: str = year[0]
        earlier = max(int(told) - drawer.number(0, _EARLIER), 0)
        return new[: year.start()] + str(earlier).zfill(len(told)) + new[year.end() :]


def _part_of(new: str, longest: str, surface: str) -> str:
    """The part of a new number that stands for a part of the old one, in the form of that part."""
    whole, part = plain_number(longest), plain_number(surface)
    place = whole.find(part)
    return written(plain_number(new)[place : place + len(part)], surface) if part and place >= 0 else ""


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
