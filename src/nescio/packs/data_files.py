"""Reads the TOML files of a pack."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError


def read_toml(path: Path) -> Mapping[str, Any]:
    """A file of the pack; nothing if it is not there."""
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        name = "/".join(path.parts[-3:])
        raise ConfigError(f"{name} is not TOML in UTF-8: {error}.") from error
