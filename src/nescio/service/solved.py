"""Tables of solutions that the service keeps for the way back, each sealed."""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, insert, select

from nescio.core.errors import JobError
from nescio.core.plain_json import read_json
from nescio.service.store import Store, solutions
from nescio.solutions.table import Table, table_from_json, table_to_json
from nescio.solutions.tables import Tables

_PLACE: Final = "solution "
_MOST: Final = 1000  # tables of one text that are looked at


def new_solution() -> str:
    """The name of what is kept for one text; who has it needs a key all the same."""
    return f"sol_{secrets.token_hex(12)}"


class SolvedTexts:
    """Keeps tables and finds them again, by their name or by the text that was given out."""

    def __init__(self, store: Store) -> None:
        self._store, self._key = store, store.seal.subkey("solutions")

    def keep(self, connection: Connection, kept: Mapping[str, Sequence[Table]], *, owner: str) -> None:
        """In the transaction of the caller: the way back is there when the text is given out, or neither."""
        rows = [
            {
                "id": id, "owner": owner, "made": time.time(), "output": self._digest(table.output_sha256),
                "sealed": self._store.seal.close(json.dumps(table_to_json(table)).encode(), _PLACE + id),
            }
            for id, tables in kept.items()
            for table in tables
        ]  # fmt: skip
        if rows:
            connection.execute(insert(solutions), rows)

    def find(self, text_sha256: str, id: str | None) -> Tables:
        """The tables under a name, or those whose text this is; none is an error."""
        if id is not None:
            return Tables(self.kept(id))
        query = select(solutions.c.id, solutions.c.sealed)
        return Tables(self._read(query.where(solutions.c.output == self._digest(text_sha256)).limit(_MOST)))

    def kept(self, id: str) -> list[Table]:
        """All tables under a name: a document may have many; none is an error."""
        return self._read(select(solutions.c.id, solutions.c.sealed).where(solutions.c.id == id))

    def _read(self, query: Select[Any]) -> list[Table]:
        with self._store.engine.begin() as connection:
            rows = list(connection.execute(query))
        if not rows:
            raise JobError("No table of solutions is kept for this text.")
        return [self._open(row) for row in rows]

    def forget(self, id: str) -> int:
        """Takes a way back away, for ever."""
        with self._store.engine.begin() as connection:
            return connection.execute(delete(solutions).where(solutions.c.id == id)).rowcount

    def _open(self, row: Any) -> Table:
        return table_from_json(read_json(self._store.seal.open(row.sealed, _PLACE + row.id)))

    def _digest(self, sha256: str) -> str:
        # A plain fingerprint would tell whoever reads the database that a text he guesses was given out.
        return hmac.digest(self._key, sha256.encode(), "sha256").hex()
