"""Who re-identified what and when: a chain of records, none of which can be altered or taken out unseen."""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from nescio.service.store import Store, audit

_TRIES: Final = 20  # several servers may write at once


class Verified(NamedTuple):
    """What a look at the whole log says."""

    records: int
    head: str  # noted elsewhere, it also proves later that nothing is missing at the end
    fault: int | None = None  # the first record that is not as it was written
    knows_head: bool = True


class AuditLog:
    """Each record is authenticated with all before it, by a key derived from that of the database."""

    def __init__(self, store: Store) -> None:
        self._engine, self._key = store.engine, store.seal.subkey("audit")

    def add(self, action: str, who: str, **about: Any) -> None:
        """On the disk when this returns; `about` holds names and numbers, never a text."""
        record = json.dumps(
            {"time": round(time.time(), 3), "action": action, "key": who, **about}, sort_keys=True
        )
        for _ in range(_TRIES):
            try:
                self._add(record)
                return
            except IntegrityError:  # another server has written this number
                continue
        raise RuntimeError("the audit log cannot be written")

    def _add(self, record: str) -> None:
        with self._engine.begin() as connection:
            last = connection.execute(
                select(audit.c.number, audit.c.chain).order_by(audit.c.number.desc()).limit(1)
            ).first()
            number, chain = (last.number + 1, last.chain) if last else (1, "")
            connection.execute(
                insert(audit).values(number=number, record=record, chain=self._link(chain, number, record))
            )

    def _link(self, chain: str, number: int, record: str) -> str:
        return hmac.digest(self._key, f"{chain} {number} {record}".encode(), "sha256").hex()

    def verify(self, head: str | None = None) -> Verified:
        """Looks at every record, and whether a head that was noted earlier is among them."""
        chain, count, seen = "", 0, head is None
        with self._engine.begin() as connection:
            for row in connection.execute(select(audit).order_by(audit.c.number)):
                count += 1
                expected = self._link(chain, count, row.record)
                if row.number != count or not hmac.compare_digest(expected, row.chain):
                    return Verified(count, chain, fault=count, knows_head=seen)
                chain = row.chain
                seen = seen or chain == head
        return Verified(count, chain, knows_head=seen)

    def records(self) -> list[Mapping[str, Any]]:
        with self._engine.begin() as connection:
            rows = connection.execute(select(audit.c.record).order_by(audit.c.number))
            return [json.loads(row.record) for row in rows]
