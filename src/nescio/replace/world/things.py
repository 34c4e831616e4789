"""New names for places and bodies in the world of a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import regex

from nescio.core.identity import KeptThing, Surrogate
from nescio.packs.surrogates import Surrogates
from nescio.packs.types import Types
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.thing_names import Wanted
from nescio.replace.world.words import PLACE, THING, WorldWords
from nescio.text.folding import fold_word, key_of

_SLOT: Final = regex.compile(r"\{(\w+)\}")
_SETTLEMENT: Final = "settlement"


class WorldThings:
    """A settlement gets a name of the world, as people do; a body a pattern of its kind with such a name.

    Both are nobody else's, for their names are. Countries, rivers and whatever else has only a short list are
    taken from it in the order of the key, and kept apart within a document.
    """

    def __init__(
        self, types: Types, lists: Surrogates, world: WorldWords, *,
        unsuffixed: Mapping[str, tuple[str, ...]], place_gender: str,
    ) -> None:  # fmt: skip
        self._types, self._lists, self._world = types, lists, world
        self._unsuffixed, self._place_gender = unsuffixed, place_gender

    def choose(self, draw: Draw, wanted: Wanted) -> KeptThing | None:
        lineage = self._types.lineage(wanted.type)
        if _SETTLEMENT in lineage:
            return self._settlement(draw, wanted)
        for step in lineage:
            found = self._filled(draw, step, wanted) or self._listed(draw, step, wanted)
            if found is not None:
                return found
        return self._settlement(draw, wanted) if PLACE in lineage else None

    def _settlement(self, draw: Draw, wanted: Wanted) -> KeptThing:
        name = self._world.word(PLACE, fold_word(wanted.about))
        return KeptThing(draw.language, Surrogate(name, wanted.type, self._place_gender, "s", False))

    def _filled(self, draw: Draw, type: str, wanted: Wanted) -> KeptThing | None:
        """A pattern of the gender of the old name, of several one by the key, with names of the world.

        What the document shows has no say: a body has one pseudonym in all documents.
        """
        about, gender = wanted.about, wanted.own_gender or self._types.noun(type).gender
        wanted = wanted._replace(gender=gender, article=True)
        patterns = [item for item in self._lists.patterns if item.type == type and _SLOT.search(item.text)]
        for item in sorted(patterns, key=lambda item: (wanted.rank(item), self._order(item.text, about))):
            values = {slot: self._world.word(f"{THING}/{slot}", about) for slot in _SLOT.findall(item.text)}
            if all(self._fits(item.text, slot, value) for slot, value in values.items()):
                text = item.text.format(**values)
                return KeptThing(draw.language, item._replace(text=text), tuple(values.values()))
        return None

    def _fits(self, pattern: str, slot: str, value: str) -> bool:
        """Whether a name can stand before what the pattern puts behind it."""
        rest = pattern.partition(f"{{{slot}}}")[2]
        wrong = next((ends for suffix, ends in self._unsuffixed.items() if rest.startswith(suffix)), ())
        return not value.endswith(wrong)

    def _listed(self, draw: Draw, type: str, wanted: Wanted) -> KeptThing | None:
        """A name of a short list: of one that is on it the next, of any other one by the key."""
        for item in self._rows(type, wanted):
            if key_of(item.text) != wanted.about and draw.is_free(item.text):
                return KeptThing(draw.language, item)
        return None

    def _rows(self, type: str, wanted: Wanted) -> Iterator[Surrogate]:
        """Those most like what is wanted first, and among them in a circle."""
        manifest, about = self._world.manifest, wanted.about
        own = [item for item in (*self._lists.places, *self._lists.patterns) if item.type == type]
        free = [item for item in own if not _SLOT.search(item.text)]
        rows = [item for item in free if manifest is None or not manifest.has(item.text)]
        for rank in sorted({wanted.rank(item) for item in rows}):
            alike = [item for item in rows if wanted.rank(item) == rank]
            circle = sorted(alike, key=lambda item: self._order(item.text, type))
            known = [key_of(item.text) for item in circle]
            start = known.index(about) if about in known else self._number(about, len(circle))
            yield from (*circle[start:], *circle[:start])

    def _order(self, *about: str) -> bytes:
        return self._world.keyed.digest("\0".join(("things", *about)).encode("utf-8", "surrogatepass"))

    def _number(self, about: str, below: int) -> int:
        return int.from_bytes(self._order("row", about)) % below
