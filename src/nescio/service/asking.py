"""Who asks, and whether they may: keys, scopes, rates."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from fastapi import Request
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection

from nescio.core.errors import JobError
from nescio.service.keys import ADMIN, OPEN, REIDENTIFY, KeyRing, ServiceKey
from nescio.service.tasks import in_thread
from nescio.web.answers import Refusal
from nescio.web.rates import AskingRates

BEARER: Final = HTTPBearer(auto_error=False, description="A key that `nescio serve key new` made.")
_ASK: Final = {"www-authenticate": "Bearer"}


class Door:
    """Lets in who may; on loopback everybody, until there is a key."""

    def __init__(self, ring: KeyRing, *, rate: float, guesses: float) -> None:
        self._ring, self._rate, self._guesses, self._rates = ring, rate, guesses, AskingRates()

    async def enter(self, request: HTTPConnection, *scopes: str) -> ServiceKey:
        """The key of a request that has one of the scopes; without scopes any valid key will do."""
        key = await self._find(request)
        wait = self._rates.wait(key.id, key.rate or self._rate)
        if wait:
            after = {"retry-after": str(math.ceil(wait))}
            raise Refusal(429, "too_often", "Requests come too often for this key.", headers=after)
        if scopes and not key.scopes.intersection(scopes):
            await self._refuse(key, scopes)
        return key

    async def _find(self, request: HTTPConnection) -> ServiceKey:
        words = _words(request)
        has_keys = await in_thread(lambda: self._ring.has_keys)
        if words is None:
            if has_keys:
                raise Refusal(401, "no_key", "This needs a key: Authorization: Bearer KEY.", headers=_ASK)
            return OPEN
        if not self._ring.is_proven(words) and self._rates.wait(None, self._guesses):
            raise Refusal(
                429, "too_often", "Too many unknown keys come at once.", headers={"retry-after": "1"}
            )
        key = await in_thread(self._ring.find, words)
        state = "unknown" if key is None else key.state(time.time())
        if key is None or state != "valid":
            # The owner of a key may know that it is over; whoever has none learns nothing.
            raise Refusal(401, f"{state}_key", f"The key is {state}.", headers=_ASK)
        return key

    async def _refuse(self, key: ServiceKey, scopes: tuple[str, ...]) -> None:
        if scopes == (REIDENTIFY,) and not await in_thread(lambda: self._ring.has_reidentifier):
            raise Refusal(
                403, "reidentify_off", "Re-identification is off: no key has the scope 'reidentify'.", scopes
            )
        if key is OPEN and scopes == (ADMIN,):
            return
        raise Refusal(403, "wrong_scope", "The key has not the scope that this needs.", scopes)


def _words(request: HTTPConnection) -> str | None:
    """What a request shows as its key; two at once are refused."""
    found = [value for name, value in request.headers.items() if name in ("authorization", "x-api-key")]
    if not found:
        return None
    if len(found) > 1:
        raise Refusal(401, "unknown_key", "The request shows more than one key.", headers=_ASK)
    scheme, _, words = found[0].partition(" ")
    return words.strip() if scheme.lower() == "bearer" else found[0]


def needs(*scopes: str) -> Callable[[Request], Awaitable[ServiceKey]]:
    """What a route depends on: a key with one of these scopes."""

    async def enter(request: Request) -> ServiceKey:
        door: Door = request.app.state.door
        key = await door.enter(request, *scopes)
        request.state.key = key.id
        return key

    return enter


def wished_options(given: Mapping[str, Any], key: ServiceKey) -> dict[str, Any]:
    """The options of a request as those of a job; the policy of its key goes before any other."""
    options = dict(given.get("options") or {})
    if given.get("method") is not None:
        options["method"] = given["method"]
    policy = key.policy or given.get("policy")
    if policy is None:
        return options
    decide = options.get("decide", {})
    if not isinstance(decide, Mapping):
        raise JobError("'decide' in the options of the job must be a table.")
    return {**options, "decide": {**decide, "policy": policy}}
