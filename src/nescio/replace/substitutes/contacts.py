"""Substitutes for addresses and user names, made of the new names of the people who are in them."""

from __future__ import annotations

from typing import Final

import regex

from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.replace.substitutes.draw import CONTACT, Draw
from nescio.text.folding import fold_word, key_of

EMAIL: Final = "EMAIL"
URL: Final = "URL"
_PIECE: Final = regex.compile(r"[\p{L}\p{M}]+|[^\p{L}\p{M}]+")
_LEAD: Final = regex.compile(r"(?:https?://)?(?:www\.)?", regex.IGNORECASE)
_WRITTEN_OUT: Final = regex.compile(r"[aou]e")
_JOINTS: Final = "._-"
_SIGILS: Final = "@#"
_MOST: Final = 100  # numbers that tell apart what would be the same address


def contact(draw: Draw, entity: Entity) -> dict[Span, Change]:
    """An address under a domain that is reserved for examples, or a user name; made of a new name of its
    owner, or of a name that is drawn."""
    surface = draw.text[entity.mentions[0].start : entity.mentions[0].end]
    local = _unique(draw, _renamed(draw, surface.partition("@")[0] if entity.label == EMAIL else surface))
    if not local:
        local = _drawn(draw, surface)
    if not local:
        return draw.tag(entity)
    draw.take(local)
    text = (surface[0] if surface[0] in _SIGILS else "") + local
    if entity.label == EMAIL:
        text = f"{local}@example.org"
    elif entity.label == URL and (lead := _LEAD.match(surface)):
        text = f"{lead[0].lower()}{local}.example.org"
    return {span: Change(span.start, span.end, text) for span in entity.mentions}


def _drawn(draw: Draw, surface: str) -> str:
    """The name of an account of nobody, with as many figures at its end as the old one has."""
    name = key_of(draw.name(CONTACT, about=key_of(surface))).replace(" ", "")
    drawer = draw.drawer_for(CONTACT, surface)
    figures = len(surface) - len(surface.rstrip("0123456789"))
    return name + "".join(str(drawer.number(1, 9)) for _ in range(figures)) if name else ""


def _renamed(draw: Draw, name: str) -> str:
    """The name of an account with the new words of people, without its figures; empty if nobody is in it."""
    pieces: list[str] = []
    is_somebody = False
    old = _PIECE.findall(name)
    for place, piece in enumerate(old):
        rest = old[place + 2] if len(piece) == 1 and place + 2 < len(old) else ""
        if not piece[0].isalpha():
            pieces.append("".join(char for char in piece if char in _JOINTS)[:1])
        elif rest and (both := _login(draw, piece + rest)) is not None:
            pieces.append(both[0])  # j.doe
        elif (new := _login(draw, piece)) is not None:
            is_somebody = True
            pieces.append(new)
    return "".join(pieces).strip(_JOINTS) if is_somebody else ""


def _login(draw: Draw, word: str) -> str | None:
    """What stands for a word of somebody's name, also if its marks are written out: `loewe` is of Löwe."""
    folded = fold_word(word)
    known = draw.login(folded)
    if known is not None:
        return known
    marked = _WRITTEN_OUT.sub(lambda match: match[0][0], folded)
    return draw.login(marked) if marked != folded else None


def _unique(draw: Draw, local: str) -> str:
    """The name of an account, with a number if another has it."""
    if not local or draw.is_free(local):
        return local
    return next((other for n in range(2, _MOST) if draw.is_free(other := f"{local}{n}")), "")
