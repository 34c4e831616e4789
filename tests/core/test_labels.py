"""Labels, their hierarchy and the conversion of foreign tags."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError
from nescio.core.labels import Label, LabelSet, TagTable
from tests.helpers import LABELS


@pytest.mark.parametrize(
    ("name", "label"),
    [("PER", "PER"), ("person", "PER"), ("Pessoa", "PER"), ("PERZ", "PER"), ("given_name", "GIVEN")],
)
def test_a_label_is_found_by_any_of_its_names(name: str, label: str) -> None:
    assert LABELS.find(name) == label


def test_accents_do_not_matter() -> None:
    labels = LabelSet([Label("PHONE", None, "direct", "TELÉFONO")])
    assert labels.find("telefono") == labels.find("TELÉFONO") == labels.find("Tele\u0301fono") == "PHONE"


def test_a_stable_name_means_itself_even_if_it_is_an_alias_of_another() -> None:
    labels = LabelSet([Label("A", None, "direct", "A"), Label("B", None, "direct", "A", ("A",))])
    assert labels.find("A") == "A"


def test_lineage_goes_up_to_the_root() -> None:
    assert LABELS.lineage("CITY") == ("CITY", "LOC")
    assert LABELS.root("CITY") == LABELS.root("LOC") == "LOC"


def test_an_unknown_label_is_refused_with_the_likely_one() -> None:
    with pytest.raises(ConfigError, match=r"no label 'CITTY'. Did you mean 'CITY'\? Known: CITY, CODE, DATE"):
        LABELS.find("CITTY")


@pytest.mark.parametrize(
    ("table", "tag", "label"),
    [
        ({}, "PERZ", "PER"),
        ({"B-X": "person"}, "B-X", "PER"),
        ({"PER": "ORG"}, "PER", "ORG"),
        ({"UNK": "0"}, "WEAPON", None),
        ({"UNK": "O"}, "WEAPON", None),
        ({"UNK": "LOC"}, "WEAPON", "LOC"),
        ({"UNK": "0"}, "PER", "PER"),
        ({"PER": "0"}, "PER", None),
        ({}, "O", None),
        ({"UNK": "LOC"}, "O", None),
    ],
)
def test_a_table_converts_tags(table: dict[str, str], tag: str, label: str | None) -> None:
    assert TagTable(LABELS, table).convert(tag) == label


def test_an_unknown_tag_without_a_catch_all_is_refused() -> None:
    with pytest.raises(ConfigError, match="no label 'WEAPON'"):
        TagTable(LABELS, {"X": "PER"}).convert("WEAPON")


def test_a_table_that_leads_to_no_label_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match="no label 'PERSN'"):
        TagTable(LABELS, {"X": "PERSN"})
