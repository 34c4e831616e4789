"""Starts a workbench on this machine and stays until it is ended."""

from __future__ import annotations

import asyncio
import getpass
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import uvicorn

from nescio.core.errors import InputError
from nescio.files.keys import FoundKey
from nescio.run.formats import Formats
from nescio.run.sources import find_sources
from nescio.web.binding import Binding, listen
from nescio.workbench.access import Doorkeeper
from nescio.workbench.app import make_app
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.store.shelf import open_shelf

HOST = "127.0.0.1"
Say = Callable[[str], None]


def default_store() -> Path:
    """Where a workbench remembers, if nobody says: the folder for the state of programs."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "nescio" / "workbench.sqlite"


def open_desk(store: Path, key: FoundKey | None = None) -> ReviewDesk:
    return ReviewDesk(open_shelf(store, None if key is None else key.key), by=_user(), key=key)


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
    """A running workbench: its socket is open before anything is said."""

    def __init__(self, desk: ReviewDesk, *, port: int = 0, door: Doorkeeper | None = None) -> None:
        self._socket: socket.socket = listen(Binding(HOST, port))
        self.port: int = self._socket.getsockname()[1]
        self.door = door or Doorkeeper()
        self.door.port = self.port
        app = make_app(desk, self.door, host=HOST)
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, server_header=False, lifespan="off"
        )
        self._server = _Server(config)

    def address(self) -> str:
        """An address with a token that works once."""
        return f"http://{HOST}:{self.port}/enter?token={self.door.new_token()}"

    def serve(self) -> None:
        """Answers until it is ended."""
        asyncio.run(self._server.serve(sockets=[self._socket]))

    def end(self) -> None:
        self._server.should_exit = True


class _Server(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """The program has handlers of its own, which leave no temporary file behind."""

    def capture_signals(self) -> Any:
        from contextlib import nullcontext

        return nullcontext()


def run_workbench(workbench: Workbench, *, say: Say, browser: bool) -> None:
    """Says where the workbench is, opens a browser if wished, and gives a new address at every Enter."""
    address = workbench.address()
    say(address)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=_renew, args=(workbench, say), daemon=True).start()
    workbench.serve()


def _renew(workbench: Workbench, say: Say) -> None:
    for _ in sys.stdin:
        say(workbench.address())
