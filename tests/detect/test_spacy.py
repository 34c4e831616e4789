"""The detector `spacy`, on pipelines made here; without spaCy only what needs none."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio.core.errors import ConfigError, PluginError
from nescio.core.model import Document, Span
from nescio.detect.spacy import SpacyDetector
from nescio.packs import load_pack
from nescio.testing import DetectorContract

TEXT = "Zephyrine moved to Aalby in spring."
PATTERNS = [
    {"label": "PERSON", "pattern": "Zephyrine"},
    {"label": "GPE", "pattern": "Aalby"},
    {"label": "CARDINAL", "pattern": "seven"},
]


def build(model: object, **options: Any) -> SpacyDetector:
    return SpacyDetector.build(load_pack("xx"), {"model": model, **options})


@pytest.fixture(scope="module")
def spacy() -> Any:
    return pytest.importorskip("spacy", reason="needs the extra `spacy`")


def save(spacy: Any, folder: Path, patterns: list[dict[str, str]]) -> str:
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns(patterns)
    nlp.to_disk(folder)
    return str(folder)


@pytest.fixture(scope="module")
def ruler(spacy: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    return save(spacy, tmp_path_factory.mktemp("ruler"), PATTERNS)


class TestSpacy(DetectorContract):
    text = TEXT

    @pytest.fixture(autouse=True)
    def _save(self, ruler: str) -> None:
        self._ruler = ruler

    def make(self) -> SpacyDetector:
        return build(self._ruler)


def test_claims_carry_the_tags_and_places_of_the_pipeline(ruler: str) -> None:
    [spans] = build(ruler, score=0.7, instance="spacy/rules").detect([Document("d", TEXT)])
    assert spans == [Span(0, 9, "PERSON", 0.7, "spacy/rules"), Span(19, 24, "GPE", 0.7, "spacy/rules")]


def test_offsets_count_code_points(ruler: str) -> None:
    text = "🙂\ud800 é\u0301\r\n" + TEXT
    [spans] = build(ruler).detect([Document("d", text)])
    assert [text[s.start : s.end] for s in spans] == ["Zephyrine", "Aalby"]


def test_a_text_longer_than_spacy_takes_is_cut_into_pieces(ruler: str) -> None:
    text = f"{TEXT} " * 30_000
    assert len(text) > 1_000_000
    [spans] = build(ruler).detect([Document("d", text)])
    assert len(spans) == 60_000
    assert {text[s.start : s.end] for s in spans} == {"Zephyrine", "Aalby"}


def test_tags_of_spacy_become_labels_of_nescio(ruler: str) -> None:
    options = {"detect": {"detectors": ["spacy"], "options": {"spacy": {"model": ruler}}}}
    result = nescio.load("en", options=options).anonymize(f"{TEXT} It took seven days.")
    assert result.text == "[PERSON1] moved to [LOCATION1] in spring. It took seven days."


def test_a_trained_component_works_too(spacy: Any, tmp_path: Path) -> None:
    from spacy.training import Example

    nlp = spacy.blank("en")
    finder = nlp.add_pipe("ner")
    finder.add_label("PER")
    gold = Example.from_dict(nlp.make_doc(TEXT), {"entities": [(0, 9, "PER")]})
    optimizer = nlp.initialize(lambda: [gold])
    for _ in range(30):
        nlp.update([gold], sgd=optimizer)
    nlp.to_disk(tmp_path / "trained")
    detector = build(str(tmp_path / "trained"))
    assert detector.labels == {"PER"}
    assert detector.detect([Document("d", TEXT)]) == [[Span(0, 9, "PER", 0.85, "spacy")]]


def test_a_label_that_the_configuration_does_not_know_is_refused(spacy: Any, tmp_path: Path) -> None:
    model = save(spacy, tmp_path / "odd", [{"label": "WEAPON", "pattern": "sword"}])
    options = {"detect": {"detectors": ["spacy"], "options": {"spacy": {"model": model}}}}
    with pytest.raises(ConfigError, match=r"'spacy' finds 'WEAPON', which is no label.*detect\.tags"):
        nescio.load("en", options=options).anonymize("x")


def test_a_pipeline_that_finds_nothing_is_refused(spacy: Any, ruler: str, tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(PluginError, match="finds no entities"):
        build(str(tmp_path / "blank"))
    with pytest.raises(PluginError, match="finds no entities"):
        build(ruler, disable=["entity_ruler"])


@pytest.mark.usefixtures("spacy")
def test_a_missing_pipeline_is_refused_with_how_to_get_it() -> None:
    with pytest.raises(PluginError, match="python -m spacy download qq_none_sm"):
        build("qq_none_sm")


@pytest.mark.usefixtures("spacy")
def test_a_damaged_pipeline_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="is damaged or made for another version"):
        build(str(tmp_path))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": None}, "needs the option 'model'"),
        ({"model": "x", "lang": "en"}, "no option 'lang'"),
        ({"model": "x", "disable": "ner"}, "'disable' of 'spacy' must be a list"),
        ({"model": "x", "score": 2}, "'score' of 'spacy' must be a number"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        SpacyDetector.build(load_pack("xx"), options)


def test_a_missing_library_is_said_with_its_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(PluginError, match=r"needs 'spacy': pip install 'nescio\[spacy\]'"):
        build("any_pipeline_not_asked_for_before")
