"""Importer for RDF: N-Triples and Turtle, read by pyoxigraph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import InputError, PluginError
from nescio.knowledge.base import Record
from nescio.knowledge.streams import BadEntries, open_dump, reading

_RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
_SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
_LABELS: Final = (f"{_RDFS}label", f"{_SKOS}prefLabel", f"{_SKOS}altLabel")
_STATEMENTS: Final = {
    f"{_RDF}type": "instance_of",
    f"{_RDFS}subClassOf": "subclass_of",
    f"{_SKOS}broader": "subclass_of",
    "http://purl.org/dc/terms/isPartOf": "part_of",
    "http://www.wikidata.org/prop/direct/P31": "instance_of",
    "http://www.wikidata.org/prop/direct/P279": "subclass_of",
    "http://www.wikidata.org/prop/direct/P361": "part_of",
    "http://www.wikidata.org/prop/direct/P463": "member_of",
}
_ITEM: Final = "http://www.wikidata.org/entity/"


def read_rdf(
    path: Path, *, languages: Sequence[str], passed_over: BadEntries | None = None
) -> Iterator[Record]:
    """Everything in a file that has a name in one of the languages, or in none in particular.

    A statement that cannot be read is passed over, and counted; if it is the last one, the file is refused.
    """
    bad = passed_over or BadEntries()
    try:
        import pyoxigraph
    except ModuleNotFoundError as error:
        raise PluginError("RDF needs pyoxigraph: pip install 'nescio[rdf]'.") from error
    suffix = path.name.removesuffix(".gz").removesuffix(".bz2").rpartition(".")[2]
    formats = {"nt": pyoxigraph.RdfFormat.N_TRIPLES, "ttl": pyoxigraph.RdfFormat.TURTLE}
    if suffix not in formats:
        raise InputError(f"{path.name!r}: RDF is read from .nt and .ttl files, also as .gz and .bz2.")
    labels: dict[str, dict[str, dict[str, None]]] = {}
    statements: dict[str, dict[str, list[str]]] = {}
    with reading(path, "RDF files"), open_dump(path) as file:
        for quad in _quads(pyoxigraph.parse(file, format=formats[suffix]), bad):
            if quad is None:
                raise InputError(f"{path.name!r} is not whole or not {suffix}: nothing was imported.")
            _collect(quad, labels, statements, languages)
    for subject, names in labels.items():
        lists = {code: list(group) for code, group in names.items()}
        first = next(iter(lists.values()))[0]
        yield Record(subject, first, labels=lists, statements=statements.get(subject, {}))


def _quads(parsed: Iterator[Any], bad: BadEntries) -> Iterator[Any]:
    """The statements, and None if the last one is cut off; behind a wrong one the parser finds the next."""
    is_cut = False
    while True:
        try:
            quad = next(parsed)
        except StopIteration:
            break
        except (SyntaxError, ValueError):
            bad.number += 1
            is_cut = True
        else:
            is_cut = False
            yield quad
    if is_cut:
        yield None


def _collect(
    quad: Any, labels: dict[str, dict[str, dict[str, None]]], statements: dict[str, dict[str, list[str]]],
    languages: Sequence[str],
) -> None:  # fmt: skip
    subject, predicate = _uid(quad.subject), quad.predicate.value
    if predicate in _LABELS:
        code = (getattr(quad.object, "language", None) or "").partition("-")[0]
        if code in ("", *languages):
            labels.setdefault(subject, {}).setdefault(code, {})[quad.object.value] = None
    elif predicate in _STATEMENTS and hasattr(quad.object, "value"):
        statements.setdefault(subject, {}).setdefault(_STATEMENTS[predicate], []).append(_uid(quad.object))


def _uid(node: Any) -> str:
    return str(node.value).removeprefix(_ITEM)
