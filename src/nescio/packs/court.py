"""What a language says about decisions of courts: `judicial/finder.toml` and `judicial/frames.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nescio.packs.files import name_of, read_layers
from nescio.packs.shape import Shape, shaped


@dataclass(frozen=True)
class FinderWords:
    """The lists of the anonymizable-entity finder."""

    related: frozenset[str] = frozenset()  # relatives, friends, parties
    titles: frozenset[str] = frozenset()  # as they are written, with and without full stop
    suffixes: frozenset[str] = frozenset()  # words that end the name of a body
    account: frozenset[str] = frozenset()
    who: frozenset[str] = frozenset()
    born: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Frames:
    """Phrases that tell a role, by the name of what they tell; `languages/xx` names and explains them."""

    before: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the name stands behind the phrase
    behind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the phrase stands behind the name
    line: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # anywhere in the line or sentence
    inside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # a word of the name itself


@dataclass(frozen=True)
class CourtWords:
    """Both files of a language."""

    finder: FinderWords
    frames: Frames


def read_court_words(folders: Sequence[Path]) -> CourtWords:
    """The files of the folders `judicial`; a key of a later folder replaces that of an earlier."""
    return CourtWords(_read(FinderWords, folders, "finder.toml"), _read(Frames, folders, "frames.toml"))


def _read(kind: type[Shape], folders: Sequence[Path], name: str) -> Shape:
    paths = [folder / name for folder in folders]
    return shaped(kind, read_layers(paths), name_of(paths[-1]))
