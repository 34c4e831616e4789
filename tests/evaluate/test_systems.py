"""Configurations as systems: languages are settled, answers belong to their documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, InputError
from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.systems import System, parse_system, run_system

PATTERNS = System(
    "patterns", options={"detect": {"detectors": ["patterns"]}, "second_pass": {"enabled": False}}
)
GERMAN = (
    "Bitte schreiben Sie uns bis Ende der Woche an die Adresse ana@example.org, wenn Sie noch Fragen haben."
)


def doc(name: str, text: str, *, language: str = "", annotator: str = "") -> Annotation:
    return Annotation(name, text, (), language=language, annotator=annotator, file="g.bio", line=3)


def test_a_system_answers_about_each_document_once() -> None:
    gold = [doc("a", GERMAN, annotator="x"), doc("a", GERMAN, annotator="y"), doc("b", "ana@example.org")]
    answers = run_system(PATTERNS, gold, language="de")
    assert [item.id for item in answers] == ["a", "b"]
    assert [[m.label for m in item.mentions] for item in answers] == [["EMAIL"], ["EMAIL"]]
    assert all(item.seconds is not None for item in answers)


def test_the_corpus_speaks_for_a_sentence_that_is_too_short() -> None:
    answers = run_system(PATTERNS, [doc("a", GERMAN), doc("b", "Ja.")])
    assert [item.language for item in answers] == ["de", "de"]


def test_the_language_of_a_document_is_its_own() -> None:
    answers = run_system(PATTERNS, [doc("a", GERMAN), doc("b", "Ja.", language="en")])
    assert [item.language for item in answers] == ["de", "en"]


def test_a_document_that_fails_is_named_with_its_file() -> None:
    with pytest.raises(InputError, match=r"g.bio:3: the document could not be processed: .*language"):
        run_system(PATTERNS, [doc("a", "12")])


def test_a_system_is_named_by_its_file_or_by_the_user(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("", encoding="utf-8")
    assert parse_system("default") == System("default")
    assert parse_system(str(path)) == System("mine", path)
    assert parse_system(f"best={path}") == System("best", path)
    assert parse_system("best=default") == System("best")
    with pytest.raises(ConfigError, match="There is no configuration file"):
        parse_system("nowhere.toml")


def test_a_prediction_keeps_its_score() -> None:
    [answer] = run_system(PATTERNS, [doc("a", "Mail ana@example.org")], language="en")
    assert answer.mentions[0][:3] == Mark(5, 20, "EMAIL")[:3]
    assert 0 < answer.mentions[0].score <= 1
