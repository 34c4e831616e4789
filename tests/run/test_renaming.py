"""Files and folders get names that tell nothing, and their own names back."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.formats.package import Package
from nescio.run.anonymize import FileRun, Outcome
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.renaming import former_name
from nescio.run.restore import RestoreRun
from nescio.run.wish import Wish
from tests.formats.test_package import archive

FILES = {
    "Zorva.txt": "We met Zorva.",
    "Zorva/Quellen.md": "We met **Zorva** in *May*.",
    "Zorva/deep/Zorva.csv": "a,b\nZorva,x\n",
    "Zorva/deep/twin.txt": "We met Zorva.",
}


def made(folder: Path) -> Path:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def rename(source: Path, out: Path, keys: Path) -> list[Outcome]:
    anonymizer = open_anonymizer("en", policy="listed", terms=Terms(hide=["Zorva"]))
    wish = Wish(str(out), solutions=keys, rename=True)
    return list(FileRun(anonymizer, wish, paths=[str(source)], show=lambda _: None).outcomes())


def names_in(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_no_name_is_left_in_a_path_and_every_file_gets_its_own_back(tmp_path: Path) -> None:
    source, out, back = made(tmp_path / "in"), tmp_path / "out", tmp_path / "back"
    outcomes = rename(source, out, tmp_path / "keys.jsonl")
    assert {outcome.name: outcome.failure for outcome in outcomes} == dict.fromkeys(FILES)
    written = names_in(out)
    assert set(written) == {outcome.written_as for outcome in outcomes}
    assert not [name for name in (*written, *written.values()) if "Zorva" in name or "Quellen" in name]
    run = RestoreRun([str(out)], tmp_path / "keys.jsonl", output=str(back), show=lambda _: None)
    assert [item.failure for item in run.outcomes()] == [None] * len(FILES)
    assert names_in(back) == FILES


def test_a_second_run_overwrites_nothing(tmp_path: Path) -> None:
    source, out = made(tmp_path / "in"), tmp_path / "out"
    rename(source, out, tmp_path / "keys.jsonl")
    before = names_in(out)
    rename(source, out, tmp_path / "other.jsonl")
    assert {name: text for name, text in names_in(out).items() if name in before} == before
    assert len(names_in(out)) == 2 * len(FILES)


def test_a_former_name_that_is_taken_is_not_overwritten(tmp_path: Path) -> None:
    source, out = made(tmp_path / "in"), tmp_path / "out"
    rename(source, out, tmp_path / "keys.jsonl")
    run = RestoreRun([str(out)], tmp_path / "keys.jsonl", output=str(source), show=lambda _: None)
    assert all("already" in (item.failure or "") for item in run.outcomes())
    assert names_in(source) == FILES


@pytest.mark.parametrize("output", [None, "file.txt"])
def test_new_names_need_a_folder(output: str | None, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    wish = Wish(None if output is None else str(tmp_path / output), rename=True)
    with pytest.raises(ConfigError, match="--rename"):
        FileRun(open_anonymizer("en"), wish, paths=[str(tmp_path / "a.txt")], show=lambda _: None)


STRANGE = {
    "leads out": ("../../x", "new.txt"), "absolute": ("/etc/x", "new.txt"), "no name": ("", "new.txt"),
    "a number": (7, "new.txt"), "another file": ("x", "other.txt"), "not renamed": ("x", None),
}  # fmt: skip


@pytest.mark.parametrize(("original", "written"), STRANGE.values(), ids=STRANGE.keys())
def test_a_table_cannot_lead_a_file_elsewhere(original: object, written: str | None) -> None:
    assert former_name(original, written, ["new.txt"]) is None
    assert former_name("a/b.txt", "new.txt", ["new.txt"]) == "a/b.txt"


def test_names_within_archives_and_messages_go_and_come_back(tmp_path: Path) -> None:
    source, out, back = tmp_path / "in", tmp_path / "out", tmp_path / "back"
    source.mkdir()
    kind = b'Content-Type: text/plain; name="plans.txt"\n'
    mail = kind + b'Content-Disposition: attachment; filename="plans.txt"\n\nWe met.\n'
    (source / "files.zip").write_bytes(archive(("plans/may.txt", b"We met."), ("plans/a.eml", mail)))
    assert [outcome.failure for outcome in rename(source, out, tmp_path / "keys.jsonl")] == [None]
    written = Package.read((out / "document-0001.zip").read_bytes()).members
    assert not [name for name in written if "plans" in name or "may" in name]
    assert not [name for name, content in written.items() if b"plans" in content]
    assert {Path(name).suffix for name in written} == {".txt", ".eml"}
    run = RestoreRun([str(out)], tmp_path / "keys.jsonl", output=str(back), show=lambda _: None)
    assert [item.failure for item in run.outcomes()] == [None]
    restored = Package.read((back / "files.zip").read_bytes()).members
    assert dict(restored) == {"plans/may.txt": b"We met.", "plans/a.eml": mail}


def test_names_within_documents_stay_if_nothing_else_is_wished(tmp_path: Path) -> None:
    source = tmp_path / "files.zip"
    source.write_bytes(archive(("plans/may.txt", b"We met.")))
    anonymizer = open_anonymizer("en", policy="listed", terms=Terms(hide=["Zorva"]))
    run = FileRun(anonymizer, Wish(str(tmp_path / "out.zip")), paths=[str(source)], show=lambda _: None)
    assert [outcome.failure for outcome in run.outcomes()] == [None]
    assert (tmp_path / "out.zip").read_bytes() == source.read_bytes()
