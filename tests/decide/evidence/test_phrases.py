"""Phrases are found at the ends of word rows, and rows end where sentences do."""

from __future__ import annotations

from nescio.decide.evidence.phrases import PhraseTable, TokenRow

TABLE = PhraseTable({"judge": ["judge", "chief judge"], "counsel": ["m. p."]})


def test_the_longest_phrase_counts() -> None:
    assert [item.phrase for item in TABLE.ending(["the", "chief", "judge"])] == ["chief judge"]
    assert [item.kind for item in TABLE.beginning(["m", "p", "x"])] == ["counsel"]
    assert TABLE.ending(["nobody"]) == []


def test_a_row_ends_with_the_sentence_and_the_paragraph() -> None:
    text = "They had spoken. Dr. Orr of Tolva came\n\nlater"
    row = TokenRow(text)
    assert row.left(text.index("Tolva")) == ["dr", "orr", "of"]
    assert row.right(text.index("Tolva") + 5) == ["came"]
    assert row.left(text.index("later"), breaks=True)[-1] == "came"


def test_the_full_stop_of_an_abbreviation_ends_no_sentence() -> None:
    text = "She asked the deput. Orr"
    assert TokenRow(text).left(text.index("Orr")) == []
    assert TokenRow(text, {"deput"}).left(text.index("Orr")) == ["she", "asked", "the", "deput"]
