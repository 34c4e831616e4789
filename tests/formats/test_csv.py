"""Tables as text: nothing hidden is left in any cell, and what is not replaced stays byte for byte."""

from __future__ import annotations

import csv
import io

import pytest

from nescio.core.errors import NescioError
from nescio.core.model import Job
from nescio.formats.csv import CsvFormat
from nescio.packs import load_pack
from nescio.run.opening import open_anonymizer
from tests.formats.hiding import back, hide
from tests.formats.planted import left_in
from tests.formats.planted_csv import planted_csv

CSV = CsvFormat.build(load_pack("xx"), {})


def with_columns(*columns: str) -> CsvFormat:
    return CsvFormat.build(load_pack("xx"), {"columns": columns})


def anonymized(made: CsvFormat, text: str, language: str) -> tuple[str, list[Job]]:
    data = text.encode()
    settled = made.settle(open_anonymizer(language).run(made.read(data, name="table")), data)
    return made.write(settled, data).decode(), settled


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"], ids=["comma", "semicolon", "tab", "bar"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_none_of_the_names_in_all_kinds_of_cells_is_left(sign: str, encoding: str) -> None:
    text, planter = planted_csv(sign)
    data = text.encode(encoding)
    assert len(planter.names) >= 50
    written, jobs = hide(CSV, data, *planter.names)
    assert left_in(written, planter) == {}
    cells = [
        cell for row in csv.reader(io.StringIO(written.decode(encoding)), delimiter=sign) for cell in row
    ]
    assert not [name for name in planter.names for cell in cells if name.lower() in cell.lower()]
    assert back(CSV, written, jobs) == data


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_hides_nothing_changes_nothing(end: str) -> None:
    data = planted_csv(end=end)[0].encode()
    assert hide(CSV, data, "Nobodyhere")[0] == data


# What stands in the source, what is hidden in it (Imogen), and what is written.
WRITTEN = {
    "quotes stay": ('a,"Imogen",b\n', 'a,"[PERSON1]",b\n'),
    "nothing is quoted anew": ("a;Imogen;b\r\n", "a;[PERSON1];b\r\n"),
    "no line end": ("a\tImogen", "a\t[PERSON1]"),
    "ragged": ("a,b\nImogen\n1,2,3\n", "a,b\n[PERSON1]\n1,2,3\n"),
    "sign named": ("sep=|\na|Imogen, b\n", "sep=|\na|[PERSON1], b\n"),
    "blank lines": ("a,b\n\n\nc,Imogen\n\n", "a,b\n\n\nc,[PERSON1]\n\n"),
    "one column": ("Imogen\nb\n", "[PERSON1]\nb\n"),
    "doubled quotes": ('"a ""Imogen"" b",c\n', '"a ""[PERSON1]"" b",c\n'),
}


@pytest.mark.parametrize(("source", "written"), WRITTEN.values(), ids=WRITTEN.keys())
def test_only_what_is_hidden_is_written_anew(source: str, written: str) -> None:
    made, jobs = hide(CSV, source.encode(), "Imogen")
    assert made.decode() == written
    assert back(CSV, made, jobs) == source.encode()


# ruff: noqa: ISC004
# Tables as offices have them: what goes in, and what comes out.
TABLES = {
    "de": (
        "Nachname;Vorname;Geburtsdatum;Befund\n"
        "Quellbrunn;Ansgar;03.04.1971;Herr Quellbrunn kam mit Tilda Berlin.\n"
        "Berlin;Tilda;12.11.1984;ohne\nQuellbrunn;Ilse;;ohne\nBerlin;Tilda;;ohne\n",
        "Nachname;Vorname;Geburtsdatum;Befund\n"
        "[PERSON1];[PERSON1];[GEBURTSDATUM1];Herr [PERSON1] kam mit [PERSON2].\n"
        "[PERSON2];[PERSON2];[GEBURTSDATUM2];ohne\n[PERSON3];[PERSON3];;ohne\n[PERSON2];[PERSON2];;ohne\n",
    ),
    "es": (
        "nombre,apellidos,DNI,correo electrónico\nRemedios,Quintanar Oleaga,12345678Z,x@correo.example\n",
        "nombre,apellidos,DNI,correo electrónico\n[PERSONA1],[PERSONA1],[DOCUMENTO1],[CORREO1]\n",
    ),
    "pt": (
        "Nome\tApelido\tTelefone\nClotilde\tVasqueanes\t912 345 678\n",
        "Nome\tApelido\tTelefone\n[PESSOA1]\t[PESSOA1]\t[TELEFONE1]\n",
    ),
    "en": (
        "mother first name,mother surname,first name,surname\nMay,Monday,Pip,Sunday\n",
        "mother first name,mother surname,first name,surname\n[PERSON1],[PERSON1],[PERSON2],[PERSON2]\n",
    ),
}


@pytest.mark.parametrize("language", TABLES)
def test_columns_say_what_stands_in_them_and_a_row_has_one_person(language: str) -> None:
    source, expected = TABLES[language]
    written, jobs = anonymized(CSV, source, language)
    assert written == expected
    assert back(CSV, written.encode(), jobs) == source.encode()


def test_a_user_says_what_columns_are() -> None:
    source = "Code,City,Word\nZorva,Zamora,Quellen\n"
    made = with_columns("Code", "City=keep", "3=ORG")
    assert anonymized(made, source, "en")[0] == "Code,City,Word\n[PERSON1],Zamora,[ORGANIZATION1]\n"
    assert anonymized(with_columns("2=PER"), "1,x7\n2,y8\n", "en")[0] == "1,[PERSON1]\n2,[PERSON2]\n"
    assert anonymized(with_columns("username=text"), "username,n\n17,1\n", "en")[0] == "username,n\n17,1\n"


BAD = {
    "a quote that never closes": b'a,b\n"Imogen,c\nd,e\n',
    "a quote in the first row that never closes": b'a,"Imogen\nc,d\n',
    "a quote that makes one cell of all rows": b'"Nachname,Vorname\nImogen,b\nc,d"\n',
    "a quote that makes one cell of some rows": b'Ort;"Nachname;Vorname\nx;Imogen;b"\nc;d;e\n',
    "zero bytes": b"a,b\nx\0y,z\n",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0",
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_refused_without_a_word_of_it(data: bytes) -> None:
    with pytest.raises(NescioError) as refusal:
        CSV.read(data, name="x")
    assert "Imogen" not in str(refusal.value)


# Quotes of which something can be made: one column of prose, and headings of several lines.
GOOD = {
    "prose": b'He said, "well" and went\nno more\n',
    "a long cell": b'"A text, of several\nlines, in quotes"\n"another"\n',
    "headings of two lines": b'"surname\n(family)","first name, telephone\nif known"\nx,y\n',
}


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD.keys())
def test_quotes_that_close_are_no_damage(data: bytes) -> None:
    [job] = CSV.read(data, name="x")
    assert job.document.text


def test_a_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(NescioError, match="no column called 'Nachnme'"):
        with_columns("Nachnme=PER").read(b"Nachname,b\nx,y\n", name="x")


def test_a_table_without_headings_is_said() -> None:
    header, *_ = CSV.inspect(b"17,Ansgar\n18,Tilda\n").parts
    assert (header.name, header.outcome) == ("header", "free")
    assert "none was recognised" in header.why
    assert any("more or fewer" in part.name for part in CSV.inspect(b"surname,b\nx\n").parts)


# What stands in the source, and its rows as the pipeline sees them.
SIGNS = {
    "tabs before commas": ("a,b\tc,d\ne,f\tg,h\n", "a,b | c,d\n\ne,f | g,h"),
    "semicolons before commas of figures": ("x;1,5;2,5\ny;1,5;3,5\n", "x | 1,5 | 2,5\n\ny | 1,5 | 3,5"),
    "the sign of most rows": ("a,b,c\n1,2,3\n4|5,6,7\n", "a | b | c\n\n1 | 2 | 3\n\n4|5 | 6 | 7"),
}


@pytest.mark.parametrize(("source", "text"), SIGNS.values(), ids=SIGNS.keys())
def test_the_sign_between_cells_is_the_one_that_rows_agree_about(source: str, text: str) -> None:
    assert CSV.read(source.encode(), name="x")[0].document.text == text


def test_one_known_word_alone_does_not_keep_a_row_of_data() -> None:
    [job] = CSV.read(b"Ansgar Quellbrunn,teacher,Bonn\nIda Moor,nurse,Ulm\n", name="x")
    claims = {job.document.text[start:end]: label for start, end, label in job.document.meta["claims"]}
    assert "Ansgar Quellbrunn" not in claims  # no veto: whoever looks for names looks here too
    assert claims["nurse"] == "PER"
