"""Labels of two sides made comparable: conversion tables, aliases, and the hierarchy."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from nescio.core.errors import ConfigError, InputError, known
from nescio.core.labels import LabelSet, TagTable
from nescio.core.plain_json import read_json
from nescio.evaluate.model import Annotation, Mark, wrong
from nescio.packs.files import is_there, read_file


@dataclass(frozen=True)
class Conversion:
    """Foreign tags to labels; without a table every tag must be a label or an alias of one.

    `own` keeps tags that are neither as they stand, for corpora with a tag set of their own.
    """

    labels: LabelSet
    table: Mapping[str, str] = field(default_factory=dict)
    own: bool = False

    def apply(self, annotations: Iterable[Annotation]) -> list[Annotation]:
        """The annotations with converted labels; mentions whose tag means O are gone."""
        cache: dict[str, str | None] = {}
        return [replace(item, mentions=self._convert(item, cache)) for item in annotations]

    def _convert(self, item: Annotation, cache: dict[str, str | None]) -> tuple[Mark, ...]:
        kept = []
        for mention in item.mentions:
            tag = mention.label
            if tag not in cache:
                cache[tag] = self._label(tag, item.file, mention.line or item.line)
            if (label := cache[tag]) is not None:
                kept.append(mention if label == tag else mention._replace(label=label))
        return tuple(kept)

    def _label(self, tag: str, file: str, line: int) -> str | None:
        try:
            return TagTable(self.labels, self.table).convert(tag)
        except ConfigError as error:
            target = self.table.get(tag, self.table.get("UNK", tag))
            if self.own:
                return target
            raise wrong(
                file,
                line,
                f"a tag is unknown. {known(target, (label.name for label in self.labels))} "
                "Name it in a conversion table (--tags), with UNK for all others, or use --own-tags.",
            ) from error


def read_table(path: Path) -> dict[str, str]:
    """A conversion table `old = "new"`, TOML or JSON; `UNK` serves every other tag, `O` drops."""
    if not is_there(path):
        raise ConfigError(f"There is no conversion table {str(path)!r}.")
    try:
        text = read_file(path, where=repr(path.name)).decode("utf-8-sig")
        content = read_json(text) if path.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path.name!r} is not TOML or JSON in UTF-8: {error}.") from error
    if not isinstance(content, dict) or not all(isinstance(value, str) for value in content.values()):
        raise ConfigError(f'{path.name!r} must be a flat table of tags: old = "new".')
    return content


def parse_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """`OLD=NEW` from a command line, or a file that holds such a table."""
    table: dict[str, str] = {}
    for pair in pairs:
        old, equals, new = pair.partition("=")
        if equals and old and new:
            table[old] = new
        else:
            table |= read_table(Path(pair))
    return table


def lift(annotations: Iterable[Annotation], inventory: Collection[str], labels: LabelSet) -> list[Annotation]:
    """A label that the gold does not use counts as the nearest one above it that the gold uses.

    CITY counts as LOC where the gold has LOC and no CITY. Never the other way round: LOC is no
    CITY. A label without such an ancestor stays what it is.
    """
    cache: dict[str, str] = {}

    def lifted(label: str) -> str:
        if label not in cache:
            line = labels.lineage(label) if label in labels else (label,)
            cache[label] = next((name for name in line if name in inventory), label)
        return cache[label]

    return [
        replace(
            item,
            mentions=tuple(m._replace(label=lifted(m.label)) for m in item.mentions),
            candidates=tuple(m._replace(label=lifted(m.label)) for m in item.candidates),
        )
        for item in annotations
    ]


def keep_labels(
    annotations: Iterable[Annotation], wanted: Collection[str]
) -> tuple[list[Annotation], Counter[str]]:
    """Only the mentions with a wanted label, and how many of each other label were left out."""
    left_out: Counter[str] = Counter()
    kept = []
    for item in annotations:
        left_out.update(m.label for m in item.mentions if m.label not in wanted)
        mentions = tuple(m for m in item.mentions if m.label in wanted)
        candidates = tuple(m for m in item.candidates if m.label in wanted)
        kept.append(replace(item, mentions=mentions, candidates=candidates))
    return kept, left_out


def inventory(annotations: Iterable[Annotation]) -> set[str]:
    return {mention.label for item in annotations for mention in item.mentions}


def check_wanted(wanted: Sequence[str], labels: LabelSet, gold: Collection[str]) -> list[str]:
    """The labels that a user asks for, by their stable names."""
    found = []
    for name in wanted:
        if name in gold:
            found.append(name)
            continue
        try:
            found.append(labels.find(name))
        except ConfigError as error:
            raise InputError(str(error)) from error
    return found
