"""`nescio anonymize` with files, folders and standard input."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.cli.program import FAST, HIDDEN, MARKER, TEXT, call, refused, tree


def test_one_file_goes_to_standard_output(letter: Path) -> None:
    outcome = call("anonymize", letter, *FAST)
    assert (outcome.code, outcome.text, outcome.err) == (0, HIDDEN, "")


def test_standard_input_is_read_without_a_path_and_with_a_dash() -> None:
    for path in ((), ("-",)):
        outcome = call("anonymize", *path, *FAST, stdin=TEXT.encode())
        assert (outcome.code, outcome.text, outcome.err) == (0, HIDDEN, "")


def test_one_file_goes_to_the_named_file(letter: Path, tmp_path: Path) -> None:
    outcome = call("anonymize", letter, "-o", tmp_path / "new" / "out.txt", *FAST)
    assert (outcome.code, outcome.out) == (0, b"")
    assert (tmp_path / "new" / "out.txt").read_text() == HIDDEN
    assert "1 text anonymized; replaced: 2 EMAIL." in outcome.err
    assert letter.read_text() == TEXT


@pytest.mark.parametrize("output", ["there", "new/"])
def test_one_file_goes_into_a_folder_that_exists_or_ends_with_a_slash(
    letter: Path, tmp_path: Path, output: str
) -> None:
    (tmp_path / "there").mkdir()
    assert call("anonymize", letter, "-o", f"{tmp_path}/{output}", *FAST).code == 0
    assert (tmp_path / output / "letter.txt").read_text() == HIDDEN


def test_a_dash_as_output_is_standard_output(letter: Path) -> None:
    assert call("anonymize", letter, "-o", "-", *FAST).text == HIDDEN


def test_folder_keeps_its_structure(letters: Path, tmp_path: Path) -> None:
    before = tree(letters)
    outcome = call("anonymize", letters, "-o", tmp_path / "out", *FAST)
    assert (outcome.code, outcome.out) == (0, b"")
    assert tree(tmp_path / "out") == {"a.txt": HIDDEN.encode(), "old/b.md": HIDDEN.encode()}
    assert "1 file of another format was left out; formats: " in outcome.err
    assert tree(letters) == before


def test_output_inside_the_input_folder_is_not_read_again(letters: Path) -> None:
    output = letters / "out"
    for _ in range(2):
        assert call("anonymize", letters, "-o", output, "-s", output / "keys.json", *FAST).code == 0
        assert set(tree(output)) == {"a.txt", "old/b.md", "keys.json"}


def test_in_place_overwrites_and_keeps_the_mode(letters: Path) -> None:
    (letters / "a.txt").chmod(0o640)
    outcome = call("anonymize", letters, "--in-place", *FAST)
    assert outcome.code == 0
    assert (letters / "a.txt").read_text() == HIDDEN
    assert (letters / "old" / "b.md").read_text() == HIDDEN
    assert (letters / ".hidden.txt").read_text() == TEXT
    assert stat.S_IMODE((letters / "a.txt").stat().st_mode) == 0o640


def test_in_place_writes_through_a_link(letter: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(letter)
    assert call("anonymize", link, "--in-place", *FAST).code == 0
    assert link.is_symlink()
    assert letter.read_text() == HIDDEN


def test_a_file_given_twice_is_taken_once(letters: Path, tmp_path: Path) -> None:
    outcome = call("anonymize", letters, letters / "a.txt", "-o", tmp_path / "out", *FAST)
    assert outcome.code == 0
    assert "2 texts anonymized; replaced: 4 EMAIL." in outcome.err


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        (["-m", "suppress"], "to [...] or to [...] before"),
        (["-m", "DEL"], "to [...] or to [...] before"),
        (["-m", "suppress", "-m", "EMAIL=tag"], "to [EMAIL1] or to [EMAIL2] before"),
        (["-m", "EMAIL=suppress"], "to [...] or to [...] before"),
        (["-m", "E-MAIL=suppress"], "to [...] or to [...] before"),
        (["-m", "PER=suppress"], "to [EMAIL1] or to [EMAIL2] before"),
    ],
)
def test_method_for_all_or_for_one_label(letter: Path, methods: list[str], expected: str) -> None:
    assert expected in call("anonymize", letter, *methods, *FAST).text


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Bitte schreiben Sie mir an anna@example.org, damit wir uns noch treffen können.", "[E-MAIL1]"),
        ("Por favor escreva para anna@example.org, que eu respondo ainda hoje com muito gosto.", "[E-MAIL1]"),
        ("Escríbame por favor a anna@example.org y le contesto hoy mismo con mucho gusto.", "[CORREO1]"),
        ("Please write to anna@example.org and I shall answer you before the end of the day.", "[EMAIL1]"),
    ],
)  # fmt: skip
def test_language_is_told_from_the_text(text: str, tag: str) -> None:
    outcome = call("anonymize", "-c", FAST[-1], stdin=text.encode())
    assert outcome.code == 0, outcome.err
    assert tag in outcome.text


def test_given_language_wins_over_the_look_of_the_text() -> None:
    outcome = call("anonymize", "-l", "es", "-c", FAST[-1], stdin=TEXT.encode())
    assert "[CORREO1]" in outcome.text


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mine.toml", '[en.replace.options.tag]\nopen = "<<"\nclose = ">>"\n'),
        ("mine.json", '{"en": {"replace": {"options": {"tag": {"open": "<<", "close": ">>"}}}}}'),
        ("thesis.json", '{"en": {"anon": {"delimiters": ["<<", ">>"], "output": "plaintext"}}}'),
    ],
)  # fmt: skip
def test_configuration_in_toml_json_and_the_thesis_words(
    letter: Path, tmp_path: Path, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content)
    outcome = call("anonymize", letter, "-l", "en", "-c", tmp_path / name)
    assert outcome.code == 0, outcome.err
    assert "<<EMAIL1>> or to <<EMAIL2>>" in outcome.text


def test_solutions_go_to_the_named_file_and_are_private(letters: Path, tmp_path: Path) -> None:
    keys = tmp_path / "safe" / "keys.jsonl"
    assert call("anonymize", letters, "-o", tmp_path / "out", "-s", keys, *FAST).code == 0
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    tables = [json.loads(line) for line in keys.read_text().splitlines()]
    assert [table["id"] for table in tables] == ["a.txt", "old/b.md"]
    assert [row["original"] for row in tables[0]["entries"]] == ["anna@example.org", "ben@example.org"]


def test_without_solutions_no_original_is_stored(letters: Path, tmp_path: Path) -> None:
    before = tree(tmp_path)
    call("anonymize", letters, "-o", tmp_path / "out", *FAST)
    new = {name: data for name, data in tree(tmp_path).items() if name not in before}
    assert set(new) == {"out/a.txt", "out/old/b.md"}
    assert not any(b"anna@" in data for data in new.values())


def test_solutions_can_go_to_a_device(letter: Path) -> None:
    """A pipe into an encrypting program looks like this; the device must not be replaced."""
    outcome = call("anonymize", letter, "-s", "/dev/null", *FAST)
    assert (outcome.code, outcome.text) == (0, HIDDEN)
    assert call("anonymize", letter, "-o", "/dev/null", *FAST).code == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("more", [[], ["-o", "out"], ["--in-place"], ["-s", "keys.jsonl"], ["--json"]])
def test_dry_run_writes_nothing(
    letters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    before = tree(tmp_path)
    outcome = call("anonymize", letters, "--dry-run", *more, *FAST)
    assert (outcome.code, outcome.out) == (0, b"")
    assert "2 texts, would replace: 4 EMAIL." in outcome.err
    assert tree(tmp_path) == before


def test_json_is_the_whole_job_and_comes_in_again(letter: Path, tmp_path: Path) -> None:
    outcome = call("anonymize", letter, "--json", *FAST)
    job = json.loads(outcome.out)
    assert (job["id"], job["language"], job["text"]) == ("letter.txt", "en", TEXT)
    assert job["solution"]["text"] == HIDDEN
    (tmp_path / "job.json").write_bytes(outcome.out)
    again = json.loads(call("anonymize", tmp_path / "job.json", *FAST).out)
    assert again["solution"] == job["solution"]


def test_the_job_of_the_thesis_is_written_when_it_is_asked_for(letter: Path, tmp_path: Path) -> None:
    outcome = call("anonymize", letter, "--output-format", "thesis", *FAST)
    job = json.loads(outcome.out)
    assert job["anonymizer"]["output"] == HIDDEN
    assert "schema" not in job
    (tmp_path / "job.json").write_bytes(outcome.out)
    again = json.loads(call("anonymize", tmp_path / "job.json", *FAST).out)
    assert again["anonymizer"]["output"] == HIDDEN  # it goes out as it came in
    refused = call("anonymize", letter, "--output-format", "pdf", *FAST)
    assert refused.code == 2
    assert "--output-format cannot be 'pdf'. Known: json, text, thesis." in refused.err


def test_json_in_a_folder_gets_its_suffix(letters: Path, tmp_path: Path) -> None:
    assert call("anonymize", letters, "-o", tmp_path / "out", "--json", *FAST).code == 0
    assert set(tree(tmp_path / "out")) == {"a.txt.json", "old/b.md.json"}


def test_job_enters_after_the_vote_and_only_its_spans_are_replaced(tmp_path: Path) -> None:
    job = tmp_path / "job.json"
    start = TEXT.index(MARKER)
    spans = [[start, start + len(MARKER), "PERSON"]]
    job.write_text(json.dumps({"text": TEXT, "language": "en", "spans": spans}))
    done = json.loads(call("anonymize", job, "-c", FAST[-1]).out)
    assert done["solution"]["text"] == TEXT.replace(MARKER, "[PERSON1]")


def test_job_of_the_thesis_comes_in_and_goes_out(tmp_path: Path) -> None:
    text = f"Nora Quist met {MARKER} and Nora Quist."
    entries = [
        {"entity_class": "PERZ", "begin": 0, "end": 10, "uid": 4, "surface": "Nora Quist"},
        {"entity_class": "ORGZ", "begin": 15, "end": 25, "uid": 5, "surface": MARKER},
        {"entity_class": "PERZ", "begin": 30, "end": 40, "uid": 6, "surface": "Nora Quist"},
    ]
    job = tmp_path / "job.json"
    ner = {"ner_time": 3, "text": text, "entries": entries}
    job.write_text(
        json.dumps({"text": text, "language": "en", "method": "TAG", "ner": ner, "coref": [[4, 6], [5]]})
    )
    done = json.loads(call("anonymize", job, "-c", FAST[-1]).out)
    assert done["method"] == "TAG"
    assert done["anonymizer"]["output"] == "[PERSON1] met [ORGANIZATION1] and [PERSON1]."
    assert done["coref"] == [[4, 6], [5]]
    assert done["anonymizer"]["tableofsolutions"]["6"] == {
        "entity_class": "PERZ", "coref": 0, "original": "Nora Quist", "replace": "[PERSON1]",
    }  # fmt: skip
    assert isinstance(done["ner"]["ner_time"], int)


def test_method_of_the_call_wins_over_that_of_the_job(tmp_path: Path) -> None:
    (tmp_path / "job.json").write_text(json.dumps({"text": TEXT, "language": "en", "method": "TAG"}))
    done = json.loads(call("anonymize", tmp_path / "job.json", "-m", "DEL", "-c", FAST[-1]).out)
    assert "to [...] or to [...] before" in done["anonymizer"]["output"]


def test_a_bad_file_is_reported_and_the_others_go_on(letters: Path, tmp_path: Path) -> None:
    (letters / "empty.txt").write_text(" \n")
    (letters / "job.json").write_text('{"txt": 1}')
    (letters / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    outcome = call("anonymize", letters, "-o", tmp_path / "out", "-s", tmp_path / "k.jsonl", *FAST)
    assert outcome.code == 1
    assert set(tree(tmp_path / "out")) == {"a.txt", "old/b.md"}
    assert "nescio: empty.txt: The text is empty.\n" in outcome.err
    assert "nescio: job.json: The job has an unknown key. Did you mean 'text'?" in outcome.err
    assert "nescio: picture.txt: The input is not plain text" in outcome.err
    assert "2 texts anonymized" in outcome.err
    assert "3 texts could not be anonymized; nothing was written for them." in outcome.err
    assert len((tmp_path / "k.jsonl").read_text().splitlines()) == 2


def test_guessed_code_page_is_said_and_the_given_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes(TEXT.replace("dusk", "Müllers Märztag").encode("cp1252"))
    outcome = call("anonymize", path, *FAST)
    assert "1 text was read as cp1252; if that is wrong, use --encoding." in outcome.err
    assert call("anonymize", path, "--encoding", "latin-1", *FAST).err == ""


def test_code_page_of_the_configuration_is_tried_first(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('[en.text]\nencoding = "cp1250"\n')
    path = tmp_path / "old.txt"
    path.write_bytes(TEXT.replace("dusk", "środa").encode("cp1250"))
    outcome = call("anonymize", path, "-l", "en", "-c", tmp_path / "c.toml")
    assert "read as cp1250" in outcome.err


def test_old_table_is_not_lost_in_place(letter: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    assert call("anonymize", letter, "--in-place", "-s", keys, *FAST).code == 0
    first = keys.read_bytes()
    again = call("anonymize", letter, "--in-place", "-s", keys, *FAST)
    assert again.code == 0
    assert "1 text had been overwritten by an earlier run" in again.err
    other = tmp_path / "other.txt"
    other.write_text(TEXT, encoding="utf-8")
    refused(
        "anonymize", other, "--in-place", "-s", keys, *FAST, code=2, saying="with --in-place name a new file"
    )
    assert (keys.read_bytes(), letter.read_text(), other.read_text()) == (first, HIDDEN, TEXT)


def test_in_place_needs_names_apart_only_for_a_table(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "n.txt").write_text(TEXT)
    files = [tmp_path / "x" / "n.txt", tmp_path / "y" / "n.txt"]
    refused(
        "anonymize", *files, "--in-place", "-s", tmp_path / "k", *FAST, code=2, saying="Two inputs are called"
    )
    assert call("anonymize", *files, "--in-place", *FAST).code == 0
    assert [path.read_text() for path in files] == [HIDDEN, HIDDEN]


def test_json_in_place_is_refused(letter: Path) -> None:
    refused("anonymize", letter, "--in-place", "--json", *FAST, code=2, saying="--output")
    assert letter.read_text() == TEXT


NAMED = "The shop of Zenno Tolk lies behind Zenno's yard, and Zenno sold it."


def test_words_of_the_call_go_and_stay(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# ours\nyard\n", encoding="utf-8")
    lists = ("-l", "en", "--policy", "listed")
    for wish in (("--hide", "shop", "--hide", "yard"), ("--hide", "shop", "--hide-list", names)):
        outcome = call("anonymize", *lists, *wish, stdin=NAMED.encode())
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.text == NAMED.replace("shop", "[MISC1]").replace("yard", "[MISC2]")


def test_words_that_stay_stay_whatever_is_found() -> None:
    text = "Write to Leeds or to York."
    kept = call("anonymize", "-l", "en", "--keep", "Leeds", stdin=text.encode())
    assert kept.text == "Write to Leeds or to [CITY1]."


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (("--hide", "++"), "--hide needs a word"),
        (("--keep", " "), "--keep needs a word"),
        (("--hide-list", "no.txt"), "There is no list 'no.txt'."),
    ],
)
def test_words_that_cannot_be_meant_are_refused(wish: tuple[str, ...], said: str) -> None:
    refused("anonymize", "-l", "en", *wish, code=2, saying=said)


def test_a_list_that_takes_too_much_is_reported() -> None:
    text = "the boat lay in the bay and the men sat on the deck while the rain fell on the sea and the sand"
    outcome = call("anonymize", "-l", "en", "--hide", "the", stdin=f"{text} {text}".encode())
    assert outcome.code == 0
    assert "Your list or rule 'hide' takes more than a fifth of the words of a text" in outcome.err


def test_a_short_chat_is_answered_in_its_likeliest_language_with_a_warning() -> None:
    outcome = call("anonymize", stdin=b"bin schon weg sorry")
    assert outcome.code == 0, outcome.err
    assert "1 text was taken for 'de', which is likely and not sure" in outcome.err
