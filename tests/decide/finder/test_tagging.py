"""Tags that were predicted are features of the next words."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError
from nescio.decide.finder.features import FinderLists
from nescio.decide.finder.tagging import FinderModel, tag_words
from nescio.decide.finder.words import cut_words
from nescio.packs import load_pack
from nescio.text.segment import Segmenter

LISTS = FinderLists(load_pack("en"))


def hidden(text: str, model: FinderModel) -> list[str]:
    words = cut_words(text, Segmenter(["Mr."]))
    found = zip(words, tag_words(words, model, LISTS), strict=True)
    return [word.text for word, value in found if value > 0.5]


def test_a_tag_reaches_the_capitalised_words_behind_it() -> None:
    model = FinderModel({"C4": {"": 1.0}, "C7": {"": 1.0}})
    assert hidden("Mr. Anton Orr Quill said so", model) == ["Anton", "Orr", "Quill"]
    assert hidden("so Anton Orr Quill said", model) == []


def test_what_was_hidden_once_is_listed_for_the_rest_of_the_text() -> None:
    model = FinderModel({"C4": {"": 1.0}, "Anony": {"": 1.0}}, frozenset({"Zoe"}))
    assert hidden("Orr met Mr. Orr. Then Orr met Zoe", model) == ["Orr", "Orr", "Zoe"]


def test_a_word_without_evidence_is_not_hidden() -> None:
    assert hidden("Anton Orr", FinderModel({"C4": {"": 1.0}})) == []


def test_a_model_survives_its_file() -> None:
    model = FinderModel({"W-1": {"Mr": 0.5}, "Anony": {"": 1.0}}, frozenset({"Orr"}))
    assert FinderModel.from_json(model.as_json()) == model


def test_names_are_kept_only_where_a_feature_needs_them() -> None:
    assert FinderModel({"C4": {"": 1.0}}, frozenset({"Orr"})).as_json()["listed"] == []


@pytest.mark.parametrize(
    "broken", [{}, {"weights": {"W-1": 3}, "listed": []}, {"weights": {"New": {}}, "listed": []}]
)
def test_a_damaged_model_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="model of the finder"):
        FinderModel.from_json(broken)
