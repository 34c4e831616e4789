"""The detector `transformers`, on tiny models made here; without torch only what needs none."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio.core.errors import ConfigError, PluginError
from nescio.core.model import Document, Span
from nescio.detect.gliner import GlinerModel
from nescio.detect.transformers import TransformersDetector
from nescio.packs import load_pack
from nescio.testing import DetectorContract
from nescio.text.segment import Segmenter

TEXT = "Today Zephyrine left Aalby with Ada Quill."
WORDS = (
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "zephyrine",
    "aal",
    "##by",
    "ada",
    "quill",
    "left",
    ".",
)
TAGS = ("O", "B-PER", "I-PER", "B-LOC")
SAID = {"zephyrine": 1, "aal": 3, "ada": 1, "quill": 2}  # word to tag, as the tiny model learns it


def build(model: object, **options: Any) -> TransformersDetector:
    return TransformersDetector.build(load_pack("xx"), {"model": str(model), **options})


def find(model: Path, text: str) -> list[Span]:
    [spans] = build(model).detect([Document("d", text)])
    return spans


def save(folder: Path, tags: tuple[str, ...] = TAGS) -> Path:
    """A BERT of one thin layer that knows some words by heart, with a real fast tokenizer."""
    torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
    library = pytest.importorskip("transformers", reason="needs the extra `transformers`")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    library.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = library.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        id2label=dict(enumerate(tags)),
        label2id={tag: at for at, tag in enumerate(tags)},
    )
    model = library.BertForTokenClassification(config).eval()
    with torch.no_grad():
        # The vector of a word points to its tag, louder than anything the layer adds.
        vectors = model.bert.embeddings.word_embeddings.weight.zero_()
        model.bert.embeddings.position_embeddings.weight.zero_()
        vectors[:, 0] = 20.0
        for word, tag in SAID.items():
            vectors[WORDS.index(word)] = 0.0
            vectors[WORDS.index(word), tag] = 20.0
        model.classifier.weight.zero_()
        model.classifier.bias.zero_()
        for tag in range(len(tags)):
            model.classifier.weight[tag, tag] = 2.0
    model.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("tiny"))


class TestTransformers(DetectorContract):
    text = TEXT

    @pytest.fixture(autouse=True)
    def _save(self, tiny: Path) -> None:
        self._tiny = tiny

    def make(self) -> TransformersDetector:
        return build(self._tiny)


def test_sub_words_and_tags_are_joined_to_spans(tiny: Path) -> None:
    found = find(tiny, TEXT)
    assert [(TEXT[s.start : s.end], s.label) for s in found] == [
        ("Zephyrine", "PER"),
        ("Aalby", "LOC"),
        ("Ada Quill", "PER"),
    ]
    assert all(0.5 < span.score <= 1 and span.source == "transformers" for span in found)


def test_neighbours_that_both_begin_stay_apart(tiny: Path) -> None:
    text = "Ada Quill Zephyrine"
    assert [text[s.start : s.end] for s in find(tiny, text)] == ["Ada Quill", "Zephyrine"]


def test_offsets_count_code_points(tiny: Path) -> None:
    text = "🙂\ud800 é\u0301\r\n" + TEXT
    assert [text[s.start : s.end] for s in find(tiny, text)] == ["Zephyrine", "Aalby", "Ada Quill"]


def test_a_text_longer_than_the_model_takes_is_read_in_windows(tiny: Path) -> None:
    text = f"{TEXT} " * 100
    found = find(tiny, text)
    assert len(found) == 300
    assert {text[s.start : s.end] for s in found} == {"Zephyrine", "Aalby", "Ada Quill"}


def test_tags_become_labels_of_nescio(tiny: Path) -> None:
    options = {"detect": {"detectors": ["transformers"], "options": {"transformers": {"model": str(tiny)}}}}
    result = nescio.load("en", options=options).anonymize(TEXT)
    assert result.text == "Today [PERSON1] left [LOCATION1] with [PERSON2]."


def test_a_label_that_the_configuration_does_not_know_is_refused(tmp_path: Path) -> None:
    model = save(tmp_path / "odd", ("O", "B-WEAPON", "I-WEAPON", "B-LOC"))
    options = {"detect": {"detectors": ["transformers"], "options": {"transformers": {"model": str(model)}}}}
    with pytest.raises(ConfigError, match=r"'transformers' finds 'WEAPON', which is no label"):
        nescio.load("en", options=options).anonymize("x")


def test_models_without_prefixes_work_too(tmp_path: Path) -> None:
    model = save(tmp_path / "plain", ("O", "PER", "PERSON", "LOC"))
    assert [(s.start, s.end, s.label) for s in find(model, TEXT)][:2] == [(6, 15, "PER"), (21, 26, "LOC")]


def test_a_damaged_model_is_refused_in_one_sentence(tmp_path: Path) -> None:
    model = save(tmp_path / "broken")
    (model / "model.safetensors").write_bytes(b"no")
    with pytest.raises(PluginError, match="cannot be loaded: a file is missing, damaged"):
        build(model)


def test_a_model_without_weights_is_refused_and_no_hub_is_asked(tmp_path: Path) -> None:
    model = save(tmp_path / "empty")
    (model / "model.safetensors").unlink()
    with pytest.raises(PluginError, match="cannot be loaded: a file is missing"):
        build(model)


def test_a_model_that_was_trained_for_something_else_is_refused(tmp_path: Path) -> None:
    model = save(tmp_path / "whole")
    library = pytest.importorskip("transformers", reason="needs the extra `transformers`")
    library.BertModel.from_pretrained(model).save_pretrained(model)
    with pytest.raises(PluginError, match="was not trained to classify tokens"):
        build(model)


def test_a_model_without_a_label_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="its configuration names no label"):
        build(save(tmp_path / "mute", ("O", "0", "0", "0")))


def test_only_a_folder_will_do(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="loads models from this machine only"):
        build("somebody/bert-ner")
    with pytest.raises(PluginError, match=r"holds no model: neither 'config\.json' nor"):
        build(tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs the option 'model'"),
        ({"model": "x", "device": "cuda"}, "no option 'device'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        TransformersDetector.build(load_pack("xx"), options)


@pytest.mark.parametrize("library", ["torch", "transformers"])
def test_a_missing_library_is_said_with_its_install_line(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.json").write_text("{}")
    if library == "transformers":
        monkeypatch.setitem(sys.modules, "torch", sys)  # whatever can be imported
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(PluginError, match=rf"needs '{library}': pip install 'nescio\[transformers\]'"):
        build(tmp_path)


def gliner_folder(folder: Path) -> Path:
    (folder / "gliner_config.json").write_text(json.dumps({}))
    return folder


def test_a_gliner_model_must_be_told_what_to_find(tmp_path: Path) -> None:
    folder = gliner_folder(tmp_path)
    for labels in (None, [], "person", [5]):
        with pytest.raises(ConfigError, match="the option 'labels'"):
            build(folder, **({} if labels is None else {"labels": labels}))
    with pytest.raises(ConfigError, match="must be a number between 0 and 1"):
        build(folder, labels=["person"], threshold=7)


def test_labels_are_for_gliner_only(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ConfigError, match="'labels' of 'transformers' is for GLiNER models only"):
        build(tmp_path, labels=["person"])


def test_a_missing_gliner_is_said_with_its_install_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gliner", None)
    with pytest.raises(PluginError, match=r"A GLiNER model needs 'gliner': pip install gliner"):
        build(gliner_folder(tmp_path), labels=["person"])


class FakeGliner:
    """Answers as the library does: about one text, cut off after some words."""

    def predict_entities(self, text: str, labels: list[str], **options: Any) -> list[dict[str, Any]]:
        head = " ".join(text.split()[:300])
        start = head.find("Zephyrine")
        claim = {"start": start, "end": start + 9, "label": labels[0], "score": 0.75, "text": "Zephyrine"}
        return [claim] if start >= 0 and text[start : start + 9] == "Zephyrine" else []


class TestGliner(DetectorContract):
    text = TEXT

    def make(self) -> TransformersDetector:
        model = GlinerModel(FakeGliner(), ["person"], segmenter=Segmenter([]), threshold=0.5)
        return TransformersDetector(model, name="transformers/gliner")


def test_gliner_sees_every_sentence_of_a_long_text() -> None:
    text = "🙂 " + f"{TEXT} " * 50 + "word " * 500 + "Zephyrine"
    [spans] = TestGliner().make().detect([Document("d", text)])
    assert len(spans) == 51
    assert {text[s.start : s.end] for s in spans} == {"Zephyrine"}


@pytest.mark.filterwarnings("ignore")  # the libraries warn about each other's versions
def test_a_real_gliner_model_is_loaded_from_its_folder(tmp_path: Path) -> None:
    gliner = pytest.importorskip("gliner", reason="needs the package `gliner`")
    encoder = save(tmp_path / "encoder")
    config = gliner.GLiNERConfig(model_name=str(encoder), hidden_size=16, max_len=64, max_width=4)
    gliner.GLiNER.from_config(config).save_pretrained(str(tmp_path / "model"))
    detector = build(tmp_path / "model", labels=["person", "town"], threshold=0.01)
    [spans] = detector.detect([Document("d", TEXT)])
    assert spans
    assert all(span.label in detector.labels and 0 <= span.score <= 1 for span in spans)
