"""Keys are made for their owner alone, read from three places, and never quoted."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, InputError
from nescio.files.keys import MARK, read_key, write_new_key


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_new_key(tmp_path / "my.key")
    return tmp_path / "my.key"


def test_a_new_key_is_its_owners_alone(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not read_key(str(path)).is_open


def test_two_keys_are_never_one(path: Path) -> None:
    write_new_key(path.with_name("deeper") / "other.key")
    other = read_key(str(path.with_name("deeper") / "other.key"))
    assert other.key.derive("x") != read_key(str(path)).key.derive("x")


def test_a_key_is_never_overwritten(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="name a new file"):
        write_new_key(path)
    assert path.read_bytes() == before
    with pytest.raises(InputError, match="folder"):
        write_new_key(path.parent)


def test_a_key_that_could_not_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nescio.files.system.sync", fail)
    with pytest.raises(InputError, match="No space left"):
        write_new_key(tmp_path / "my.key")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_others_can_read_is_told(path: Path) -> None:
    path.chmod(0o640)
    assert read_key(str(path)).is_open


def test_a_key_is_the_same_in_file_and_environment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", path.read_text())
    assert read_key("env:MINE").key.derive("x") == read_key(str(path)).key.derive("x")


def test_a_passphrase_is_asked_for_or_stands_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", "four quite ordinary words")
    asked = read_key("passphrase", ask=lambda: "four quite ordinary words")
    assert asked.key.derive("x") == read_key("passphrase:MINE").key.derive("x")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("env:", "not there"),
        ("env:NOT_SET", "'NOT_SET' is empty or not there"),
        ("passphrase:NOT_SET", "not there"),
        ("passphrase", "nobody who could be asked"),
        ("nowhere.key", "no key file"),
        ("", "key file"),
    ],
)
def test_a_key_that_is_not_there_is_said(source: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        read_key(source)


@pytest.mark.parametrize("damage", ["cut", "slip", "other", "empty", "binary", "mark"])
def test_what_is_no_whole_key_is_refused_unquoted(path: Path, damage: str) -> None:
    text = path.read_text().strip()
    slip = "A" if text[20] != "A" else "B"
    damaged = {
        "cut": text[:-4],
        "slip": text[:20] + slip + text[21:],
        "other": text.replace(MARK, "nescio-key-9:"),
        "empty": "",
        "binary": "\0" * 60,
        "mark": MARK,
    }[damage]
    path.write_text(damaged)
    with pytest.raises(ConfigError, match="no whole key") as refused:
        read_key(str(path))
    assert text[15:30] not in str(refused.value)
    assert refused.value.__cause__ is None


def test_a_key_as_an_argument_is_refused_unquoted(path: Path) -> None:
    with pytest.raises(ConfigError, match="never the key itself") as refused:
        read_key(path.read_text().strip())
    assert path.read_text()[15:30] not in str(refused.value)


def test_a_key_of_a_file_knows_its_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", path.read_text())
    assert read_key(str(path)).file == path
    assert read_key("env:MINE").file is None
