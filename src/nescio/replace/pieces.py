"""What goes from a document when its methods work on words: pieces of mentions, and words outside of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nescio.core.errors import PluginError
from nescio.core.kit import Kit
from nescio.core.labels import OTHER_NAME, OUTSIDE
from nescio.core.model import Entity, Job, Span
from nescio.core.protocols import divides
from nescio.core.stretches import Stretches


def in_pieces(entities: Sequence[Entity], open: Stretches, job: Job, kit: Kit) -> tuple[Entity, ...]:
    """The entities with the pieces that their methods replace, and those of the words outside of them.

    What stays by decision or by a user's own list stays: no word is taken out of it.
    """
    methods = {id(method): method for method in kit.methods.values()}
    dividing = frozenset(key for key, method in methods.items() if divides(method))
    if not dividing:
        return tuple(entities)
    found = [
        replace(entity, mentions=tuple(_inside(entity, job, kit)))
        if id(kit.method_for(entity.label)) in dividing
        else entity
        for entity in entities
    ]
    if OTHER_NAME in kit.tags.labels and id(kit.method_for(OTHER_NAME)) in dividing:
        first = 1 + max((entity.id for entity in job.entities or ()), default=-1)
        found += _outside(entities, open, job, kit, first=max([first, *(e.id + 1 for e in entities)]))
    return tuple(found)


def _inside(entity: Entity, job: Job, kit: Kit) -> Iterator[Span]:
    method = kit.method_for(entity.label)
    for mention in entity.mentions:
        with kit.asking(method):
            pieces = method.inside(job.document, mention) if divides(method) else []
        _check(pieces, mention.start, mention.end)
        yield from pieces or [mention]


def _outside(
    entities: Iterable[Entity], open: Stretches, job: Job, kit: Kit, *, first: int
) -> list[Entity]:  # fmt: skip
    """One entity for each word that goes, with all places where it stands."""
    method, text = kit.method_for(OTHER_NAME), job.document.text
    vetoes = Stretches([claim for claim in job.candidates or () if claim.is_own and claim.label in OUTSIDE])
    words: dict[str, list[Span]] = {}
    for start, end in _gaps(sorted(span for entity in entities for span in entity.mentions), len(text)):
        with kit.asking(method):
            pieces = method.outside(job.document, start, end) if divides(method) else []
        _check(pieces, start, end)
        for piece in pieces:
            if not any(True for kept in (open, vetoes) for _ in kept.touching(piece.start, piece.end)):
                place = piece._replace(label=OTHER_NAME)
                words.setdefault(text[piece.start : piece.end], []).append(place)
    return [Entity(id, OTHER_NAME, tuple(spans)) for id, spans in enumerate(words.values(), first)]


def _gaps(mentions: Iterable[Span], length: int) -> Iterator[tuple[int, int]]:
    read = 0
    for span in mentions:
        if span.start > read:
            yield read, span.start
        read = max(read, span.end)
    if read < length:
        yield read, length


def _check(pieces: Iterable[Span], start: int, end: int) -> None:
    """Pieces that lie elsewhere would be replaced twice, or break another name."""
    for piece in pieces:
        if not start <= piece.start < piece.end <= end:
            raise PluginError("A method gave pieces that overlap, are empty or lie outside of their stretch.")
        start = piece.end
