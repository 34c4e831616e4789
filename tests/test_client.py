"""The client has the library's verbs and its answers, waiting and awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import nescio
from nescio.client import AsyncClient, Client, ServiceError
from nescio.core.errors import InputError, JobError
from nescio.core.model import Document, Job
from tests.cli.program import CONFIG
from tests.service.serving import FORMS, Served, free_port, key_for, serving

TEXT = "Grüße 😀 \ud800 an anna@example.org, IP 10.1.2.3."


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    state = tmp_path_factory.mktemp("client") / "state"
    scopes = [word for scope in ("detect", "anonymize", "reidentify") for word in ("--scope", scope)]
    key = key_for(state, "all", *scopes, "--rate", "1000")["authorization"].removeprefix("Bearer ")
    with serving(state, *FORMS) as server:
        yield server, key


def _own() -> nescio.Anonymizer:
    return nescio.load(config=CONFIG, method="tag")


def test_its_answers_are_the_library_s(served: tuple[Served, str]) -> None:
    server, key = served
    result = _own().anonymize(TEXT, language="en")
    with Client(server.url, key=key) as client:
        assert [span[:3] for span in client.detect(TEXT, language="en")] == [
            span[:3] for span in _own().detect(TEXT, language="en")
        ]
        found = client.anonymize(TEXT, language="en", method="tag", table=True, keep=True)
        assert (found.text, found.table and found.table.entries) == (result.text, result.table.entries)
        assert client.reidentify(found.text, found.table).text == TEXT
        assert client.reidentify(found.text, solution=found.solution).text == TEXT
        assert "anna" not in client.reidentify(found.text, found.table, labels=["IP"]).text
        texts = [f"{number} to mail{number}@example.org" for number in range(70)]
        assert [item.text for item in client.anonymize_all(texts, language="en", method="tag")] == [
            f"{number} to [EMAIL1]" for number in range(70)
        ]
        [job] = client.run([Job(Document("d", "to a@example.org", "en"))], stop="vote")
        assert (job.voted is not None, job.spans) == (True, None)
        assert (
            client.anonymize_document(b"to a@example.org", name="a.txt", language="en", method="tag")
            == b"to [EMAIL1]"
        )
        kept, solution = client.keep_document(b"to a@example.org", name="a.txt", language="en", method="tag")
        assert client.reidentify_document(kept, name="a.txt", solution=solution) == b"to a@example.org"
        assert client.reidentify_document(kept, name="a.txt", solution=solution, labels=["IP"]) == kept
        made = _own().anonymize("to a@example.org", language="en").table
        assert client.reidentify_document(kept, [made], name="a.txt") == b"to a@example.org"


def test_it_can_be_awaited(served: tuple[Served, str]) -> None:
    server, key = served

    async def ask() -> None:
        async with AsyncClient(server.url, key=key) as client:
            one, two = await asyncio.gather(
                client.anonymize(TEXT, language="en", method="tag", table=True),
                client.detect(TEXT, language="en"),
            )
            assert one.text == _own().anonymize(TEXT, language="en").text
            assert len(two) == 2
            assert (await client.reidentify(one.text, one.table)).text == TEXT
            many = [
                item.text
                async for item in client.anonymize_all(["to a@example.org"] * 3, language="en", method="tag")
            ]
            assert many == ["to [EMAIL1]"] * 3
            [job] = await client.run([Job(Document("d", "to a@example.org", "en"))])
            assert job.solution is not None
            document = await client.anonymize_document(
                b"to a@example.org", name="a.txt", language="en", method="tag"
            )
            assert document == b"to [EMAIL1]"
            kept, solution = await client.keep_document(b"to a@example.org", name="a.txt", language="en")
            back = await client.reidentify_document(kept, name="a.txt", solution=solution)
            assert back == b"to a@example.org"

    asyncio.run(ask())


def test_refusals_are_errors_of_nescio(served: tuple[Served, str], tmp_path: Path) -> None:
    server, key = served
    with Client(server.url, key=key) as client:
        with pytest.raises(InputError, match="language"):
            client.detect("x", language="klingon")
        with pytest.raises(JobError, match="No table of solutions"):
            client.reidentify("never seen")
        with pytest.raises(InputError, match="empty"):
            list(client.anonymize_all(["good", " "], language="en"))
    with Client(server.url, key="nsk_wrong") as client, pytest.raises(ServiceError) as refused:
        client.detect("x")
    assert (refused.value.code, refused.value.status) == ("unknown_key", 401)
    with Client(f"http://127.0.0.1:{free_port()}") as client, pytest.raises(ServiceError) as lost:
        client.detect("x")
    assert lost.value.code == "not_reached"
