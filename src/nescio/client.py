"""The verbs of the library, asked of a service: `Client` waits, `AsyncClient` is awaited."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from nescio.core.codec import job_from_json, job_to_json
from nescio.core.errors import ConfigError, InputError, JobError, NescioError, PluginError
from nescio.core.extras import import_extra
from nescio.core.model import Job, Span
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.solutions.reidentify import Restored
from nescio.solutions.table import Table, table_from_json, table_to_json

if TYPE_CHECKING:
    import httpx

_KINDS: Final[Mapping[str, type[NescioError]]] = {
    "bad_setting": ConfigError, "bad_part": PluginError, "bad_job": JobError,
}  # fmt: skip
_JSON: Final = "application/json"
_LINES: Final = "application/x-ndjson"
_FILE: Final = "application/octet-stream"
_TOGETHER: Final = 250_000  # bytes of one request: a usual client reads only when all is sent
_LISTS: Final = ("lost", "duplicated", "altered", "unresolved", "foreign")


class ServiceError(InputError):
    """What a service refuses, with its stable code; `retry_after` says in how many seconds to come again."""

    def __init__(self, sentence: str, code: str, status: int, retry_after: float | None = None) -> None:
        super().__init__(sentence)
        self.code, self.status, self.retry_after = code, status, retry_after


@dataclass(frozen=True)
class ServiceResult:
    """An anonymized text; the table if it was asked for, the name of the one that the service keeps."""

    text: str = field(repr=False)
    language: str
    table: Table | None = None
    solution: str | None = None


class _Asking:
    """What both clients share: questions as requests, answers as values."""

    def __init__(self, url: str, key: str | None, seconds: float) -> None:
        key = key or os.environ.get("NESCIO_KEY") or None
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        self._about: dict[str, Any] = {"base_url": url, "headers": headers, "timeout": seconds}
        self._httpx: Any = import_extra("httpx", needed_by="The client", install="nescio[client]")

    def _lost(self, error: Exception) -> ServiceError:
        return ServiceError(f"The service cannot be asked: {type(error).__name__}.", "not_reached", 0)

    def _text(self, text: str, **wishes: Any) -> dict[str, Any]:
        body = {"text": text, **{name: value for name, value in wishes.items() if value is not None}}
        return {"content": json.dumps(body), "headers": {"content-type": _JSON}}

    def _groups(self, texts: Iterable[str], wishes: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        given = {name: value for name, value in wishes.items() if value is not None}
        group: list[str] = []
        size = 0
        for text in texts:
            line = json.dumps({"text": text, **given})
            group.append(line)
            size += len(line)
            if size >= _TOGETHER:
                yield {"content": "\n".join(group), "headers": {"content-type": _LINES}}
                group, size = [], 0
        if group:
            yield {"content": "\n".join(group), "headers": {"content-type": _LINES}}


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.status_code < 300:
        return answer
    told: Any = {}
    with suppress(PlainJsonError):
        told = read_json(answer.content)
    raise _error(told, answer.status_code, answer.headers.get("retry-after"))


def _error(told: Any, status: int, after: str | None = None) -> NescioError:
    told = told if isinstance(told, dict) else {}
    code, sentence = (
        str(told.get("code", "refused")),
        str(told.get("sentence", f"The service answers {status}.")),
    )
    kind = _KINDS.get(code)
    if kind is not None:
        return kind(sentence)
    return ServiceError(sentence, code, status, float(after) if after and after.isdecimal() else None)


def _spans(answer: httpx.Response) -> list[Span]:
    rows = _checked(answer).json()["spans"]
    return [Span(row["start"], row["end"], row["label"], row["score"], row["source"]) for row in rows]


def _result(told: Mapping[str, Any]) -> ServiceResult:
    if "error" in told:
        raise _error(told["error"], 422)
    table = None if told.get("table") is None else table_from_json(told["table"])
    return ServiceResult(told["text"], told["language"], table, told.get("solution"))


def _restored(answer: httpx.Response) -> Restored:
    told = _checked(answer).json()
    lists = {name: tuple(told[name]) for name in _LISTS}
    return Restored(told["text"], told["restored"], left=told["left"], **lists)


def _file_back(
    data: bytes, name: str, tables: Collection[Table], solution: str | None, labels: Collection[str], by: str
) -> dict[str, Any]:
    params = {"name": name, "answer": "file", "by": by, "labels": list(labels)}
    if solution is not None:
        params["solution"] = solution
    if not tables:
        return {"content": data, "params": params, "headers": {"content-type": _FILE}}
    body = {
        "content": base64.b64encode(data).decode(),
        "tables": [table_to_json(table) for table in tables],
    }
    return {"content": json.dumps(body), "params": params, "headers": {"content-type": _JSON}}


def _back(table: Table | None, solution: str | None, labels: Collection[str], by: str) -> dict[str, Any]:
    given = None if table is None else table_to_json(table)
    return {"table": given, "solution": solution, "labels": list(labels), "by": by}


class Client(_Asking):
    """`detect`, `anonymize`, `reidentify`, `run` and documents over HTTP; close it, or use it in a `with`.

    The key is given, or stands in the variable NESCIO_KEY.
    """

    def __init__(
        self, url: str = "http://127.0.0.1:8000", *, key: str | None = None, seconds: float = 60.0
    ) -> None:
        super().__init__(url, key, seconds)
        self._client: httpx.Client = self._httpx.Client(**self._about)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def _post(self, path: str, **more: Any) -> httpx.Response:
        try:
            return self._client.post(path, **more)
        except self._httpx.TransportError as error:
            raise self._lost(error) from error

    def detect(self, text: str, *, language: str | None = None, policy: str | None = None) -> list[Span]:
        return _spans(self._post("/v1/detect", **self._text(text, language=language, policy=policy)))

    def anonymize(self, text: str, *, language: str | None = None, **wishes: Any) -> ServiceResult:
        """`wishes`: method, policy, options, table, keep."""
        return _result(
            _checked(self._post("/v1/anonymize", **self._text(text, language=language, **wishes))).json()
        )

    def anonymize_all(self, texts: Iterable[str], **wishes: Any) -> Iterator[ServiceResult]:
        """Many texts, in their order; the first bad one is raised when its turn comes."""
        for group in self._groups(texts, wishes):
            for line in _checked(self._post("/v1/batch", **group)).content.splitlines():
                yield _result(json.loads(line))

    def reidentify(
        self, text: str, table: Table | None = None, *, solution: str | None = None,
        labels: Collection[str] = (), by: str = "auto",
    ) -> Restored:  # fmt: skip
        body = self._text(text, **_back(table, solution, labels, by))
        return _restored(self._post("/v1/reidentify", **body))

    def run(self, jobs: Iterable[Job], *, start: str | None = None, stop: str = "replace") -> list[Job]:
        """Take jobs through the pipeline of the service."""
        where = {"stop": stop, **({} if start is None else {"start": start})}
        return [
            job_from_json(_checked(self._post("/v1/jobs", params=where, **_sent(job))).json()) for job in jobs
        ]

    def anonymize_document(self, data: bytes, *, name: str, **wishes: Any) -> bytes:
        """The bytes of a file in, the bytes of the finished file out."""
        return _checked(self._post("/v1/documents", **_file(data, name, wishes))).content

    def keep_document(self, data: bytes, *, name: str, **wishes: Any) -> tuple[bytes, str]:
        """The finished file, and the name of its way back, which the service keeps."""
        return _kept_file(self._post("/v1/documents", **_file(data, name, {**wishes, "keep": True})))

    def reidentify_document(
        self, data: bytes, tables: Collection[Table] = (), *, name: str, solution: str | None = None,
        labels: Collection[str] = (), by: str = "auto",
    ) -> bytes:  # fmt: skip
        """The bytes of an anonymized file in, those with the originals out."""
        asked = _file_back(data, name, tables, solution, labels, by)
        return _checked(self._post("/v1/documents/reidentify", **asked)).content


class AsyncClient(_Asking):
    """The same as `Client`, awaited."""

    def __init__(
        self, url: str = "http://127.0.0.1:8000", *, key: str | None = None, seconds: float = 60.0
    ) -> None:
        super().__init__(url, key, seconds)
        self._client: httpx.AsyncClient = self._httpx.AsyncClient(**self._about)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.aclose()

    async def _post(self, path: str, **more: Any) -> httpx.Response:
        try:
            return await self._client.post(path, **more)
        except self._httpx.TransportError as error:
            raise self._lost(error) from error

    async def detect(
        self, text: str, *, language: str | None = None, policy: str | None = None
    ) -> list[Span]:
        return _spans(await self._post("/v1/detect", **self._text(text, language=language, policy=policy)))

    async def anonymize(self, text: str, *, language: str | None = None, **wishes: Any) -> ServiceResult:
        answer = await self._post("/v1/anonymize", **self._text(text, language=language, **wishes))
        return _result(_checked(answer).json())

    async def anonymize_all(self, texts: Iterable[str], **wishes: Any) -> AsyncIterator[ServiceResult]:
        for group in self._groups(texts, wishes):
            for line in _checked(await self._post("/v1/batch", **group)).content.splitlines():
                yield _result(json.loads(line))

    async def reidentify(
        self, text: str, table: Table | None = None, *, solution: str | None = None,
        labels: Collection[str] = (), by: str = "auto",
    ) -> Restored:  # fmt: skip
        body = self._text(text, **_back(table, solution, labels, by))
        return _restored(await self._post("/v1/reidentify", **body))

    async def run(self, jobs: Iterable[Job], *, start: str | None = None, stop: str = "replace") -> list[Job]:
        where = {"stop": stop, **({} if start is None else {"start": start})}
        answers = [await self._post("/v1/jobs", params=where, **_sent(job)) for job in jobs]
        return [job_from_json(_checked(answer).json()) for answer in answers]

    async def anonymize_document(self, data: bytes, *, name: str, **wishes: Any) -> bytes:
        return _checked(await self._post("/v1/documents", **_file(data, name, wishes))).content

    async def keep_document(self, data: bytes, *, name: str, **wishes: Any) -> tuple[bytes, str]:
        return _kept_file(await self._post("/v1/documents", **_file(data, name, {**wishes, "keep": True})))

    async def reidentify_document(
        self, data: bytes, tables: Collection[Table] = (), *, name: str, solution: str | None = None,
        labels: Collection[str] = (), by: str = "auto",
    ) -> bytes:  # fmt: skip
        asked = _file_back(data, name, tables, solution, labels, by)
        return _checked(await self._post("/v1/documents/reidentify", **asked)).content


def _kept_file(answer: httpx.Response) -> tuple[bytes, str]:
    return _checked(answer).content, answer.headers["nescio-solution"]


def _sent(job: Job) -> dict[str, Any]:
    return {"content": json.dumps(job_to_json(job)), "headers": {"content-type": _JSON}}


def _file(data: bytes, name: str, wishes: Mapping[str, Any]) -> dict[str, Any]:
    params = {**wishes, "name": name, "answer": "file"}
    return {"content": data, "params": params, "headers": {"content-type": _FILE}}
