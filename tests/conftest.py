"""Settings of the whole suite and what many tests share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from nescio.api import Anonymizer

_FORKS: Final = frozenset({"test_faults.py", "test_sudden_ends.py"})

# The same examples in every run, so that a change is judged by its own merits; `thorough` looks for new ones.
settings.register_profile(
    "unit",
    max_examples=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    print_blob=True,
)
settings.register_profile("thorough", settings.get_profile("unit"), max_examples=2000, derandomize=False)
settings.load_profile("unit")


@pytest.fixture(scope="session")
def english() -> Anonymizer:
    """An anonymizer with patterns only: the fastest that is complete."""
    return Anonymizer("en", options={"detect": {"detectors": ["patterns"]}})


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a file of the test and tells where it is."""

    def write_file(name: str, content: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    return write_file


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--renew-golden", action="store_true", help="write the golden jobs again; review the diff by eye"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first, so that none of them is waited for at the end, and before them what forks:
    a fork costs the more, the more the process holds."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path.name not in _FORKS, item.path not in slow))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line that counts the skipped tests by reason, so that nobody takes them for passed."""
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", ()))
    if reasons:
        parts = [f"{count} {reason}" for reason, count in sorted(reasons.items(), key=lambda pair: -pair[1])]
        terminalreporter.write_line(f"skipped: {'; '.join(parts)}")


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    # A skip carries its file, line and "Skipped: reason"; a process of xdist sends them as a list.
    place = report.longrepr
    said = str(place[2]) if isinstance(place, tuple | list) else str(place)
    return said.removeprefix("Skipped: ")
