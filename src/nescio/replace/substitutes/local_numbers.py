"""Postcodes and telephone numbers that fit a town: those of one place go where its name goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import regex

from nescio.core.model import Entity
from nescio.packs.regions import CODE, POSTCODE, Country, Region, Regions
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.figure_forms import filled, places_of, plain_number, written

_KIND_OF: Final = {"POSTCODE": POSTCODE, "PHONE": CODE}  # by label
_ANY: Final = "*"  # a dialling code
_ROOM: Final = 2  # figures behind a beginning, or a document soon has all numbers of it
_SHORTEST: Final = 3  # figures of a number behind its dialling code
_CODE_FIGURES: Final = range(2, 6)
_GROUP: Final = regex.compile(r"\d+")


class _Read(NamedTuple):
    """An old number as one of a country: its figures, those before and those of it that tell the place."""

    country: Country
    figures: str
    start: int
    code: str
    towns: tuple[Region, ...]
    rank: tuple[bool, int]


class LocalNumbers:
    """Reads which town an old number is of, and draws one of the town that stands for it."""

    def __init__(self, regions: Regions, countries: Sequence[str]) -> None:
        self._regions = regions
        own = [regions.countries[code] for code in countries if code in regions.countries]
        others = [country for country in regions.countries.values() if country not in own]
        self._postcodes = [(country, regex.compile(country.postcode)) for country in own]
        inland = [
            (country, regex.compile(f"({country.trunk})({country.phone})"))
            for country in own
            if country.phone
        ]
        abroad = [
            (country, regex.compile(rf"((?:\+|00){country.calling}0?)({country.phone})"))
            for country in (*own, *others)
            if country.phone
        ]
        self._phones = [*abroad, *inland]

    def countries(self, entity: Entity, text: str) -> set[str]:
        """Whose number an entity is, as far as it tells a town."""
        read = self._read(entity, text[entity.mentions[0].start : entity.mentions[0].end])
        return {item.country.code for item in read}

    def drawn(self, draw: Draw, drawer: Drawer, entity: Entity, old: str) -> str | None:
        """A new number in the form of an old one; None if it tells no town, or none stands for that."""
        read = self._read(entity, old)
        kind = _KIND_OF.get(entity.label, "")
        moved = draw.moved(entity, kind, [town for item in read for town in item.towns]) if read else None
        if moved is None:
            return None
        item = next(item for item in read if item.country.code == moved.country)
        new = _postcode(drawer, item, moved, old) if kind == POSTCODE else _phone(drawer, item, moved, old)
        # A ledger knows a number again by its length.
        return new if new is not None and (entity.identity is None or len(new) == len(old)) else None

    def _read(self, entity: Entity, old: str) -> list[_Read]:
        """The countries of which a number may be, as far as they have most of it."""
        kind, plain = _KIND_OF.get(entity.label), plain_number(old)
        if kind is None:
            return []
        read = list(self._postcode(plain) if kind == POSTCODE else self._phone(plain, old))
        best = max((item.rank for item in read), default=None)
        return [item for item in read if item.rank == best]

    def _postcode(self, plain: str) -> Iterator[_Read]:
        for country, form in self._postcodes:
            if match := form.fullmatch(plain):
                rank, towns = self._regions.like(country.code, POSTCODE, match[1])
                if towns:
                    yield _Read(country, match[1], match.start(1), "", towns, rank)

    def _phone(self, plain: str, old: str) -> Iterator[_Read]:
        for country, form in self._phones:
            match = form.fullmatch(plain)
            if match is None:
                continue
            rank, towns = self._regions.like(country.code, CODE, match[2])
            code = _code(match[2], towns, group=_group(old, match.start(2)))
            if code:
                is_whole = any(code in town.codes for town in towns)
                yield _Read(country, match[2], match.start(2), code, towns, (is_whole, rank[1]))


def _group(old: str, start: int) -> str:
    """The figures that stand together where those of a place begin."""
    match = _GROUP.match(old, places_of(old)[start])
    return match[0] if match else ""


def _code(figures: str, towns: Sequence[Region], *, group: str) -> str:
    """The dialling code of a number: that of a town, or else the first figures that stand together."""
    codes = [code for town in towns for code in town.codes]
    own = [code for code in codes if figures.startswith(code)]
    if own:
        return max(own, key=len)
    if not codes:
        return ""
    size = len(group) if len(group) in _CODE_FIGURES and len(group) < len(figures) else len(codes[0])
    return figures[:size]


def _postcode(drawer: Drawer, read: _Read, town: Region, old: str) -> str | None:
    begin = drawer.one_of(town.postcodes)
    plain = plain_number(old)
    if read.country.letters and not begin.isdecimal():
        # The beginning is letters, and as many as the town has.
        rest = plain[read.start + len(read.figures) :] if read.figures.isalpha() else plain[len(begin) :]
        new = begin + filled(drawer, "", rest, letters=read.country.letters)
        return _spaced(new, old)
    new = filled(drawer, begin, read.figures)
    return written(plain[: read.start] + new, old)


def _spaced(new: str, old: str) -> str:
    """A new postcode with the blank or sign of an old one, as far from the end."""
    places = places_of(old)
    gaps = [(len(places) - n, old[places[n - 1] + 1 : places[n]]) for n in range(1, len(places))]
    for behind, gap in gaps:
        if gap:
            new = new[: len(new) - behind] + gap + new[len(new) - behind :]
    return new.lower() if old.islower() else new


def _phone(drawer: Drawer, read: _Read, town: Region, old: str) -> str | None:
    country = read.country
    code = drawer.one_of(town.codes) if town.codes else ""
    begin = country.fiction.get(code, country.fiction.get(_ANY, ""))
    size = max(len(read.figures) - len(code), _SHORTEST)
    if not begin or size < len(begin) + _ROOM:
        begin = country.free
    if not begin and country.elsewhere:
        code, begin = country.elsewhere.split()
        size = len(read.figures) - len(code)
    if not (code and begin) or size < len(begin) + _ROOM:
        return None
    number = filled(drawer, begin, "0" * size)
    places = places_of(old)
    start, end = places[read.start], places[read.start + len(read.code) - 1] + 1
    return old[:start] + code + _refilled(number, old[end:])


def _refilled(figures: str, form: str) -> str:
    """Figures in the blanks and signs of a form; those that are left over stand at its end."""
    coming = iter(figures)
    made = [next(coming, "") if char.isdecimal() else char for char in form]
    text = "".join(made)
    while text and not text[-1].isdecimal() and form[-1:].isdecimal():
        text = text[:-1]
    return text + "".join(coming)
