"""`nescio workbench`: review, and annotate with a team, in a browser; its users, backups and retention."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer
from typer.core import TyperGroup

from nescio.cli import options
from nescio.cli.console import count, print_json, tell, warn
from nescio.cli.key import open_key

if TYPE_CHECKING:
    from nescio.workbench.store.users import UserBook

OPEN = "open"


class _OpeningGroup(TyperGroup):
    """`nescio workbench letter.docx` opens it: what is no command of the group is a file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = [OPEN, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_OpeningGroup,
    help="Review an anonymization, or annotate with a team, in a browser; without a command, [bold]open[/].",
    epilog=options.examples(
        ("nescio workbench letter.docx", "review one document"),
        ("nescio workbench open --help", "all that can be said when it is opened"),
        ("nescio workbench user add Ada --role administrator", "the first user of a team"),
        ("nescio workbench backup monday.backup", "everything in one file"),
    ),
)
user_app = typer.Typer(no_args_is_help=True, help="Who may sign in, and as what.")
app.add_typer(user_app, name="user")

Store: TypeAlias = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="Where everything is kept, originals and all."),
]
Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="In place of a file: postgresql://USER@HOST/NAME, or env:VARIABLE, which holds the URL.",
    ),
]
PasswordFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--password-file",
        metavar="FILE",
        help="Its first line is the password; else NESCIO_PASSWORD, else it is asked for.",
    ),
]


@app.command(
    name=OPEN,
    epilog=options.examples(
        ("nescio workbench letters", "review a folder"),
        ("nescio workbench --store case.sqlite --key secret.key", "a project of its own, encrypted"),
        ("nescio workbench --sign-in --database env:BENCH --port 8080", "for a team, on PostgreSQL"),
        (
            "nescio workbench --sign-in --host 0.0.0.0 --certificate cert.pem --private-key key.pem",
            "for other machines",
        ),
    ),
)
def open_(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="FILE|FOLDER", help="Files or folders to begin with.")
    ] = None,
    port: Annotated[int, typer.Option("--port", help="0 takes any that is free.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    sign_in: Annotated[
        bool, typer.Option("--sign-in", help="For a team: everybody needs a name and a password.")
    ] = False,
    host: Annotated[str, typer.Option("--host", help="The address to listen at; others need --sign-in.")] = (
        "127.0.0.1"
    ),
    certificate: Annotated[Path | None, typer.Option("--certificate", help="For TLS, in PEM.")] = None,
    private_key: Annotated[Path | None, typer.Option("--private-key", help="For TLS, in PEM.")] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Another server encrypts what comes and goes.")
    ] = False,
    store: Store = None,
    database: Database = None,
    key: options.KeySource = None,
) -> None:
    """Review and correct, or annotate with a team; nothing leaves this machine unless you say so."""
    serving = _serving()
    desk = serving.open_desk(serving.store_url(store, database), open_key(key))
    try:
        for sentence in serving.load_files(desk, paths or []):
            warn(sentence)
        binding = serving.Binding(host, port, certificate, private_key, behind_proxy)
        bench = serving.Workbench(desk, binding=binding, sign_in=sign_in)
        place = "the database" if database else store or serving.default_store()
        more = "" if sign_in else "; Enter gives a new address"
        tell(f"The project is kept in {place}. Ctrl-C ends the workbench{more}.")
        serving.run_workbench(bench, say=typer.echo, browser=not no_browser)
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
    finally:
        desk.close()


def _serving() -> Any:
    from nescio.core.extras import import_extra

    return import_extra("nescio.workbench.serving", needed_by="The workbench", install="nescio[workbench]")


@contextmanager
def _users(store: Path | None, database: str | None) -> Iterator[UserBook]:
    """Users need no key: nothing about them is sealed."""
    serving = _serving()
    from nescio.web.database import open_engine
    from nescio.workbench.store.opening import OpenTables
    from nescio.workbench.store.users import UserBook

    found = OpenTables(open_engine(serving.store_url(store, database)))
    try:
        yield UserBook(found)
    finally:
        found.close()


@user_app.command(
    epilog=options.examples(
        ("nescio workbench user add Ada --role administrator", "asks for a password, twice"),
        ("nescio workbench user add Vera --role annotator --password-file vera.txt", ""),
    )
)
def add(
    name: Annotated[str, typer.Argument(help="How they sign in and are shown.")],
    role: Annotated[str, typer.Option("--role", help="administrator, annotator or revisor.")],
    password_file: PasswordFile = None,
    store: Store = None,
    database: Database = None,
) -> None:
    """Add somebody who may sign in."""
    with _users(store, database) as users:
        made = users.add(name, role, _password(password_file))
    tell(f"{made['name']} may sign in as {made['role']}.")


@user_app.command(
    name="list", epilog=options.examples(("nescio workbench user list --store team.sqlite", ""))
)
def list_(store: Store = None, database: Database = None) -> None:
    """Print one JSON object per user."""
    with _users(store, database) as users:
        found = users.all()
    for user in found:
        print_json(user)


@user_app.command(epilog=options.examples(("nescio workbench user change Vera --role revisor", "")))
def change(
    name: Annotated[str, typer.Argument(help="Who it is.")],
    role: Annotated[str | None, typer.Option("--role", help="administrator, annotator or revisor.")] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--inactive", help="Whether they may sign in.")
    ] = None,
    new_password: Annotated[bool, typer.Option("--new-password", help="Ask for another password.")] = False,
    password_file: PasswordFile = None,
    store: Store = None,
    database: Database = None,
) -> None:
    """Give somebody another role or password, or keep them out; their sessions end."""
    with _users(store, database) as users:
        password = _password(password_file) if new_password or password_file else None
        done = users.change(users.find(name), role=role, active=active, password=password)
    tell(f"{done['name']} is {done['role']} and may {'' if done['active'] else 'not '}sign in.")


@app.command(epilog=options.examples(("nescio workbench backup monday.backup --store team.sqlite", "")))
def backup(
    file: Annotated[Path, typer.Argument(help="Where the backup goes.")],
    store: Store = None,
    database: Database = None,
) -> None:
    """Write everything into one file, as it is at this moment; what is encrypted stays so."""
    serving = _serving()
    from nescio.workbench.store.backup import write_backup

    rows = write_backup(serving.store_url(store, database), file)
    tell(f"{count(rows, 'row')} in {file}. Who has it has the originals, unless there was a key.")


@app.command(
    epilog=options.examples(
        ("nescio workbench restore monday.backup --database env:BENCH", "into PostgreSQL")
    )
)
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    store: Store = None,
    database: Database = None,
) -> None:
    """Fill an empty store from a backup, whole or not at all."""
    serving = _serving()
    from nescio.workbench.store.backup import restore_backup

    tell(f"{count(restore_backup(file, serving.store_url(store, database)), 'row')} restored.")


@app.command(
    epilog=options.examples(
        ("nescio workbench purge --store team.sqlite", "what the projects and settings say is due"),
    )
)
def purge(store: Store = None, database: Database = None, key: options.KeySource = None) -> None:
    """Delete originals whose time is over: so many days after an export or a download as was set."""
    serving = _serving()
    from nescio.workbench.retaining import Retention
    from nescio.workbench.store.opening import open_store

    found = open_key(key)
    opened = open_store(serving.store_url(store, database), None if found is None else found.key)
    try:
        gone = Retention(opened).delete_due()
    finally:
        opened.close()
    tell(f"The originals of {count(gone.projects, 'project')} and {count(gone.files, 'file')} were deleted.")


def _password(file: Path | None) -> str:
    """From a file, the environment or the keyboard; never from the command line, which others see."""
    import os

    from nescio.core.errors import InputError, shown

    if file is not None:
        try:
            return file.read_text(encoding="utf-8").splitlines()[0]
        except (OSError, UnicodeDecodeError, IndexError):
            raise InputError(f"{shown(file)} holds no password in its first line.") from None
    return os.environ.get("NESCIO_PASSWORD") or typer.prompt(
        "Password", hide_input=True, confirmation_prompt=True, err=True
    )
