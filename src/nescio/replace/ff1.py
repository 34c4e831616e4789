"""Numbers and codes in their own form, by format-preserving encryption."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.keys import Key, needed_key
from nescio.core.model import Entity, Span
from nescio.core.options import choice_option, job_options
from nescio.core.scene import Context
from nescio.packs import Pack
from nescio.replace.fpe import FF1, LONGEST, SMALLEST, SmallDomain
from nescio.replace.tag import TagMethod

OPTIONS: Final = {"small": True, "key": False}
SMALL: Final = ("table", "refuse")
_FALLBACK: Final = TagMethod("[", "]")
_ALPHABETS: Final = {"digits": string.digits, "letters": string.ascii_lowercase}


class FF1Method:
    """`4929-1234` becomes `8106-5507`: figures stay figures, letters letters, all other signs as they were.

    What has letters of another alphabet, is too long, or would stay as it is, is tagged.
    """

    name = "ff1"
    reversible = False  # by its key; two entities of one surface have one answer

    def __init__(self, key: Key, *, tables: bool) -> None:
        self._large = {kind: FF1(key.derive(f"ff1/{kind}"), len(signs)) for kind, signs in _ALPHABETS.items()}
        self._small = {
            kind: SmallDomain(key.derive(f"ff1/table/{kind}"), len(signs))
            for kind, signs in _ALPHABETS.items()
        }
        self._tables = tables

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> FF1Method:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        small = choice_option(cls.name, options, "small", default=SMALL[0], possible=SMALL)
        return cls(needed_key(cls.name, options), tables=small == SMALL[0])

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        surface = context.document.text[mention.start : mention.end]
        answer = self.encrypted(surface)
        is_new = answer is not None and answer != surface
        return answer if answer and is_new else _FALLBACK.replace(mention, entity, context)

    def encrypted(self, surface: str) -> str | None:
        """A string of the same form; None if it cannot be encrypted."""
        return self._changed(surface, forward=True)

    def decrypted(self, answer: str) -> str | None:
        """What was encrypted; None if nothing can have become this."""
        return self._changed(answer, forward=False)

    def _changed(self, text: str, *, forward: bool) -> str | None:
        if any(char.isalnum() and not char.isascii() for char in text):
            return None
        new = list(text)
        found = False
        for kind, signs in _ALPHABETS.items():
            places = [place for place, char in enumerate(text) if char.lower() in signs]
            if not places:
                continue
            numerals = self._permuted(kind, [signs.index(text[place].lower()) for place in places], forward)
            if numerals is None:
                return None
            found = True
            for place, numeral in zip(places, numerals, strict=True):
                new[place] = signs[numeral].upper() if text[place].isupper() else signs[numeral]
        return "".join(new) if found else None

    def _permuted(self, kind: str, numerals: list[int], forward: bool) -> list[int] | None:
        if len(numerals) > LONGEST:
            return None
        is_large = len(_ALPHABETS[kind]) ** len(numerals) >= SMALLEST
        if not is_large and not self._tables:
            return None
        part = self._large[kind] if is_large else self._small[kind]
        return part.encrypt(numerals) if forward else part.decrypt(numerals)
