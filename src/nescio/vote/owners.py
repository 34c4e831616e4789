"""Claims of things and bodies that begin with somebody's name: whose it is goes, what it is may stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from nescio.core.labels import ORGANIZATION, PERSON, PLACE, LabelSet
from nescio.core.model import Span
from nescio.packs import Pack
from nescio.text.folding import fold_word

Called = Callable[
    [str, int], bool
]  # whether somebody has this name for sure, not only at a place of the text
_OWNER: Final = re.compile(r"(?P<name>[^\W\d_]{3,}s)\s+[^\W\d_]")
_COMPOUND: Final = re.compile(r"(?P<name>[^\W\d_]{3,})-(?P<thing>[^\W\d_]{3,})")
_AUTHOR: Final = re.compile(r"(?P<name>(?P<given>[^\W\d_]+)(?:[ \u00a0][^\W\d_.'’-]+){1,2}):\s(?=\S)")
_WORK: Final = "WORK"
_THINGS: Final = frozenset({ORGANIZATION, PLACE, "EVENT"})  # a product has the name of its maker
_WEAK: Final = 0.5  # a label less sure than this gives way
_DOUBTFUL: Final = 0.85  # the same of a work


class Owners:
    """Cuts `Achterfelds Dienstwagen`, `Stadler-Brot` and `Maja Tann: Das Haus` where the name ends.

    The document must know the person from elsewhere, but for the author before a title. What has a form
    or is sure stays whole.
    """

    def __init__(self, pack: Pack) -> None:
        naming = pack.naming
        self._labels: LabelSet = pack.labels
        self._given = naming.gender_of
        self._heads, self._legal = naming["organization.heads"], naming["organization.legal_forms"]
        self._inflected = naming.inflected

    def parted(self, text: str, claim: Span, is_called: Called) -> Sequence[Span]:
        """The claim, or the person it begins with; behind an author the work too."""
        kind = self._labels.root(claim.label) if claim.label in self._labels else ""
        author = _AUTHOR.match(text, claim.start, claim.end) if kind == _WORK else None
        if author and fold_word(author["given"]) in self._given and not claim.is_told:
            person = claim._replace(end=author.end("name"), label=PERSON)
            return (person, claim._replace(start=author.end()))
        end = self._owner(text, claim, is_called) if self._is_weak(claim, kind) else None
        return (claim if end is None else claim._replace(end=end, label=PERSON),)

    def _is_weak(self, claim: Span, kind: str) -> bool:
        if not self._inflected or claim.is_told:
            return False
        return claim.score < (_DOUBTFUL if kind == _WORK else _WEAK) and (kind in _THINGS or kind == _WORK)

    def _owner(self, text: str, claim: Span, is_called: Called) -> int | None:
        """Where the name ends."""
        compound = _COMPOUND.fullmatch(text, claim.start, claim.end)
        if compound:
            name, thing = fold_word(compound["name"]), fold_word(compound["thing"])
            names = [word for word in (thing, thing.removesuffix("s")) if is_called(word, claim.start)]
            is_body = thing in self._given or thing in self._heads or bool(names)
            return compound.end("name") if is_called(name, claim.start) and not is_body else None
        owner = _OWNER.match(text, claim.start, claim.end)
        if owner is None or not is_called(fold_word(owner["name"])[:-1], claim.start):
            return None
        last = fold_word(text[claim.start : claim.end].split()[-1])
        return None if last in self._legal or last in self._heads else owner.end("name")
