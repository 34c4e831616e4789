"""Who asks is found slowly where a key is new, and not at any rate."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import HTTPConnection

from nescio.service.asking import Door
from nescio.service.keys import DETECT, KeyRing, make_key
from nescio.service.settings import ServiceSettings
from nescio.service.store import Store
from nescio.web.answers import Refusal


def _asking(words: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"authorization", f"Bearer {words}".encode())]})


def test_guessing_keys_is_slowed_down_and_keys_that_are_known_are_not(tmp_path: Path) -> None:
    store = Store.open(ServiceSettings(tmp_path / "state"))
    key, words = make_key(store, "desk", [DETECT])
    door = Door(KeyRing(store), rate=100.0, guesses=0.3)  # three at once

    async def enter(words: str) -> str:
        try:
            return (await door.enter(_asking(words), DETECT)).id
        except Refusal as refusal:
            return refusal.code if refusal.status_code == 401 else (refusal.headers or {})["retry-after"]

    async def guess() -> list[str]:
        tried = [await enter(words)]
        tried += [await enter(f"nsk_{number:012x}_{'A' * 43}") for number in range(4)]
        return [*tried, await enter(words)]

    assert asyncio.run(guess()) == [key.id, "unknown_key", "unknown_key", "1", "1", key.id]
    store.close()
