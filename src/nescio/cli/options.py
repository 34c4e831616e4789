"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

if TYPE_CHECKING:
    from nescio.api import Anonymizer

Paths: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE|FOLDER|-", help="Files or folders; [bold]-[/] or nothing reads standard input."
    ),
]
Language: TypeAlias = Annotated[
    str, typer.Option("--language", "-l", help="en, de, pt, es, or auto: told from each text.")
]
Config: TypeAlias = Annotated[
    Path | None, typer.Option("--config", "-c", help="A configuration file, TOML or JSON.")
]
Output: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE|FOLDER", help="Where the texts go; without it, standard output."
    ),
]
Encoding: TypeAlias = Annotated[
    str | None, typer.Option("--encoding", help="How the files are encoded, if nescio cannot tell.")
]
Jsonl: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--jsonl", help='Read one JSON object per line, {"id","text","language"?,"spans"?}; - is stdin.'
    ),
]


def examples(*pairs: tuple[str, str]) -> str:
    """The end of a help page: commands to copy, and what they are for."""
    width = max(len(command) for command, _ in pairs)
    lines = [f"[cyan]{command:{width}}[/]  {purpose}" for command, purpose in pairs]
    return "\n".join(["[bold]Examples[/]", "", "\b", *lines])  # \b keeps the line breaks


def refuse_with_jsonl(**others: Any) -> None:
    """The line protocol has its own input and output; what it would ignore is refused."""
    from nescio.core.errors import ConfigError

    for name, value in others.items():
        if value:
            given = "a path" if name == "paths" else f"--{name.replace('_', '-')}"
            raise ConfigError(
                f"--jsonl reads one file of lines and prints lines, so {given} has no meaning; leave it out."
            )


def open_anonymizer(language: str, config: Path | None, methods: Sequence[str] = ()) -> Anonymizer:
    """The anonymizer of a call; what the call names wrongly is said now, not once per text."""
    from nescio.api import AUTO, Anonymizer
    from nescio.config import method_option
    from nescio.core.errors import ConfigError, known
    from nescio.packs import languages

    if language not in (AUTO, *languages()):
        raise ConfigError(f"There is no language {language!r}. {known(language, (AUTO, *languages()))}")
    _check_methods(methods)
    return Anonymizer(language, config=config, options=method_option(methods))


def _check_methods(methods: Sequence[str]) -> None:
    from nescio.registry import Registry
    from nescio.thesis.config import METHODS

    if not methods:
        return
    registry = Registry.installed()
    for method in methods:
        label, equals, name = method.rpartition("=")
        registry.find("nescio.methods", METHODS.get(name, name))
        if equals:
            _check_label(label)


def _check_label(name: str) -> None:
    """A label may be given in the words of any language."""
    from nescio.core.errors import ConfigError
    from nescio.packs import languages, load_pack

    for code in languages():
        try:
            load_pack(code).labels.find(name)
            return
        except ConfigError as error:
            refusal = error
    raise refusal
