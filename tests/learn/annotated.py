"""Invented annotated sentences, enough for a small CRF."""

from __future__ import annotations

import json
from itertools import product

from nescio.learn.corpora import Sentence
from nescio.learn.crf import Claim, to_sentences
from nescio.text.segment import Segmenter

PEOPLE = ("Ada Quill", "Bruno Felt", "Cara Voss", "Dario Pene", "Elsa Brandt")
TOWNS = ("Mirow", "Tolva", "Arden", "Quista")
FRAMES = ("Yesterday {0} went to {1} by train.", "In {1} we met {0} again.", "Mrs {0} likes {1} a lot.")


def rows() -> list[tuple[str, list[Claim]]]:
    """Texts with their spans."""
    found = []
    for frame, person, town in product(FRAMES, PEOPLE, TOWNS):
        text = frame.format(person, town)
        spans = [(text.index(name), text.index(name) + len(name)) for name in (person, town)]
        found.append((text, [(*span, label) for span, label in zip(spans, ("PER", "LOC"), strict=True)]))
    return found


def documents() -> list[list[Sentence]]:
    return [to_sentences(text, spans, Segmenter([])) for text, spans in rows()]


def as_jsonl() -> str:
    return "".join(json.dumps({"text": text, "spans": spans}) + "\n" for text, spans in rows())


def as_bio() -> str:
    sentences = [sentence for document in documents() for sentence in document]
    pairs = [zip(s.words, s.tags, strict=True) for s in sentences]
    return "\n".join("".join(f"{word}\t{tag}\n" for word, tag in pair) for pair in pairs)
