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
USERNAME: Final = "USERNAME"
CONTACTS: Final = (EMAIL, URL, USERNAME)
_PIECE: Final = regex.compile(r"[\p{L}\p{M}]+|[^\p{L}\p{M}]+")
_JOINTS: Final = "._-"
_SIGILS: Final = "@#"
_MOST: Final = 100  # numbers that tell apart what would be the same address


def contact(draw: Draw, entity: Entity) -> dict[Span, Change]:
    """An address under a domain that is reserved for examples; a user name only where a name is in it."""
    surface = draw.text[entity.mentions[0].start : entity.mentions[0].end]
    local = _unique(draw, _renamed(draw, surface.partition("@")[0] if entity.label == EMAIL else surface))
    if not local and entity.label != USERNAME:
        local = key_of(draw.name(CONTACT)).replace(" ", "")
    if not local:
        return draw.tag(entity)
    draw.take(local)
    text = {EMAIL: f"{local}@example.org", URL: f"https://{local}.example.org"}.get(entity.label)
    if text is None:
        text = (surface[0] if surface[0] in _SIGILS else "") + local
    return {span: Change(span.start, span.end, text) for span in entity.mentions}


def _renamed(draw: Draw, name: str) -> str:
    """The name of an account with the new words of people, without its figures; empty if nobody is in it."""
    pieces: list[str] = []
    is_somebody = False
    for piece in _PIECE.findall(name):
        if not piece[0].isalpha():
            pieces.append("".join(char for char in piece if char in _JOINTS)[:1])
        elif (new := draw.renamed.get(fold_word(piece))) is not None:
            is_somebody = True
            pieces.append(new)
    return "".join(pieces).strip(_JOINTS) if is_somebody else ""


def _unique(draw: Draw, local: str) -> str:
    """The name of an account, with a number if another has it."""
    if not local or draw.is_free(local):
        return local
    return next((other for n in range(2, _MOST) if draw.is_free(other := f"{local}{n}")), "")
