"""What is there, health, figures and the page to try it."""

from __future__ import annotations

import re

import pytest

from nescio.registry import Registry
from nescio.run.policies import list_policies
from tests.service.serving import RARE, Served


def test_policies_and_methods_are_those_that_are_installed(server: Served) -> None:
    assert [item["name"] for item in server.get("/v1/methods").json()] == Registry.installed().names(
        "nescio.methods"
    )
    policies = server.get("/v1/policies?language=de").json()
    assert [(item["name"], item["about"]) for item in policies] == list_policies("de")
    assert all(item["about"] for item in server.get("/v1/methods").json())


def test_the_configuration_is_told_without_places(server: Served) -> None:
    told = server.get("/v1/config?language=en").json()
    assert told["detect.detectors"]["value"] == ["patterns"]
    assert "/" not in str([item["from"] for item in told.values()])


@pytest.mark.parametrize("path", ["/v1/config?language=", "/v1/policies?language="])
def test_an_unknown_language_is_refused(server: Served, path: str) -> None:
    answer = server.get(path + RARE)
    assert (answer.status_code, RARE in answer.text) == (422, False)
    assert "de, en, es, pt" in answer.json()["sentence"]


def test_it_lives_and_is_ready(server: Served) -> None:
    assert server.get("/health/live").json() == {"live": True}
    assert server.get("/health/ready").json() == {"ready": True}


def test_figures_count_and_hold_no_word_of_a_text(server: Served) -> None:
    server.post("/v1/detect", {"text": f"{RARE} to anna@example.org", "language": "en"})
    server.get(f"/v1/{RARE}")
    figures = server.get("/metrics").text
    assert re.search(r'nescio_references_total\{label="EMAIL"\} [1-9]', figures)
    assert re.search(r'nescio_requests_total\{method="POST",route="/v1/detect",status="200"\} [1-9]', figures)
    assert RARE not in figures


def test_the_page_loads_nothing_from_elsewhere(server: Served) -> None:
    page = server.get("/docs")
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    for name in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert name.startswith("/")
        assert server.get(name).status_code == 200
    for name in ("/docs/docs.js", "/docs/docs.css"):
        assert "http" not in server.get(name).text
    assert server.get("/docs/../app.py").status_code == 404
    assert server.get("/docs/%2e%2e%2fapp.py").status_code == 404


def test_every_operation_of_the_openapi_has_words_and_bodies_have_examples(server: Served) -> None:
    spec = server.get("/openapi.json").json()
    for path, methods in spec["paths"].items():
        for operation in methods.values():
            assert operation.get("description"), path
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                name = body["schema"].get("$ref", "").rpartition("/")[2]
                shown = (
                    "example" in body
                    or "examples" in body
                    or spec["components"]["schemas"].get(name, {}).get("examples")
                )
                assert shown or kind == "application/octet-stream", path
