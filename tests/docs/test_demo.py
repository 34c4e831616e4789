"""The first thing a newcomer runs: the demonstration."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_demonstration_shows_every_language_and_writes_its_page() -> None:
    page = ROOT / "out" / "demo" / "index.html"
    page.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "demo.py"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert all(name in done.stdout for name in ("English", "Deutsch", "Português", "Español"))
    assert page.is_file()
