"""`nescio kb`: look into the knowledge base, see how names generalize, import knowledge."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from nescio.cli.console import print_json, tell, warn, warn_passed_over
from nescio.cli.places import claim_places, store_places
from nescio.cli.screen import out

app = typer.Typer(help="Look into the knowledge base, or import one.", no_args_is_help=True)
Language = Annotated[str, typer.Option("--language", "-l", help="en, de, pt or es.")]
Stores = Annotated[
    list[str] | None, typer.Option("--knowledge", "-k", help="A store: a file, or a PostgreSQL URL.")
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


@app.command()
def find(
    term: Annotated[str, typer.Argument(help="A name.")],
    language: Language = "",
    parent: Annotated[str | None, typer.Option(help="Only what lies below this type or id.")] = None,
    properties: Annotated[
        list[str] | None,
        typer.Option("--property", "-p", help="Only entries with such a statement; with --json only these."),
    ] = None,
    knowledge: Stores = None,
    remote: Annotated[str | None, typer.Option(help="Ask this address too; needs --cache.")] = None,
    cache: Annotated[Path | None, typer.Option(help="The file that keeps the answers of --remote.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print every entry of a name, lowest index first, with its type, country, size and what is above."""
    from nescio.knowledge.asking import find_entries

    if cache is not None:
        claim_places((), store_places("--cache", cache))
    found = find_entries(
        term, language, parent=parent, properties=properties or (), stores=knowledge or (),
        remote=remote, cache=cache,
    )  # fmt: skip
    base, entries = found.base, found.entries
    for problem in found.problems:
        warn(f"{problem[:1].upper()}{problem[1:]}; only what is stored here was asked.")
    if as_json:
        rows = zip(entries, found.statements, strict=True)
        print_json([{**asdict(e), "labels": base.labels(e), "statements": said} for e, said in rows])
    else:
        for entry in entries:
            above = ", ".join(item.name for item in base.parents(entry))
            size = f" {entry.size:,}" if entry.size else ""
            line = f"{entry.uid}\t{entry.name}\t{entry.type or '-'}\t{entry.country or '-'}{size}\t{above}"
            out.print(line.rstrip(), markup=False)
    if not entries:
        warn("The knowledge base does not know this name.")
        raise typer.Exit(1)


@app.command()
def ladder(
    name: Annotated[str, typer.Argument(help="A name as it stands in a text.")],
    language: Language,
    label: Annotated[str, typer.Option(help="The label of the name.")] = "",
    before: Annotated[str, typer.Option(help="The words before the name.")] = "",
    after: Annotated[str, typer.Option(help="The words after the name.")] = "",
    knowledge: Stores = None,
    as_json: AsJson = False,
) -> None:
    """Print what a name is taken for and, step by step, how it can be generalized."""
    from nescio.knowledge.ladder import build_ladder
    from nescio.packs import load_pack

    pack = load_pack(language)
    found = build_ladder(name, pack, label=label, before=before, after=after, stores=knowledge or ())
    if as_json:
        rows = [
            {"type": rung.type, "label": rung.word, "gender": rung.gender, "entities": rung.entities}
            for rung in found.rungs
        ]
        entry = asdict(found.entry) if found.entry else None
        print_json({"name": name, "reason": found.reason, "entry": entry, "ladder": rows})
        return
    ground = f"{found.entry.name} ({found.entry.uid})" if found.entry else "no entry"
    out.print(f"{name}: by {found.reason}, {ground}", markup=False)
    for depth, rung in enumerate(found.rungs, start=1):
        article = f" ({rung.gender})" if rung.gender else ""
        shown = f"{rung.word}{article}  {rung.type}  {rung.entities:,} entities"
        out.print(f"{'  ' * depth}{shown}", markup=False)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A Wikidata dump (.json) or RDF (.nt, .ttl), also .gz, .bz2.")],
    to: Annotated[str, typer.Option("--to", help="The store: a file, or a PostgreSQL URL.")],
    languages: Annotated[str, typer.Option(help="Languages whose names are kept.")] = "en,de,pt,es",
    properties: Annotated[
        str, typer.Option(help="Statements that are kept.")
    ] = "subclass_of,instance_of,member_of,part_of",
) -> None:
    """Import a dump; a Wikidata import that was stopped goes on where it was."""
    from nescio.knowledge.loading import open_store
    from nescio.knowledge.postgres import PREFIXES
    from nescio.knowledge.rdf import read_rdf
    from nescio.knowledge.streams import BadEntries
    from nescio.knowledge.wikidata import import_dump
    from nescio.packs import load_pack

    if not to.startswith(PREFIXES):
        claim_places((file,), store_places("--to", Path(to)))
    codes = [code.strip() for code in languages.split(",") if code.strip()]
    store = open_store(to, writable=True)
    plain = file.name.removesuffix(".gz").removesuffix(".bz2")
    if plain.endswith(".json"):
        names = [name.strip() for name in properties.split(",") if name.strip()]
        added, bad = import_dump(file, store, languages=codes, properties=names)
    else:
        passed_over = BadEntries()
        added = store.add(read_rdf(file, languages=codes, passed_over=passed_over))
        bad = passed_over.number
    typed = sum(store.resolve_types(load_pack(code).types.words) for code in codes[:1])
    tell(f"{added} entries imported; of these {typed} got a type of nescio.")
    warn_passed_over(bad)
