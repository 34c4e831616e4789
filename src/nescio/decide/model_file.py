"""Files of learnt decisions: JSON with a kind and a version, no code in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, shown
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.decide.entity_model import EntityModel
from nescio.decide.finder.tagging import FinderModel
from nescio.packs.files import is_there, read_file

VERSION: Final = 2
_MARK: Final = "nescio_decisions"  # its value is the version
_KINDS: Final[Mapping[str, type[FinderModel] | type[EntityModel]]] = {
    "finder": FinderModel,
    "entities": EntityModel,
}
Model = FinderModel | EntityModel


def read_model(path: Path) -> Model:
    """The model of a file; what is no model, or one of another version, is refused."""
    name = shown(path.name)
    if not is_there(path):
        raise ConfigError(f"There is no model of decisions {name}.")
    try:
        content = read_json(read_file(path, where=name).decode("utf-8"))
    except (PlainJsonError, UnicodeDecodeError) as error:
        raise ConfigError(f"{name} is no model of decisions: it is not JSON in UTF-8.") from error
    if not isinstance(content, dict) or _MARK not in content:
        raise ConfigError(f"{name} is no model of decisions; `nescio train maxent` writes one.")
    if content[_MARK] != VERSION or content.get("kind") not in _KINDS:
        raise ConfigError(
            f"{name} is a model of decisions of another version than {VERSION}, the one that is read; "
            "train it again."
        )
    return _KINDS[content["kind"]].from_json(content)


def written(model: Model, about: Mapping[str, Any]) -> bytes:
    """The bytes of a model's file; `about` says what it was learnt from."""
    kind = next(name for name, own in _KINDS.items() if isinstance(model, own))
    content = {_MARK: VERSION, "kind": kind, "about": dict(about), **model.as_json()}
    return (json.dumps(content, ensure_ascii=False, indent=0) + "\n").encode()
