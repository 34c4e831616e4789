"""The names of one kind in the world of a key, for tests."""

from __future__ import annotations

from functools import cache
from typing import Final

from nescio.packs import Packs
from nescio.packs.pseudonyms import NameStock
from nescio.replace.world.invented import Invented
from nescio.replace.world.manifest import Manifest
from nescio.replace.world.names import NameWorld
from nescio.replace.world.permutation import Keyed
from nescio.replace.world.spelling import NameNumbers

LANGUAGES: Final = ("de", "en", "es", "pt")
KINDS: Final = ("family", "given_m", "given_f", "place")
SECRET: Final = bytes(range(32))
OTHER: Final = bytes(32)


@cache
def stock_of(language: str, kind: str) -> NameStock:
    return Packs.installed().load(language).pseudonyms.stocks.stock(kind)


@cache
def invented_of(language: str, kind: str) -> Invented:
    pack = Packs.installed().load(language)
    return Invented(
        pack.pseudonyms.stocks.sounds, pack.pseudonyms.stocks.stock(kind), where=f"{language} [{kind}]"
    )


@cache
def spelling() -> NameNumbers:
    return NameNumbers(Packs.installed().load("en").pseudonyms.letters)


def world_of(
    language: str,
    kind: str,
    secret: bytes = SECRET,
    *,
    manifest: Manifest | None = None,
    keep_rank: bool = False,
) -> NameWorld:
    return NameWorld(
        Keyed(secret), kind, stock_of(language, kind), invented=invented_of(language, kind),
        spelling=spelling(), manifest=manifest, keep_rank=keep_rank,
    )  # fmt: skip
