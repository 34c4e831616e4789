"""Starts a workbench on this machine and stays until it is ended."""

from __future__ import annotations

import asyncio
import getpass
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from nescio.core.errors import ConfigError, InputError, shown
from nescio.files.keys import FoundKey
from nescio.run.formats import Formats
from nescio.run.sources import find_sources
from nescio.web.binding import Binding, check_binding, is_loopback, listen
from nescio.web.database import file_url
from nescio.web.guards import NoTraces
from nescio.workbench.access import Doorkeeper
from nescio.workbench.app import make_app
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.retaining import RetentionTimer
from nescio.workbench.store.opening import open_store
from nescio.workbench.store.shelf import Shelf
from nescio.workbench.store.users import UserBook
from nescio.workbench.team_door import TeamDoor

HOST = "127.0.0.1"
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_GRACE = 5  # seconds for requests that are being answered when it ends
HOW_TO_ADD = "Add an administrator: nescio workbench user add NAME --role administrator"
Say = Callable[[str], None]


def default_store() -> Path:
    """Where a workbench remembers, if nobody says: the folder for the state of programs."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "nescio" / "workbench.sqlite"


def store_url(store: Path | None, database: str | None) -> str:
    """Where a workbench remembers: a file, or a database on a server, but not both."""
    if database is None:
        return file_url(store or default_store())
    if store is not None:
        raise ConfigError("Name a file with --store or a database with --database, not both.")
    if not database.startswith("env:"):
        return database
    name = database.removeprefix("env:")
    if not os.environ.get(name):
        raise ConfigError(f"The variable {shown(name)} holds no URL of a database.")
    return os.environ[name]


def open_desk(url: str, key: FoundKey | None = None) -> ReviewDesk:
    store = open_store(url, None if key is None else key.key)
    return ReviewDesk(Shelf(store), by=_user(), key=key)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "reviewer"


def load_files(desk: ReviewDesk, paths: Sequence[str]) -> list[str]:
    """Puts files and folders on the desk, but for what lies there already; answers what is passed over."""
    if not paths:
        return []
    formats: Formats = desk.formats
    found = find_sources(list(paths), formats)
    there = {(file.name, file.data) for file in desk.files.values()}
    passed = [f"{item.name}: {item.why}" for item in found.passed_over]
    for source in found.sources:
        try:
            data = source.read()
            if (source.name, data) not in there:
                desk.add_file(source.name, data)
        except InputError as error:
            passed.append(f"{source.name}: {error}")
    return passed


class Workbench:
    """A running workbench: its socket is open before anything is said.

    Without sign-in it is one person's, on this machine alone; `run_workbench` gives them their address.
    """

    def __init__(
        self,
        desk: ReviewDesk,
        *,
        port: int = 0,
        door: Doorkeeper | None = None,
        binding: Binding | None = None,
        sign_in: bool = False,
    ) -> None:
        self.users = UserBook(desk.shelf.store)
        asked = binding or Binding(HOST, port)
        self._check(asked, sign_in=sign_in)
        self._socket: socket.socket = listen(asked)
        self.binding = asked._replace(port=self._socket.getsockname()[1])
        self.door = self._team_door() if sign_in else self._own_door(door or Doorkeeper(), desk.by)
        self.door.port = self.port
        app = NoTraces(make_app(desk, self.door, binding=self.binding))
        self._server = _Server(_config(app, self.binding))
        self._retention = RetentionTimer(desk.delete_due)

    def _check(self, binding: Binding, *, sign_in: bool) -> None:
        if sign_in and not self.users.has_users():
            raise ConfigError(f"Nobody could sign in yet. {HOW_TO_ADD}")
        if not sign_in and (binding.behind_proxy or not is_loopback(binding.host)):
            raise ConfigError("A workbench that others reach needs --sign-in.")
        check_binding(binding, has_keys=True, how_to_get_one="")

    def _team_door(self) -> TeamDoor:
        return TeamDoor(self.users, secure=self.binding.has_tls or self.binding.behind_proxy)

    def _own_door(self, door: Doorkeeper, name: str) -> Doorkeeper:
        door.person = self.users.local(name)
        return door

    @property
    def port(self) -> int:
        return self.binding.port

    def address(self) -> str:
        """Where the workbench is; for one person with a token that works once."""
        host = f"[{self.binding.host}]" if ":" in self.binding.host else self.binding.host
        base = f"{'https' if self.binding.has_tls else 'http'}://{host}:{self.port}"
        return f"{base}/enter?token={self.door.new_token()}" if isinstance(self.door, Doorkeeper) else base

    def serve(self) -> None:
        """Answers until it is ended; what is due is deleted before."""
        self._retention.start()
        try:
            asyncio.run(self._server.serve(sockets=[self._socket]))
        finally:
            self._retention.end()

    def end(self) -> None:
        self._server.should_exit = True


def _config(app: ASGIApp, binding: Binding) -> uvicorn.Config:
    tls: dict[str, Any] = {}
    if binding.certificate is not None and binding.private_key is not None:
        tls = {"ssl_certfile": str(binding.certificate), "ssl_keyfile": str(binding.private_key)}
    return uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, lifespan="off", proxy_headers=False,
        timeout_graceful_shutdown=_GRACE,
        **tls,
    )  # fmt: skip


class _Server(uvicorn.Server):
    """Ends at a signal, wherever it comes: an exception out of a handler would be lost in a request."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The handlers of the program, which leave no temporary file behind, have the last word."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        came: list[int] = []

        def note(number: int, _: object) -> None:
            came.append(number)
            self.should_exit = True
            if len(came) > 1:
                self.force_exit = True

        wished = [
            number for number in _ENDING if signal.getsignal(number) != signal.SIG_IGN
        ]  # as `nohup` does
        before = {number: signal.signal(number, note) for number in wished}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


def run_workbench(workbench: Workbench, *, say: Say, browser: bool) -> None:
    """Says where the workbench is, opens a browser if wished, and gives a new address at every Enter."""
    address = workbench.address()
    say(address)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    if isinstance(workbench.door, Doorkeeper) and sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=_renew, args=(workbench, say), daemon=True).start()
    workbench.serve()


def _renew(workbench: Workbench, say: Say) -> None:
    for _ in sys.stdin:
        say(workbench.address())
