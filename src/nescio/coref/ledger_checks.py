"""What holds for every ledger as plain JSON values; what does not is said without a name from it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from nescio.core.errors import JobError
from nescio.core.identity import MOST
from nescio.core.labels import TOLD_NAMES

SCHEMA: Final = 3
WITHOUT_DIGESTS: Final = (1, 2)  # 1 kept no substitutes either
DIGEST: Final = "sha256"
_ID: Final = re.compile(r"([A-Z]+)-([1-9][0-9]*)")
_KEYS: Final = {
    "schema": int, "language": str, "last": dict, "standing": dict, "identities": list, "decided": list
}  # fmt: skip
_IDENTITY_KEYS: Final = {"id": str, "kind": str, "names": dict, "surrogates": list, DIGEST: str}
_MAY_LACK: Final = frozenset({"standing"})
_OLD_LACK: Final = frozenset({"language", "last", "standing"})
_OLD_IDENTITIES_LACK: Final = frozenset({"surrogates", DIGEST})


def digest_of(identity: Mapping[str, Any]) -> str:
    """Tells an identity, as plain JSON values, from every other content."""
    content = {key: value for key, value in identity.items() if key != DIGEST}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def check_ledger(data: Mapping[str, Any]) -> None:
    """Refuses a ledger that contradicts itself: somebody would get the number of another."""
    schema = data.get("schema")
    if type(schema) is not int or schema not in (*WITHOUT_DIGESTS, SCHEMA):
        raise JobError(f"The ledger is of a schema that this version does not read; it reads 1 to {SCHEMA}.")
    is_old = schema in WITHOUT_DIGESTS
    _check_keys(data, _KEYS, what="the ledger", may_lack=_OLD_LACK if is_old else _MAY_LACK)
    names_of: dict[str, Collection[str]] = {}
    highest: dict[str, int] = {}
    for place, identity in enumerate(data["identities"], 1):
        id, kind, number = _checked(identity, f"identity {place}", is_old=is_old)
        if id in names_of:
            raise _malformed(f"the identity {id} stands there twice")
        names_of[id] = identity["names"].keys()
        highest[kind] = max(number, highest.get(kind, 0))
    _check_last(data.get("last", {}), highest, is_old=is_old)
    if not is_standing(data.get("standing", {})):
        raise _malformed("'standing' is not a list of numbers for each kind")
    _check_decided(data["decided"], names_of)


def is_standing(data: object) -> bool:
    """Whether it is the numbers, by kind, that stand in texts."""
    return isinstance(data, Mapping) and all(
        kind in TOLD_NAMES
        and isinstance(numbers, list)
        and all(type(number) is int and 0 < number < MOST for number in numbers)
        for kind, numbers in data.items()
    )


def _checked(identity: Any, what: str, *, is_old: bool) -> tuple[str, str, int]:
    """The id, kind and number of an identity in which nothing is wrong."""
    _check_keys(identity, _IDENTITY_KEYS, what=what, may_lack=_OLD_IDENTITIES_LACK if is_old else ())
    id, kind = _ID.fullmatch(identity["id"]), identity["kind"]
    if id is None or kind not in TOLD_NAMES or id[1] != kind or len(id[2]) >= len(str(MOST)):
        raise _malformed(f"{what} has no id of its kind, such as 'PER-3'")
    names = identity["names"]
    if not names or not all(type(count) is int and count > 0 for count in names.values()):
        raise _malformed(f"{what} needs names with how often each was found")
    if identity.get(DIGEST, "") != digest_of(identity) and (DIGEST in identity or not is_old):
        raise JobError(
            f"In the ledger the identity {id[0]} was altered: its content does not fit its digest. "
            "A ledger is changed with `nescio ledger merge` and `split`."
        )
    return id[0], kind, int(id[2])


def _check_keys(data: Any, types: Mapping[str, type], *, what: str, may_lack: Collection[str]) -> None:
    if not isinstance(data, Mapping) or not types.keys() - set(may_lack) <= data.keys() <= types.keys():
        raise _malformed(f"{what} lacks a key or has an unknown one")
    if not all(type(data[key]) is kind for key, kind in types.items() if key in data):
        raise _malformed(f"a value of {what} is of another type")


def _check_last(last: Mapping[str, Any], highest: Mapping[str, int], *, is_old: bool) -> None:
    """The last number of each kind, so that none is given twice."""
    if not all(kind in TOLD_NAMES and type(number) is int for kind, number in last.items()):
        raise _malformed("'last' is not a number for each kind")
    for kind in highest.keys() | last.keys():
        least = highest.get(kind, 1)
        if not least <= last.get(kind, least if is_old else 0) < MOST:
            raise _malformed(f"the last number of the kind {kind} does not fit its identities")


def _check_decided(decided: list[Any], names_of: Mapping[str, Collection[str]]) -> None:
    """What a person has decided: whose a spelling is."""
    seen: set[tuple[str, str]] = set()
    for place, item in enumerate(decided, 1):
        if not isinstance(item, list) or len(item) != 3 or not all(isinstance(part, str) for part in item):
            raise _malformed(f"decision {place} is not [kind, name, id]")
        kind, name, owner = item
        if owner.rpartition("-")[0] != kind or name not in names_of.get(owner, ()) or (kind, name) in seen:
            raise _malformed(f"decision {place} stands there twice or is about no identity")
        seen.add((kind, name))


def _malformed(what: str) -> JobError:
    return JobError(f"The ledger is malformed: {what}.")
