"""`nescio serve`: nescio over HTTP, its keys and its audit log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import count, emit, fail, print_json, tell

if TYPE_CHECKING:
    from nescio.service.settings import ServiceSettings
    from nescio.service.store import Store

app = typer.Typer(
    invoke_without_command=True,
    help="Serve detection, anonymization, documents and the way back over HTTP.",
    epilog=options.examples(
        ("nescio serve", "on this machine, port 8000; http://127.0.0.1:8000/docs to try it"),
        ("nescio serve key new desk --scope anonymize", "from now on every request needs a key"),
        ("nescio serve --host 0.0.0.0 --certificate cert.pem --private-key key.pem", "for others"),
    ),
)
key_app = typer.Typer(no_args_is_help=True, help="Keys of the service: made, listed, revoked.")
audit_app = typer.Typer(no_args_is_help=True, help="Who re-identified what.")
app.add_typer(key_app, name="key")
app.add_typer(audit_app, name="audit")

State: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--state", metavar="FOLDER", help="Where the database and its key are; NESCIO_STATE names it too."
    ),
]
Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Another database, postgresql://USER@HOST/NAME; or env:VARIABLE, which holds the URL.",
    ),
]
Seal: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--seal",
        metavar="FILE",
        help="The key that seals what is kept: a file of [bold]nescio key new[/] or env:VARIABLE; by itself "
        "one is made in the state folder.",
    ),
]


Host: TypeAlias = Annotated[str, typer.Option("--host", help="The address to listen at.")]
Port: TypeAlias = Annotated[int, typer.Option("--port", help="Its port; 0 takes any.")]
Certificate: TypeAlias = Annotated[Path | None, typer.Option("--certificate", help="For TLS, in PEM.")]
PrivateKey: TypeAlias = Annotated[Path | None, typer.Option("--private-key", help="For TLS, in PEM.")]
BehindProxy: TypeAlias = Annotated[
    bool, typer.Option("--behind-proxy", help="Another server encrypts what comes and goes.")
]
Processes: TypeAlias = Annotated[int, typer.Option("--workers", min=1, max=256, help="Processes that work.")]
Load: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--load", help="A language to load before the first request; all if none is named."),
]
MaxBody: TypeAlias = Annotated[
    float, typer.Option("--max-body", min=0.001, max=2000, help="Megabytes of one request.")
]
Seconds: TypeAlias = Annotated[
    float, typer.Option("--seconds", min=0.1, max=3600, help="Of work on one request.")
]
Rate: TypeAlias = Annotated[float, typer.Option("--rate", min=0.001, help="Requests per second of one key.")]
Waiting: TypeAlias = Annotated[
    int, typer.Option("--waiting", min=1, help="Requests that wait for a process; more are sent away.")
]
KeepHours: TypeAlias = Annotated[
    float, typer.Option("--keep-hours", min=0.001, help="How long the result of a task is kept.")
]


@app.callback()
def serve(
    context: typer.Context,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    certificate: Certificate = None,
    private_key: PrivateKey = None,
    behind_proxy: BehindProxy = False,
    workers: Processes = 2,
    language: options.Language = "auto",
    load: Load = None,
    config: options.Config = None,
    key: options.KeySource = None,
    state: State = None,
    database: Database = None,
    seal: Seal = None,
    max_body: MaxBody = 10,
    seconds: Seconds = 60,
    rate: Rate = 50,
    waiting: Waiting = 64,
    keep_hours: KeepHours = 24,
) -> None:
    """Serve until Ctrl-C; on this machine alone unless told otherwise."""
    if context.invoked_subcommand is not None:
        return
    asked = SimpleNamespace(**locals())
    _need_extra()
    from nescio.service.server import serve as run

    run(_settings(asked))


def _settings(asked: Any) -> ServiceSettings:
    from nescio.service.settings import Limits, Opening, ServiceSettings
    from nescio.web.binding import Binding

    place = _place(asked.state, asked.database, asked.seal)
    return ServiceSettings(
        **place,
        binding=Binding(asked.host, asked.port, asked.certificate, asked.private_key, asked.behind_proxy),
        opening=Opening(asked.language, asked.config, asked.key, tuple(asked.load or ())),
        limits=Limits(
            body=int(asked.max_body * (1 << 20)), seconds=asked.seconds, rate=asked.rate,
            waiting=asked.waiting, keep_hours=asked.keep_hours,
        ),
        workers=asked.workers,
    )  # fmt: skip


def _need_extra() -> None:
    from nescio.core.extras import import_extra

    for module in ("argon2", "fastapi", "prometheus_client", "sqlalchemy", "uvicorn"):
        import_extra(module, needed_by="The service", install="nescio[service]")


def _place(state: Path | None, database: str | None, seal: str | None) -> dict[str, Any]:
    import os

    from nescio.core.errors import ConfigError, shown
    from nescio.service.settings import default_state

    if database is not None and database.startswith("env:"):
        name = database.removeprefix("env:")
        database = os.environ.get(name)
        if not database:
            raise ConfigError(f"The variable {shown(name)} holds no URL of a database.")
    return {"state": state or default_state(), "database": database, "seal": seal}


@contextmanager
def _store(state: Path | None, database: str | None, seal: str | None) -> Iterator[Store]:
    _need_extra()
    from nescio.service.settings import ServiceSettings
    from nescio.service.store import Store

    store = Store.open(ServiceSettings(**_place(state, database, seal)))
    try:
        yield store
    finally:
        store.close()


@key_app.command(
    epilog=options.examples(
        ("nescio serve key new desk --scope detect --scope anonymize", "shown once"),
        ("nescio serve key new judge --scope reidentify --label PER --days 30", "persons only, a month"),
    )
)
def new(
    name: Annotated[str, typer.Argument(help="For whom or for what it is.")],
    scope: Annotated[list[str], typer.Option("--scope", help="detect, anonymize, reidentify or admin.")],
    label: Annotated[
        list[str] | None, typer.Option("--label", help="With reidentify: only this comes back; repeatable.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", help="The policy of every request with this key.")
    ] = None,
    rate: Annotated[float | None, typer.Option("--rate", help="Requests per second.")] = None,
    days: Annotated[float | None, typer.Option("--days", help="After which it is no longer valid.")] = None,
    state: State = None,
    database: Database = None,
    seal: Seal = None,
) -> None:
    """Make a key and print it, once: only its hash is kept."""
    _need_extra()
    from nescio.run.policies import list_policies
    from nescio.run.restore import choose_only
    from nescio.service.keys import make_key

    choose_only(label or (), ())
    if policy is not None and policy not in dict(list_policies("xx")):
        from nescio.core.errors import ConfigError, known, shown

        raise ConfigError(f"There is no policy {shown(policy)}. {known(policy, dict(list_policies('xx')))}")
    with _store(state, database, seal) as store:
        made, words = make_key(store, name, scope, labels=label or (), policy=policy, rate=rate, days=days)
    tell(f"The key {made.id} is shown once; send it as `Authorization: Bearer KEY`.")
    emit(f"{words}\n".encode())


@key_app.command(name="list", epilog=options.examples(("nescio serve key list", "")))
def list_(state: State = None, database: Database = None, seal: Seal = None) -> None:
    """Print one JSON object per key; the keys themselves are nowhere."""
    import time

    _need_extra()
    from nescio.service.keys import list_keys

    with _store(state, database, seal) as store:
        keys = list_keys(store)
    for key in keys:
        print_json(
            {
                "id": key.id, "name": key.name, "state": key.state(time.time()), "scopes": sorted(key.scopes),
                "labels": list(key.labels), "policy": key.policy, "rate": key.rate, "made": key.made,
                "expires": key.expires,
            }
        )  # fmt: skip


@key_app.command(epilog=options.examples(("nescio serve key revoke 0123456789ab", "")))
def revoke(
    id: Annotated[str, typer.Argument(metavar="ID", help="As `nescio serve key list` names it.")],
    state: State = None,
    database: Database = None,
    seal: Seal = None,
) -> None:
    """Make a key invalid, at once and for ever."""
    _need_extra()
    from nescio.service.keys import revoke_key

    with _store(state, database, seal) as store:
        revoke_key(store, id)
    tell(f"The key {id} is revoked.")


@audit_app.command(epilog=options.examples(("nescio serve audit verify", "")))
def verify(
    head: Annotated[
        str | None, typer.Option("--head", help="A head that an earlier call named: it must still be there.")
    ] = None,
    state: State = None,
    database: Database = None,
    seal: Seal = None,
) -> None:
    """Check every record of the audit log; the exit code is 1 if one was altered or is missing."""
    _need_extra()
    from nescio.service.audit import AuditLog

    with _store(state, database, seal) as store:
        found = AuditLog(store).verify(head)
    if found.fault is not None:
        fail(f"Record {found.fault} of the audit log was altered, or one before it is missing.")
        raise typer.Exit(1)
    if not found.knows_head:
        fail("The audit log no longer holds that head: records are missing at its end.")
        raise typer.Exit(1)
    tell(f"The audit log is whole: {count(found.records, 'record')}; its head is {found.head or 'empty'}.")


@audit_app.command(name="list", epilog=options.examples(("nescio serve audit list", "")))
def list_records(state: State = None, database: Database = None, seal: Seal = None) -> None:
    """Print the records of the audit log, one JSON object each."""
    _need_extra()
    from nescio.service.audit import AuditLog

    with _store(state, database, seal) as store:
        records = AuditLog(store).records()
    for record in records:
        print_json(record)
