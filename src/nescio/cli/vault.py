"""`nescio vault`: encrypted tables of solutions, looked at, edited, moved to another key and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import count, emit, fail, print_json, tell, warn
from nescio.cli.key import open_key

if TYPE_CHECKING:
    from nescio.files.keys import FoundKey
    from nescio.solutions.vault import VaultContent

app = typer.Typer(
    no_args_is_help=True,
    help="Encrypted tables of solutions: what [bold]anonymize -s FILE --key FILE[/] writes.",
)

File: TypeAlias = Annotated[Path, typer.Argument(metavar="VAULT", help="The vault.")]


@app.command(name="list", epilog=options.examples(("nescio vault list letters.vault --key my.key", "")))
def list_(vault: File, key: options.KeySource = None) -> None:
    """Print one JSON object per document: number, id, language, fingerprint, how many replacements."""
    content = _content(vault, key)
    for number, table in enumerate(content.tables):
        print_json(
            {
                "record": number,
                "document": table.id,
                "language": table.language,
                "replacements": len(table.entries),
                "output_sha256": table.output_sha256,
                "outdated": number in content.outdated,
            }
        )


@app.command(epilog=options.examples(("nescio vault show letters.vault a.txt --key my.key", "")))
def show(
    vault: File,
    document: Annotated[str, typer.Argument(help="The id of a document, or the number of a record.")],
    key: options.KeySource = None,
) -> None:
    """Print the tables of a document as JSON; they hold the originals."""
    from nescio.core.errors import InputError
    from nescio.solutions.table import table_to_json

    tables = _content(vault, key).tables
    found = [table for table in tables if str(table.id) == document]
    if not found and document.isdecimal() and int(document) < len(tables):
        found = [tables[int(document)]]
    if not found:
        raise InputError("The vault has no such document; `nescio vault list` names them.")
    for table in found:
        print_json(table_to_json(table))


@app.command(
    epilog=options.examples(
        ("nescio vault export letters.vault --key my.key -o names.csv", "edit surrogate and checked"),
        ("nescio vault import letters.vault names.csv out --key my.key -o new", "and back"),
    )
)
def export(
    vault: File,
    key: options.KeySource = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file for its owner alone; else standard output.")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="csv or json.")] = "csv",
) -> None:
    """Write every name with its replacement as a table in clear, for a person to edit."""
    from nescio.core.errors import ConfigError, known, shown
    from nescio.files.places import PRIVATE
    from nescio.files.whole import write_whole
    from nescio.run.claims import claim_files
    from nescio.solutions.edited import FORMS, rows_of, write_rows

    if form not in FORMS:
        raise ConfigError(f"--format cannot be {shown(form)}. {known(form, FORMS)}")
    secret = _key(key)
    claim_files([vault, secret.file], {"--output": output})
    rows = rows_of(_content_of(vault, secret))
    data = write_rows(rows, form)
    if output is None:
        emit(data)
    else:
        write_whole(output, data, widest=PRIVATE)
        tell(f"{count(len(rows), 'row')} in {output.name!r}, in clear; remove it when it is imported.")


@app.command(
    name="import",
    epilog=options.examples(
        ("nescio vault import letters.vault names.csv --key my.key", "what was checked"),
        ("nescio vault import letters.vault names.csv out --key my.key -o new", "other surrogates too"),
    ),
)
def import_(
    vault: File,
    table: Annotated[Path, typer.Argument(help="The edited table, CSV or JSON.")],
    texts: Annotated[
        list[str] | None, typer.Argument(help="The anonymized texts, if surrogates were changed.")
    ] = None,
    key: options.KeySource = None,
    output: options.Output = None,
) -> None:
    """Take an edited table: all of it, or nothing and a report of what clashes.

    Texts whose surrogates were changed are written anew; the former ones can still be led back.
    """
    from nescio.run.vault import import_edited

    done = import_edited(vault, table, _key(key), paths=texts or (), output=output)
    for clash in done.clashes:
        fail(clash)
    if done.clashes:
        warn(f"{count(len(done.clashes), 'problem')}; nothing was changed.")
        raise typer.Exit(1)
    tell(f"{count(done.texts, 'text')} with other surrogates; newly checked: {done.checked}.")


@app.command(
    epilog=options.examples(("nescio vault rekey letters.vault --key old.key --new-key new.key", ""))
)
def rekey(
    vault: File,
    key: options.KeySource = None,
    new_key: Annotated[
        str | None, typer.Option("--new-key", metavar="FILE", help="The key from now on; as --key.")
    ] = None,
) -> None:
    """Encrypt a vault with another key; copies of the former file still open with the former key."""
    from nescio.solutions.vault_book import rekey as encrypt_anew

    old, new = _key(key), _key(new_key, option="--new-key")
    number = encrypt_anew(vault, old.key, new.key)
    tell(f"{count(number, 'table')} under the new key.")


@app.command(
    epilog=options.examples(
        ("nescio vault verify letters.vault --key my.key", "prints its state"),
        ("nescio vault verify letters.vault --key my.key --state 3f0c…", "it is still that one"),
    )
)
def verify(
    vault: File,
    key: options.KeySource = None,
    state: Annotated[
        str | None, typer.Option("--state", help="What an earlier verify has printed; an older copy differs.")
    ] = None,
) -> None:
    """Open every record; exit code 1 if one was altered, moved or taken away, or the end is missing."""
    content = _content(vault, key)
    code = 0
    if content.torn or not content.ended:
        warn("The vault lacks its end: a run was broken off or goes on, or somebody has cut it.")
        code = 1
    if state is not None and state != content.state:
        fail("The vault is in another state than the one that was named.")
        code = 1
    print_json({"records": len(content.tables), "outdated": len(content.outdated), "state": content.state})
    raise typer.Exit(code)


def _content(vault: Path, key: str | None) -> VaultContent:
    return _content_of(vault, _key(key))


def _content_of(vault: Path, key: FoundKey) -> VaultContent:
    from nescio.solutions.vault_book import load_vault

    content = load_vault(vault, key.key)
    if content.torn:
        warn(f"{vault.name!r} ends in half a record, of a run that was broken off or goes on.")
    return content


def _key(source: str | None, *, option: str = "--key") -> FoundKey:
    from nescio.core.errors import ConfigError

    found = open_key(source)
    if found is None:
        raise ConfigError(f"Name the key of the vault with {option} FILE.")
    return found
