"""NOME's rule: sequences of capitalised words, single ones behind a title, and its three lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.model import Document
from nescio.detect.nome import NomeDetector
from nescio.packs import load_pack

CASES = [
    ("The Child Support Guidelines apply.", ["The Child Support Guidelines"]),
    ("Then Anna left.", ["Then Anna"]),
    ("we met Mr. Orr today", ["Orr"]),
    ("we met Orr today", []),
    ("ANNA QUILL, the applicant", []),
    ("Quill. Anna Tarn came.", ["Anna Tarn"]),
    ("Quill, Tarn", []),
    ("born in April", []),
]


def terms(text: str, detector: NomeDetector) -> list[str]:
    [found] = detector.detect([Document("d", text, "en")])
    return [text[span.start : span.end] for span in found]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_sequences_of_capitalised_words_are_terms(text: str, expected: list[str]) -> None:
    assert terms(text, NomeDetector.build(load_pack("en"), {})) == expected


def test_its_lists_add_and_take_away(tmp_path: Path) -> None:
    files = {"include": "born\nTolva\n", "exclude": "Canada\n", "titles": "Squire\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    detector = NomeDetector.build(load_pack("en"), {name: [str(tmp_path / name)] for name in files})
    assert terms("New Canada, born in Tolva; Squire Orr", detector) == ["born", "Tolva", "Orr"]
