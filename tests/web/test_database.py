"""The database of a URL."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from nescio.core.errors import ConfigError
from nescio.web.database import file_url, open_engine


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.db"
    with open_engine(file_url(path)).begin() as connection:
        connection.execute(text("CREATE TABLE a (b INTEGER)"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_writers_wait_for_each_other(tmp_path: Path) -> None:
    engine = open_engine(file_url(tmp_path / "state.db"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE a (b INTEGER)"))
        connection.execute(text("INSERT INTO a VALUES (0)"))

    def count() -> None:
        for _ in range(20):
            with engine.begin() as connection:
                [[number]] = connection.execute(text("SELECT b FROM a"))
                connection.execute(text("UPDATE a SET b = :new"), {"new": number + 1})

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with engine.connect() as connection:
        assert connection.execute(text("SELECT b FROM a")).scalar() == 80
    engine.dispose()


@pytest.mark.parametrize("url", ["", "nothing", "mysql://secret@host/x", "sqlite://", "sqlite:///:memory:"])
def test_another_url_is_refused_without_being_told(url: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        open_engine(url)
    assert "secret" not in str(refusal.value)
