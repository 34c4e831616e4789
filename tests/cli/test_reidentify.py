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
    assert (
        "other.txt: There is no table of solutions for it: none is of this text as it stands, "
        "and none is called so (2 in all)." in outcome.err
    )
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


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """The hidden texts of a folder in which one name stands twice, and their tables."""
    given, keys, out = tmp_path / "given", tmp_path / "keys.jsonl", tmp_path / "out"
    for name, text in {"a.txt": "anna", "sub/a.txt": "ben", "sub/b.txt": "carl"}.items():
        (given / name).parent.mkdir(parents=True, exist_ok=True)
        (given / name).write_text(f"{MARKER} {Path(name).stem}: {text}@example.org")
    assert call("anonymize", given, "-o", out, "-s", keys, *FAST).code == 0
    return out, keys


def test_texts_of_one_name_that_look_alike_are_told_apart_by_their_folders(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    out, keys = folders
    assert (out / "a.txt").read_bytes() == (out / "sub" / "a.txt").read_bytes()
    assert call("reidentify", out, "-s", keys, "-o", tmp_path / "back").code == 0
    assert (tmp_path / "back" / "a.txt").read_text() == f"{MARKER} a: anna@example.org"
    assert (tmp_path / "back" / "sub" / "a.txt").read_text() == f"{MARKER} a: ben@example.org"
    assert call("reidentify", out / "sub" / "b.txt", "-s", keys).text == f"{MARKER} b: carl@example.org"


@pytest.mark.parametrize("edit", ["", "So "])
def test_a_text_that_may_be_another_of_its_name_is_refused(
    folders: tuple[Path, Path], tmp_path: Path, edit: str
) -> None:
    """Given without its folder, sub/a.txt is called as the other one is."""
    out, keys = folders
    text = out / "sub" / "a.txt"
    text.write_text(edit + text.read_text())
    refused(
        "reidentify",
        text,
        "-s",
        keys,
        code=1,
        saying="nothing was restored" if not edit else "2 are called so",
    )
    text.rename(out / "c.txt")
    refused(
        "reidentify",
        out / "c.txt",
        "-s",
        keys,
        code=1,
        saying="nothing was restored" if not edit else "none is",
    )


def test_texts_that_have_exchanged_their_names_are_refused(folders: tuple[Path, Path]) -> None:
    out, keys = folders
    (out / "sub" / "b.txt").rename(out / "a.txt")
    refused("reidentify", out / "a.txt", "-s", keys, code=1, saying="its name that of another")


def test_a_renamed_text_is_found_in_the_encoding_that_it_had(tmp_path: Path) -> None:
    given, keys, out = tmp_path / "given", tmp_path / "keys.jsonl", tmp_path / "out"
    given.mkdir()
    texts = {"a": "Grüße an anna@example.org, Jürgen und Käthe.", "b": "Für ben@example.org über Ölmühle."}
    for name, text in texts.items():
        (given / f"{name}.txt").write_bytes(text.encode("utf-16-le" if name == "a" else "cp1252"))
    call("anonymize", given / "a.txt", "--encoding", "utf-16-le", "-o", out / "a.txt", "-s", keys, *FAST)
    call("anonymize", given / "b.txt", "--encoding", "cp1252", "-o", out / "b.txt", "-s", keys, *FAST)
    for name in texts:
        (out / f"{name}.txt").rename(tmp_path / f"other-{name}.txt")
        outcome = call("reidentify", tmp_path / f"other-{name}.txt", "-s", keys)
        assert outcome.code == 0, outcome.err
        assert outcome.out == (given / f"{name}.txt").read_bytes()


def test_half_a_record_at_the_end_is_said_and_the_others_are_used(keys: Path, tmp_path: Path) -> None:
    keys.write_bytes(keys.read_bytes() + keys.read_bytes()[:70])
    outcome = call("reidentify", tmp_path / "hidden.txt", "-s", keys)
    assert (outcome.code, outcome.text) == (0, TEXT)
    assert "'keys.jsonl' ends in half a record" in outcome.err


def test_an_altered_original_is_refused(keys: Path, tmp_path: Path) -> None:
    keys.write_text(keys.read_text().replace("anna@example.org", "otto@example.org"))
    refused(
        "reidentify",
        tmp_path / "hidden.txt",
        "-s",
        keys,
        code=1,
        saying="line 1: The table of solutions was altered",
    )


def test_input_is_never_overwritten(keys: Path, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden.txt"
    refused("reidentify", hidden, "-s", keys, "-o", hidden, code=2, saying="would be overwritten")
    assert hidden.read_text() == HIDDEN


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "holds no whole table of solutions"),
        ("{", "holds no whole table of solutions"),
        ("{]", "line 1: The line is not JSON in UTF-8."),
        ('{"schema": 9}', "not a table of solutions of schema 2, nor of schema 1"),
        ('{"schema": 1, "schema": 2}', "line 1: The line cannot be used: a key stands twice in one object."),
        ('{"schema": NaN}', "line 1: The line cannot be used: it holds NaN or infinity"),
        ('{"schema": 2, "id": ' + "[" * 200, "line 1: The line cannot be used: it is nested deeper"),
        ('{"schema": 1, "id": "a"}', "a key is missing, mistyped or unknown"),
        ('{"schema": 1, "id": "a", "totals": {}, "entries": [{"start": 1}]}', "a key is missing, mistyped"),
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


def test_some_come_back_for_who_may_not_see_all(keys: Path, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden.txt"
    one = call("reidentify", hidden, "-s", keys, "--entity", 0)
    assert (one.code, one.text) == (0, HIDDEN.replace("[EMAIL1]", "anna@example.org"))
    assert "1 replacement restored, 1 not asked for" in one.err
    assert call("reidentify", hidden, "-s", keys, "--only", "EMAIL").text == TEXT
    assert call("reidentify", hidden, "-s", keys, "--only", "LOC").text == HIDDEN
    refused("reidentify", hidden, "-s", keys, "--only", "NOTHING", code=2, saying="no label")


def test_the_key_alone_opens_tokens(letter: Path, tmp_path: Path) -> None:
    key, other, hidden = tmp_path / "my.key", tmp_path / "other.key", tmp_path / "sealed.txt"
    assert call("key", "new", key).code == call("key", "new", other).code == 0
    assert call("anonymize", letter, "-o", hidden, "-m", "encrypt", "--key", key, *FAST).code == 0
    back = call("reidentify", hidden, "--key", key)
    assert (back.code, back.text) == (0, TEXT)
    token = hidden.read_text().split("[", 1)[1].partition("]")[0]
    hidden.write_text(f"Again [{token}], and moved: [{token}].")
    assert (
        call("reidentify", hidden, "--key", key).text
        == "Again anna@example.org, and moved: anna@example.org."
    )
    wrong = call("reidentify", hidden, "--key", other)
    assert (wrong.code, wrong.text) == (1, hidden.read_text())
    assert "not in the table" in wrong.err
    lines = tmp_path / "lines.jsonl"
    lines.write_text(f'{{"id": 1, "text": "[{token}]"}}\n')
    assert '"anna@example.org"' in call("reidentify", "--jsonl", lines, "--key", key).text
    refused("reidentify", hidden, "--key", key, "--only", "LOC", code=2, saying="Name the table of solutions")
