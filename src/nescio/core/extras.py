"""Libraries that come with an extra: imported when a part needs them, and not before."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from nescio.core.errors import PluginError


def import_extra(module: str, *, needed_by: str, install: str) -> Any:
    """The module, or an error with the line that installs it."""
    try:
        return import_module(module)
    except ImportError as error:
        # A library may be there and lack one of its own.
        lacking = error.name or module
        raise PluginError(f"{needed_by} needs {lacking!r}: pip install {install}") from error
