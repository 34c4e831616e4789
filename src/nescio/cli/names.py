"""`nescio names`: what a corpus is called, without a name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import fail, open_stdin, progress, tell, warn_left_out
from nescio.cli.key import open_key
from nescio.cli.places import claim_places

if TYPE_CHECKING:
    from nescio.run.names import Scanned

app = typer.Typer(no_args_is_help=True, help="The names of a corpus, as keyed hashes.")

Manifest = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The manifest to write.")]


@app.callback()
def root() -> None:
    """Set up nothing; without this a group of one command would be that command."""


@app.command(
    epilog=options.examples(
        ("nescio names scan letters --key my.key -o letters.names", "first read all texts for their names"),
        (
            "nescio anonymize letters -o out -m pseudonym --key my.key --manifest letters.names",
            "then write them",
        ),
    )
)
def scan(
    output: Manifest,
    paths: options.Paths = None,
    key: options.KeySource = None,
    language: options.Language = "auto",
    config: options.Config = None,
    keep_origin: options.KeepOrigin = False,
    jsonl: options.Jsonl = None,
    encoding: options.Encoding = None,
) -> None:
    """Write a manifest of the names in texts: keyed hashes, from which nobody reads a name.

    With it no pseudonym of `anonymize -m pseudonym` is a name of the corpus. It belongs to the key and to all
    the texts that are read now; for further texts scan all of them again before the first is written.
    """
    from nescio.run.names import open_scan, scan_jsonl, scan_texts
    from nescio.run.opening import Pseudonymity, open_anonymizer

    found = open_key(key)
    secret = None if found is None else found.key
    claim_places((config, jsonl, key), {"--output": output})
    anonymizer = open_anonymizer(
        language,
        config=config,
        methods=["pseudonym"],
        key=found,
        pseudonymity=Pseudonymity(keep_origin=keep_origin),
    )
    names, code = open_scan(anonymizer, secret), 0
    if jsonl is not None:
        options.refuse_with_jsonl(paths=paths, encoding=encoding)
        bad = _told(scan_jsonl(names, jsonl, stdin=open_stdin))
    else:
        sources, texts = scan_texts(names, anonymizer, paths, output, encoding=encoding, stdin=open_stdin)
        code = warn_left_out(sources)
        with progress(texts, "scanning", total=len(sources.sources)) as scanned:
            bad = _told(scanned)
    tell(f"{output.name!r} knows {names.write(output)} words of names by their hashes.")
    raise typer.Exit(1 if bad else code)


def _told(texts: Iterable[Scanned]) -> int:
    bad = 0
    for text in texts:
        if text.failure is not None:
            bad += 1
            fail(f"{text.name}: {text.failure}")
    return bad
