"""Readers that bring every corpus into one scheme: a class, outside, or not to be learnt."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from nescio.core.errors import ConfigError, InputError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.detect.tagger.passages import Passage, find_breaks, lone_sentence
from nescio.detect.tagger.tokens import split_sentences, tokenize
from nescio.files.places import shown

NAMES = ("PER", "LOC", "ORG")
CLASSES = (
    *NAMES,
    *("STREET", "POSTCODE", "DATE", "TIME", "AGE", "PROFESSION", "NORP", "WORK", "EVENT", "PRODUCT"),
    *("CODE", "ID", "USERNAME", "SECRET", "VALUE", "PHONE", "ACCOUNT", "PLATE"),
)
OUTSIDE = "O"
MASKED = "?"
PLAIN = "="  # outside of every class, also of those of which the corpus is silent
_MAX_SENTENCE = 110
_MARKED = re.compile(r"\[(\w+):([^\]]+)\]|(\S+)")


class Sentence(NamedTuple):
    """Words with one BIO tag each; `?` marks what a corpus does not decide, `=` what refers to nobody.

    Of `silent` classes a corpus says nothing: what it leaves outside may be one of them. A whole
    document also says what begins at each word, and to whom a mention refers.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    silent: frozenset[str] = frozenset()
    breaks: tuple[int, ...] = ()
    entities: tuple[str, ...] = ()

    @property
    def passage(self) -> Passage:
        """The words as the network reads them."""
        return Passage(self.words, self.breaks) if self.breaks else lone_sentence(self.words)


@dataclass(frozen=True, slots=True)
class Corpus:
    """How one corpus is read, and how much of it an epoch takes."""

    name: str
    files: tuple[str, ...]
    labels: Mapping[str, str]
    language: str
    share: int
    masked: frozenset[str] = frozenset()
    generic: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()  # its labels that refer to nobody: laws
    hold: int = 0
    empty: float = 1.0
    titles: frozenset[str] = frozenset()  # words cut off the front of people's names
    handles: bool = False
    core: bool = False
    absent: frozenset[str] = frozenset()  # classes that it does not annotate because they do not occur

    @property
    def silent(self) -> frozenset[str]:
        """The classes that may occur although it does not annotate them."""
        return frozenset(CLASSES) - set(self.labels.values()) - self.absent


def load_corpora(path: Path) -> dict[str, Corpus]:
    """Read a table of corpora; an unknown class is an error that names the known ones."""
    tables = tomllib.loads(path.read_text("utf-8"))
    titles, private = frozenset(tables.pop("titles")), frozenset(tables.pop("private", ()))
    return {name: _corpus(name, table, titles, private) for name, table in tables.items()}


def _corpus(name: str, table: Mapping[str, Any], titles: frozenset[str], private: frozenset[str]) -> Corpus:
    unknown = set(table["labels"].values()) - set(CLASSES)
    if unknown:
        raise ConfigError(f"Corpus {name!r} maps to {sorted(unknown)}. Known classes: {', '.join(CLASSES)}.")
    values = dict(table)
    values["files"] = tuple(table["files"])
    values["masked"] = frozenset(table.get("masked", ()))
    values["generic"] = frozenset(table.get("generic", ()))
    values["plain"] = frozenset(table.get("plain", ()))
    values["titles"] = titles if table.get("titles") else frozenset()
    values["absent"] = frozenset() if values.pop("private", False) else private
    return Corpus(name=name, **values)


def read_corpus(corpus: Corpus, data: Path) -> list[Sentence]:
    """Return all sentences of a corpus in the common scheme."""
    return [sentence for name in corpus.files for sentence in _read_file(corpus, data / name)]


def read_marked(path: Path) -> list[Sentence]:
    """Return the sentences of a file of our own, one per line, mentions written as `[PER:Anna Lind]`."""
    return [_read_marked_line(path, number, line) for number, line in enumerate(_lines(path), 1)]


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def _read_marked_line(path: Path, number: int, line: str) -> Sentence:
    words: list[str] = []
    tags: list[str] = []
    for label, inner, word in _MARKED.findall(line):
        if label and label not in NAMES:
            raise ConfigError(f"{path.name}, line {number}: unknown class. Known: {', '.join(NAMES)}.")
        parts = inner.split() if label else [word]
        words += parts
        tags += [f"{'I' if at else 'B'}-{label}" if label else OUTSIDE for at in range(len(parts))]
    if not words:
        raise ConfigError(f"{path.name}, line {number} is empty.")
    return Sentence(tuple(words), tuple(tags), frozenset(CLASSES) - set(NAMES))


def split_held(corpus: Corpus, sentences: Sequence[Sentence]) -> tuple[list[Sentence], list[Sentence]]:
    """Return the training part and the last `hold` sentences, which never train."""
    cut = len(sentences) - corpus.hold
    return list(sentences[:cut]), list(sentences[cut:])


def thin_empty(corpus: Corpus, sentences: Sequence[Sentence], rng: random.Random) -> list[Sentence]:
    """Drop most sentences without a mention where a corpus has too many of them."""
    return [s for s in sentences if any(tag[0] == "B" for tag in s.tags) or rng.random() < corpus.empty]


def _read_file(corpus: Corpus, path: Path) -> Iterator[Sentence]:
    for read in _read_bio(path) if path.suffix == ".bio" else _read_jsonl(path):
        tags = tuple(_map_tags(corpus, read.words, read.tags))
        yield from _cut(read._replace(tags=tags, silent=corpus.silent))


def _read_bio(path: Path) -> Iterator[Sentence]:
    words: list[str] = []
    tags: list[str] = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) > 1 and fields[0].strip():
                words.append(fields[0].strip())
                tags.append(fields[1])
            elif words:
                yield Sentence(tuple(words), tuple(tags))
                words, tags = [], []
    if words:
        yield Sentence(tuple(words), tuple(tags))


def _read_jsonl(path: Path) -> Iterator[Sentence]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            text, spans = _text_and_spans(line, f"{shown(path)}, line {number}")
            yield from tag_text(text, spans)


def _text_and_spans(line: str, place: str) -> tuple[str, list[tuple[int, int, str]]]:
    try:
        row = read_json(line)
        text, spans = row["text"], [(start, end, label) for start, end, label, *_ in row["spans"]]
        if not isinstance(text, str) or not all(map(_is_span, spans)):
            raise TypeError
    except PlainJsonError as error:
        raise InputError(f"{place}: {error}.") from None
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{place}: it needs a 'text', and 'spans' of start, end and label.") from None
    return text, sorted(spans)


def _is_span(span: tuple[object, object, object]) -> bool:
    return type(span[0]) is int and type(span[1]) is int and isinstance(span[2], str)


def tag_text(text: str, spans: Sequence[tuple[int, int, str]]) -> Iterator[Sentence]:
    """Return the sentences of a text with BIO tags from character spans."""
    tokens = tokenize(text)
    tags = [OUTSIDE] * len(tokens)
    for start, end, label in spans:
        inside = [i for i, token in enumerate(tokens) if token.start < end and start < token.end]
        for i in inside:
            tags[i] = ("B-" if i == inside[0] else "I-") + label
    ranges = split_sentences(text, tokens)
    breaks = find_breaks(text, tokens, [(tokens[first].start, 0) for first, _ in ranges])
    for first, last in ranges:
        words = tuple(token.text for token in tokens[first:last])
        yield Sentence(words, tuple(tags[first:last]), breaks=tuple(breaks[first:last]))


def _cut(sentence: Sentence) -> Iterator[Sentence]:
    """Cut endless sentences after a full stop outside a mention, or anywhere outside one."""
    words, tags = sentence.words, sentence.tags
    start = 0
    for at in range(1, len(words)):
        long = at - start >= _MAX_SENTENCE
        stop = words[at - 1] == "." and len(words) > _MAX_SENTENCE and at - start > 8
        if (long or stop) and tags[at][0] != "I":
            yield _part(sentence, start, at)
            start = at
    yield _part(sentence, start, len(words))


def _part(sentence: Sentence, start: int, end: int) -> Sentence:
    cut = slice(start, end)
    return sentence._replace(words=sentence.words[cut], tags=sentence.tags[cut], breaks=sentence.breaks[cut])


def _map_tags(corpus: Corpus, words: Sequence[str], tags: Sequence[str]) -> list[str]:
    mapped = [OUTSIDE] * len(tags)
    for start, end, label in mentions(tags):
        _place(mapped, corpus, words, (start, end, label))
    if corpus.handles:
        mapped = _mask_handles(words, mapped)
    return mapped


def _place(mapped: list[str], corpus: Corpus, words: Sequence[str], mention: tuple[int, int, str]) -> None:
    start, end, label = mention
    name = corpus.labels.get(label)
    generic = " ".join(words[start:end]).casefold() in corpus.generic
    numeric = name in NAMES and all(word[0].isdigit() for word in words[start:end])
    if label in corpus.masked or (name and (generic or numeric)):
        mapped[start:end] = [MASKED] * (end - start)
    elif label in corpus.plain:
        mapped[start:end] = [PLAIN] * (end - start)
    elif name:
        while name == "PER" and end - start > 1 and words[start].casefold() in corpus.titles:
            start += 1
        mapped[start:end] = [f"B-{name}"] + [f"I-{name}"] * (end - start - 1)


def _mask_handles(words: Sequence[str], tags: Sequence[str]) -> list[str]:
    return [
        MASKED if word[0] == "@" or (i > 0 and words[i - 1] == "@") else tag
        for i, (word, tag) in enumerate(zip(words, tags, strict=True))
    ]


def mentions(tags: Iterable[str]) -> list[tuple[int, int, str]]:
    """Return the mentions of a BIO sequence; a stray I begins a mention."""
    found: list[tuple[int, int, str]] = []
    previous = OUTSIDE
    for at, tag in enumerate(tags):
        if "-" in tag:
            prefix, label = tag.split("-", 1)
            joined = prefix == "I" and previous not in (OUTSIDE, MASKED, PLAIN) and found[-1][2] == label
            if joined:
                found[-1] = (found[-1][0], at + 1, label)
            else:
                found.append((at, at + 1, label))
        previous = tag
    return found
