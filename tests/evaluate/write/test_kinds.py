"""What is written is read again with the same mentions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.read.files import read_annotations
from nescio.evaluate.write.columns import tagged_tokens
from nescio.evaluate.write.kinds import WRITTEN_KINDS, write_kind

TEXT = "Dr. Anna Meier-Quist (Ulm) wrote. Otto\nHahn, of E.ON, did not."
MENTIONS = (
    Mark(4, 20, "PER", entity="a"), Mark(22, 25, "LOC"), Mark(34, 43, "PER", entity="b"), Mark(48, 52, "ORG"),
)  # fmt: skip
ITEM = Annotation("letters/one.txt", TEXT, MENTIONS, language="en")


def shown(item: Annotation) -> list[tuple[str, str]]:
    text = item.text or ""
    return [("".join(text[m.start : m.end].split()), m.label) for m in sorted(item.mentions)]


@pytest.mark.parametrize("kind", WRITTEN_KINDS)
def test_every_kind_is_read_again_with_the_same_mentions(tmp_path: Path, kind: str) -> None:
    for name, data in write_kind(kind, [ITEM], "letters").items():
        (tmp_path / name).write_bytes(data)
    [again] = read_annotations(tmp_path)
    assert shown(again) == shown(ITEM)
    if kind in ("jsonl", "brat"):
        assert again.text == TEXT
        assert [(m.start, m.end) for m in again.mentions] == [(m.start, m.end) for m in MENTIONS]


def test_entities_survive_in_rows(tmp_path: Path) -> None:
    [(name, data)] = write_kind("jsonl", [ITEM], "x").items()
    (tmp_path / name).write_bytes(data)
    [again] = read_annotations(tmp_path / name)
    assert [m.entity for m in again.mentions] == ["a", "", "b", ""]


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    begins = [TEXT[t.start : t.end] for t in tagged_tokens(TEXT, MENTIONS, language="en") if t.begins]
    assert begins == ["Dr", "Otto"]


@settings(deadline=None)
@given(st.text(alphabet="ab .\n", max_size=30), st.data())
def test_tokens_carry_exactly_the_places_of_the_mentions(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    places = list(zip(cuts[::2], cuts[1::2], strict=False))
    mentions = tuple(Mark(a, b, "PER") for a, b in places if text[a:b].strip())
    tokens = tagged_tokens(text, mentions)
    inside = {p for t in tokens if t.tag != "O" for p in range(t.start, t.end)}
    wanted = {p for m in mentions for p in range(m.start, m.end) if not text[p].isspace()}
    assert inside == wanted
    assert sum(t.tag.startswith("B-") for t in tokens) == len(mentions)
