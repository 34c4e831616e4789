"""The shipped types and entities: as many as promised, and complete in every language."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nescio.knowledge.loading import load_base, load_dictionary
from nescio.packs import languages, load_pack


def test_there_are_at_least_400_types_and_200000_entities() -> None:
    assert len(load_pack("en").types.above) >= 400
    assert load_base(load_pack("en")).size() >= 200_000


@pytest.mark.parametrize("language", languages())
def test_every_type_has_a_name_in_every_language(language: str) -> None:
    types = load_pack(language).types
    assert [id for id in types.above if id not in types.nouns] == []
    assert [noun.text for noun in types.nouns.values() if ":" in noun.text or not noun.text.strip()] == []


@pytest.mark.parametrize("language", ["de", "pt", "es"])
def test_every_noun_has_a_gender(language: str) -> None:
    nouns = load_pack(language).types.nouns
    genders = "mfn" if language == "de" else "mf"
    assert [id for id, noun in nouns.items() if noun.gender not in genders or not noun.gender] == []


def test_every_german_noun_has_a_genitive_and_a_plural() -> None:
    nouns = load_pack("de").types.nouns
    assert [id for id, n in nouns.items() if not n.genitive or not n.plural or "?" in n.genitive] == []
    assert [id for id, n in nouns.items() if n.gender == "f" and n.genitive != n.text.split(" ")[-1]] == []


def test_every_entity_has_a_known_type() -> None:
    assert set(load_base(load_pack("en")).counts()) <= set(load_pack("en").types.above)


def test_every_type_below_the_top_has_an_estimate_of_its_own() -> None:
    types = load_pack("en").types
    assert [id for id, parent in types.above.items() if parent and id not in types.estimates] == []
    assert len(set(types.estimates.values())) > 30  # orders of magnitude, not one figure for all


@pytest.mark.parametrize("language", languages())
def test_every_word_for_a_type_has_a_definition(language: str) -> None:
    dictionary = load_dictionary(load_pack(language))
    nouns = [noun.text for noun in load_pack(language).types.nouns.values() if noun.text.isalpha()]
    known = [text for text in nouns if dictionary.is_word(text)]
    assert [text for text in known if not any(w.definition for w in dictionary.nouns(text))] == []
    assert len(known) > 150


def test_totals_grow_upwards() -> None:
    types = load_pack("en").types
    totals = types.totals(load_base(load_pack("en")).counts())
    for id, parent in types.above.items():
        assert not parent or totals[parent] >= totals[id]


def test_the_shipped_files_are_small() -> None:
    packs = [load_pack(language) for language in languages()]
    files = [packs[0].knowledge_file, *(pack.dictionary_file for pack in packs)]
    assert sum(path.stat().st_size for path in files if path is not None) < 30_000_000


def test_nothing_opens_a_connection_unless_asked() -> None:
    code = (
        "import socket\n"
        "def refuse(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = refuse\n"
        "from nescio.packs import languages, load_pack\n"
        "from nescio.replace.generalize import GeneralizeMethod\n"
        "GeneralizeMethod.build(load_pack('pt'), {})\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
