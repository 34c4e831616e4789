"""The four types of Netanos, in the forms that were published and in all languages."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from nescio import load
from nescio.core.errors import ConfigError
from nescio.core.model import Document, Job, Span
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.netanos import (
    NetanosBlankMethod,
    NetanosCombinedMethod,
    NetanosContextMethod,
    NetanosEntityMethod,
)
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from nescio.testing import MethodContract
from tests.helpers import TAG, job_with, make_kit
from tests.helpers import solve as run
from tests.replace.test_substitute import solve

CASES: Final = tomllib.loads(Path(__file__).with_name("netanos.toml").read_text(encoding="utf-8"))["case"]
CONTEXT, BLANK, COMBINED = (
    method.build(load_pack("en"), {})
    for method in (NetanosContextMethod, NetanosBlankMethod, NetanosCombinedMethod)
)


class TestContext(MethodContract):
    def make(self) -> Method:
        return CONTEXT


class TestEntity(MethodContract):
    def make(self) -> Method:
        return NetanosEntityMethod.build(load_pack("en"), {})


class TestBlank(MethodContract):
    def make(self) -> Method:
        return BLANK


class TestCombined(MethodContract):
    def make(self) -> Method:
        return COMBINED


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}:{case['text'][:20]}")
@pytest.mark.parametrize("type", ["context", "blank", "combined"])
def test_each_type_has_its_published_form(case: dict[str, str], type: str) -> None:
    text, done = solve(case["text"], case["language"], f"netanos-{type}")
    assert text == case[type]
    restored = reidentify(text, make_table(done), by="order")
    assert (restored.text, restored.complete) == (done.document.text, True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}:{case['text'][:20]}")
def test_an_entity_becomes_another_of_its_type(case: dict[str, str]) -> None:
    text, done = solve(case["text"], case["language"], "netanos-entity")
    assert regex.fullmatch(case["entity"], text)
    assert text != done.document.text


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "[PERSON_1] kam am [DATUM/UHRZEIT_1] um [DATUM/UHRZEIT_2] nach [ORT_1]."),
        ("pt", "[PESSOA_1] kam am [DATA/HORA_1] um [DATA/HORA_2] nach [LOCAL_1]."),
    ],
)
def test_types_are_said_in_the_language_on_request(language: str, expected: str) -> None:
    marked = "[Wiebke|PER] kam am [3. Mai|DATE] um [9 Uhr|TIME] nach [Ulm|CITY]."
    assert solve(marked, language, "netanos-context", localized=True)[0] == expected


def test_what_a_placeholder_looks_like_stays_free() -> None:
    text, done = solve("Not PERSON_1: [Ada|PER] and [Cy|PER].", "en", "netanos-context")
    assert text == "Not PERSON_1: [PERSON_2] and [PERSON_3]."
    edited = text.replace("[PERSON_2]", "[Person_2]")
    assert reidentify(edited, make_table(done)).text == done.document.text


def test_words_outside_go_only_where_the_method_serves_them() -> None:
    kit = make_kit(methods={"default": TAG, "PER": BLANK})
    done = run(job_with("Ida met Otto in Ulm.", "Ida", ("Ulm", "LOC")), kit)
    assert done.solution is not None
    assert done.solution.text == "XXX met Otto in [LOCATION1]."


def test_what_is_kept_by_decision_is_not_blanked() -> None:
    keep = {"detect": {"options": {"lists": {"keep": ["Leeds"]}}}}
    kept = load("en", method="netanos-blank", options=keep)
    assert kept.anonymize("Leeds, 3 May 2020").text == "Leeds, XXX XXX XXX"
    selective = load("en", method="netanos-blank", options={"decide": {"policy": "selective"}})
    assert selective.anonymize("She moved to Leeds.").text == "XXX moved to Leeds."


@given(
    st.lists(st.sampled_from(["Ida", "otto", "XXX", "xxx", "7", "4,5", "é", "-", " ", ".", "\n", "ß", "Ǆ"]))
    .map("".join),
    st.sampled_from([CONTEXT, BLANK, COMBINED]),
    st.sets(st.integers(0, 40), max_size=8),
)  # fmt: skip
def test_every_type_leads_back_byte_for_byte(text: str, method: Method, cuts: set[int]) -> None:
    places = list(pairwise(sorted(cut for cut in cuts if cut <= len(text))))[::2]
    spans = tuple(Span(start, end, "PER", 1.0, "given") for start, end in places)
    done = run(Job(Document("d", text), spans=spans), make_kit(methods={"default": method}))
    assert done.solution is not None
    table = make_table(done)
    assert reidentify(done.solution.text, table, by="position").text == text
    if method is BLANK and not spans:
        assert not regex.search(r"(?<![\p{L}\p{M}\p{N}])\p{Lu}(?!XX)|\p{N}", done.solution.text)


@pytest.mark.parametrize(
    ("method", "options", "message"),
    [
        (
            NetanosContextMethod,
            {"localised": True},
            "'netanos-context' has no option 'localised'. Did you mean",
        ),
        (
            NetanosContextMethod,
            {"localized": "yes"},
            "'localized' of 'netanos-context' must be true or false",
        ),
        (NetanosBlankMethod, {"mark": ""}, "'mark' of 'netanos-blank' must be a string that is not empty"),
        (NetanosCombinedMethod, {"marks": "x"}, "'netanos-combined' has no option 'marks'"),
        (NetanosEntityMethod, {"sede": 1}, "'netanos-entity' has no option 'sede'"),
    ],
)
def test_wrong_options_are_refused(method: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        method.build(load_pack("en"), options)


@pytest.mark.parametrize("method", ["context", "blank", "combined"])
def test_the_published_sentence_comes_out_as_published_without_marks(method: str, tmp_path: Path) -> None:
    """Names are found; a length of time needs a pattern of one's own, for it tells of nobody."""
    (tmp_path / "hours.csv").write_text(r"\d+ hours,DATE" + "\n")
    patterns = {"files": [str(tmp_path / "hours.csv")]}
    options = {"detect": {"options": {"patterns": patterns}}, "replace": {"default": f"netanos-{method}"}}
    text = regex.sub(r"\[([^|\]]+)\|[^\]]+\]", r"\1", CASES[0]["text"])
    done = load("en", options=options).anonymize(text)
    assert done.text == CASES[0][method]
