"""A real PostgreSQL server for the length of the run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


def _binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    plain = shutil.which("initdb")
    return found[-1].parent if found else Path(plain).parent if plain else None


def _as_server(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root; its own user runs it then."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed; apt-get install postgresql")
    pytest.importorskip("psycopg", reason="psycopg is not installed; pip install 'nescio[postgres]'")
    folder = Path(tempfile.mkdtemp(prefix="nescio-pg-"))
    folder.chmod(0o777)
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"
    quiet = {"check": True, "capture_output": True, "cwd": "/"}
    subprocess.run(
        _as_server([str(binaries / "initdb"), "-D", str(data), "-U", "nescio", "-A", "trust", "-E", "UTF8"]),
        **quiet,
    )  # type: ignore[call-overload]
    start = ["-D", str(data), "-w", "-o", f"-p {port} -h 127.0.0.1 -k {folder} -F", "-l", str(folder / "log")]
    subprocess.run(_as_server([str(binaries / "pg_ctl"), *start, "start"]), **quiet)  # type: ignore[call-overload]
    try:
        yield f"postgresql://nescio@127.0.0.1:{port}/postgres"
    finally:
        stop = [str(binaries / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop"]
        subprocess.run(_as_server(stop), capture_output=True, check=False, cwd="/")
        shutil.rmtree(folder, ignore_errors=True)
