"""What columns are called, and what then stands in them."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError, NescioError
from nescio.formats.columns import ColumnRules
from nescio.packs import load_pack

RULES = ColumnRules.build(load_pack("xx"), {})

KNOWN = {
    "Nachname": "FAMILY", "NACHNAME": "FAMILY", "Patient_Nachname": "FAMILY", "patientLastName": "FAMILY",
    "Vorname 1": "GIVEN", "Tel.-Nr.": "PHONE", "Straße": "STREET", "E-Mail (privat)": "EMAIL",
    "DOB": "BIRTHDATE",
    "apellidos": "FAMILY", "Teléfono móvil": "PHONE", "C.P.": "POSTCODE", "Data de nascimento": "BIRTHDATE",
    "sobrenome": "FAMILY", "CPF": "NATIONAL_ID", "IBAN": "IBAN", "Name": "PER", "N.º de utente": "HEALTH_ID",
    "Patient": "PER", "Patientin": "PER", "paciente": "PER", "utente": "PER", "Doctor": "PER", "Dr.": "PER",
    "Arzt": "PER", "Ärztin": "PER", "Médico": "PER", "médica": "PER", "Enfermeira": "PER", "Abogada": "PER",
    "Attending physician": "PER", "behandelnde Ärztin": "PER", "médico de cabecera": "PER", "Klägerin": "PER",
    "Product name": "", "Menge": "", "Betrag": "", "diagnosis": "", "": "", "Name der Station": "",
}  # fmt: skip


@pytest.mark.parametrize("heading", KNOWN)
def test_headings_of_all_languages_say_what_stands_below(heading: str) -> None:
    columns = RULES.of_header([heading, "surname"])
    assert columns is not None
    assert columns[0].label == KNOWN[heading]


def test_a_row_of_no_known_heading_is_no_header() -> None:
    assert RULES.of_header(["17", "Ansgar Quellbrunn"]) is None


@pytest.mark.parametrize("wish", ["=PER", "  =PER", "x=NOSUCH"])
def test_what_is_no_wish_about_a_column_is_refused(wish: str) -> None:
    with pytest.raises(ConfigError):
        ColumnRules.build(load_pack("xx"), {"columns": [wish]})


def test_a_label_may_be_said_in_any_language() -> None:
    assert ColumnRules.build(load_pack("xx"), {"columns": ["a=NACHNAME"]}).wishes == {"a": "FAMILY"}


def test_a_number_beyond_the_columns_is_refused() -> None:
    rules = ColumnRules.build(load_pack("xx"), {"columns": ["9=PER"]})
    with pytest.raises(NescioError, match="'9'"):
        rules.by_number([], [])
