"""The line protocol: `--jsonl` of detect, anonymize and reidentify, as the issue fixed it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import CONFIG, FAST, HIDDEN, MARKER, TEXT, call, refused

START = TEXT.index("anna@")
END = START + len("anna@example.org")


def lines(*objects: Any) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in objects)


def parse(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines()]


def test_detect_prints_id_language_and_spans_in_the_same_order() -> None:
    outcome = call(
        "detect",
        "--jsonl",
        "-",
        *FAST,
        stdin=lines({"id": "x", "text": TEXT}, {"id": "a", "text": "a@b.org"}),
    )
    first, second = parse(outcome.out)
    assert outcome.code == 0
    assert list(first) == ["id", "language", "spans"]
    assert (first["id"], first["language"], second["id"]) == ("x", "en", "a")
    start, end, label, score = first["spans"][0]
    assert (start, end, label) == (START, END, "EMAIL")
    assert 0 < score <= 1


def test_anonymize_prints_id_language_and_text() -> None:
    outcome = call("anonymize", "--jsonl", "-", *FAST, stdin=lines({"id": "x", "text": TEXT}))
    assert outcome.code == 0
    assert parse(outcome.out) == [{"id": "x", "language": "en", "text": HIDDEN}]


@pytest.mark.parametrize("id", [7, 0, "7", 1.5, None, True, ["a", 1], {"a": 1}, "ü\ud800"])
def test_ids_of_any_kind_come_back_as_they_were(id: Any) -> None:
    for command in ("detect", "anonymize"):
        [answer] = parse(call(command, "--jsonl", "-", *FAST, stdin=lines({"id": id, "text": TEXT})).out)
        assert answer["id"] == id
        assert type(answer["id"]) is type(id)


def test_line_without_id_gets_null() -> None:
    [answer] = parse(call("detect", "--jsonl", "-", *FAST, stdin=lines({"text": TEXT})).out)
    assert answer["id"] is None


def test_each_line_has_its_own_language() -> None:
    german = "Bitte schreiben Sie mir doch an anna@example.org, damit wir uns noch treffen können."
    outcome = call(
        "anonymize",
        "--jsonl",
        "-",
        "-c",
        CONFIG,
        stdin=lines(
            {"id": 1, "text": german},
            {"id": 2, "text": TEXT},
            {"id": 3, "text": TEXT, "language": "es"},
            {"id": 4, "text": TEXT, "language": None},
        ),
    )
    assert outcome.code == 0, outcome.err
    assert [answer["language"] for answer in parse(outcome.out)] == ["de", "en", "es", "en"]


def test_given_spans_skip_detection_in_every_command() -> None:
    place = TEXT.index(MARKER)
    line = lines({"id": 1, "text": TEXT, "spans": [[place, place + len(MARKER), "PER"]]})
    [found] = parse(call("detect", "--jsonl", "-", *FAST, stdin=line).out)
    assert found["spans"] == [[place, place + len(MARKER), "PER", 1.0]]
    [hidden] = parse(call("anonymize", "--jsonl", "-", *FAST, stdin=line).out)
    assert hidden["text"] == TEXT.replace(MARKER, "[PERSON1]")


def test_empty_list_of_spans_means_that_nothing_is_there() -> None:
    [answer] = parse(
        call("anonymize", "--jsonl", "-", *FAST, stdin=lines({"id": 1, "text": TEXT, "spans": []})).out
    )
    assert answer["text"] == TEXT


def test_what_detect_prints_goes_into_anonymize() -> None:
    [found] = parse(call("detect", "--jsonl", "-", *FAST, stdin=lines({"id": 1, "text": TEXT})).out)
    outcome = call("anonymize", "--jsonl", "-", *FAST, stdin=lines({**found, "text": TEXT}))
    assert parse(outcome.out)[0]["text"] == HIDDEN


BAD_LINES = {
    "no JSON": (f"{MARKER} {{".encode(), None, "The line is not JSON in UTF-8."),
    "wrong encoding": (
        json.dumps({"id": 3, "text": f"{MARKER} ü"}, ensure_ascii=False).encode("latin-1"),
        None,
        "The line is not JSON in UTF-8.",
    ),
    "endless number": (b'{"id": 1' + b"0" * 5000 + b', "text": "a"}', None, "a number is too large."),
    "deep nest": (b'{"id":' + b"[" * 100_000, None, "it is nested deeper than 100 levels."),
    "a key twice": (b'{"id": 3, "id": 4, "text": "a"}', None, "a key stands twice in one object."),
    "no number": (b'{"id": NaN, "text": "a"}', None, "it holds NaN or infinity"),
    "id is a list": (b'{"id": [3], "text": "a"}', [3], "An 'id' is a string or a number."),
    "no object": (f'["{MARKER}"]'.encode(), None, "A line is a JSON object."),
    "no text": (b'{"id": 3, "txt": "a"}', 3, 'the key "text", a string.'),
    "text is a number": (b'{"id": 3, "text": 5}', 3, 'the key "text", a string.'),
    "empty text": (b'{"id": 3, "text": " "}', 3, "The text is empty."),
    "unknown key": (lines({"id": 3, "text": TEXT, "lang": "en"}), 3, "--carry KEY passes one on"),
    "unknown language": (
        lines({"id": 3, "text": TEXT, "language": "fr"}),
        3,
        "a language that nescio does not know. Known: auto, de, en, es, pt.",
    ),
    "language is a number": (
        lines({"id": 3, "text": TEXT, "language": 5}),
        3,
        "'language' must be a string.",
    ),
    "unknown label": (
        lines({"id": 3, "text": TEXT, "spans": [[0, 4, "PERSO"]]}),
        3,
        "a label that nescio does not know. Did you mean 'PER'?",
    ),
    "span too long": (lines({"id": 3, "text": TEXT, "spans": [[0, 9999, "PER"]]}), 3, "0 <= start < end <="),
    "empty span": (lines({"id": 3, "text": TEXT, "spans": [[4, 4, "PER"]]}), 3, "0 <= start < end <="),
    "spans overlap": (
        lines({"id": 3, "text": TEXT, "spans": [[0, 4, "PER"], [3, 6, "PER"]]}),
        3,
        "overlap at position 3",
    ),
    "span is a text": (lines({"id": 3, "text": TEXT, "spans": [MARKER]}), 3, "A span is [start, end, label]"),
    "spans are an object": (lines({"id": 3, "text": TEXT, "spans": {"a": 1}}), 3, "'spans' must be a list"),
    "no language tells": (
        lines({"id": 3, "text": f"{MARKER}. 77", "language": "auto"}),
        3,
        "name it with language=",
    ),
}


@pytest.mark.parametrize("kind", BAD_LINES)
@pytest.mark.parametrize("command", ["detect", "anonymize"])
def test_bad_line_is_reported_at_its_place_and_the_others_go_on(command: str, kind: str) -> None:
    bad, id, message = BAD_LINES[kind]
    good = lines({"id": "g", "text": TEXT})
    outcome = call(command, "--jsonl", "-", *FAST, stdin=good + b"\n" + bad.rstrip(b"\n") + b"\n" + good)
    before, answer, after = parse(outcome.out)
    assert outcome.code == 1
    assert before == after
    assert before["id"] == "g"
    assert list(answer) == ["id", "error"]
    assert answer["id"] == id
    assert message in answer["error"]
    assert outcome.err.startswith("nescio: line 3: ")
    assert len(outcome.err.splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a \ud800 b ann@example.org",
        "a \0 b ann@example.org",
        "\ufeffann@example.org",
        "😀 ann@example.org e\u0301",
        "\u202eann@example.org\r\n\x85\u2028",
    ],
)
def test_strange_characters_survive(text: str) -> None:
    outcome = call("anonymize", "--jsonl", "-", *FAST, stdin=lines({"id": 1, "text": text}))
    assert outcome.code == 0, outcome.err
    assert parse(outcome.out)[0]["text"] == text.replace("ann@example.org", "[EMAIL1]")


def test_byte_order_mark_crlf_blank_lines_and_a_missing_last_line_end_are_no_problem() -> None:
    data = b"\xef\xbb\xbf" + json.dumps({"id": 1, "text": TEXT}).encode() + b"\r\n\r\n"
    outcome = call("detect", "--jsonl", "-", *FAST, stdin=data + json.dumps({"id": 2, "text": TEXT}).encode())
    assert outcome.code == 0
    assert [answer["id"] for answer in parse(outcome.out)] == [1, 2]


def test_lines_of_a_file_keep_their_order_over_many_chunks(tmp_path: Path) -> None:
    count = 3000
    path = tmp_path / "many.jsonl"
    spans = [[START, END, "EMAIL"]]
    path.write_bytes(lines(*({"id": n, "text": TEXT * 9, "spans": spans} for n in range(count))))
    assert path.stat().st_size > 1 << 20
    outcome = call("detect", "--jsonl", path, *FAST)
    assert [answer["id"] for answer in parse(outcome.out)] == list(range(count))


def test_huge_single_line_is_read_whole() -> None:
    text = f"{MARKER} " * 150_000 + "ann@example.org"
    line = lines({"id": 1, "text": text, "spans": [[len(text) - 15, len(text), "EMAIL"]]})
    outcome = call("anonymize", "--jsonl", "-", *FAST, stdin=line)
    assert parse(outcome.out)[0]["text"] == f"{MARKER} " * 150_000 + "[EMAIL1]"


def test_dry_run_prints_no_text() -> None:
    outcome = call(
        "anonymize", "--jsonl", "-", "--dry-run", *FAST, stdin=lines({"id": 1, "text": TEXT}, {"id": 2})
    )
    assert (outcome.code, outcome.out) == (1, b"")
    assert "would replace: 2 EMAIL." in outcome.err
    assert "line 2: " in outcome.err


def test_tables_lead_every_line_back(tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    texts = [
        TEXT,
        f"{MARKER}: carl@example.org",
        f"{MARKER} is with dora@example.org",
        f"{MARKER} was with emil@example.org",
    ]
    given = [{"id": id, "text": text} for id, text in zip([1, "two", None, None], texts, strict=True)]
    hidden = call("anonymize", "--jsonl", "-", "-s", keys, *FAST, stdin=lines(*given))
    assert hidden.code == 0
    assert keys.stat().st_mode & 0o777 == 0o600
    assert [json.loads(line)["id"] for line in keys.read_text().splitlines()] == [1, "two", None, None]
    back = call("reidentify", "--jsonl", "-", "-s", keys, stdin=hidden.out)
    assert back.code == 0, back.err
    assert parse(back.out) == given


def line_of(name: str, **more: object) -> dict[str, object]:
    """A line in which one person stands; all such lines look alike once that person is out."""
    text = f"{MARKER}: {name}@example.org"
    return {**more, "text": text, "spans": [[len(MARKER) + 2, len(text), "EMAIL"]]}


def test_lines_that_look_alike_are_told_apart_by_their_ids_and_not_by_their_places(tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    given = [line_of("ida", id=1), line_of("otto", id="1"), line_of("una", id=2)]
    hidden = call("anonymize", "--jsonl", "-", "-s", keys, *FAST, stdin=lines(*given))
    shuffled = b"".join(reversed(hidden.out.splitlines(keepends=True))) + hidden.out
    back = call("reidentify", "--jsonl", "-", "-s", keys, stdin=shuffled)
    assert back.code == 0, back.err
    texts = [item["text"] for item in given]
    assert [answer["text"] for answer in parse(back.out)] == [*reversed(texts), *texts]


def test_a_line_that_may_be_of_two_people_is_not_restored_and_the_others_are(tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    given = lines(line_of("ida"), {"id": None, "text": TEXT}, line_of("otto"), line_of("una", id=3))
    hidden = call("anonymize", "--jsonl", "-", "-s", keys, *FAST, stdin=given)
    others = hidden.out.splitlines(keepends=True)[1:]
    for kept in (hidden.out, b"".join(others)):  # also when the first of them was dropped
        back = call("reidentify", "--jsonl", "-", "-s", keys, stdin=kept)
        assert back.code == 1
        answers = parse(back.out)
        assert [answer.get("text") for answer in answers[-3:]] == [TEXT, None, line_of("una")["text"]]
        assert "tables of solutions have this very text with other people in it" in answers[-2]["error"]
        assert "ida" not in back.out.decode() + back.err


def test_reidentify_reports_a_bad_line_and_goes_on(tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    given = lines({"id": 1, "text": TEXT}, {"id": 2}, {"id": 3, "text": TEXT})
    hidden = call("anonymize", "--jsonl", "-", "-s", keys, *FAST, stdin=given)
    back = call(
        "reidentify", "--jsonl", "-", "-s", keys, stdin=hidden.out + lines({"id": 9, "text": "[EMAIL1]"})
    )
    assert back.code == 1
    one, two, three, four = parse(back.out)
    assert (one["text"], three["text"]) == (TEXT, TEXT)
    assert (two["id"], "error" in two) == (2, True)
    assert (four["id"], "error" in four) == (9, True)
    assert "line 4: There is no table of solutions for it: none is of this text" in back.err


@pytest.mark.parametrize(
    ("command", "more", "named"),
    [
        ("anonymize", ["x.txt"], "a path"),
        ("anonymize", ["-o", "out"], "--output"),
        ("anonymize", ["--in-place"], "--in-place"),
        ("anonymize", ["--json"], "--json"),
        ("anonymize", ["--encoding", "utf-8"], "--encoding"),
        ("detect", ["x.txt"], "a path"),
        ("detect", ["--json"], "--json"),
    ],
)
def test_what_lines_would_ignore_is_refused(command: str, more: list[str], named: str) -> None:
    refused(command, "--jsonl", "-", *more, code=2, saying=named)


def test_missing_file_of_lines_is_refused(tmp_path: Path) -> None:
    refused("detect", "--jsonl", tmp_path / "no.jsonl", code=1, saying="No such file")
    refused("detect", "--jsonl", tmp_path, code=1, saying="Is a directory")


FURTHER = {"id": 3, "text": TEXT, "language": "en", "case": "A-7", "page": 2}


@pytest.mark.parametrize("command", ["anonymize", "detect"])
def test_a_further_key_is_carried_on_or_dropped_as_wished(command: str) -> None:
    given, fast = lines(FURTHER), ("-c", FAST[-1])
    carried = call(command, "--jsonl", "-", *fast, "--carry", "case", "--carry", "page", stdin=given)
    [answer] = map(json.loads, carried.text.splitlines())
    assert (answer["id"], answer["case"], answer["page"]) == (3, "A-7", 2)
    dropped = call(command, "--jsonl", "-", *fast, "--carry", "case", "--drop-other-keys", stdin=given)
    [answer] = map(json.loads, dropped.text.splitlines())
    assert (answer["case"], "page" in answer) == ("A-7", False)
    refusal = call(command, "--jsonl", "-", *fast, "--carry", "case", stdin=given)
    assert refusal.code == 1
    assert "--drop-other-keys leaves the rest out" in refusal.err


@pytest.mark.parametrize("command", ["anonymize", "detect"])
@pytest.mark.parametrize("wish", [("--carry", "case"), ("--drop-other-keys",)])
def test_keys_of_lines_mean_nothing_without_lines(command: str, wish: tuple[str, ...]) -> None:
    refused(command, *FAST, *wish, code=2, saying="is about the lines of --jsonl", stdin=TEXT.encode())
