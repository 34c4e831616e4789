"""What a training learns from: corpora, silver and invented sentences, names, development sets."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from nescio.detect.tagger.lexicon import Lexicon
from nescio.detect.tagger.pieces import PieceSplitter
from nescio.learn.corpora import (
    Corpus,
    Sentence,
    load_corpora,
    read_corpus,
    read_marked,
    split_held,
    thin_empty,
)
from nescio.learn.documents import Documents, MarkedText, to_sentence
from nescio.learn.tagger.augment import NamePool, contract
from nescio.learn.tagger.batches import WordStore
from nescio.learn.tagger.resources import Resources
from nescio.learn.tagger.rewrite import SlotPool
from nescio.learn.tagger.silver import translate
from nescio.packs import load_pack
from nescio.text.segment import Segmenter

_DEV_WORDS = 6_000
WRITTEN = "written_"  # before the language: the development documents of our own


class TrainingSource(NamedTuple):
    """Sentences of one origin, how many an epoch takes, and in which stage they serve."""

    sentences: list[Sentence]
    share: int
    style: int
    language: str
    core: bool


@dataclass(frozen=True, slots=True)
class Material:
    """Everything a training needs besides the network."""

    sources: list[TrainingSource]
    dev: dict[str, list[Sentence]]  # short, for the curve
    dev_whole: dict[str, list[Sentence]]  # for calibration and operating points
    pool: NamePool
    templates: Mapping[str, Sequence[str]]
    contractions: Mapping[str, Mapping[str, str]]
    documents: list[tuple[str, Sentence]]  # language and document
    slots: SlotPool
    store: WordStore
    rng: random.Random  # shared with the pool, so that one seed fixes every draw


def gather(
    plan: Mapping[str, Any],
    folder: Path,
    data: Path,
    resources: Resources,
    rng: random.Random,
    written: Documents,
) -> Material:
    """Read corpora, make silver sentences, keep the held parts aside."""
    corpora = load_corpora(folder / plan["corpora"])
    contractions = tomllib.loads((folder / "contractions.toml").read_text("utf-8"))
    parts = {name: split_held(corpus, read_corpus(corpus, data)) for name, corpus in corpora.items()}
    sources = [
        TrainingSource(
            thin_empty(corpus, parts[name][0], rng), corpus.share, number, corpus.language, corpus.core
        )
        for number, (name, corpus) in enumerate(corpora.items(), 1)
    ]
    for table in plan.get("silver", ()):
        sentences = _silver(table, corpora[table["corpus"]], parts[table["corpus"]][0], contractions, rng)
        sources.append(_source(table, sentences, len(sources) + 1))
    for table in plan.get("invented", ()):
        sources.append(_source(table, read_marked(folder / table["file"]), len(sources) + 1))
    templates = tomllib.loads((folder / "templates.toml").read_text("utf-8"))
    documents = [(item.language, learnable(item)) for item in written.train]
    seen = [s for source in sources for s in source.sentences] + [document for _, document in documents]
    nations, particles = templates.pop("nations"), templates.pop("particles")
    pool = NamePool(resources.names, seen, rng, nations=nations, particles=particles)
    store = WordStore(
        PieceSplitter.of(resources.pieces, resources.scores), resources.table, Lexicon(resources.tables)
    )
    whole = read_dev(folder / plan["dev"], data, {name: part[1] for name, part in parts.items()})
    for item in written.dev:
        whole.setdefault(f"{WRITTEN}{item.language}", []).append(learnable(item))
    slots = SlotPool(documents)
    return Material(
        sources, shorten(whole), whole, pool, templates, contractions, documents, slots, store, rng
    )


def _source(table: Mapping[str, Any], sentences: list[Sentence], style: int) -> TrainingSource:
    return TrainingSource(sentences, table["share"], style, table["language"], table.get("core", False))


def learnable(item: MarkedText) -> Sentence:
    """Return a document as the network learns it, its sentences found as they are when it is used."""
    return to_sentence(item.text, item.marks, _segmenter(item.language))


@cache
def _segmenter(language: str) -> Segmenter:
    return Segmenter(load_pack(language).abbreviations)


def _silver(
    table: Mapping[str, Any],
    corpus: Corpus,
    sentences: Sequence[Sentence],
    contractions: Mapping[str, Mapping[str, str]],
    rng: random.Random,
) -> list[Sentence]:
    joined = [contract(s, contractions.get(corpus.language, {}), rng, rate=1.0) for s in sentences]
    for pair in table["pairs"]:
        joined = translate(joined, pair)
    return joined


def read_dev(path: Path, data: Path, held: Mapping[str, list[Sentence]]) -> dict[str, list[Sentence]]:
    """Return the development sets; held parts of training corpora come ready."""
    found: dict[str, list[Sentence]] = {}
    for name, table in tomllib.loads(path.read_text("utf-8")).items():
        if "held" in table:
            found[name] = held[table["held"]]
            continue
        corpus = Corpus(
            name,
            tuple(table["files"]),
            table["labels"],
            language="",
            share=0,
            masked=frozenset(table.get("masked", ())),
        )
        found[name] = read_corpus(corpus, data)
    return found


def shorten(sets: Mapping[str, list[Sentence]]) -> dict[str, list[Sentence]]:
    """Return every n-th sentence or document of large sets, so that a look during training is quick."""
    return {name: part[:: 1 + _size(part) // _DEV_WORDS] for name, part in sets.items()}


def _size(sentences: Sequence[Sentence]) -> int:
    return sum(len(sentence.words) for sentence in sentences)
