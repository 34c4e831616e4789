"""The corpora of the knowledge benches as sentences, names with their surroundings, and jobs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nescio.core.model import Decision, Document, Entity, Job, Span

CLASSES = {"LOCAL": "LOC", "ORGANIZACAO": "ORG", "PESSOA": "PER", "LOCderiv": "", "PERSON": "PER"}
Tokens = list[tuple[str, str]]


class NameInContext(NamedTuple):
    """A name of a corpus with its class and what stands around it."""

    name: str
    label: str
    before: str
    after: str


def sentences(path: Path) -> Iterator[Tokens]:
    # One corpus has lost its ß; ÿ stands in its place.
    for block in path.read_text(encoding="utf-8").replace("ÿ", "ß").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if "\t" in line]
        if rows:
            yield [(row[0], row[1]) for row in rows]


def entities(tokens: Tokens) -> Iterator[tuple[int, int, str]]:
    """Persons, places and bodies of a sentence."""
    for start, end, tag in named(tokens):
        label = CLASSES.get(tag, tag)
        if label in ("PER", "LOC", "ORG"):
            yield start, end, label


def named(tokens: Tokens) -> Iterator[tuple[int, int, str]]:
    """Names of any class."""
    start = 0
    while start < len(tokens):
        end = start + 1
        tag = tokens[start][1]
        if tag.startswith("B-"):
            while end < len(tokens) and tokens[end][1] == f"I-{tag[2:]}":
                end += 1
            yield start, end, tag[2:]
        start = end


def documents(path: Path) -> Iterator[list[NameInContext]]:
    """The places and bodies of each document; of each sentence where a corpus has no documents."""
    if path.suffix == ".xml":
        for text in re.split(r"<DOC ", path.read_text(encoding="latin-1"))[1:]:
            yield list(_marked(text))
        return
    for tokens in sentences(path):
        words = [word for word, _ in tokens]
        yield [
            NameInContext(
                " ".join(words[start:end]), label, " ".join(words[:start])[-120:], " ".join(words[end:])[:120]
            )
            for start, end, label in entities(tokens)
            if label != "PER"
        ]


def _marked(text: str) -> Iterator[NameInContext]:
    for match in re.finditer(r'<EM [^>]*CATEG="([^"|]*)[^>]*>(.*?)</EM>', text, re.S):
        label = CLASSES.get(match[1], "")
        if label in ("LOC", "ORG"):
            before = re.sub(r"<[^>]+>", "", text[max(0, match.start() - 300) : match.start()])[-120:]
            after = re.sub(r"<[^>]+>", "", text[match.end() : match.end() + 300])[:120]
            yield NameInContext(re.sub(r"<[^>]+>", "", match[2]), label, before, after)


def job_of(tokens: Tokens, spans: list[tuple[int, int, str]], language: str, *, id: str = "s") -> Job:
    """A job with the names of a sentence, equal names being one thing."""
    starts, text = [], ""
    for word, _ in tokens:
        starts.append(len(text))
        text += f"{word} "
    groups: dict[tuple[str, str], list[Span]] = {}
    for start, end, label in spans:
        span = Span(starts[start], starts[end - 1] + len(tokens[end - 1][0]), label, 1.0, "gold")
        groups.setdefault((text[span.start : span.end], label), []).append(span)
    things = tuple(Entity(n, key[1], tuple(found)) for n, (key, found) in enumerate(groups.items()))
    decisions = tuple(Decision(thing.id, True, "gold") for thing in things)
    return Job(Document(id, text.rstrip(), language), entities=things, decisions=decisions)
