"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

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
Policy: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--policy", help="What counts as sensitive: a name (see [bold]nescio policy list[/]) or a TOML file."
    ),
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
Recall: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--recall",
        help="high, balanced or precise: find more with the tagger, or be surer of what is found.",
    ),
]
RECALL: Final = ("high", "balanced", "precise")


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


def open_anonymizer(
    language: str,
    config: Path | None,
    methods: Sequence[str] = (),
    *,
    recall: str | None = None,
    policy: str | None = None,
) -> Anonymizer:
    """The anonymizer of a call; what the call names wrongly is said now, not once per text."""
    from nescio.api import AUTO, Anonymizer
    from nescio.config import method_option
    from nescio.core.errors import ConfigError, known
    from nescio.packs import languages

    if language not in (AUTO, *languages()):
        raise ConfigError(f"There is no language {language!r}. {known(language, (AUTO, *languages()))}")
    _check_methods(methods)
    options = {**method_option(methods), **_recall_option(recall), **policy_option(policy)}
    anonymizer = Anonymizer(language, config=config, options=options)
    if recall is not None:
        _need_tagger(anonymizer, "xx" if language == AUTO else language)
    return anonymizer


def policy_option(policy: str | None) -> dict[str, Any]:
    """The settings for a policy given by name or as a file of the user's own."""
    if policy is None:
        return {}
    if policy.endswith(".toml"):
        return {"decide": {"policy": "own", "options": {"own": {"file": policy}}}}
    return {"decide": {"policy": policy}}


def _recall_option(recall: str | None) -> dict[str, Any]:
    from nescio.core.errors import ConfigError, known

    if recall is None:
        return {}
    if recall not in RECALL:
        raise ConfigError(f"--recall cannot be {recall!r}. {known(recall, RECALL)}")
    return {"detect": {"options": {"tagger": {"recall": recall}}}}


def _need_tagger(anonymizer: Anonymizer, language: str) -> None:
    from nescio.core.errors import ConfigError

    recognizers = anonymizer.settings(language).get("detect", "recognizers")
    if "tagger" not in recognizers:
        raise ConfigError(
            "--recall adjusts the recognizer 'tagger', which the configuration does not use; it uses "
            f"{', '.join(recognizers) or 'none'}."
        )


def _check_methods(methods: Sequence[str]) -> None:
    from nescio.registry import Registry

    if not methods:
        return
    registry = Registry.installed()
    for method in methods:
        label, equals, name = method.rpartition("=")
        registry.find("nescio.methods", name)
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
