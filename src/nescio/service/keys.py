"""Who may what: keys with scopes, which are shown once and kept as hashes."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import insert, select, update

from nescio.core.errors import ConfigError, known, shown
from nescio.service.store import Store, keys
from nescio.web.secrets import fits, hash_secret

DETECT, ANONYMIZE, REIDENTIFY, ADMIN = SCOPES = ("detect", "anonymize", "reidentify", "admin")
NOBODY: Final = "open"  # who asks on loopback when there is no key yet
_MARK: Final = "nsk"
_FORM: Final = re.compile(r"nsk_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
_FRESH: Final = 1.0  # seconds for which what the database said holds
_LONGEST_NAME: Final = 100
_DAY: Final = 86_400


@dataclass(frozen=True)
class ServiceKey:
    """A key as the database knows it, without its secret."""

    id: str
    name: str
    scopes: frozenset[str]
    labels: tuple[str, ...] = ()
    policy: str | None = None
    rate: float | None = None
    made: float = 0.0
    expires: float | None = None
    revoked: float | None = None
    hash: str = field(default="", repr=False)

    def state(self, now: float) -> str:
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.expires is not None and self.expires <= now else "valid"


OPEN: Final = ServiceKey(NOBODY, NOBODY, frozenset({DETECT, ANONYMIZE}))


def make_key(
    store: Store,
    name: str,
    scopes: Collection[str],
    *,
    labels: Iterable[str] = (),
    policy: str | None = None,
    rate: float | None = None,
    days: float | None = None,
) -> tuple[ServiceKey, str]:
    """A new key, and the words to send, which nobody can see again."""
    for scope in scopes:
        if scope not in SCOPES:
            raise ConfigError(f"There is no scope {shown(scope)}. {known(scope, SCOPES)}")
    if not scopes or not name.strip() or len(name) > _LONGEST_NAME:
        raise ConfigError(f"A key needs a name of at most {_LONGEST_NAME} characters, and a scope.")
    if (rate is not None and not 0 < rate <= 1e6) or (days is not None and not 0 < days <= 36_500):
        raise ConfigError("The rate and the days of a key are numbers above 0.")
    id, secret, now = secrets.token_hex(6), secrets.token_urlsafe(32), time.time()
    words = f"{_MARK}_{id}_{secret}"
    key = ServiceKey(
        id, name, frozenset(scopes), tuple(labels), policy, rate, now,
        None if days is None else now + days * _DAY, None, hash_secret(words),
    )  # fmt: skip
    with store.engine.begin() as connection:
        connection.execute(insert(keys).values(_row(key)))
    return key, words


def list_keys(store: Store) -> list[ServiceKey]:
    with store.engine.begin() as connection:
        return [_key(row) for row in connection.execute(select(keys).order_by(keys.c.made))]


def revoke_key(store: Store, id: str) -> None:
    with store.engine.begin() as connection:
        done = connection.execute(update(keys).where(keys.c.id == id).values(revoked=time.time()))
        if done.rowcount != 1:
            raise ConfigError(f"There is no key {shown(id)}; `nescio serve key list` shows them.")


def _row(key: ServiceKey) -> dict[str, Any]:
    return {
        "id": key.id, "name": key.name, "hash": key.hash, "scopes": " ".join(sorted(key.scopes)),
        "labels": " ".join(key.labels), "policy": key.policy, "rate": key.rate, "made": key.made,
        "expires": key.expires, "revoked": key.revoked,
    }  # fmt: skip


def _key(row: Any) -> ServiceKey:
    return ServiceKey(
        row.id, row.name, frozenset(row.scopes.split()), tuple(row.labels.split()), row.policy, row.rate,
        row.made, row.expires, row.revoked, row.hash,
    )  # fmt: skip


class KeyRing:
    """Finds the key of a request; what was proven once is remembered in this process alone, as a digest."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._keys: dict[str, ServiceKey] = {}
        self._read = -1e9
        self._proven: dict[str, bytes] = {}
        self._pepper = secrets.token_bytes(32)

    @property
    def has_keys(self) -> bool:
        """Whether one was ever made: a revoked one does not open the doors again."""
        return bool(self._fresh())

    @property
    def has_reidentifier(self) -> bool:
        now = time.time()
        return any(REIDENTIFY in key.scopes and key.state(now) == "valid" for key in self._fresh().values())

    def find(self, words: str) -> ServiceKey | None:
        """The key with these words, in whatever state; for a wrong one it takes as long to say so."""
        form = _FORM.fullmatch(words)
        key = self._fresh().get(form[1]) if form else None
        digest = hashlib.blake2b(words.encode("utf-8", "replace"), key=self._pepper).digest()
        if key is not None and secrets.compare_digest(self._proven.get(key.id, b""), digest):
            return key
        if not fits(words, None if key is None else key.hash) or key is None:
            return None
        self._proven[key.id] = digest
        return key

    def is_proven(self, words: str) -> bool:
        """Whether these words need no slow comparison."""
        form = _FORM.fullmatch(words)
        digest = hashlib.blake2b(words.encode("utf-8", "replace"), key=self._pepper).digest()
        return form is not None and secrets.compare_digest(self._proven.get(form[1], b""), digest)

    def _fresh(self) -> dict[str, ServiceKey]:
        with self._lock:
            if time.monotonic() - self._read > _FRESH:
                self._keys = {key.id: key for key in list_keys(self._store)}
                self._read = time.monotonic()
            return self._keys
