"""How a language builds names and inflects nouns: `agreement/heads.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from nescio.packs.files import name_of, read_toml, refuse_unknown
from nescio.packs.shape import shaped
from nescio.text.compounds import Splitter
from nescio.text.headwords import HeadRules


@dataclass(frozen=True)
class NounRules:
    """What the dictionary asks about nouns and given names that it does not hold."""

    links: tuple[str, ...] = ()  # elements between the parts of a compound
    weak_tails: frozenset[str] = frozenset()  # words that only look like a last part
    female_endings: tuple[str, ...] = ()  # of given names that no list knows
    gender_endings: tuple[tuple[str, str], ...] = ()  # ending of a noun -> its gender
    homographs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # gender -> words that have two

    @property
    def splitter(self) -> Splitter | None:
        """Cuts any compound; None in a language that has none."""
        return Splitter(self.links) if self.links else None

    @property
    def careful_splitter(self) -> Splitter | None:
        """Cuts no name whose end only looks like a word."""
        return Splitter(self.links, self.weak_tails) if self.links else None


def read_heads(path: Path) -> tuple[HeadRules, NounRules]:
    """Both sets of rules of one file; rules of no language if it is missing."""
    raw, where = read_toml(path), name_of(path)
    keys = {item.name for item in fields(NounRules)}
    others = {item.name for item in fields(HeadRules)} - {"splitter"}  # made of `links` and `weak_tails`
    refuse_unknown(raw, tuple(sorted(keys | others)), where)
    nouns = shaped(NounRules, {key: raw[key] for key in raw if key in keys}, where)
    heads = shaped(HeadRules, {key: raw[key] for key in raw if key not in keys}, where)
    return replace(heads, splitter=nouns.careful_splitter), nouns
