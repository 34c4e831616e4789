"""Files of models: what is none, or of another version, is refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.decide.entity_model import EntityModel
from nescio.decide.finder.tagging import FinderModel
from nescio.decide.model_file import VERSION, Model, read_model, written


@pytest.mark.parametrize("model", [FinderModel({"C4": {"": 1.0}}), EntityModel({"PER|": 1.0}, 0.0, 0.5)])
def test_a_model_comes_back(tmp_path: Path, model: Model) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(written(model, {"texts": 3}))
    assert read_model(path) == model


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "train maxent"),
        (json.dumps({"nescio_decisions": 99, "kind": "finder"}).encode(), "another version"),
        (json.dumps({"nescio_decisions": VERSION, "kind": "oracle"}).encode(), "another version"),
        (json.dumps({"nescio_decisions": VERSION, "kind": "entities"}).encode(), "damaged"),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=words):
        read_model(path)


def test_a_missing_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no model"):
        read_model(tmp_path / "none.json")
