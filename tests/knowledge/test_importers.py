"""Dumps of Wiktionary and Wikidata, and RDF: read, resumed, and refused when they are broken."""

from __future__ import annotations

import bz2
import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest

from nescio.core.errors import ConfigError, InputError
from nescio.knowledge import wikidata
from nescio.knowledge.lexicon import DictionaryFile, write_lexicon
from nescio.knowledge.rdf import read_rdf
from nescio.knowledge.sqlite import open_sqlite
from nescio.knowledge.streams import BadEntries
from nescio.knowledge.wikidata import import_dump
from nescio.knowledge.wiktionary import read_dump, read_extract
from nescio.packs import load_pack
from tests.cli.program import call

EXTRACT = {
    "word": "Turmhaus",
    "lang_code": "de",
    "pos": "noun",
    "tags": ["neuter"],
    "senses": [{"glosses": ["ein Haus mit einem Turm"]}],
    "forms": [
        {"form": "Turmhauses", "tags": ["genitive", "singular"]},
        {"form": "Turmhäuser", "tags": ["plural", "nominative"]},
    ],
    "translations": [{"lang_code": "en", "word": "tower house"}, {"lang_code": "fr", "word": "maison"}],
}
GERMAN = """== Turmhaus ({{Sprache|Deutsch}}) ==
=== {{Wortart|Substantiv|Deutsch}}, {{n}} ===
{{Deutsch Substantiv Übersicht
|Genus=n
|Nominativ Singular=Turmhaus
|Genitiv Singular=Turmhauses
|Nominativ Plural=Turmhäuser
}}
{{Bedeutungen}}
:[1] ein [[Haus]] mit Turm
{{Ü-Tabelle}}
*{{en}}: {{Ü|en|tower house}}
"""
ENGLISH = """==English==
===Noun===
{{en-noun|towerlets}}

# A small [[tower]].
==French==
===Noun===
"""
PORTUGUESE = """={{-pt-}}=
==Substantivo==
{{flex.pt|fs=torrinha|fp=torrinhas}}
'''tor.ri.nha''', {{gramática|f}}
# [[torre]] pequena
"""
SPANISH = """== {{lengua|es}} ==
=== {{sustantivo femenino|es}} ===
{{inflect.es.sust|singular=torrecita|plural=torrecitas}}
;1: [[torre]] pequeña
"""
PAGES = {
    "de": ("Turmhaus", GERMAN, "n", "Turmhäuser"),
    "en": ("towerlet", ENGLISH, "", "towerlets"),
    "pt": ("torrinha", PORTUGUESE, "f", "torrinhas"),
    "es": ("torrecita", SPANISH, "f", "torrecitas"),
}


def dump_of(title: str, text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"><page><title>' + title +
        f"</title><revision><text>{escaped}</text></revision></page></mediawiki>"
    )  # fmt: skip


def item(number: int, name: str, **claims: str) -> dict[str, Any]:
    return {
        "id": f"Q{number}",
        "labels": {"en": {"value": name}, "fr": {"value": f"{name} fr"}},
        "aliases": {"en": [{"value": f"{name} alias"}]},
        "claims": {
            prop: [{"mainsnak": {"datavalue": {"value": {"id": target}}}, "rank": "normal"}]
            for prop, target in claims.items()
        },
    }


def test_an_extract_becomes_words(tmp_path: Path) -> None:
    path = tmp_path / "kaikki.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(EXTRACT) + "\n" + json.dumps({**EXTRACT, "lang_code": "nl"}) + "\n")
    assert write_lexicon(tmp_path / "de.sqlite", read_extract(path, "de", translations=["en"])) == 1
    [word] = DictionaryFile(tmp_path / "de.sqlite", "de").find("Turmhauses")
    assert (word.lemma, word.pos, word.gender, word.case) == ("Turmhaus", "noun", "n", "GEN")
    assert word.form("p", "NOM") == "Turmhäuser"
    assert word.definition == "ein Haus mit einem Turm"
    assert word.translations == {"en": ("tower house",)}


@pytest.mark.parametrize("language", list(PAGES))
def test_the_dump_of_each_edition_becomes_words(language: str, tmp_path: Path) -> None:
    title, text, gender, plural = PAGES[language]
    path = tmp_path / "dump.xml.bz2"
    path.write_bytes(bz2.compress(dump_of(title, text).encode()))
    [word] = read_dump(path, load_pack(language), translations=["en"])
    assert (word.lemma, word.pos, word.gender) == (title, "noun", gender)
    assert plural in [form.text for form in word.forms]
    assert word.definition
    assert "[[" not in word.definition


def test_a_cut_dump_leaves_the_dictionary_as_it_was(tmp_path: Path) -> None:
    store = tmp_path / "de.sqlite"
    path = tmp_path / "dump.xml"
    path.write_text(dump_of(PAGES["de"][0], PAGES["de"][1])[:-40], encoding="utf-8")
    with pytest.raises(InputError, match="not a whole MediaWiki dump"):
        write_lexicon(store, read_dump(path, load_pack("de")))
    assert not store.exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"word": "Tu', "no entry"),
        (b'{"word": "Turm"}\n{"word": "Tu', "breaks off"),
        ('{"word": "Tür"}\n'.encode("latin-1"), "JSON in UTF-8"),
        (b"[]\n[1", "no entry"),
    ],
)
def test_a_broken_extract_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(read_extract(path, "de"))


WRONG: Final[dict[str, Any]] = {  # an entry with one thing that is not as it should be
    "no id": {"id": None},
    "an id of another kind": {"id": 5},
    "a very long id": {"id": "Q" * 1000},
    "labels of another kind": {"labels": 5},
    "a name of another kind": {"labels": {"en": {"value": 5}}},
    "a label of another kind": {"labels": {"en": "Norville"}},
    "aliases of another kind": {"aliases": "x"},
    "an alias of another kind": {"aliases": {"en": [5]}},
    "claims of another kind": {"claims": [5]},
    "a claim of another kind": {"claims": {"P31": 5}},
    "a snak of another kind": {"claims": {"P31": [{"mainsnak": 5}]}},
    "a value of another kind": {"claims": {"P31": [{"mainsnak": {"datavalue": "x"}}]}},
    "a target of another kind": {"claims": {"P31": [{"mainsnak": {"datavalue": {"value": {"id": 5}}}}]}},
}
LINES: Final = {  # a line that is no entry at all
    "half a line": '{"id": "Q1", "labels": {"en"',
    "a number": "5",
    "a list": "[1]",
    "deep": '{"id": ' + "[" * 5000 + "]" * 5000 + "}",
    "NaN": '{"id": "Q1", "x": NaN}',
    "a huge number": '{"id": "Q1", "x": 1e999}',
    "more digits than Python reads": '{"id": "Q1", "x": ' + "9" * 5000 + "}",
    "a key twice": '{"id": "Q1", "id": "Q2"}',
}


@pytest.mark.parametrize("line", [*LINES.values(), *({**item(1, "x"), **wrong} for wrong in WRONG.values())],
                         ids=[*LINES, *WRONG])  # fmt: skip
def test_a_bad_entry_of_a_dump_is_passed_over_and_the_others_come_in(line: Any, tmp_path: Path) -> None:
    path = tmp_path / "dump.json"
    bad = line if isinstance(line, str) else json.dumps(line)
    good = [json.dumps(item(90, "Norville")), json.dumps(item(91, "Sudville"))]
    path.write_text("[\n" + ",\n".join([good[0], bad, good[1]]) + "\n]\n", encoding="utf-8")
    store = open_sqlite(tmp_path / "kb.sqlite", writable=True)
    assert import_dump(path, store, languages=["en"]) == (2, 1)
    assert [entry.uid for entry in store.find("Sudville")] == ["Q91"]


@pytest.mark.parametrize("amount", ["1e999", "-1e999", "nan", "-5", "9" * 400, [], {}, None, "+5000"])
def test_any_number_of_inhabitants_can_be_kept(amount: object, tmp_path: Path) -> None:
    path = tmp_path / "dump.json"
    size = [{"mainsnak": {"datavalue": {"value": {"amount": amount}}}}]
    write_wikidata(path, {**item(90, "Norville"), "claims": {"P1082": size}, "aliases": []})
    store = open_sqlite(tmp_path / "kb.sqlite", writable=True)
    assert import_dump(path, store, languages=["en"]) == (1, 0)
    assert 0 <= store.find("Norville")[0].size <= 2_000_000_000


@pytest.mark.parametrize("empty", [[], {}, None])
def test_nothing_may_be_written_in_any_way(empty: object, tmp_path: Path) -> None:
    path = tmp_path / "dump.json"
    write_wikidata(
        path, {"id": "Q1", "labels": {"en": {"value": "Norville"}}, "aliases": empty, "claims": empty}
    )
    store = open_sqlite(tmp_path / "kb.sqlite", writable=True)
    assert import_dump(path, store, languages=["en"]) == (1, 0)


STRANGE: Final[dict[str, Any]] = {
    "senses of another kind": {"senses": 5},
    "a sense of another kind": {"senses": ["x"]},
    "tags of another kind": {"tags": {"neuter": 1}},
    "a tag of another kind": {"tags": [5]},
    "glosses of another kind": {"senses": [{"glosses": "x"}]},
    "forms of another kind": {"forms": "x"},
    "a form of another kind": {"forms": [{"form": 5, "tags": ["plural"]}]},
    "translations of another kind": {"translations": 1},
    "a translation of another kind": {"translations": [{"lang_code": "en", "word": ["x"]}]},
    "a language of another kind": {"translations": [{"lang_code": ["en"], "word": "x"}]},
    "a template of another kind": {"head_templates": [5]},
    "a word of another kind": {"word": 5},
    "a part of speech of another kind": {"pos": [1]},
}


@pytest.mark.parametrize("line", [*LINES.values(), *({**EXTRACT, **wrong} for wrong in STRANGE.values())],
                         ids=[*LINES, *STRANGE])  # fmt: skip
def test_a_bad_entry_of_an_extract_is_passed_over_and_the_others_come_in(line: Any, tmp_path: Path) -> None:
    path, store = tmp_path / "extract.jsonl", tmp_path / "de.sqlite"
    bad = line if isinstance(line, str) else json.dumps(line)
    good = [json.dumps({**EXTRACT, "word": word, "senses": []}) for word in ("Turmhaus", "Torhaus")]
    path.write_text("\n".join([good[0], bad, good[1], ""]), encoding="utf-8")
    passed_over = BadEntries()
    assert write_lexicon(store, read_extract(path, "de", translations=["en"], passed_over=passed_over)) == 2
    assert passed_over.number == 1


def test_what_utf8_cannot_write_is_kept_with_a_mark(tmp_path: Path) -> None:
    path, store = tmp_path / "extract.jsonl", tmp_path / "de.sqlite"
    odd = {**EXTRACT, "word": "Turm\ud800haus", "senses": [{"glosses": ["\udfff"]}]}
    path.write_text(json.dumps(odd) + "\n" + json.dumps({**EXTRACT, "word": "Tor:haus"}) + "\n")
    assert write_lexicon(store, read_extract(path, "de", translations=["en"])) == 2
    words = DictionaryFile(store, "de")
    assert [word.lemma for word in words.find("Turm\ud800haus")] == ["Turm\ufffdhaus"]
    assert [word.lemma for word in words.find("Tor:haus")] == ["Tor:haus"]
    words.close()
    dump, base = tmp_path / "dump.json", open_sqlite(tmp_path / "kb.sqlite", writable=True)
    write_wikidata(dump, item(90, "Nor\ud800ville"))
    assert import_dump(dump, base, languages=["en"]) == (1, 0)
    assert [entry.uid for entry in base.find("Nor\ud800ville")] == ["Q90"]


def test_a_bad_statement_of_rdf_is_passed_over(tmp_path: Path) -> None:
    path, label = tmp_path / "things.nt", "<http://www.w3.org/2000/01/rdf-schema#label>"
    path.write_text(
        f'<http://x/a> {label} "A"@en .\n<http://x/b> nonsense .\n<http://x/c> {label} "C"@en .\n'
    )
    passed_over = BadEntries()
    names = [record.name for record in read_rdf(path, languages=["en"], passed_over=passed_over)]
    assert (names, passed_over.number) == (["A", "C"], 1)


def test_what_was_passed_over_is_said(tmp_path: Path) -> None:
    dump, extract = tmp_path / "dump.json", tmp_path / "words.jsonl"
    dump.write_text("[\n5,\n" + json.dumps(item(90, "Norville")) + "\n]\n")
    outcome = call("kb", "import", dump, "--to", tmp_path / "kb.sqlite")
    assert (outcome.code, "1 entries imported" in outcome.err) == (0, True)
    assert "1 entry was passed over" in outcome.err
    extract.write_text("5\n{}\n" + json.dumps(EXTRACT) + "\n[]\n")
    outcome = call("dictionary", "import", extract, "-l", "de", "--to", tmp_path / "de.sqlite")
    assert (outcome.code, "1 word imported" in outcome.err) == (0, True)
    assert "2 entries were passed over" in outcome.err


def write_wikidata(path: Path, *items: dict[str, Any], end: str = "]") -> None:
    text = "[\n" + ",\n".join(json.dumps(i) for i in items) + "\n" + end
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())


def test_a_wikidata_dump_is_filtered_by_language_and_property(tmp_path: Path) -> None:
    path = tmp_path / "dump.json.gz"
    write_wikidata(path, item(90, "Norville", P31="Q515", P361="Q7"), item(515, "city"))
    store = open_sqlite(tmp_path / "kb.sqlite", writable=True)
    assert import_dump(path, store, languages=["en"], properties=["instance_of"]) == (2, 0)
    [entry] = store.find("norville alias", "en")
    assert store.statements(entry) == {"instance_of": ["Q515"]}
    assert "fr" not in store.labels(entry)


def test_an_import_that_was_cut_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wikidata, "_CHUNK", 2)
    path, whole = tmp_path / "dump.json", [item(n, f"Name {n}") for n in range(1, 8)]
    write_wikidata(path, *whole[:5], end=',{"id": "Q9')
    store = open_sqlite(tmp_path / "kb.sqlite", writable=True)
    with pytest.raises(InputError, match="What came before it is kept"):
        import_dump(path, store, languages=["en"])
    assert store.size() == 5
    write_wikidata(path, *whole)
    assert import_dump(path, store, languages=["en"]) == (2, 0)
    assert store.size() == 7
    assert import_dump(path, store, languages=["en"]) == (0, 0)


def test_a_damaged_archive_and_an_unknown_property_are_refused(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path / "kb.sqlite", writable=True)
    path = tmp_path / "dump.json.gz"
    write_wikidata(path, *(item(n, f"Name {n}") for n in range(200)))
    path.write_bytes(path.read_bytes()[:-300])
    with pytest.raises(InputError, match="breaks off or is damaged"):
        import_dump(path, store, languages=["en"])
    with pytest.raises(ConfigError, match="no property 'colour_of'"):
        import_dump(path, store, languages=["en"], properties=["colour_of"])
    with pytest.raises(InputError, match="There is no dump"):
        import_dump(tmp_path / "missing.json", store, languages=["en"])


TURTLE = """
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://example.org/> .
ex:norville rdfs:label "Norville"@en, "Nordstadt"@de-AT, "Ville du Nord"@fr ; a ex:City .
ex:City rdfs:label "city"@en ; rdfs:subClassOf ex:Settlement .
"""


def test_turtle_and_triples_become_records(tmp_path: Path) -> None:
    pytest.importorskip("pyoxigraph", reason="pyoxigraph is not installed; pip install 'nescio[rdf]'")
    path = tmp_path / "world.ttl"
    path.write_text(TURTLE, encoding="utf-8")
    store = open_sqlite(tmp_path / "kb.sqlite", writable=True)
    assert store.add(read_rdf(path, languages=["en", "de"])) == 2
    [entry] = store.find("Nordstadt", "de")
    assert store.statements(entry) == {"instance_of": ["http://example.org/City"]}
    assert store.find("Ville du Nord") == []
    assert store.resolve_types({"city": ("city",)}) == 1
    triples = tmp_path / "world.nt"
    triples.write_text(
        '<http://e.org/a> <http://www.w3.org/2000/01/rdf-schema#label> "A"@en .\n', encoding="utf-8"
    )
    assert [record.name for record in read_rdf(triples, languages=["en"])] == ["A"]


@pytest.mark.parametrize(("name", "text"), [("cut.ttl", TURTLE[:-40]), ("world.xml", TURTLE)])
def test_broken_rdf_is_refused(name: str, text: str, tmp_path: Path) -> None:
    pytest.importorskip("pyoxigraph", reason="pyoxigraph is not installed; pip install 'nescio[rdf]'")
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"not whole|\.nt and \.ttl"):
        list(read_rdf(tmp_path / name, languages=["en"]))
