"""Dumps of invented entries, and their import, for `linear.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.texts import names
from nescio.knowledge.lexicon import write_lexicon
from nescio.knowledge.loading import open_store
from nescio.knowledge.rdf import read_rdf
from nescio.knowledge.wikidata import import_dump
from nescio.knowledge.wiktionary import read_dump, read_extract
from nescio.packs import load_pack

ENTRY = 300  # characters of an entry, about
HEADS = {  # how the edition of each language begins a noun and a definition
    "en": "==English==\n===Noun===\n# {}\n",
    "de": "== Wort ({{{{Sprache|Deutsch}}}}) ==\n=== {{{{Wortart|Substantiv|Deutsch}}}} ===\n:[1] {}\n",
    "pt": "=Português=\n==Substantivo==\n# {}\n",
    "es": "== {{{{lengua|es}}}} ==\n=== Sustantivo ===\n;1: {}\n",
}


def imports(language: str, size: int, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """The imports in turn, each of a dump of about that size; the last two are hostile."""
    number = max(1, size // ENTRY)
    yield (
        "kb import: Wikidata",
        partial(_wikidata, _write_wikidata(folder, language, number), folder, language),
    )
    yield "kb import: RDF", partial(_rdf, _write_rdf(folder, language, number), folder, language)
    extract = folder / "extract.jsonl"
    rows = [
        json.dumps({"word": name, "lang_code": language, "pos": "noun"})
        for name in names(language, 3 * number)
    ]
    extract.write_text("\n".join(rows), encoding="utf-8")
    yield "dictionary import: extract", partial(_extract, extract, folder, language)
    for name, filler in (
        ("dictionary import: dump", "eine [[Stadt|city]] ''x'' <b>y</b> "),
        *HOSTILE.items(),
    ):
        dump = _write_dump(folder, language, filler, size)
        yield name, partial(_dump, dump, folder, language)


HOSTILE = {f"dictionary import: {mark}": mark for mark in ("[[", "<", "{{", "''", "[[a|")}


def _write_wikidata(folder: Path, language: str, number: int) -> Path:
    path = folder / "wikidata.json"
    rows = [
        json.dumps(
            {
                "id": f"Q{at + 1}",
                "labels": {language: {"value": name}},
                "claims": {"P31": [{"mainsnak": {"datavalue": {"value": {"id": f"Q{at // 2 + 1}"}}}}]},
            }
        )
        for at, name in enumerate(names(language, number))
    ]
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    return path


def _write_rdf(folder: Path, language: str, number: int) -> Path:
    path = folder / "base.nt"
    label, above = (
        "<http://www.w3.org/2000/01/rdf-schema#label>",
        "<http://www.w3.org/2004/02/skos/core#broader>",
    )
    lines = [
        f'<urn:e{at}> {label} "{name}"@{language} .\n<urn:e{at}> {above} <urn:e{at // 2}> .\n'
        for at, name in enumerate(names(language, number))
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _write_dump(folder: Path, language: str, filler: str, size: int) -> Path:
    """One page whose definition is as long as the dump."""
    path = folder / "dump.xml"
    text = HEADS[language].format(filler * (size // len(filler)))
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    page = f"<page><title>Wort</title><revision><text>{escaped}</text></revision></page>"
    path.write_text(f"<mediawiki>{page}</mediawiki>", encoding="utf-8")
    return path


def _wikidata(path: Path, folder: Path, language: str) -> None:
    store = open_store(str(folder / "wikidata.db"), writable=True)
    import_dump(path, store, languages=[language])
    store.resolve_types(load_pack(language).types.words)
    store.close()


def _rdf(path: Path, folder: Path, language: str) -> None:
    store = open_store(str(folder / "rdf.db"), writable=True)
    store.add(read_rdf(path, languages=[language]))
    store.resolve_types(load_pack(language).types.words)
    store.close()


def _extract(path: Path, folder: Path, language: str) -> None:
    write_lexicon(folder / "extract.db", read_extract(path, language))


def _dump(path: Path, folder: Path, language: str) -> None:
    write_lexicon(folder / "dump.db", read_dump(path, load_pack(language), translations=("en", "de")))
