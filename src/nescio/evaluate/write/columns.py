"""Token and tag in columns: TSV with a heading, and CoNLL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from nescio.evaluate.model import Annotation, Mark
from nescio.packs import languages, load_pack
from nescio.text.segment import Segmenter, tokenize


class TaggedToken(NamedTuple):
    """A token, what it is, and whether a sentence begins with it."""

    start: int
    end: int
    tag: str
    entity: str
    begins: bool


def write_tsv(annotations: Iterable[Annotation]) -> str:
    """`token`, `tag`: documents begin with `# newdoc id = …`, sentences end with an empty line."""
    return "token\ttag\n" + "".join(_columns(item, wide=False) for item in annotations)


def write_conll(annotations: Iterable[Annotation]) -> str:
    """Token, start, end, entity and tag: the last column is the one that most programs read."""
    return "".join(_columns(item, wide=True) for item in annotations)


def _columns(item: Annotation, *, wide: bool) -> str:
    text = item.text or ""
    name = " ".join(item.id.split()) or "document"
    lines = [f"# newdoc id = {name}"]
    for token in tagged_tokens(text, item.mentions, language=item.language):
        if token.begins and len(lines) > 1:
            lines.append("")
        word = text[token.start : token.end]
        middle = [str(token.start), str(token.end), token.entity or "_"] if wide else []
        lines.append("\t".join([word, *middle, token.tag]))
    return "\n".join([*lines, "", ""])


def tagged_tokens(text: str, mentions: Sequence[Mark], *, language: str = "") -> list[TaggedToken]:
    """All tokens with tags of BIO; a token is cut where a mention begins or ends in it."""
    borders = {place for mention in mentions for place in (mention.start, mention.end)}
    starts = {start for start, _ in _segmenter(language).sentences(text)}
    inside = sorted(mentions)
    found: list[TaggedToken] = []
    at, told = 0, -1  # the mention at hand, and the last one that has a token
    for start, end in _cut(tokenize(text), borders):
        while at < len(inside) and inside[at].end <= start:
            at += 1
        mention = inside[at] if at < len(inside) and inside[at].start < end else None
        tag = "O" if mention is None else f"{'I' if told == at else 'B'}-{mention.label}"
        told = at if mention is not None else told
        entity = "" if mention is None else "_".join(mention.entity.split())
        found.append(TaggedToken(start, end, tag, entity, start in starts and not tag.startswith("I-")))
    return found


@cache
def _segmenter(language: str) -> Segmenter:
    return Segmenter(load_pack(language).abbreviations if language in languages() else ())


def _cut(tokens: Iterable[tuple[int, int]], borders: set[int]) -> Iterator[tuple[int, int]]:
    for start, end in tokens:
        places = [start, *(place for place in range(start + 1, end) if place in borders), end]
        yield from pairwise(places)
