"""Label consistency."""

from __future__ import annotations

import pytest

from nescio.packs import load_pack
from nescio.second_pass.consistency import ConsistencyPass
from tests.second_pass.helpers import marked

CASES = [
    ("en", "the majority wins", "<O80|Zenn> <O80|Zenn> <P60|Zenn>", ["ORG", "ORG", "ORG"]),
    ("de", "the majority wins", "<L80|Wallstadt> <L80|WALLSTADT> <P60|Wallstadt>", ["LOC", "LOC", "LOC"]),
    ("pt", "weights count, not mentions", "<L30|Prado> <L30|Prado> <P90|Prado>", ["LOC", "LOC", "PER"]),
    ("es", "no clear majority", "<L80|Toledo> <P60|Toledo>", ["LOC", "PER"]),
    ("en", "guard: a very sure label stays", "<L80|Paris> <L80|Paris> <P99|Paris>", ["LOC", "LOC", "PER"]),
    ("en", "guard: other names are left alone", "<O80|Zenn> <O80|Zenn> <P60|Zenna>", ["ORG", "ORG", "PER"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "name", "text", "labels"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES]
)
def test_labels_follow_the_weighted_majority(language: str, name: str, text: str, labels: list[str]) -> None:
    doc, spans, _ = marked(text, language)
    settled = ConsistencyPass.build(load_pack(language), {}).rescan(doc, spans)
    assert [span.label for span in settled] == labels


OWN_CASES = [
    ("en", "an own label stays", "<O30|Zenn>! <P90|Zenn> <P90|Zenn>", ["ORG", "ORG", "ORG"]),
    ("de", "a very sure label stays", "<L50|Waldau>! <P99|Waldau> <P60|Waldau>", ["LOC", "PER", "LOC"]),
    ("pt", "two own labels both stay", "<L50|Prado>! <P50|Prado>! <O30|Prado>", ["LOC", "PER", "ORG"]),
    ("es", "an own label alone", "<L50|Toledo>! <L90|Toledo>", ["LOC", "LOC"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "name", "text", "labels"), OWN_CASES, ids=[f"{c[0]}: {c[1]}" for c in OWN_CASES]
)
def test_other_mentions_follow_the_users_own_label(
    language: str, name: str, text: str, labels: list[str]
) -> None:
    """The sign `!` behind a span makes it one of the user's own."""
    doc, spans, _ = marked(text, language)
    spans = [
        span._replace(source="lists:own/mine") if doc.text[span.end : span.end + 1] == "!" else span
        for span in spans
    ]
    settled = ConsistencyPass.build(load_pack(language), {}).rescan(doc, spans)
    assert [span.label for span in settled] == labels
