"""The errors of nescio, one tree.

```
NescioError
├── ConfigError      a configuration, rule file or list is wrong        exit code 2
├── PluginError      a part cannot be found, built, or is named twice   exit code 2
├── InputError       a file, text or language cannot be read            exit code 1
└── JobError         a job or a table of solutions is malformed         exit code 1
```

A message says what was asked, what was wrong and what is possible. It carries names and
numbers, never source text. What it quotes:

- a name that nescio itself knows (a key, a label, a part, an option), by `!r`;
- a value of the user's own command line or configuration, by `shown`: short, on one line;
- a value that came with data (a job, a line, a table, a dump, an answer), never: `known` says
  which known name is near it.
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import CodeType
from typing import Final

_LONGEST: Final = 100  # characters of a name that are compared with known ones
_SHOWN: Final = 40  # characters of a value that a message quotes


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
def failing_as(part: str, *, verb: str = "failed") -> Iterator[None]:
    """Whatever goes wrong in here is an error that names the part, such as "voter 'tides'".

    nescio's own errors say enough by themselves. A part that raises SystemExit or KeyboardInterrupt
    has failed like any other; only the user's own wish to end passes.
    """
    try:
        yield
    except NescioError:
        raise
    except BaseException as error:
        if ends_the_run(error):
            raise
        raise PluginError(f"The {part} {verb}: {place_of(error)}.") from error


def ends_the_run(error: BaseException) -> bool:
    """Whether Ctrl-C or a signal of the system raised this, and no part that raises the like.

    What a signal raises comes out of its handler. Python's own handler of Ctrl-C leaves no trace, but no
    words either.
    """
    if isinstance(error, Exception):
        return False
    handlers = _signal_handlers()
    if any(frame.f_code in handlers for frame, _ in traceback.walk_tb(error.__traceback__)):
        return True
    by_python = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return by_python and type(error) is KeyboardInterrupt and not error.args


def _signal_handlers() -> set[CodeType]:
    found = (getattr(signal.getsignal(number), "__code__", None) for number in signal.valid_signals())
    return {code for code in found if code is not None}


def shown(value: object) -> str:
    """A value of the user's own command line or configuration: short, on one line, quoted if it is a word."""
    text = str(value)
    if isinstance(value, int | float) and len(text) <= _SHOWN:
        return text
    plain = "".join(char if char.isprintable() else "\ufffd" for char in text[:_SHOWN])
    return repr(plain if len(text) <= _SHOWN else f"{plain[:-1]}…")


def known(name: str, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: the likely one first, then all."""
    possible = sorted(names)
    near = get_close_matches(name[:_LONGEST], possible, n=1)
    hint = f"Did you mean {near[0]!r}? " if near else ""
    return f"{hint}Known: {', '.join(possible) or 'none'}."


def check_options(part: str, options: Iterable[str], possible: Collection[str]) -> None:
    """Refuse an option that a part does not have: a slip of the pen must not pass silently."""
    for key in options:
        if key not in possible:
            raise ConfigError(f"{part} has no option {shown(key)}. {known(key, possible)}")
