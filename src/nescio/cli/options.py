"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

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
        "--policy",
        help="What counts as sensitive: a name (see [bold]nescio policy list[/]), a TOML file, or "
        "learnt:FILE, a model.",
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
Carry: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--carry",
        metavar="KEY",
        help="With --jsonl: pass a further key of a line on as it is; repeatable.",
    ),
]
DropOthers: TypeAlias = Annotated[
    bool, typer.Option("--drop-other-keys", help="With --jsonl: leave further keys of a line out.")
]
KeySource: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--key",
        metavar="FILE",
        help="The key of keyed methods and of vaults: a file of [bold]nescio key new[/], env:VARIABLE, "
        "passphrase (asked for), or passphrase:VARIABLE.",
    ),
]
KeepOrigin: TypeAlias = Annotated[
    bool,
    typer.Option("--keep-origin", help="With the method pseudonym: a Turkish name stays a Turkish one."),
]
ManifestFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--manifest",
        metavar="FILE",
        help="With the method pseudonym: the names of the corpus, from [bold]nescio names scan[/]; "
        "no pseudonym is one of them.",
    ),
]
Recall: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--recall",
        help="high, balanced or precise: find more with the tagger, or be surer of what is found.",
    ),
]
AllowJobOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-job-option",
        metavar="KEY",
        help="Let jobs set this key, though it reaches network, files or code; repeatable.",
    ),
]
Hide: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--hide", metavar="TERM", help="A name or word that always goes; repeatable."),
]
HideList: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--hide-list", metavar="FILE", help="A file of such words, one per line; repeatable."),
]
Keep: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--keep", metavar="TERM", help="A name or word that always stays; repeatable."),
]
KeepList: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--keep-list", metavar="FILE", help="A file of such words, one per line; repeatable."),
]
AllowUnknown: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--allow-unknown-parts",
        help="Empty the parts of a document that nothing can read, instead of refusing it.",
    ),
]
DropMacros: TypeAlias = Annotated[
    bool, typer.Option("--drop-macros", help="Take macros out of documents, instead of refusing them.")
]
AcceptChanges: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--accept-changes",
        help="Accept tracked changes: what was deleted or moved away goes, what was inserted stays.",
    ),
]
Columns: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="NAME[=LABEL]",
        help="What stands in a column of tables, by heading or number: a label (people if there is none), "
        "keep, or text; repeatable.",
    ),
]
OwnTags: TypeAlias = Annotated[
    bool, typer.Option("--own-tags", help="Accept tags that nescio does not know.")
]
Repair: TypeAlias = Annotated[
    bool, typer.Option("--repair", help="Take a stray I- tag for the beginning of a mention.")
]


def documents(asked: Any) -> dict[str, Any]:
    """The wishes about documents among the options of a command, by the names that formats know."""
    named = ("allow_unknown_parts", "drop_macros", "accept_changes")
    found = {name: getattr(asked, name, False) for name in named}
    return {**found, "columns": tuple(asked.column or ())}


def examples(*pairs: tuple[str, str]) -> str:
    """The end of a help page: commands to copy, and what they are for."""
    width = max(len(command) for command, _ in pairs)
    lines = [f"[cyan]{command:{width}}[/]  {purpose}" for command, purpose in pairs]
    return "\n".join(["[bold]Examples[/]", "", "\b", *lines])  # \b keeps the line breaks


def refuse_without_jsonl(**others: Any) -> None:
    """What is about the keys of lines means nothing without lines."""
    from nescio.core.errors import ConfigError

    for name, value in others.items():
        if value:
            raise ConfigError(f"--{name.replace('_', '-')} is about the lines of --jsonl; name them too.")


def refuse_with_jsonl(**others: Any) -> None:
    """The line protocol has its own input and output; what it would ignore is refused."""
    from nescio.core.errors import ConfigError

    for name, value in others.items():
        if value:
            given = "a path" if name == "paths" else f"--{name.replace('_', '-')}"
            raise ConfigError(
                f"--jsonl reads one file of lines and prints lines, so {given} has no meaning; leave it out."
            )
