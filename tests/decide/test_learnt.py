"""The learnt policy: what ships decides in four languages, lists come first, years stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Decision, Document, Entity, Span
from nescio.core.protocols import Policy
from nescio.decide.finder.tagging import FinderModel
from nescio.decide.learnt import build
from nescio.decide.model_file import written
from nescio.packs import load_pack
from nescio.testing import PolicyContract
from tests.helpers import span_of


class TestLearnt(PolicyContract):
    def make(self) -> Policy:
        return build(load_pack("en"), {})


def decide(text: str, language: str, names: dict[str, str], **options: Any) -> list[Decision]:
    spans = [span_of(text, name, label) for name, label in names.items()]
    entities = [Entity(number, span.label, (span,)) for number, span in enumerate(spans)]
    return build(load_pack(language), options).decide(Document("d", text, language), entities)


@pytest.mark.parametrize(
    ("language", "text", "goes", "stays"),
    [
        ("en", "The applicant Ada Quill was represented by counsel, Mr Tarn.", "Ada Quill", "Tarn"),
        ("de", "Der Kläger Jan Ortwein wird vertreten durch Rechtsanwalt Dr. Pell.", "Jan Ortwein", "Pell"),
        (
            "pt",
            "A testemunha Rosa Telhado foi ouvida pelo Juiz de Direito Abel Calheta.",
            "Rosa Telhado",
            "Abel Calheta",
        ),
        (
            "es",
            "La demandante Inés Robledal y el Magistrado D. Jaime Orduñez.",
            "Inés Robledal",
            "Jaime Orduñez",
        ),
    ],
)
def test_parties_and_witnesses_go_and_those_who_act_for_the_court_stay(
    language: str, text: str, goes: str, stays: str
) -> None:
    first, second = decide(text, language, {goes: "PER", stays: "PER"})
    assert (first.hide, second.hide) == (True, False)
    assert first.reason.startswith("policy:learnt 0.") or first.reason.startswith("policy:learnt 1.")


def test_day_and_month_of_a_birth_go_and_the_year_stays() -> None:
    text = "The child was born on 3 May 2011 at home."
    [found] = decide(text, "en", {"3 May 2011": "BIRTHDATE"})
    assert found.hide
    assert [text[part.start : part.end] for part in found.mentions or ()] == ["3 May"]


def test_the_users_lists_come_first(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Tarn\n", encoding="utf-8")
    text = "The applicant was represented by counsel, Mr Tarn."
    assert decide(text, "en", {"Tarn": "PER"}, include=[str(names)])[0].reason == "policy:learnt:included"
    kept = decide("The applicant Tarn came.", "en", {"Tarn": "PER"}, exclude=[str(names)])[0]
    assert (kept.hide, kept.reason) == (False, "policy:learnt:excluded")


def test_own_terms_always_go() -> None:
    text = "Counsel for the applicant: Mr Tarn."
    span = span_of(text, "Tarn", "PER")._replace(source="lists:own/hide")
    policy = build(load_pack("en"), {})
    assert policy.decide(Document("d", text, "en"), [Entity(0, "PER", (span,))])[0].hide


def test_a_finder_hides_what_has_a_hidden_word(tmp_path: Path) -> None:
    path = tmp_path / "finder.json"
    path.write_bytes(written(FinderModel({"C4": {"": 1.0}, "C7": {"": 1.0}}), {}))
    text = "Mr. Ada Quill met Tarn."
    first, second = decide(text, "en", {"Ada Quill": "PER", "Tarn": "PER"}, file=str(path))
    assert (first.hide, second.hide) == (True, False)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ConfigError, match="learnt"):
        build(load_pack("en"), {"colour": "red"})


def test_a_long_text_is_read_in_linear_time() -> None:
    text = "Mr Orr met Judge Quill; " * 2000
    spans = [Span(at, at + 3, "PER", 1.0, "t") for at in range(3, len(text), 24)]
    entities = [Entity(number, "PER", (span,)) for number, span in enumerate(spans)]
    assert len(build(load_pack("en"), {}).decide(Document("d", text, "en"), entities)) == len(entities)
