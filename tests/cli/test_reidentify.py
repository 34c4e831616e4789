"""`nescio reidentify`: the three ways back, and what is said about what is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import FAST, HIDDEN, MARKER, TEXT, call, refused, tree


@pytest.fixture
def keys(letter: Path, tmp_path: Path) -> Path:
    """The table of the letter; the hidden letter lies beside it as hidden.txt."""
    place = tmp_path / "keys.jsonl"
    assert call("anonymize", letter, "-o", tmp_path / "hidden.txt", "-s", place, *FAST).code == 0
    return place


@pytest.mark.parametrize("by", ["auto", "position", "placeholder", "order"])
def test_untouched_text_comes_back_by_every_way(keys: Path, tmp_path: Path, by: str) -> None:
    outcome = call("reidentify", tmp_path / "hidden.txt", "-s", keys, "--by", by)
    assert (outcome.code, outcome.text) == (0, TEXT)
    assert outcome.err == "nescio: hidden.txt: 2 replacements restored.\n"


def test_edited_text_comes_back_by_placeholder(keys: Path) -> None:
    edited = f"{MARKER}: first [EMAIL2], then [EMAIL1]."
    for by in ("auto", "placeholder"):
        outcome = call("reidentify", "-s", keys, "--by", by, stdin=edited.encode())
        assert outcome.text == f"{MARKER}: first ben@example.org, then anna@example.org."
        assert outcome.code == 0


def test_suppressed_text_comes_back_by_order_after_editing(letter: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    hidden = call("anonymize", letter, "-m", "suppress", "-s", keys, *FAST)
    edited = hidden.out.replace(b"Please write", b"Kindly send").replace(b"[...]", b" [...]")
    outcome = call("reidentify", "-s", keys, "--by", "order", stdin=edited)
    assert outcome.code == 0
    assert "to  anna@example.org or to  ben@example.org before" in outcome.text


@pytest.mark.parametrize(
    ("edited", "said"),
    [
        ("[EMAIL1]", "lost: [EMAIL2]"),
        ("[EMAIL1] [EMAIL1] [EMAIL2]", "duplicated: [EMAIL1]"),
        ("[email 1] [EMAIL2]", "altered, restored all the same: [EMAIL1]"),
    ],
)
def test_what_did_not_come_back_is_reported_with_exit_code_1(keys: Path, edited: str, said: str) -> None:
    outcome = call("reidentify", "-s", keys, stdin=f"{MARKER} {edited}".encode())
    assert outcome.code == 1
    assert said in outcome.err
    assert "anna@example.org" in outcome.text


def test_changed_number_of_marks_is_not_guessed(letter: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    call("anonymize", letter, "-m", "suppress", "-s", keys, *FAST)
    outcome = call("reidentify", "-s", keys, stdin=f"{MARKER} [...]".encode())
    assert outcome.code == 1
    assert "not restored, their number changed: [...]" in outcome.err
    assert outcome.text == f"{MARKER} [...]"


def test_edited_text_is_refused_by_position(keys: Path) -> None:
    refused("reidentify", "-s", keys, "--by", "position", stdin=f"x{HIDDEN}".encode(), code=1,
            saying="For an edited text use the way 'placeholder' or 'order'.")  # fmt: skip


def test_table_of_another_text_is_refused(keys: Path) -> None:
    refused("reidentify", "-s", keys, stdin=f"{MARKER} and nothing else".encode(), code=1,
            saying="belongs to another text")  # fmt: skip


def test_folder_comes_back_with_its_structure(letters: Path, tmp_path: Path) -> None:
    keys, out, back = tmp_path / "keys.jsonl", tmp_path / "out", tmp_path / "back"
    call("anonymize", letters, "-o", out, "-s", keys, *FAST)
    outcome = call("reidentify", out, "-s", keys, "-o", back)
    assert (outcome.code, outcome.out) == (0, b"")
    assert tree(back) == {"a.txt": TEXT.encode(), "old/b.md": TEXT.encode()}


def test_text_without_a_table_is_reported_and_the_others_go_on(letters: Path, tmp_path: Path) -> None:
    keys, out, back = tmp_path / "keys.jsonl", tmp_path / "out", tmp_path / "back"
    call("anonymize", letters, "-o", out, "-s", keys, *FAST)
    (out / "other.txt").write_text(f"{MARKER} [EMAIL1]")
    (out / "job.json").write_text('{"text": "a"}')
    outcome = call("reidentify", out, "-s", keys, "-o", back)
    assert outcome.code == 1
    assert "other.txt: There is no table of solutions for it: none is called so (2 in all)." in outcome.err
    assert "job.json: A job holds its original already; give the anonymized text." in outcome.err
    assert set(tree(back)) == {"a.txt", "old/b.md"}


def test_a_single_table_does_not_serve_many_texts(keys: Path, tmp_path: Path) -> None:
    """[EMAIL1] of another text is another person's address."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "letter.txt").write_text(HIDDEN)
    (folder / "other.txt").write_text(f"{MARKER} [EMAIL1]")
    outcome = call("reidentify", folder, "-s", keys, "-o", tmp_path / "back")
    assert outcome.code == 1
    assert tree(tmp_path / "back") == {"letter.txt": TEXT.encode()}


def test_renamed_text_finds_its_table_if_it_was_not_edited(letters: Path, tmp_path: Path) -> None:
    keys, out = tmp_path / "keys.jsonl", tmp_path / "out"
    (letters / "c.txt").write_text(f"{MARKER}: carl@example.org")
    call("anonymize", letters, "-o", out, "-s", keys, *FAST)
    (out / "c.txt").rename(tmp_path / "renamed.txt")
    assert call("reidentify", tmp_path / "renamed.txt", "-s", keys).text == f"{MARKER}: carl@example.org"


def test_input_is_never_overwritten(keys: Path, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden.txt"
    refused("reidentify", hidden, "-s", keys, "-o", hidden, code=2, saying="would be overwritten")
    assert hidden.read_text() == HIDDEN


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "holds no table of solutions"),
        ("{", "line 1: The line is not JSON in UTF-8."),
        ('{"schema": 9}', "not a table of solutions of schema 1"),
        ('{"schema": 1, "id": "a"}', "a key is missing or mistyped"),
        ('{"schema": 1, "id": "a", "totals": {}, "entries": [{"start": 1}]}', "missing or mistyped"),
        ("[]", "A line is a JSON object."),
    ],
)
def test_malformed_table_is_refused(letter: Path, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "bad.jsonl").write_text(content)
    refused("reidentify", letter, "-s", tmp_path / "bad.jsonl", code=1, saying=said)


def test_usage(letter: Path, keys: Path, tmp_path: Path) -> None:
    refused("reidentify", letter, code=2, saying="Name the table of solutions with --solutions FILE.")
    refused(
        "reidentify",
        letter,
        "-s",
        keys,
        "--by",
        "orden",
        code=2,
        saying="--by cannot be 'orden'. Did you mean 'order'?",
    )
    refused("reidentify", letter, "-s", tmp_path / "none", code=1, saying="No such file")
    refused("reidentify", letter, "-s", tmp_path, code=1, saying="Is a directory")
    refused("reidentify", "--jsonl", "-", letter, "-s", keys, code=2, saying="a path has no meaning")
