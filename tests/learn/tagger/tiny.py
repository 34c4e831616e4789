"""What a tiny tagger is made of; needs torch."""

from __future__ import annotations

import numpy as np

from nescio.detect.tagger.lexicon import Lexicon
from nescio.detect.tagger.pieces import PieceSplitter
from nescio.learn.corpora import Sentence
from nescio.learn.lexicon.name_lists import NameLists
from nescio.learn.lexicon.tables import Gathered, compile_tables
from nescio.learn.tagger.batches import WordStore
from nescio.learn.tagger.resources import Resources
from nescio.learn.tagger.torch_tagger import NetShape

SHAPE = NetShape(
    vector=8, projected=4, chars=4, char_filters=6, shape=3, word=10, hidden=7, languages=2, styles=3
)
SENTENCES = [
    Sentence(("Anna", "Meier", "lives", "in", "Bonn"), ("B-PER", "I-PER", "O", "O", "B-LOC")),
    Sentence(("Acme", "hired", "Ben"), ("B-ORG", "O", "B-PER")),
    Sentence(("it", "rains"), ("O", "O")),
    Sentence(("Nobody", "knows", "Zed"), ("O", "O", "?")),
]


def resources() -> Resources:
    names = NameLists(["Anna"], ["Meier"], ["Bonn"], ["Bonn"], ["Acme"], ["Acme"], ["Chile"], ["Bonn"])
    words = {"anna": {"given_name"}, "new": {"starts_phrase"}}
    tables = compile_tables(Gathered(words, {"new york": "LOC"}), {"in": [7.0, 6.0], "anna": [4.0, 4.5]})
    pieces = ["▁", *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "▁An", "na"]
    table = np.random.default_rng(0).normal(size=(len(pieces), SHAPE.vector)).astype(np.float32)
    return Resources(names, tables, pieces, [-float(i % 7) - 2 for i in range(len(pieces))], table)


def make_store(own: Resources) -> WordStore:
    return WordStore(PieceSplitter.of(own.pieces, own.scores), own.table, Lexicon(own.tables))
