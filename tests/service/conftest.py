"""One server for all tests that only ask; those that change it start their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from nescio.service.settings import ServiceSettings
from nescio.service.store import META, Store
from nescio.web.database import open_engine
from tests.knowledge.conftest import postgres_url
from tests.service.serving import FORMS, Guarded, Served, key_for, serving

__all__ = ["postgres_url"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("open") / "state") as found:
        yield found


_KEYS = {
    "finder": ("--scope", "detect"), "writer": ("--scope", "anonymize"),
    "other": ("--scope", "anonymize"), "admin": ("--scope", "admin"),
    "reader": ("--scope", "reidentify"), "partial": ("--scope", "reidentify", "--label", "EMAIL"),
    "bound": ("--scope", "anonymize", "--policy", "listed"),
    "slow": ("--scope", "detect", "--rate", "0.5"),
    "gone": ("--scope", "detect", "--days", "0.0000001"), "revoked": ("--scope", "detect"),
}  # fmt: skip


@pytest.fixture(scope="session")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    state = tmp_path_factory.mktemp("guarded") / "state"
    keys = {name: key_for(state, name, *words) for name, words in _KEYS.items()}
    with serving(state, *FORMS, "--max-body", "0.5") as server:
        yield Guarded(server, keys)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database of either kind."""
    url = None if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    settings = ServiceSettings(tmp_path / "state", database=url)
    engine = open_engine(settings.database_url)
    META.drop_all(engine)  # a server of another test may have used it
    engine.dispose()
    found = Store.open(settings)
    yield found
    META.drop_all(found.engine)
    found.close()
