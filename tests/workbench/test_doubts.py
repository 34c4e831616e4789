"""Doubts, each with a text in which it must be said and one in which it must not."""

from __future__ import annotations

import pytest

from nescio.core.model import Document, Entity, Job, Span
from nescio.explain import ClaimIndex
from nescio.packs import load_pack
from nescio.workbench.doubts import Doubter

CASES: list[tuple[str, str, float, list[tuple[str, str, float, str]], dict[str, str], list[str]]] = [
    ("He saw Wills there.", "Wills", 0.2, [], {}, ["weak"]),
    ("He saw Wills there.", "Wills", 0.8, [], {}, ["found_once"]),
    ("He saw Wills there.", "Wills", 0.95, [], {}, []),
    ("In May he left.", "May", 0.7, [("May", "O", 1.0, "lists:veto")], {}, ["common_word", "found_once"]),
    ("York won.", "York", 0.95, [("York", "LOC", 0.9, "tagger")], {}, ["other_label"]),
    ("York won.", "York", 0.95, [("York", "LOC", 0.4, "tagger")], {}, []),
    ("So Anna Brandt came.", "Anna", 0.95, [], {}, ["half_name"]),
    ("So Mrs Anna came.", "Anna", 0.95, [], {}, []),
    ("Anna came.", "Anna", 0.95, [], {"candidates": "1:2 3:4"}, ["shared_name"]),
]


@pytest.mark.parametrize(
    ("text", "name", "score", "others", "features", "codes"), CASES, ids=range(len(CASES))
)
def test_a_doubt_is_said_where_it_belongs(
    text: str,
    name: str,
    score: float,
    others: list[tuple[str, str, float, str]],
    features: dict[str, str],
    codes: list[str],
) -> None:
    def span(words: str, label: str, score: float, source: str) -> Span:
        start = text.index(words)
        return Span(start, start + len(words), label, score, source)

    own = span(name, "PER", score, "tagger")
    job = Job(Document("d", text, "en"), candidates=(own, *(span(*other) for other in others)))
    doubter = Doubter(job.document, ClaimIndex(job), load_pack("en"))
    assert [code for code, _ in doubter.doubts(Entity(1, "PER", (own,), features))] == codes


def test_nobody_doubts_what_a_person_said() -> None:
    job = Job(Document("d", "Anna Brandt", "en"), candidates=())
    entity = Entity(1, "PER", (Span(0, 4, "PER", 1.0, "person"),))
    assert Doubter(job.document, ClaimIndex(job), load_pack("en")).doubts(entity) == []
