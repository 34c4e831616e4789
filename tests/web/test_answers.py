"""Every error has the one form, and none repeats what was sent."""

from __future__ import annotations

import json
import pickle
from typing import Any, Literal

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict

from nescio.core.errors import ConfigError, InputError, JobError, PluginError
from nescio.web.answers import PlainJson, Refusal, install_answers
from tests.web.asking import Asking

RARE = "Quillwort"


class _Wish(BaseModel):
    model_config = ConfigDict(extra="forbid")
    text: str
    way: Literal["one", "two"] = "one"


def _app() -> FastAPI:
    app = FastAPI()
    install_answers(app)

    @app.post("/wish")
    def wish(body: _Wish) -> PlainJson:
        return PlainJson({"text": "half \ud800"})

    @app.get("/fail/{kind}")
    def fail(kind: str) -> None:
        kinds: dict[str, Exception] = {
            "config": ConfigError("There is no such key."),
            "plugin": PluginError("It cannot be built."),
            "input": InputError("It cannot be read."),
            "job": JobError("It is no job."),
            "refusal": Refusal(429, "too_often", "Wait.", ["later"], headers={"Retry-After": "3"}),
        }
        raise kinds.get(kind) or ValueError(RARE)

    return app


CLIENT = Asking(_app())


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "x", RARE: RARE}, 422, "unknown_field"),
        ({"way": RARE, "text": "x"}, 422, "bad_field"),
        ({"text": [RARE]}, 422, "bad_field"),
        ({}, 422, "missing_field"),
        ([RARE], 422, "bad_field"),
        (RARE, 400, "bad_json"),
    ],
)
def test_a_wrong_request_is_told_by_code_and_without_its_words(body: Any, status: int, code: str) -> None:
    content = body if isinstance(body, str) else json.dumps(body)
    answer = CLIENT.post("/wish", content=content, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert sorted(answer.json()) == ["code", "possible", "sentence"]
    assert RARE not in answer.text


def test_what_is_possible_is_told() -> None:
    answer = CLIENT.post("/wish", json={"text": "x", "way": "three"})
    assert answer.json()["possible"] == ["one", "two"]
    assert "'way'" in answer.json()["sentence"]


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("config", 422, "bad_setting"),
        ("plugin", 422, "bad_part"),
        ("input", 422, "bad_input"),
        ("job", 422, "bad_job"),
        ("refusal", 429, "too_often"),
        ("bug", 500, "bug"),
    ],
)
def test_every_kind_of_error_has_its_code(kind: str, status: int, code: str) -> None:
    answer = CLIENT.get(f"/fail/{kind}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert RARE not in answer.text


def test_headers_of_a_refusal_are_sent() -> None:
    assert CLIENT.get("/fail/refusal").headers["retry-after"] == "3"


def test_unknown_addresses_and_ways_have_the_same_form() -> None:
    assert CLIENT.get(f"/{RARE}").json()["code"] == "not_found"
    assert CLIENT.get("/wish").json()["code"] == "bad_method"
    assert RARE not in CLIENT.get(f"/{RARE}").text


def test_half_characters_are_answered_escaped() -> None:
    assert CLIENT.post("/wish", json={"text": "x"}).json() == {"text": "half \ud800"}


def test_a_refusal_travels_between_processes() -> None:
    refusal = pickle.loads(pickle.dumps(Refusal(413, "too_large", "Too large.", ["less"])))  # noqa: S301 - our own
    assert (refusal.status_code, refusal.content) == (
        413, {"code": "too_large", "sentence": "Too large.", "possible": ["less"]},
    )  # fmt: skip
