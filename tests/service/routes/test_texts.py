"""Single texts over HTTP: the same answers as the library's."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nescio
from nescio.api import Anonymizer
from nescio.core.errors import NescioError
from nescio.solutions.table import table_from_json
from tests.cli.program import CONFIG
from tests.service.serving import RARE, Guarded, Served

MAIL = "anna@example.org"
TEXT = f"Grüße 😀 an {MAIL} und ben@example.org, IP 10.1.2.3."
WIDTH = {
    "codepoints": len,
    "utf16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
}
PIECES = st.sampled_from(
    [MAIL, " 😀 ", "ü", " 10.1.2.3 ", "2.5.2019", "\ud800", "\n", "x", "é", "\x00", " and "]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=12).map("".join)


@cache
def library(method: str | None = None) -> Anonymizer:
    return nescio.load(config=CONFIG, method=method)


def _asked(text: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "language": "en", **more}


def _or_refusal(call: Any) -> Any:
    try:
        return call()
    except NescioError:
        return None


@settings(max_examples=25, deadline=None)
@given(text=TEXTS, unit=st.sampled_from(sorted(WIDTH)))
def test_detection_is_the_library_s_in_every_way_of_counting(server: Served, text: str, unit: str) -> None:
    answer = server.post("/v1/detect", _asked(text, offsets=unit))
    spans = _or_refusal(lambda: library().detect(text, language="en")) if text.strip() else None
    if spans is None:
        assert answer.status_code == 422
        return
    count = WIDTH[unit]
    assert [
        (item["start"], item["end"], item["label"], item["source"]) for item in answer.json()["spans"]
    ] == [(count(text[: span.start]), count(text[: span.end]), span.label, span.source) for span in spans]


@settings(max_examples=25, deadline=None)
@given(text=TEXTS, unit=st.sampled_from(sorted(WIDTH)), method=st.sampled_from(["tag", "suppress", "mask"]))
def test_anonymization_is_the_library_s_in_every_way_of_counting(
    server: Served, text: str, unit: str, method: str
) -> None:
    answer = server.post("/v1/anonymize", _asked(text, offsets=unit, method=method, table=True))
    result = _or_refusal(lambda: library(method).anonymize(text, language="en")) if text.strip() else None
    if result is None:
        assert answer.status_code == 422
        return
    said, count = answer.json(), WIDTH[unit]
    assert said["text"] == result.text
    assert table_from_json(said["table"]).entries == result.table.entries
    assert [(row["start"], row["end"], row["out_start"], row["out_end"]) for row in said["replacements"]] == [
        (
            count(text[: row.start]), count(text[: row.end]),
            count(result.text[: row.out_start]), count(result.text[: row.out_end]),
        )
        for row in result.job.solution.replacements
    ]  # fmt: skip


@pytest.mark.parametrize("unit", sorted(WIDTH))
def test_spans_are_taken_as_the_caller_counts(server: Served, unit: str) -> None:
    text, count = "😀 Anna wrote", WIDTH[unit]
    place = [count("😀 "), count("😀 Anna"), "PER"]
    answer = server.post("/v1/anonymize", _asked(text, spans=[place], offsets=unit, method="tag"))
    assert answer.json()["text"] == "😀 [PERSON1] wrote"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": ""}, 422, "bad_input"),
        ({"text": "  "}, 422, "bad_input"),
        ({"text": RARE, "language": "klingon"}, 422, "bad_input"),
        ({"text": RARE, "spans": [[0, 99, "PER"]]}, 422, "bad_input"),
        ({"text": "😀x", "spans": [[1, 2, "PER"]], "offsets": "utf16"}, 422, "bad_input"),
        ({"text": RARE, "method": RARE}, 422, "bad_input"),
        ({"text": RARE, "policy": RARE}, 422, "bad_input"),
        (
            {"text": RARE, "options": {"detect": {"options": {"patterns": {"files": [RARE]}}}}},
            422,
            "bad_input",
        ),
        ({"text": RARE, "options": {"detect": {"options": {"remote": {"url": RARE}}}}}, 422, "bad_input"),
        ({"text": RARE, "options": {"decide": RARE}, "policy": "blanket"}, 422, "bad_job"),
        ({"text": RARE, RARE: 1}, 422, "unknown_field"),
        ({"text": [RARE]}, 422, "bad_field"),
        ({"text": RARE, "offsets": RARE}, 422, "bad_field"),
        ({"text": RARE, "table": "yes"}, 422, "bad_field"),
        ({"text": RARE, "id": True}, 422, "bad_field"),
        ({}, 422, "missing_field"),
        ([], 422, "bad_field"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_code_and_without_an_echo(
    server: Served, body: Any, status: int, code: str
) -> None:
    answer = server.post("/v1/anonymize", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert sorted(answer.json()) == ["code", "possible", "sentence"]
    assert RARE not in answer.text


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b'{"text": "a", "text": "b"}', "application/json", 400),
        (b'{"text": NaN}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"text": "a"}', "text/plain", 415),
        (b'{"text": "a"}', "application/x-www-form-urlencoded", 415),
        (b"", "application/json", 422),
    ],
)
def test_only_plain_json_is_read(server: Served, content: bytes, kind: str, status: int) -> None:
    answer = server.client.post("/v1/detect", content=content, headers={"content-type": kind})
    assert answer.status_code == status
    assert sorted(answer.json()) == ["code", "possible", "sentence"]


def test_the_same_idempotency_key_yields_one_result(server: Served) -> None:
    asked, word = _asked(TEXT, keep=True), {"idempotency-key": "letter 1"}
    first, again = (server.post("/v1/anonymize", asked, word) for _ in range(2))
    assert first.json() == again.json()
    assert first.json()["solution"].startswith("sol_")
    other = server.post("/v1/anonymize", _asked("something else"), word)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_mismatch")


def test_re_identification_is_off_until_a_key_may(server: Served) -> None:
    answer = server.post("/v1/reidentify", {"text": "x"})
    assert (answer.status_code, answer.json()["code"]) == (403, "reidentify_off")


def test_originals_come_back_for_those_who_may_and_as_far_as_they_may(guarded: Guarded) -> None:
    server, state = guarded.server, guarded.server.state
    writer, reader, partial = (guarded.keys[name] for name in ("writer", "reader", "partial"))
    asked = _asked(TEXT, method="tag", keep=True)
    kept = server.post("/v1/anonymize", asked, headers=writer).json()
    assert MAIL not in str(kept)
    back = {"text": kept["text"], "solution": kept["solution"]}
    denied = server.post("/v1/reidentify", back, headers=writer)
    assert (denied.status_code, denied.json()["code"]) == (403, "wrong_scope")
    assert MAIL not in denied.text
    assert server.post("/v1/reidentify", back, headers=reader).json()["text"] == TEXT
    by_text = server.post("/v1/reidentify", {"text": kept["text"]}, headers=reader)
    assert by_text.json()["text"] == TEXT
    edited = {**back, "text": "Please ask [EMAIL2] and nobody else."}
    assert "ben@example.org" in server.post("/v1/reidentify", edited, headers=reader).json()["text"]
    some = server.post("/v1/reidentify", back, headers=partial).json()
    assert (MAIL in some["text"], "10.1.2.3" in some["text"]) == (True, False)
    none = server.post("/v1/reidentify", {**back, "labels": ["IP"]}, headers=partial)
    assert none.status_code == 422
    assert server.post("/v1/detect", asked, headers=reader).status_code == 403
    assert MAIL not in server.log
    raw = b"".join(path.read_bytes() for path in state.rglob("*") if path.is_file())
    assert MAIL.encode() not in raw
