"""Figures count the work of the processes, whoever asked for it."""

from __future__ import annotations

import re

import pytest

from tests.service.serving import Served, wait_until

LETTER = b"to anna@example.org and ben@example.org, from 10.1.2.3"
KIND = {"content-type": "application/octet-stream"}


def _figures(server: Served) -> dict[str, float]:
    lines = re.findall(r"^(nescio_\S+) (\S+)$", server.get("/metrics").text, re.MULTILINE)
    return {name: float(value) for name, value in lines}


@pytest.mark.parametrize("background", [False, True])
def test_a_document_counts_the_same_as_a_request_and_as_a_task(server: Served, background: bool) -> None:
    before = _figures(server)
    wishes = {"name": "a.txt", "language": "en", "background": background}
    given = server.client.post("/v1/documents", content=LETTER, params=wishes, headers=KIND)
    if background:
        place = given.headers["location"]
        wait_until(lambda: server.get(place).json()["status"] == "done")
    after = _figures(server)
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown['nescio_references_total{label="EMAIL"}'] == 2
    assert grown['nescio_references_total{label="IP"}'] == 1
    assert grown['nescio_texts_total{verb="document"}'] == 1
    assert grown["nescio_characters_total"] == len(LETTER)
    assert grown['nescio_work_seconds_count{outcome="done",verb="document"}'] == 1
    assert grown['nescio_work_seconds_sum{outcome="done",verb="document"}'] > 0


def test_work_that_fails_is_counted_apart(server: Served) -> None:
    name = 'nescio_work_seconds_count{outcome="failed",verb="document"}'
    before = _figures(server).get(name, 0)
    wishes = {"name": "a.docx", "language": "en"}
    server.client.post("/v1/documents", content=b"none", params=wishes, headers=KIND)
    assert _figures(server)[name] == before + 1
