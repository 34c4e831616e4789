"""A team at a workbench that runs beside the test: users, their clients, and what they do over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx

from nescio.workbench.access import CSRF_HEADER
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.people import ADMINISTRATOR, ANNOTATOR, REVISOR
from nescio.workbench.serving import Workbench
from nescio.workbench.store.opening import BenchStore
from nescio.workbench.store.shelf import Shelf
from nescio.workbench.store.users import UserBook
from tests.workbench.running import serving

PASSWORD = "correct horse battery"  # noqa: S105
ROLE_OF = {"Ada": ADMINISTRATOR, "Vera": ANNOTATOR, "Wim": ANNOTATOR, "Rosa": REVISOR}


class Member:
    """Somebody who is signed in, in a browser of their own."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        self.client, self.name = client, name
        answer = client.post(
            "/api/sign-in", json={"name": name, "password": PASSWORD}, headers={CSRF_HEADER: "sign-in"}
        )
        assert answer.status_code == 200, answer.text
        self.csrf, self.id = str(answer.json()["csrf"]), int(answer.json()["person"]["id"])

    def ask(self, method: str, path: str, json: Any = None, **more: Any) -> httpx.Response:
        headers = {CSRF_HEADER: self.csrf, **more.pop("headers", {})}
        if json is not None:
            more["json"] = json
        return self.client.request(method, f"/api{path}", headers=headers, **more)

    def do(self, method: str, path: str, json: Any = None, **more: Any) -> Any:
        """What is answered to something that is allowed."""
        answer = self.ask(method, path, json, **more)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def upload(self, project: int, name: str, data: bytes, query: str = "") -> httpx.Response:
        headers = {"x-file-name": name, CSRF_HEADER: self.csrf}
        return self.client.post(f"/api/projects/{project}/documents{query}", content=data, headers=headers)


class Team:
    """Four people at one workbench."""

    def __init__(self, bench: Workbench, stack: ExitStack) -> None:
        self.bench, self._stack = bench, stack
        self.base = f"http://127.0.0.1:{bench.port}"
        self.ada, self.vera, self.wim, self.rosa = (self.member(name) for name in ROLE_OF)

    def client(self) -> httpx.Client:
        return self._stack.enter_context(httpx.Client(base_url=self.base, timeout=60))

    def member(self, name: str) -> Member:
        return Member(self.client(), name)

    def project(self, task: str = "entities", **more: Any) -> int:
        return int(self.ada.do("POST", "/projects", {"name": "Letters", "task": task, **more})["id"])

    def add(self, project: int, name: str, data: bytes, query: str = "") -> list[int]:
        answer = self.ada.upload(project, name, data, query)
        assert answer.status_code == 201, answer.text
        return [found["id"] for found in answer.json()["added"]]


@contextmanager
def at_work(store: BenchStore) -> Iterator[Team]:
    users = UserBook(store)
    for name, role in ROLE_OF.items():
        users.add(name, role, PASSWORD)
    desk = ReviewDesk(Shelf(store), by="tester")
    with ExitStack() as stack, serving(Workbench(desk, sign_in=True)) as bench:
        yield Team(bench, stack)
    desk.close()
