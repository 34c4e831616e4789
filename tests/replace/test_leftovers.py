"""What is left of a hidden name is found in any case, in other forms and inside tokens, but not in words."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio import load
from nescio.core.kit import Kit
from nescio.core.model import Entity
from nescio.replace.leftovers import HiddenNames
from tests.helpers import span_of


@cache
def kit(language: str) -> Kit:
    return load(language, options={"detect": {"detectors": []}}).kit(language)


def hidden(language: str, text: str, *names: str, label: str = "PER") -> HiddenNames:
    entities = [Entity(n, label, (span_of(text, name, label),)) for n, name in enumerate(names)]
    own = kit(language)
    return HiddenNames(text, entities, labels=own.tags.labels, words=own.words)


@pytest.mark.parametrize(
    ("language", "name", "output", "left"),
    [
        ("de", "Anneliese Reichwein", "und REICHWEIN sagt", ["REICHWEIN"]),
        ("de", "Anneliese Reichwein", "reichwein_anneliese_03.mp3", ["reichwein", "anneliese"]),
        ("de", "Anneliese Reichwein", "Reichweins Mutter", ["Reichwein"]),
        ("de", "Anneliese Reichwein", "#teamreichwein läuft", ["reichwein"]),
        ("de", "Anneliese Reichwein", "reichwein87 schrieb", ["reichwein"]),
        ("de", "Anneliese Reichwein", "areichwein@example.org", ["reichwein"]),
        ("de", "Anneliese Reichwein", "FreiReichwein jetzt", ["Reichwein"]),
        ("de", "Jana Herzog", "Herzog, Gerlach", ["Herzog"]),
        ("de", "Herzog, Jana", "Herzog, Gerlach", ["Herzog"]),
        ("de", "Frau Reichwein", "Frau Peters", []),
        ("de", "Karl von der Linden", "von der Heide", []),
        ("en", "Anna Crane", "bananas and hurricanes", []),
        ("en", "Anna Crane", "SAVANNA", []),
        ("en", "Joan Hatchard", "Joan  Hatchard", ["Joan  Hatchard"]),
        ("en", "Joan Hatchard", "Joan\nHatchard", ["Joan\nHatchard"]),
        ("pt", "Otília Carrapiço", "otilia e CARRAPICO", ["otilia", "CARRAPICO"]),
        ("pt", "Inês Ito", "Ito", []),
        ("es", "Óscar Núñez", "el expediente nunez-oscar", ["nunez", "oscar"]),
    ],
)
def test_what_is_left_of_a_person_is_found(language: str, name: str, output: str, left: list[str]) -> None:
    found = hidden(language, name, name).find(output)
    assert [output[item.start : item.end] for item in found if not (item.is_word or item.is_inside)] == left


def test_a_name_heard_as_two_common_words_is_left_where_an_article_stands_before_it() -> None:
    names = hidden("de", "der frau wein gärtner sagen", "wein gärtner")
    [left] = names.find("also der weingärtner kam")
    assert not left.is_word


@pytest.mark.parametrize(
    ("language", "name", "output", "is_word"),
    [
        ("de", "Lena Wolf", "ein wolf heult", True),
        ("de", "Lena Wolf", "der Wolf heult", True),
        ("de", "Lena Wolf", "sagt Wolf heute", False),
        ("en", "Mary Young", "the young man", True),
        ("en", "Mary Young", "said Young today", False),
        ("pt", "Rosa Campos", "os campos verdes", True),
        ("pt", "Rosa Campos", "disse Campos ontem", False),
        ("es", "Ana Flores", "las flores rojas", True),
        ("es", "Ana Flores", "dijo Flores ayer", False),
    ],
)
def test_a_name_written_as_a_common_word_may_stay(
    language: str, name: str, output: str, is_word: bool
) -> None:
    [item] = hidden(language, name, name).find(output)
    assert item.is_word == is_word


@pytest.mark.parametrize(
    ("surface", "label", "output", "left"),
    [
        ("4471 2290", "PHONE", "ruf 4471-2290 an", 1),
        ("4471", "ID", "im Raum 4471", 0),
        ("TX-88213-B", "CODE", "Auftrag TX 88213 B", 1),
        ("Ulm", "CITY", "Ulm bleibt", 0),
        ("Hamburg", "CITY", "Hamburg bleibt", 0),
    ],
)
def test_of_others_only_whole_direct_identifiers_are_looked_for(
    surface: str, label: str, output: str, left: int
) -> None:
    assert len(hidden("de", surface, surface, label=label).find(output)) == left


LETTERS = st.text("abXÄé1 _-\u0301", max_size=40)


@given(before=LETTERS, after=LETTERS, name=st.sampled_from(["Zorbek", "Zorbek Anaval", "ÄNAVAL"]))
def test_a_name_between_marks_is_always_found(before: str, after: str, name: str) -> None:
    output = f"{before} {name.lower()} {after}"
    found = hidden("de", name, name).find(output)
    place = len(before) + 1
    assert any(item.start <= place and item.end >= place + len(name) for item in found)


FORMS = tomllib.loads(Path(__file__).with_name("leftovers.toml").read_text(encoding="utf-8"))


def forms(kind: str) -> list[tuple[str, ...]]:
    return [(language, *case) for language, kinds in FORMS.items() for case in kinds[kind]]


@pytest.mark.parametrize(("language", "name", "output", "left"), forms("found"))
def test_every_form_of_a_hidden_name_is_found(language: str, name: str, output: str, left: str) -> None:
    found = hidden(language, name, name).find(output)
    assert left in [output[item.start : item.end] for item in found if not (item.is_word or item.is_inside)]


@pytest.mark.parametrize(("language", "name", "output"), forms("words"))
def test_what_is_written_as_a_word_may_stay(language: str, name: str, output: str) -> None:
    [item] = hidden(language, name, name).find(output)
    assert item.is_word


@pytest.mark.parametrize(("language", "name", "output"), forms("nothing"))
def test_another_word_is_no_trace(language: str, name: str, output: str) -> None:
    assert all(item.is_inside for item in hidden(language, name, name).find(output))


@pytest.mark.parametrize("language", FORMS)
def test_there_are_twenty_forms_in_each_language(language: str) -> None:
    assert len(FORMS[language]["found"]) >= 20
