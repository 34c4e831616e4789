"""A real server on this machine, as `nescio serve` starts it."""

from __future__ import annotations

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.cli.program import CONFIG, call, plain_env

ROOT = Path(__file__).parents[2]
FORMS = ("-l", "auto", "-c", CONFIG, "--load", "en")  # identifiers with a form only: loads at once
RARE = "Quillwortbane"  # a word that is sent, and must stand in no log, metric or error
PATIENCE = 90.0


class Served:
    """A server process with its folder, its log and a client."""

    def __init__(
        self, state: Path, *options: object, workers: int = 1, certificate: Path | None = None
    ) -> None:
        self.state, self._options, self._workers = state, options, workers
        self._certificate = certificate
        self.port = free_port()
        self.log_file = state.with_name(f"{state.name}.log")
        self.start()

    def start(self) -> None:
        command = [
            sys.executable, "-m", "nescio", "serve", "--port", self.port, "--state", self.state,
            "--workers", self._workers, *self._options,
        ]  # fmt: skip
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command], stdout=log, stderr=log, env=plain_env(), cwd=ROOT
            )
        verify = True if self._certificate is None else ssl.create_default_context(cafile=self._certificate)
        self.client = httpx.Client(base_url=self.url, timeout=60, trust_env=False, verify=verify)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(httpx.TransportError):
                if self.client.get("/health/ready").status_code == 200:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server did not become ready: {self.log}")

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    @property
    def url(self) -> str:
        return f"{'http' if self._certificate is None else 'https'}://127.0.0.1:{self.port}"

    def post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """JSON; half characters, which the client would not send, are escaped."""
        kind = {"content-type": "application/json", **(headers or {})}
        return self.client.post(path, content=json.dumps(body), headers=kind)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(path, **more)

    @property
    def children(self) -> list[int]:
        """The processes that work."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        found = [int(pid) for thread in threads for pid in thread.read_text().split()]
        return [pid for pid in found if b"spawn_main" in _command_of(pid)]

    def kill(self) -> None:
        """Power off, as far as this process can tell."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.client.close()

    def stop(self) -> int:
        """As a system manager ends it; 143 is its way of saying that it was told to."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


class Guarded:
    """A server with keys of every kind."""

    def __init__(self, server: Served, keys: dict[str, dict[str, str]]) -> None:
        self.server, self.keys = server, keys


def _command_of(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def serving(state: Path, *options: object, workers: int = 1) -> Iterator[Served]:
    server = Served(state, *(options or FORMS), workers=workers)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def held(server: Served) -> Iterator[list[int]]:
    """The processes that work stand still, so that whatever is asked waits; at the end they go on."""
    workers = server.children
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield workers
    finally:
        resume(workers)


def resume(workers: Iterable[int]) -> None:
    for pid in workers:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def key_for(state: Path, *words: object) -> dict[str, str]:
    """The header of a new key, made as an administrator makes it."""
    done = call("serve", "key", "new", *words, "--state", state)
    assert done.code == 0, done.err
    return {"authorization": f"Bearer {done.text.strip()}"}
