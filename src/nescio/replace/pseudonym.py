"""Keyed substitution: a name has one pseudonym in all documents of a key, and another name has another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Self

from nescio.core.errors import ConfigError, check_options, shown
from nescio.core.keys import needed_key
from nescio.core.model import Entity, Span
from nescio.core.options import choice_option, job_options, switch_option, text_option
from nescio.core.scene import Change, Context, Scene, scene_of
from nescio.packs import Pack
from nescio.packs.files import read_file
from nescio.packs.surrogates import Surrogates
from nescio.replace.agreement.wording import build_wording
from nescio.replace.shift import date_wish
from nescio.replace.sources import SOURCE_OPTIONS, RemoteProblems, load_sources
from nescio.replace.substitute import build_substitutes
from nescio.replace.substitutes.codes import IDS, INVALID
from nescio.replace.substitutes.entities import EntitySubstitutes
from nescio.replace.substitutes.shifts import CORPUS, ShiftWish
from nescio.replace.world.draw import WorldDraw, WorldPets
from nescio.replace.world.manifest import Manifest
from nescio.replace.world.things import WorldThings
from nescio.replace.world.words import WorldWish, WorldWords

OPTIONS: Final = {
    **dict.fromkeys(("weekdays", "births", "dates", "names", "keep_origin", "keep_rank", "ids"), True),
    "key": False, "manifest": False, **SOURCE_OPTIONS,
}  # fmt: skip


class PseudonymMethod:
    """`substitute` with a key in the place of chance: a function of the key and the name, without a table.

    A pseudonym may be the name of somebody else in the corpus unless a manifest says who is in it; so a
    hidden name in the output is no leftover.
    """

    name = "pseudonym"
    reversible = False
    exchanges = True

    def __init__(
        self, lists: Surrogates, substitutes: EntitySubstitutes, world: WorldWords, short: WorldPets, *,
        dates: ShiftWish, problems: RemoteProblems,
    ) -> None:  # fmt: skip
        self._lists, self._substitutes, self.world, self._short = lists, substitutes, world, short
        self._dates, self._problems = dates, problems

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> Self:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        key = needed_key(cls.name, options)
        source = _lending(pack, text_option(cls.name, options, "names", default=""))
        manifest = text_option(cls.name, options, "manifest", default="")
        wish = WorldWish(
            Manifest.read(_text(Path(manifest)), key, where=shown(Path(manifest).name)) if manifest else None,
            keep_rank=switch_option(cls.name, options, "keep_rank"),
            keep_origin=switch_option(cls.name, options, "keep_origin"),
        )
        world = WorldWords(key, source, wish)
        sources = load_sources(pack, options)
        things = WorldThings(
            sources.types, pack.surrogates, world, unsuffixed=pack.grammar.unsuffixed,
            place_gender=source.pseudonyms.stocks.place.gender,
        )  # fmt: skip
        ids = choice_option(cls.name, options, "ids", default=INVALID, possible=IDS)
        wording = build_wording(pack, sources)
        substitutes = build_substitutes(pack, sources, wording=wording, things=things, ids=ids)
        dates = date_wish(cls.name, options, default=CORPUS)
        short = WorldPets(pack.naming)
        return cls(pack.surrogates, substitutes, world, short, dates=dates, problems=sources.problems)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without its neighbours."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def problems(self) -> dict[str, int]:
        """What went wrong on the way, by kind, since it was last asked for."""
        return self._problems.tell()

    def plan(self, scene: Scene) -> dict[Span, Change]:
        return self._substitutes.edits(
            WorldDraw(self._lists, scene, self.world, self._short, dates=self._dates)
        )


def _lending(pack: Pack, language: str) -> Pack:
    """The pack whose names are given out: that of the document, or one for documents of all languages."""
    try:
        return pack.other(language) if language else pack
    except ConfigError:
        raise ConfigError(
            f"The option 'names' of 'pseudonym' is a language that is installed; {shown(language)} is none."
        ) from None


def _text(path: Path) -> str:
    try:
        return read_file(path, where=f"The manifest {shown(path.name)}").decode("utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{shown(path.name)} is no manifest as `nescio names scan` writes it.") from None
