"""The dictionary that is shipped, and files that are not dictionaries."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.knowledge import lexicon
from nescio.knowledge.lexicon import DictionaryFile, write_lexicon
from nescio.knowledge.loading import load_dictionary
from nescio.knowledge.words import DictionaryWord, Paradigm, WordForm, paradigm_of
from nescio.packs import load_pack


@pytest.mark.parametrize(
    ("language", "form", "lemma", "gender", "number"),
    [
        ("de", "Krankenhauses", "Krankenhaus", "n", "s"),
        ("de", "Häusern", "Haus", "n", "p"),
        ("pt", "universidades", "universidade", "f", "p"),
        ("es", "comisiones", "comisión", "f", "p"),
        ("en", "cities", "city", "", "p"),
    ],
)
def test_a_form_leads_to_its_word(language: str, form: str, lemma: str, gender: str, number: str) -> None:
    words = [w for w in load_dictionary(load_pack(language)).find(form) if w.pos == "noun"]
    assert (words[0].lemma, words[0].gender, words[0].number) == (lemma, gender, number)


def test_a_compound_is_declined_like_its_last_part() -> None:
    [word, *_] = load_dictionary(load_pack("de")).nouns("Fahrradprüfungskommission")
    assert (word.gender, word.form("p", "NOM")) == ("f", "Fahrradprüfungskommissionen")


def test_the_case_is_told_when_only_one_fits() -> None:
    [word, *_] = load_dictionary(load_pack("de")).nouns("Instituts")
    assert word.case == "GEN"


def test_translations_of_types_are_there() -> None:
    [word, *_] = load_dictionary(load_pack("en")).nouns("hospital")
    assert word.translations["de"] == ("Krankenhaus",)


@pytest.mark.parametrize(
    ("language", "name", "gender"),
    [
        ("de", "Friedrich", "m"),
        ("pt", "Beatriz", "f"),
        ("es", "Javier", "m"),
        ("en", "Emily", "f"),
        ("en", "MARY", "f"),
    ],
)
def test_given_names_have_a_gender(language: str, name: str, gender: str) -> None:
    assert load_dictionary(load_pack(language)).name_gender(name) == gender


def test_an_unknown_word_has_no_entry() -> None:
    assert load_dictionary(load_pack("pt")).find("xyzzyq") == []


@pytest.mark.parametrize("term", ["Krankenhauses", "Häusern", "Haus", "xyzzyq", "", "\ud800"])
def test_very_many_questions_are_answered_like_the_first(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = load_pack("de").dictionary_file
    assert path is not None
    asked_little = DictionaryFile(path, "de").find(term)
    monkeypatch.setattr(lexicon, "_MANY", 0)
    assert DictionaryFile(path, "de").find(term) == asked_little


def test_the_users_dictionary_counts_first(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    write_lexicon(
        path, [DictionaryWord("Haus", "de", "noun", "f", definition="not so", forms=(WordForm("Haus"),))]
    )
    assert load_dictionary(load_pack("de"), [str(path)]).gender("Haus") == "f"


def test_files_that_are_no_dictionaries_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with pytest.raises(ConfigError, match="There is no dictionary"):
        DictionaryFile(path, "de")
    path.write_bytes(b"not a database, only bytes that look like none")
    with pytest.raises(ConfigError, match="not a dictionary"):
        DictionaryFile(path, "de")
    path.unlink()
    write_lexicon(path, [DictionaryWord("Haus", "de", "noun", "n")])
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meta SET value = '7'")
    db.close()
    with pytest.raises(ConfigError, match="schema 7"):
        DictionaryFile(path, "de")


def test_paradigms_rebuild_the_forms_they_were_made_from() -> None:
    forms = (WordForm("Haus", "s", "NOM"), WordForm("Hauses", "s", "GEN"), WordForm("Häuser", "p", "NOM"))
    paradigm = paradigm_of("Haus", forms)
    assert Paradigm.decode(paradigm.encode()).forms("Haus") == forms
