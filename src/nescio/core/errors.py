"""The errors of nescio, one tree.

```
NescioError
├── ConfigError      a configuration, rule file or list is wrong        exit code 2
├── PluginError      a part cannot be found, built, or is named twice   exit code 2
├── InputError       a file, text or language cannot be read            exit code 1
└── JobError         a job or a table of solutions is malformed         exit code 1
```

A message says what was asked, what was wrong and what is possible. It carries names and
numbers, never source text.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path


class NescioError(Exception):
    """Anything that nescio refuses, in one sentence for a person."""

    exit_code = 1


class ConfigError(NescioError):
    """A configuration, rule file or list is wrong."""

    exit_code = 2


class PluginError(NescioError):
    """A part cannot be found, cannot be built, or is named twice."""

    exit_code = 2


class InputError(NescioError):
    """A file, a text or a language cannot be read."""


class JobError(NescioError):
    """A job or a table of solutions is malformed or belongs to another text."""


def place_of(error: BaseException) -> str:
    """What kind of error it is and where it happened, never what it says: that may quote a text."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


@contextmanager
def failing_as(part: str) -> Iterator[None]:
    """Whatever goes wrong in here is an error that names the part, such as "voter 'tides'".

    nescio's own errors say enough by themselves.
    """
    try:
        yield
    except NescioError:
        raise
    except Exception as error:
        raise PluginError(f"The {part} failed: {place_of(error)}.") from error


def known(name: str, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: the likely one first, then all."""
    possible = sorted(names)
    near = get_close_matches(name, possible, n=1)
    hint = f"Did you mean {near[0]!r}? " if near else ""
    return f"{hint}Known: {', '.join(possible) or 'none'}."


def check_options(part: str, options: Iterable[str], possible: Collection[str]) -> None:
    """Refuse an option that a part does not have: a slip of the pen must not pass silently."""
    for key in options:
        if key not in possible:
            raise ConfigError(f"{part} has no option {key!r}. {known(key, possible)}")
