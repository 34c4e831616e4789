"""Jobs of earlier schemas, brought to the present one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import JobError
from nescio.core.model import SCHEMA
from nescio.core.plain_json import read_json

_BESIDE: Final = ("method", "ner", "coref", "anonymizer")  # keys of another form that stood beside nescio's


def from_schema_1(data: Mapping[str, Any]) -> dict[str, Any]:
    """Schema 1 had one layer for the vote and the second pass, and identities inside features."""
    job = {key: value for key, value in data.items() if "schema" not in data or key not in _BESIDE}
    job["schema"] = SCHEMA
    if job.get("entities") is None and isinstance(job.get("spans"), list):
        job["voted"] = job.pop("spans")
    if isinstance(job.get("meta"), Mapping) and "ledger_surrogates" in job["meta"]:
        job["meta"] = dict(job["meta"])
        job["taken"] = job["meta"].pop("ledger_surrogates")
    if not isinstance(job.get("entities"), list):
        return job
    narrowed = {item["id"]: item["mentions"] for item in job["entities"] if _is_narrowed(item)}
    job["entities"] = [_entity(item) for item in job["entities"]]
    if isinstance(job.get("decisions"), list):
        job["decisions"] = [_decision(item, narrowed) for item in job["decisions"]]
    return job


def _is_narrowed(entity: Any) -> bool:
    return isinstance(entity, Mapping) and {"id", "mentions"} <= set(entity) and "detail" in _features(entity)


def _features(entity: Mapping[str, Any]) -> Mapping[str, Any]:
    features = entity.get("features", {})
    return features if isinstance(features, Mapping) else {}


def _entity(entity: Any) -> Any:
    if not isinstance(entity, Mapping) or not isinstance(entity.get("features", {}), Mapping):
        return entity  # what is wrong with it is said by the reader
    features = dict(_features(entity))
    features.pop("detail", None)
    id, kept = features.pop("identity", None), features.pop("surrogates", "[]")
    new = {**entity, "features": features}
    return new if id is None else {**new, "identity": {"id": id, "substitutes": _substitutes(kept)}}


def _substitutes(kept: Any) -> Any:
    try:
        return read_json(kept)
    except (ValueError, TypeError, AttributeError):
        raise JobError("The substitutes that a ledger keeps are malformed.") from None


def _decision(item: Any, narrowed: Mapping[Any, Any]) -> Any:
    if isinstance(item, list) and len(item) == 3 and type(item[0]) is int and item[0] in narrowed:
        return [*item, narrowed[item[0]]]
    return item
