"""Invented texts with hidden names in them, from pieces that look like those of real ones."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from hypothesis import strategies as st

from nescio.core.model import Decision, Document, Entity, Job, Span

_PIECES: Final = tomllib.loads(Path(__file__).with_name("pieces.toml").read_text(encoding="utf-8"))
LANGUAGES: Final = ("de", "en", "es", "pt")
_MARKS: Final[list[str]] = _PIECES["all"]["marks"]
_OTHERS: Final = ("CITY", "ORG", "CODE", "DATE")


class Written(NamedTuple):
    """A piece of a text, and of whom or what it is a name; nobody's without a label."""

    text: str
    label: str = ""
    owner: int = -1


def _names(language: str) -> list[Written]:
    own = _PIECES[language]
    owners = [("PER", forms) for forms in own["people"]]
    owners += [(label, forms) for label in _OTHERS for forms in own[label]]
    return [Written(form, label, n) for n, (label, forms) in enumerate(owners) for form in forms]


_NAMES: Final = {language: _names(language) for language in LANGUAGES}


@st.composite
def jobs(draw: st.DrawFn, language: str) -> Job:
    """A text in which each name is one of an entity of its own, marked or left over; half of them are marked.

    All mentions of an entity are names of one person or thing, so that what stands for it can be compared.
    """
    plain = st.sampled_from(_PIECES[language]["plain"]).map(Written)
    piece = st.one_of(st.sampled_from(_NAMES[language]), st.sampled_from(_NAMES[language]), plain)
    mark = st.one_of(st.just(" "), st.sampled_from(_MARKS))
    text, mentions, labels = "", dict[int, list[Span]](), dict[int, str]()
    for written in draw(st.lists(piece, min_size=1, max_size=12)):
        if written.label and draw(st.booleans()):
            span = Span(len(text), len(text) + len(written.text), written.label, 1.0, "given")
            mentions.setdefault(written.owner, []).append(span)
            labels[written.owner] = written.label
        text += written.text + draw(mark)
    found = [Entity(n, labels[owner], tuple(spans)) for n, (owner, spans) in enumerate(mentions.items())]
    return _decided(Document("d", text, language), found)


@st.composite
def jobs_with_any_spans(draw: st.DrawFn, language: str) -> Job:
    """The same text with stretches hidden that need be no names, as anything of up to three entities."""
    job = draw(jobs(language))
    text = job.document.text
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=10, unique=True)))
    mentions: dict[int, list[Span]] = {}
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        mentions.setdefault(draw(st.integers(0, 2)), []).append(Span(start, end, "PER", 1.0, "given"))
    labels = {owner: draw(st.sampled_from(("PER", *_OTHERS, "MISC"))) for owner in mentions}
    found = [
        Entity(n, labels[owner], tuple(span._replace(label=labels[owner]) for span in spans))
        for n, (owner, spans) in enumerate(mentions.items())
    ]
    return _decided(job.document, found)


def _decided(document: Document, entities: list[Entity]) -> Job:
    decisions = tuple(Decision(entity.id, True, "test") for entity in entities)
    return Job(document, entities=tuple(entities), decisions=decisions)
