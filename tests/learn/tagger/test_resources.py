"""Lists that a training has compiled are read again; what is not whole is said."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from nescio.core.errors import InputError
from nescio.learn.lexicon.name_lists import NameLists
from nescio.learn.tagger.resources import _cached_names, write_arrays

NAMES = NameLists(["Ada"], ["Quill"], ["Mirow"], [], ["Acme"], [], [], ["Mirow"])


def test_lists_that_were_compiled_are_not_compiled_again(tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    path.write_text(json.dumps(NAMES._asdict()), encoding="utf-8")
    assert _cached_names(tmp_path / "none", path) == NAMES


@pytest.mark.parametrize(
    "content", ['{"given": ["Ada"', "[]", '{"given": ["Ada"]}', '{"given": 1, "given": 2}']
)
def test_lists_that_are_not_whole_are_refused_in_a_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "names.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match="holds no compiled lists; remove it") as caught:
        _cached_names(tmp_path / "none", path)
    assert "Ada" not in str(caught.value)


def test_arrays_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_arrays(tmp_path / "new" / "a.npz", {"one": np.arange(3)})
    with np.load(tmp_path / "new" / "a.npz") as stored:
        assert stored["one"].tolist() == [0, 1, 2]
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["a.npz"]
