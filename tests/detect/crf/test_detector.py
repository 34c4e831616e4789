"""The detector `crf`: contract, places, bad files, bad settings."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio.core.errors import ConfigError, PluginError
from nescio.core.model import Document, Span
from nescio.detect.crf.detector import CrfDetector
from nescio.detect.crf.model import side_file
from nescio.learn.crf import train
from nescio.packs import load_pack
from nescio.testing import DetectorContract
from tests.learn.annotated import documents

pytest.importorskip("pycrfsuite", reason="needs the extra `crf`")

TEXT = "Yesterday Ada Quill went to Mirow by train."


def save(folder: Path, **changes: Any) -> Path:
    path = folder / "mine.crf"
    done = train([sentence for document in documents() for sentence in document], [])
    path.write_bytes(done.model)
    side_file(path).write_text(json.dumps({**done.manifest, **changes}), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("crf"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return save(tmp_path)


def build(path: Path, **options: Any) -> CrfDetector:
    return CrfDetector.build(load_pack("xx"), {"model": str(path), **options})


def find(path: Path, text: str) -> list[Span]:
    [spans] = build(path).detect([Document("d", text)])
    return spans


class TestCrf(DetectorContract):
    text = TEXT

    @pytest.fixture(autouse=True)
    def _train(self, model: Path) -> None:
        self._model = model

    def make(self) -> CrfDetector:
        return build(self._model)


def test_names_are_found_with_their_probability(model: Path) -> None:
    person, town = find(model, TEXT)
    assert (TEXT[person.start : person.end], person.label, person.source) == ("Ada Quill", "PER", "crf")
    assert (TEXT[town.start : town.end], town.label) == ("Mirow", "LOC")
    assert 0.5 < person.score <= 1.0


def test_offsets_count_code_points(model: Path) -> None:
    text = "🙂🙂 é\u0301.\r\n\r\n" + TEXT
    assert [text[s.start : s.end] for s in find(model, text)] == ["Ada Quill", "Mirow"]


def test_a_text_without_a_full_stop_is_tagged_in_windows(model: Path) -> None:
    text = "yesterday Ada Quill went to Mirow by train and " * 400
    spans = find(model, text)
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert len(spans) > 600


def test_two_models_stand_beside_each_other(model: Path) -> None:
    [[first, *_]] = build(model, instance="crf/courts").detect([Document("d", TEXT)])
    assert first.source == "crf/courts"


def test_a_model_trained_again_is_read_again(own: Path) -> None:
    assert build(own).labels == {"PER", "LOC"}
    manifest = json.loads(side_file(own).read_text("utf-8"))
    side_file(own).write_text(json.dumps({**manifest, "labels": ["PER"]}), encoding="utf-8")
    own.touch()
    assert build(own).labels == {"PER"}


def test_a_missing_model_is_refused(tmp_path: Path, own: Path) -> None:
    with pytest.raises(PluginError, match=r"'.*other\.crf\.json' is missing"):
        build(tmp_path / "other.crf")
    own.unlink()
    with pytest.raises(PluginError, match="There is no CRF model"):
        build(own)


def test_a_damaged_model_is_refused(own: Path) -> None:
    own.write_bytes(own.read_bytes()[:-1])
    with pytest.raises(PluginError, match=r"'mine\.crf' is damaged: its checksum is wrong"):
        build(own)


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"format": 1, "features": 1}'])
def test_a_damaged_side_file_is_refused(own: Path, content: str) -> None:
    side_file(own).write_text(content, encoding="utf-8")
    with pytest.raises(PluginError, match=r"'mine\.crf\.json' is damaged"):
        build(own)


@pytest.mark.parametrize("key", ["format", "features"])
def test_a_model_of_another_version_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(PluginError, match=f"has {key} 99, this nescio reads {key} 1"):
        build(save(tmp_path, **{key: 99}))


def test_a_missing_library_is_said_with_its_install_line(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycrfsuite", None)
    with pytest.raises(PluginError, match=r"needs 'pycrfsuite': pip install 'nescio\[crf\]'"):
        build(own)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs the option 'model'"),
        ({"model": 5}, "needs the option"),
        ({"path": "x"}, "no option 'path'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        CrfDetector.build(load_pack("xx"), options)


def use(path: Path, **detect: Any) -> nescio.Anonymizer:
    settings = {"detectors": ["crf"], "options": {"crf": {"model": str(path)}}, **detect}
    return nescio.load("en", options={"detect": settings})


def test_it_works_in_the_pipeline(model: Path) -> None:
    assert use(model).anonymize(TEXT).text == "Yesterday [PERSON1] went to [LOCATION1] by train."


def test_a_label_that_the_configuration_does_not_know_is_refused_before_the_first_text(
    tmp_path: Path,
) -> None:
    path = save(tmp_path, labels=["PER", "VEHICLE"])
    with pytest.raises(ConfigError, match=r"'crf' finds 'VEHICLE', which is no label.*detect\.tags"):
        use(path).anonymize("x")
    assert use(path, tags={"VEHICLE": "PRODUCT"}).anonymize("Rain.").text == "Rain."
    assert use(path, tags={"UNK": "O"}).anonymize("Rain.").text == "Rain."


def test_a_model_lies_beside_the_configuration_that_names_it(own: Path) -> None:
    config = own.parent / "mine.toml"
    config.write_text('[en.detect]\ndetectors = ["crf"]\n[en.detect.options.crf]\nmodel = "mine.crf"\n')
    assert "[PERSON1]" in nescio.load("en", config=config).anonymize(TEXT).text
