"""The files of a model: read where they lie, and never taken for whole after a change."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nescio.core.errors import PluginError
from nescio.detect.tagger.stored import check_files, map_arrays

ARRAYS = {
    "names": np.arange(7, dtype=np.uint64),
    "bytes": np.arange(12, dtype=np.int8).reshape(3, 4),
    "turned": np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3)),
    "one": np.array(5),
}


def test_mapped_arrays_are_those_that_were_written(tmp_path: Path) -> None:
    np.savez(tmp_path / "some.npz", allow_pickle=False, **ARRAYS)
    found = map_arrays(tmp_path / "some.npz")
    assert {name: own.tolist() for name, own in ARRAYS.items()} == {
        name: own.tolist() for name, own in found.items()
    }
    assert all(own.flags.aligned and own.dtype == ARRAYS[name].dtype for name, own in found.items())


def test_compressed_arrays_are_refused(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "some.npz", allow_pickle=False, **ARRAYS)
    with pytest.raises(PluginError, match="compressed"):
        map_arrays(tmp_path / "some.npz")


def test_a_file_that_was_whole_is_looked_at_again_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    whole = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"  # of "foo"
    path = tmp_path / "words.txt"
    path.write_bytes(b"foo")
    check_files(tmp_path, {path.name: {"sha256": whole}})
    check_files(tmp_path, {path.name: {"sha256": whole}})
    path.write_bytes(b"fool")
    with pytest.raises(PluginError, match=r"'words\.txt' is damaged"):
        check_files(tmp_path, {path.name: {"sha256": whole}})
