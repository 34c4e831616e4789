"""Substitutes for addresses, names of files and user names, made of the new names of who is in them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

import regex

from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.replace.substitutes.draw import CONTACT, Draw
from nescio.text.folding import fold_word, key_of

EMAIL: Final = "EMAIL"
URL: Final = "URL"
_PIECE: Final = regex.compile(r"[\p{L}\p{M}]+|[^\p{L}\p{M}]+")
_URL: Final = regex.compile(r"((?:https?://)?(?:www\.)?)([^/?#]*)(.*)", regex.IGNORECASE | regex.DOTALL)
_WRITTEN_OUT: Final = regex.compile(r"[aou]e")
_DAY: Final = regex.compile(r"(?<!\d)(\d{4})([-_.]?)(\d\d)\2(\d\d)(?!\d)")
_JOINTS: Final = "._-"
_SIGILS: Final = "@#"
_SHORTEST: Final = 3  # letters of a name that stands in another without a joint
_LONGEST: Final = 40  # letters of two names without a joint
_MOST: Final = 100  # numbers that tell apart what would be the same address


def contact(draw: Draw, entity: Entity) -> dict[Span, Change]:
    """An address under a domain that is reserved for examples, or the name of an account or a file; made
    of a new name of its owner, or of a name that is drawn."""
    surface = draw.text[entity.mentions[0].start : entity.mentions[0].end]
    text = next(
        (new for old, frame in _readings(draw, entity.label, surface) if (new := _made(draw, old, frame))), ""
    )
    if not text:
        return draw.tag(entity)
    return {span: Change(span.start, span.end, text) for span in entity.mentions}


def _readings(draw: Draw, label: str, surface: str) -> Iterator[tuple[str, str]]:
    """Where somebody's name may stand in a contact, and what stands around the new one."""
    if label == EMAIL:
        yield surface.partition("@")[0], "{}@example.org"
    elif label == URL and (parts := _URL.fullmatch(surface)):
        lead = parts[1].lower()
        step = next((step for step in parts[3].split("/") if _renamed(draw, step)), "")
        if step:
            yield step, f"{lead}example.org/{{}}"
        else:
            yield parts[2], f"{lead}{{}}.example.org"
    else:
        stem, _, end = surface.rpartition(".")
        is_file = bool(stem) and end.lower() in draw.file_ends
        sigil = surface[0] if surface[0] in _SIGILS else ""
        yield (stem, f"{{}}.{end}") if is_file else (surface, f"{sigil}{{}}")


def _made(draw: Draw, old: str, frame: str) -> str:
    """A contact that nothing else has become, with a number where another has the same."""
    local = _renamed(draw, old) or _drawn(draw, old)
    tried = (f"{local}{number}" for number in ("", *range(2, _MOST))) if local else ()
    own = (new for name in tried if not draw.stands(name) and draw.claim(CONTACT, new := frame.format(name)))
    return next(own, "")


def _drawn(draw: Draw, surface: str) -> str:
    """The name of an account of nobody, with as many figures at its end as the old one has."""
    name = key_of(draw.name(CONTACT, about=key_of(surface))).replace(" ", "")
    drawer = draw.drawer_for(CONTACT, surface)
    figures = len(surface) - len(surface.rstrip("0123456789"))
    return name + "".join(str(drawer.number(1, 9)) for _ in range(figures)) if name else ""


def _renamed(draw: Draw, name: str) -> str:
    """The name of an account with the new words of people, without its figures; empty if nobody is in it."""
    pieces: list[str] = []
    known, unknown = 0, list[int]()
    old = _PIECE.findall(name)
    for place, piece in enumerate(old):
        rest = old[place + 2] if len(piece) == 1 and place + 2 < len(old) else ""
        if not piece[0].isalpha():
            pieces.append(_between(draw, piece))
        elif rest and (both := _login(draw, piece + rest)) is not None:
            pieces.append(both[0])  # j.doe
        elif (new := _login(draw, piece)) is not None:
            known += 1
            pieces.append(new)
        elif len(piece) >= _SHORTEST:
            unknown.append(len(pieces))
            pieces.append(fold_word(piece))
    for place in unknown:
        is_name = known == 1 and len(unknown) == 1  # maite.larrinaga, of a Maite whom the text does not name
        pieces[place] = draw.stranger(pieces[place]) if is_name else ""
    return _joined(pieces) if known else ""


def _joined(pieces: list[str]) -> str:
    """The pieces with one joint between two of them."""
    text = ""
    for piece in pieces:
        text += piece.lstrip(_JOINTS) if text[-1:] in _JOINTS else piece
    return text.strip(_JOINTS)


def _between(draw: Draw, signs: str) -> str:
    """What joins two words: one sign, and a day in the midst of it, moved as those of the text are."""
    joint = "".join(char for char in signs if char in _JOINTS)[:1]
    day = _DAY.search(signs)
    if day is None:
        return joint
    try:
        moved = date(int(day[1]), int(day[3]), int(day[4])) + timedelta(days=draw.shifts.visits)
    except (ValueError, OverflowError):
        return joint
    return f"{joint}{moved:%Y}{day[2]}{moved:%m}{day[2]}{moved:%d}{joint if signs[day.end() :] else ''}"


def _login(draw: Draw, word: str) -> str | None:
    """What stands for a word of somebody's name, also if its marks are written out: `loewe` is of Löwe.

    Two names without a joint between them are two names.
    """
    folded = fold_word(word)
    known = draw.login(folded)
    if known is not None:
        return known
    marked = _WRITTEN_OUT.sub(lambda match: match[0][0], folded)
    return (draw.login(marked) if marked != folded else None) or _both(draw, folded)


def _both(draw: Draw, word: str) -> str | None:
    """What stands for two names in a row: freyahale; the second may be of somebody whom no text names."""
    if len(word) > _LONGEST:
        return None
    cuts = range(len(word) - _SHORTEST, _SHORTEST - 1, -1)
    heads = [(draw.login(word[:cut]), word[cut:]) for cut in cuts]
    pairs = (new + tail for new, rest in heads if new and (tail := draw.login(rest)))
    alone = (
        new + tail for new, rest in heads if new and len(rest) > _SHORTEST and (tail := draw.stranger(rest))
    )
    return next(pairs, None) or next(alone, None)
