"""Bad input: one clear sentence, an exit code, nothing written, and no word of the text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import CONFIG, FAST, MARKER, TEXT, call, refused, tree

COMMANDS = ("anonymize", "detect")


@pytest.mark.parametrize("command", COMMANDS)
def test_missing_file(command: str, tmp_path: Path) -> None:
    refused(command, tmp_path / "no.txt", *FAST, code=1, saying="There is no file or folder")


@pytest.mark.parametrize("command", COMMANDS)
def test_folder_without_texts(command: str, tmp_path: Path) -> None:
    (tmp_path / "data.xyz").write_text(TEXT)
    (tmp_path / ".hidden.txt").write_text(TEXT)
    refused(command, tmp_path, *FAST, code=1, saying="has no texts; formats: ")


BAD_BYTES = {
    "binary": (bytes(range(256)) * 4, "The input is not plain text"),
    "zero bytes": (TEXT.encode() + bytes(7), "it has zero bytes and is not UTF-16"),
    "office document": (b"PK\x03\x04" + TEXT.encode(), "a zip archive or an office document"),
    "damaged UTF-8": (f"{MARKER} é é é \xff".encode().replace(b"\xc3\xbf", b"\xff"), "UTF-8 with damage"),
    "empty": (b"", "The text is empty."),
    "blank": (b" \r\n\t", "The text is empty."),
    "only a byte order mark": (b"\xef\xbb\xbf", "The text is empty."),
    "no language": (f"{MARKER} 77 {MARKER}".encode(), "(--language on the command line): de, en, es, pt."),
}


@pytest.mark.parametrize("kind", BAD_BYTES)
@pytest.mark.parametrize("command", COMMANDS)
def test_bytes_that_are_no_text(command: str, kind: str, tmp_path: Path) -> None:
    data, said = BAD_BYTES[kind]
    path = tmp_path / "bad.txt"
    path.write_bytes(data)
    for outcome in (call(command, path, "-c", CONFIG), call(command, "-c", CONFIG, stdin=data)):
        assert (outcome.code, outcome.out) == (1, b"")
        assert said in outcome.err


def test_broken_encoding_by_name(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(f"{MARKER} ü".encode("latin-1"))
    outcome = call("anonymize", path, "--encoding", "utf-8", *FAST)
    assert outcome.code == 1
    assert "bad.txt: Byte 11 is not valid in the encoding 'utf-8'; name the right" in outcome.err
    outcome = call("anonymize", path, "--encoding", "utf-9", *FAST)
    assert outcome.code == 1
    assert "This encoding is unknown; possible are utf-8, utf-16, cp1252, latin-1" in outcome.err


def test_tag_that_the_encoding_cannot_write(tmp_path: Path) -> None:
    """PAÍS has no place in cp1251; half a text is not written."""
    path = tmp_path / "bad.txt"
    path.write_bytes(f"{MARKER} Москва".encode("cp1251"))
    job = {"text": f"{MARKER} Norland", "language": "es", "spans": [[11, 18, "COUNTRY"]]}
    (tmp_path / "job.json").write_text(json.dumps(job))
    (tmp_path / "list.csv").write_text(f"{MARKER},COUNTRY\n")
    (tmp_path / "c.toml").write_text('[es.detect.options.lists]\nfiles = ["list.csv"]\n')
    outcome = call("anonymize", path, "-o", tmp_path / "out.txt", "--encoding", "cp1251", "-l", "es", "-c",
                   tmp_path / "c.toml")  # fmt: skip
    assert outcome.code == 1
    assert "does not exist in 'cp1251'" in outcome.err
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["-l", "fr"], "There is no language 'fr'. Known: auto, de, en, es, pt."),
        (["-l", "xx"], "There is no language 'xx'."),
        (["-m", "taggs"], "There is no 'taggs' among the methods. Did you mean 'tag'? Known: "),
        (["-m", "PERSO=tag"], "There is no label 'PERSO'. Did you mean"),
        (["-m", "PER=nope"], "There is no 'nope' among the methods."),
        (["-m", ""], "There is no '' among the methods."),
        (["-m", "=tag"], "There is no label ''."),
        (["-c", "none.toml"], "There is no configuration file 'none.toml'."),
    ],
)
def test_unknown_names_are_said_once_before_anything_is_read(
    letters: Path, args: list[str], said: str
) -> None:
    refused("anonymize", letters, "-o", letters / "out", *args, code=2, saying=said)
    assert not (letters / "out").exists()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("c.toml", "en = [", "'c.toml' is not TOML"),
        ("c.json", "{", "'c.json' is not JSON"),
        ("c.json", "[" * 100_000, "'c.json' is not JSON"),
        ("c.json", "[]", "must hold a table whose keys are languages"),
        ("c.toml", "[eng.vote]\nmethod = 'cascade'\n", "has the root key 'eng'; root keys are languages."),
        ("c.toml", "[en.vot]\nmethod = 'cascade'\n", "there is no key 'vot'. Did you mean 'vote'?"),
        ("c.toml", "[en.vote]\nmethod = 5\n", "'vote.method' must be of type str, not int."),
        ("c.toml", "[en.replace]\nPERSO = 'tag'\n", "There is no label 'PERSO'."),
        ("c.toml", "[en.replace]\nPER = 'vanish'\n", "There is no 'vanish' among the methods."),
        ("c.toml", "[en.output]\nformat = 'docx'\n", "'output.format' cannot be 'docx'."),
        ("c.toml", "[en.detect.options.lists]\nfiles = ['none.csv']\n", "none.csv"),
        ("c.json", '{"en": {"ner": {"votin": "x"}}}', "there is no key 'votin'. Did you mean 'voting'?"),
        ("c.json", '{"en": {"anon": {"delimiters": ["["]}}}', "'delimiters' is a pair of strings"),
    ],
)
def test_wrong_configuration(letter: Path, tmp_path: Path, name: str, content: str, said: str) -> None:
    (tmp_path / name).write_text(content)
    for command in (["anonymize", letter, "-l", "en", "-c"], ["config", "check"]):
        refused(*command, tmp_path / name, code=2, saying=said)


def test_configuration_that_is_not_utf8_or_is_a_folder(letter: Path, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_bytes(b"# \xff\n")
    refused("anonymize", letter, "-c", tmp_path / "c.toml", code=2, saying="is not written in UTF-8")
    refused("anonymize", letter, "-c", tmp_path, code=2, saying="There is no configuration file")


def _entry(begin: int) -> dict[str, Any]:
    return {"entity_class": "PERZ", "begin": begin, "end": begin + 4, "uid": begin}


GOOD_JOB: dict[str, Any] = {"text": TEXT, "language": "en"}
ENTITY = {"id": 0, "label": "PER", "mentions": [[0, 4, "PER"]]}
BAD_JOBS: dict[str, tuple[object, str]] = {
    "list": ([TEXT], "A job is a JSON object, not a list."),
    "no text": ({"language": "en"}, "The job lacks the key 'text'."),
    "text is a number": ({"text": 5}, "'text' in the job must be of type str."),
    "empty text": ({"text": ""}, "The text is empty."),
    "unknown key": ({**GOOD_JOB, "span": []}, "The job has an unknown key. Did you mean 'spans'?"),
    "other schema": ({**GOOD_JOB, "schema": 99}, "The job has schema 99, this version reads schema 2."),
    "unknown language": (
        {**GOOD_JOB, "language": "fr"},
        "language that nescio does not know. Known: auto, de",
    ),
    "unknown label": (
        {**GOOD_JOB, "spans": [[0, 4, "PERSO"]]},
        "a label that nescio does not know. Did you",
    ),
    "span outside": ({**GOOD_JOB, "spans": [[0, 9999, "PER"]]}, "0 <= start < end <="),
    "spans overlap": ({**GOOD_JOB, "spans": [[0, 4, "PER"], [2, 6, "PER"]]}, "overlap at position 2"),
    "note of words": ({**GOOD_JOB, "notes": [["a", "b", "c", "d"]]}, "A note is [stage, code, count"),
    "twins": ({**GOOD_JOB, "entities": [ENTITY, ENTITY]}, "Two entities have the same 'id'."),
    "entities overlap": ({**GOOD_JOB, "entities": [ENTITY, {**ENTITY, "id": 1}]}, "overlap at position 0"),
    "decisions alone": ({**GOOD_JOB, "decisions": []}, "A job without 'entities' cannot enter"),
    "unknown method": ({**GOOD_JOB, "method": "RAX"}, "name an unknown method. Known: "),
    "unknown option": ({**GOOD_JOB, "options": {"vot": {}}}, "have an unknown key. Did you mean 'vote'?"),
    "thesis: overlap": (
        {**GOOD_JOB, "ner": {"entries": [_entry(0), _entry(2)]}},
        "overlap at position 2",
    ),
    "thesis: moved": (
        {**GOOD_JOB, "ner": {"entries": [{**_entry(0), "surface": MARKER}]}},
        "An entry of 'ner' does not lie at its place in the text.",
    ),
    "thesis: other text": (
        {**GOOD_JOB, "ner": {"text": MARKER, "entries": []}},
        "'ner.text' is not the text of the job",
    ),
    "thesis: entry of words": (
        {**GOOD_JOB, "ner": {"entries": [MARKER]}},
        "needs entity_class, begin, end and uid",
    ),
    "thesis: chains": (
        {**GOOD_JOB, "ner": {"entries": []}, "coref": [[7]]},
        "every unique id of 'ner' exactly once",
    ),
}


@pytest.mark.parametrize("kind", BAD_JOBS)
def test_malformed_job(kind: str, tmp_path: Path) -> None:
    content, said = BAD_JOBS[kind]
    path = tmp_path / "job.json"
    path.write_text(json.dumps(content))
    before = tree(tmp_path)
    outcome = call("anonymize", path, "--in-place", "-s", tmp_path / "keys.jsonl", "-c", CONFIG)
    assert (outcome.code, outcome.out) == (1, b"")
    assert said in outcome.err
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "is not JSON in UTF-8."),
        (b"\xff{}", "is not JSON in UTF-8."),
        (b"[" * 100_000, "cannot be used: it is nested deeper than 100 levels."),
        (b'{"text": 1' + b"0" * 5000 + b"}", "cannot be used: a number is too large."),
        (b'{"text": "Zeugenwort", "text": "a"}', "cannot be used: a key stands twice in one object."),
        (b'{"text": "a", "ner": {"entries": [Infinity]}}', "cannot be used: it holds NaN or infinity"),
    ],
)
def test_job_that_is_no_json(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "job.json").write_bytes(data)
    outcome = call("anonymize", tmp_path / "job.json", *FAST)
    assert outcome.code == 1
    assert f"job.json: The job {said}" in outcome.err


def test_job_with_a_lone_surrogate_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "job.json").write_text(json.dumps({"text": f"\ud800 {TEXT}", "language": "en"}))
    outcome = call("anonymize", tmp_path / "job.json", "-c", CONFIG)
    assert outcome.code == 0, outcome.err
    assert json.loads(outcome.out)["solution"]["text"].startswith("\ud800 Please")


def test_unwritable_output(letter: Path, tmp_path: Path) -> None:
    outcome = call("anonymize", letter, "-o", letter / "out.txt", *FAST)
    assert outcome.code == 1
    assert "cannot be written" in outcome.err
    assert set(tree(tmp_path)) == {"letter.txt"}


@pytest.mark.parametrize("place", ["folder", "letter.txt/keys.jsonl"])
def test_unwritable_solutions_stop_before_a_text_is_touched(letter: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    for target in (["--in-place"], ["-o", tmp_path / "out.txt"], []):
        outcome = call("anonymize", letter, *target, "-s", tmp_path / place, *FAST)
        assert (outcome.code, outcome.out) == (1, b"")
        assert ("is a folder; name a file" in outcome.err) or ("cannot be written" in outcome.err)
        assert tree(tmp_path) == {"letter.txt": TEXT.encode()}


def test_output_equal_to_input_without_in_place(letter: Path, letters: Path) -> None:
    for args in ([letter, "-o", letter], [letter, "-o", letter.parent], [letters, "-o", letters]):
        before = tree(letter.parent)
        refused("anonymize", *args, *FAST, code=2, saying="would be overwritten; use --in-place to do so.")
        assert tree(letter.parent) == before


def test_solutions_on_an_input_or_an_output(letter: Path, letters: Path, tmp_path: Path) -> None:
    before = tree(tmp_path)
    for args in (
        [letter, "-s", letter],
        [letter, "-o", tmp_path / "out", "-s", tmp_path / "out"],
        [letters, "-o", tmp_path / "out", "-s", tmp_path / "out" / "a.txt"],
    ):
        refused("anonymize", *args, *FAST, code=2, saying="give it a place of its own")
        assert tree(tmp_path) == before


def test_two_inputs_of_one_name(letter: Path, tmp_path: Path) -> None:
    twin = tmp_path / "other" / "letter.txt"
    twin.parent.mkdir()
    twin.write_text(TEXT)
    refused("anonymize", letter, twin, "-o", tmp_path / "out", *FAST, code=2, saying="'letter.txt'")
    assert not (tmp_path / "out").exists()


def test_many_inputs_need_a_folder(letter: Path, letters: Path, tmp_path: Path) -> None:
    refused("anonymize", letters / "a.txt", letter, *FAST, code=2, saying="name a folder with --output")
    (tmp_path / "file").write_text("kept")
    refused(
        "anonymize", letters / "a.txt", letter, "-o", tmp_path / "file", *FAST, code=2, saying="is a file"
    )
    assert (tmp_path / "file").read_text() == "kept"


def test_standard_input_has_no_place_and_no_company(letter: Path) -> None:
    refused("anonymize", "--in-place", *FAST, code=2, saying="standard input has no place", stdin=b"x")
    refused("anonymize", letter, "-", "-o", "x", *FAST, code=2, saying="cannot be mixed with files")
    refused("anonymize", letter, "--in-place", "-o", "x", *FAST, code=2, saying="exclude each other")


def test_wrong_usage_is_exit_code_2() -> None:
    for args in (["anonymise"], ["anonymize", "--methd", "tag"], ["config", "show"], ["config", "check"]):
        outcome = call(*args)
        assert (outcome.code, outcome.out) == (2, b"")
        assert outcome.err


LONG = "n" * 300
NAMING = [
    ("anonymize", LONG, *FAST),
    ("detect", f"{LONG}.json", *FAST),
    ("anonymize", "a.txt", "-o", f"out/{LONG}", *FAST),
    ("anonymize", "a.txt", "-s", LONG, "-o", "out", *FAST),
    ("anonymize", "a.txt", "--ledger", LONG, *FAST),
    ("anonymize", "a.txt", "-c", f"{LONG}.toml"),
    ("anonymize", "a.txt", "-l", "en", "--policy", f"{LONG}.toml"),
    ("anonymize", "a.txt", "-l", "en", "--hide-list", LONG),
    ("anonymize", "--jsonl", LONG, *FAST),
    ("reidentify", "a.txt", "-s", LONG),
    ("reidentify", LONG, "-s", "a.txt"),
    ("config", "check", f"{LONG}.json"),
    ("ledger", "show", LONG),
    ("kb", "find", "Kiel", "-k", LONG),
    ("kb", "import", f"{LONG}.json", "--to", "kb.sqlite"),
    ("kb", "import", "a.txt", "--to", f"{LONG}/x"),
    ("dictionary", "find", "Haus", "-l", "de", "-d", LONG),
    ("dictionary", "import", LONG, "-l", "de", "--to", "de.sqlite"),
    ("evaluate", LONG, "a.txt"),
    ("evaluate", "--ratings", LONG),
    ("compare", f"{LONG}.json", "a.txt"),
    ("train", "crf", LONG, "-o", "out"),
]


@pytest.mark.parametrize("arguments", NAMING, ids=lambda words: " ".join(words)[:40])
def test_a_name_that_no_file_can_have(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text(TEXT)
    outcome = call(*arguments)
    assert outcome.code in (1, 2)
    assert outcome.err.startswith(("nescio: ", "Usage: "))


@pytest.mark.parametrize("language", ["en", "de", "pt", "es"])
@pytest.mark.parametrize("method", ["tag", "suppress", "substitute", "generalize"])
def test_odd_names_go_through_every_method(method: str, language: str, tmp_path: Path) -> None:
    """Names of 300 letters, and lone surrogates inside and beside nouns, which only JSON can carry."""
    names = ["N" + "a" * 299, "Rio\ud800", "\udfffHaus", "University\ud800 of\udc00 Kiel", "Ha\ud800us"]
    text = "We saw " + " and ".join(names) + "."
    places = [text.index(name) for name in names]
    labels = ["PER", "LOC", "LOC", "ORG", "ORG"]
    spans = [[at, at + len(name), label] for at, name, label in zip(places, names, labels, strict=True)]
    job = tmp_path / "job.json"
    job.write_text(json.dumps({"text": text, "language": language, "spans": spans}))
    outcome = call("anonymize", job, "-c", CONFIG, "-m", method)
    assert outcome.code == 0, outcome.err


NUMBERS = {
    "infinity": "1e999",
    "minus infinity": "-1e999",
    "no number": "NaN",
    "digits": "9" * 5000,
    "deep": "[" * 5000 + "]" * 5000,
    "null": "null",
    "an object": "{}",
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("key", ["uid", "begin", "end", "entity_class", "surface"])
def test_a_thesis_job_with_a_wrong_value(key: str, number: str, tmp_path: Path) -> None:
    entry = {"entity_class": '"PERZ"', "begin": "0", "end": "4", "uid": "0", key: NUMBERS[number]}
    row = ", ".join(f'"{name}": {value}' for name, value in entry.items())
    job = tmp_path / "job.json"
    ner = f'{{"entries": [{{{row}}}]}}'
    job.write_text(f'{{"text": "{MARKER}", "language": "en", "method": "TAG", "ner": {ner}}}')
    outcome = call("anonymize", job, *FAST)
    assert outcome.code in (0, 1)
    assert (key, number) == ("surface", "null") or outcome.code == 1 or key == "entity_class"


def test_what_a_job_says_about_an_earlier_failure_is_not_repeated(tmp_path: Path) -> None:
    job = tmp_path / "job.json"
    job.write_text(json.dumps({**GOOD_JOB, "notes": [["detect", f"failed: {MARKER}", 1, 0.5]]}))
    outcome = call("anonymize", job, *FAST)
    assert outcome.code == 1
    assert "The job says that an earlier run failed" in outcome.err


NOTES = [["detect", "x" * 2000, 1, 1], ["detect", "done", 1, 10**400], ["x", "y", 1, float("nan")]]


@pytest.mark.parametrize("note", NOTES)
def test_a_note_is_short_and_its_numbers_are_numbers(note: list[Any], tmp_path: Path) -> None:
    job = tmp_path / "job.json"
    job.write_text(json.dumps({**GOOD_JOB, "notes": [note]}))
    outcome = call("anonymize", job, *FAST)
    assert outcome.code == 1


def test_the_encoding_that_a_job_names_is_not_repeated(tmp_path: Path) -> None:
    job = tmp_path / "job.json"
    job.write_text(json.dumps({**GOOD_JOB, "meta": {"encoding": MARKER}}))
    outcome = call("anonymize", job, *FAST)
    assert outcome.code == 0
    assert "read as" not in outcome.err
