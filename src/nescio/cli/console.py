"""Where the command line writes: data on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar

from nescio.core.errors import InputError
from nescio.files import lines

if TYPE_CHECKING:
    from nescio.files.leftovers import Leftover
    from nescio.run.lines import Answer
    from nescio.run.reports import Tally
    from nescio.run.sources import Inputs

T = TypeVar("T")

_DOCUMENTS: Final = (b"PK\x03\x04", b"%PDF-")  # archives and the like, which a terminal would garble


def fail(message: str) -> None:
    """One sentence about what went wrong; the text of documents is never in it."""
    _say(message, "bold red")


def warn(message: str) -> None:
    _say(message, "yellow")


def tell(message: str) -> None:
    _say(message, "green")


def _say(message: str, style: str) -> None:
    from rich.text import Text

    from nescio.cli.screen import err

    # File names and keys come from outside: no markup in them, and nothing that moves a cursor.
    err.print(Text.assemble(("nescio:", style), " ", printable(message)), soft_wrap=not err.is_terminal)


def printable(text: str) -> str:
    """The text on one line, with a mark for what a terminal would obey instead of show."""
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def warn_left_out(found: Inputs) -> int:
    """Says what is no input, or keeps an original elsewhere; the exit code is 1 if a text may be among it."""
    if found.left_out:
        other = "another format was" if found.left_out == 1 else "other formats were"
        warn(f"{count(found.left_out, 'file')} of {other} left out; formats: {', '.join(found.suffixes)}.")
    for item in found.passed_over:
        fail(f"{item.name} was passed over: {item.why}.")
    for name, number in found.names_elsewhere.items():
        keep = "another name, which keeps" if number == 1 else f"{number} other names, which keep"
        fail(f"{name} has {keep} the original: a hard link outside of what was given.")
    return 1 if found.passed_over or found.names_elsewhere else 0


def tell_leftovers(leftovers: Iterable[Leftover]) -> None:
    """Says what a killed run had left, and what became of it."""
    for path, saved in leftovers:
        if saved is None:
            warn(f"{path} was left by a run that was killed; it was removed.")
        else:
            warn(f"{path} was left by a run that was killed; its table of solutions is now {saved}.")


def warn_passed_over(number: int) -> None:
    """Entries of a dump that are not as they should be; the others were imported."""
    if number:
        was = "entry was" if number == 1 else "entries were"
        warn(f"{number} {was} passed over: not as such a file should have them.")


def warn_code_pages(guessed: Counter[str]) -> None:
    """Say which code page was taken where the bytes themselves did not tell."""
    for encoding, number in sorted(guessed.items()):
        verb = "was" if number == 1 else "were"
        warn(f"{count(number, 'text')} {verb} read as {encoding}; if that is wrong, use --encoding.")


def warn_doubts(tally: Tally) -> None:
    """Say what of a call a person should look at: languages that are not sure, lists that take too much."""
    for language, number in sorted(tally.languages.items()):
        verb = "was" if number == 1 else "were"
        warn(
            f"{count(number, 'text')} {verb} taken for {language!r}, which is likely and not sure; "
            "if that is wrong, use --language."
        )
    for name, number in sorted(tally.silent.items()):
        warn(f"The detector {printable(name)!r} said nothing about {count(number, 'text')}; the others did.")
    for source in sorted(tally.greedy):
        warn(f"Your list or rule {source!r} takes more than a fifth of the words of a text; is it meant so?")


def mark_what_cannot_be_written() -> None:
    """Half a character from a JSON file, or a letter where the system knows ASCII alone: shown as a mark.

    So in tables, help and messages; data are written as bytes and never changed.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def open_stdin() -> IO[bytes]:
    stream = lines.open_stdin()
    if sys.stdin.isatty():
        _announce_terminal()
    return stream


@cache
def _announce_terminal() -> None:
    """Once, however often the stream is asked for."""
    tell("reading from the terminal; end with Ctrl-D on an empty line.")


def emit(data: bytes) -> None:
    """Bytes to standard output, now: a reader that has gone away is noticed at once."""
    if sys.stdout is None:
        raise InputError("Standard output is closed; name a file with --output.")
    if data.startswith(_DOCUMENTS) and stdout_is_terminal():
        raise InputError("A document cannot be shown on a terminal; name a place for it with --output.")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _forget_stdout()
        raise
    except OSError as error:
        _forget_stdout()
        raise InputError(f"Standard output cannot be written: {error.strerror}.") from error


def stdout_stream() -> IO[bytes] | None:
    return None if sys.stdout is None else sys.stdout.buffer


def _forget_stdout() -> None:
    """What is still in the buffer goes nowhere, or Python would complain about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(value: Any) -> None:
    """One line of JSON; lone surrogates, which UTF-8 cannot write, stay escaped."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        data = line.encode()
    except UnicodeEncodeError:
        data = json.dumps(value).encode()
    emit(data + b"\n")


def print_answer(answer: Answer, *, silent: bool = False) -> None:
    """A bad line is said on stderr, and keeps its place in the output."""
    if answer.failure is not None:
        fail(f"line {answer.number}: {answer.failure}")
    if not silent:
        print_json(answer.content)


def print_answers(answers: Iterable[Answer]) -> int:
    """The exit code says whether a line was bad."""
    code = 0
    for answer in answers:
        print_answer(answer)
        code = 1 if answer.failure is not None else code
    return code


def stdout_is_terminal() -> bool:
    """Asked of the system, not of rich: FORCE_COLOR must not change the format of data."""
    return sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def progress(items: Generator[T, None, None], what: str, *, total: int) -> Iterator[Iterator[T]]:
    """The items, counted by a bar on stderr when that is a terminal and there is more than one.

    They are closed at the end: what a run has done is kept when it is broken off here.
    """
    with closing(items), _bar(items, what, total) as shown:
        yield shown


@contextmanager
def _bar(items: Iterator[T], what: str, total: int) -> Iterator[Iterator[T]]:
    if total < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from nescio.cli.screen import err

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        yield iter(bar.track(items, description=what, total=total))
