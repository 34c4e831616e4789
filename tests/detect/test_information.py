"""The information detector: rare words, measured in bits."""

from __future__ import annotations

from math import log2

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Document
from nescio.detect.information import InformationDetector
from nescio.packs import load_pack

TABLE = {"the": 8, "of": 7, "and": 7, "house": 5, "garden": 5, "willow": 4, "tannery": 3}


def found(text: str, threshold: float = 21.0) -> list[str]:
    detector = InformationDetector(TABLE, threshold=threshold)
    [claims] = detector.detect([Document("d", text)])
    return [text[claim.start : claim.end] for claim in claims]


def test_a_word_that_the_table_lacks_is_claimed() -> None:
    assert found("the house and the Zwickel of the garden") == ["Zwickel"]


@pytest.mark.parametrize(
    ("threshold", "words"),
    [
        (8.0, ["house", "garden", "willow", "tannery", "kelpie"]),
        (14.0, ["willow", "tannery", "kelpie"]),
        (18.0, ["tannery", "kelpie"]),
        (21.0, ["kelpie"]),
        (40.0, []),
    ],
)
def test_a_higher_threshold_leaves_more_words(threshold: float, words: list[str]) -> None:
    assert found("the house and garden of willow tannery kelpie", threshold) == words


def test_a_rarer_word_never_carries_less_information() -> None:
    detector = InformationDetector(TABLE)
    bits = [detector.bits(word) for word in TABLE]
    assert bits == sorted(bits)
    assert detector.bits("kelpie") == pytest.approx(bits[-1] + log2(10))


def test_a_class_of_the_table_gives_the_bits_of_its_frequency() -> None:
    bits = InformationDetector(TABLE).bits("of")  # about one word in a hundred
    assert 4.5 < bits < 8.5


def test_short_words_numbers_and_the_empty_text_are_left() -> None:
    assert found("kel 48213 x9y8z7") == []
    assert found("") == []


def test_the_reason_names_bits_and_threshold() -> None:
    detector = InformationDetector(TABLE, threshold=20)
    document = Document("d", "the kelpie")
    [[claim]] = detector.detect([document])
    assert detector.explain(document, claim).endswith("bits of information, threshold 20")


@pytest.mark.parametrize("language", ["en", "de", "pt", "es"])
def test_every_language_has_a_table(language: str) -> None:
    detector = InformationDetector.build(load_pack(language), {"threshold": 12})
    assert detector.bits("qwxyzzy") > 20


@pytest.mark.parametrize(
    "options", [{"threshold": 0}, {"threshold": "high"}, {"shortest": 0}, {"shortest": 2.5}]
)
def test_a_wrong_option_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="of 'information' must be"):
        InformationDetector.build(load_pack("en"), options)
