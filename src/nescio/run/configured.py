"""The files that arguments and configurations name: a call reads them, so it writes none of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from nescio.api import Anonymizer
from nescio.config import policy_option
from nescio.core.errors import NescioError

_WORDS: Final = ("hide", "keep")  # options of words, of which there may be many
_WRITTEN: Final = "cache"  # the option of a file that need not be there yet


def files_of(anonymizer: Anonymizer) -> list[Path]:
    """The configuration, and every file that it or an option of the call names."""
    config = anonymizer.config_file
    found = [] if config is None else [config]
    for settings in anonymizer.own_settings:
        for stage in settings.values():
            options = stage.get("options") if isinstance(stage, Mapping) else None
            found += _files("", options)
    return list(dict.fromkeys(found))


def named_files(*given: Path | str | None) -> list[Path]:
    """The files that arguments lead to: FILE or NAME=FILE, those below a folder or in a configuration."""
    found: list[Path] = []
    for item in filter(None, map(str, (item for item in given if item is not None))):
        for path in {Path(item), Path(item.rpartition("=")[2])}:  # a file may have such a sign in its name
            if os.path.isdir(path):  # noqa: PTH112
                found += [below for below in path.rglob("*") if below.is_file()]
            elif os.path.isfile(path):  # noqa: PTH113
                found += [path, *_files_of_config(path)]
    return found


def policy_file(policy: str | None) -> Path | None:
    """The file of a policy that a call names, if it is one of the user's own."""
    options = policy_option(policy).get("decide", {}).get("options", {})
    return next((Path(table["file"]) for table in options.values() if table["file"]), None)


def _files_of_config(path: Path) -> list[Path]:
    """What else a file names, if it is a configuration; whether it is a good one is not asked here."""
    if path.suffix not in (".toml", ".json"):
        return []
    try:
        return files_of(Anonymizer(config=path))
    except NescioError:
        return []


def _files(key: str, value: Any) -> Iterator[Path]:
    """Options name files in many ways: whatever is the name of one counts."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if name not in _WORDS:
                yield from _files(str(name), item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _files(key, item)
    elif isinstance(value, str) and value:
        yield from _named(key, Path(value))


def _named(key: str, path: Path) -> Iterator[Path]:
    # `os.path` answers also about what no file can be called.
    if os.path.isfile(path):  # noqa: PTH113
        yield path
        beside = path.with_name(f"{path.name}.json")  # a model is described there
        if beside.is_file():
            yield beside
    elif key == _WRITTEN:
        yield path
    elif key == "model" and os.path.isdir(path):  # noqa: PTH112
        yield from path.iterdir()
