"""OpenDocument: nothing hidden is left in any corner, and the way back restores every part."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from nescio.core.errors import InputError, NescioError
from nescio.formats.document import Wishes
from nescio.formats.opendocument import OpenDocumentFormat
from tests.formats.hiding import back, hide, text_of
from tests.formats.planted import Planter, left_in
from tests.formats.planted_odf import make_odf, odf_part, planted_ods, planted_odt, small_ods, small_odt
from tests.formats.planted_odf_more import planted_ods_more, planted_odt_more

ODF = OpenDocumentFormat(Wishes())
PLANTED = {
    "odt": planted_odt,
    "ods": planted_ods,
    "more of odt": planted_odt_more,
    "more of ods": planted_ods_more,
}


def part(data: bytes, name: str = "content.xml") -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


@pytest.mark.parametrize("make", PLANTED.values(), ids=PLANTED.keys())
def test_none_of_the_names_in_all_corners_is_left(make: Callable[[], tuple[bytes, Planter]]) -> None:
    data, planter = make()
    assert len(planter.names) >= 50
    assert set(left_in(data, planter)) == set(planter.corners.values())
    written, jobs = hide(ODF, data, *planter.names)
    assert left_in(written, planter) == {}
    assert text_of(ODF, back(ODF, written, jobs)) == text_of(ODF, data)


@pytest.mark.parametrize("make", PLANTED.values(), ids=PLANTED.keys())
def test_what_hides_nothing_changes_nothing(make: Callable[[], tuple[bytes, Planter]]) -> None:
    data, _ = make()
    assert hide(ODF, data, "Nobodyhere")[0] == data


def test_parts_without_a_name_stay_byte_for_byte_and_the_type_comes_first() -> None:
    data = small_odt("Zorva came.", **{"styles.xml": odf_part("document-styles", "<!-- x -->")})
    written, _ = hide(ODF, data, "Zorva")
    assert part(written, "styles.xml") == part(data, "styles.xml")
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)


def test_a_name_over_several_spans_goes_into_the_first_and_keeps_its_style() -> None:
    spans = "Dear <text:span text:style-name='B'>Imo</text:span>gen<text:s/>Vantong<text:span>eren</text:span>, hello."
    data = small_odt(f"<text:p>{spans}</text:p>")
    written, _ = hide(ODF, data, "Imogen Vantongeren")
    assert '<text:span text:style-name="B">[PERSON1]</text:span>' in part(written)
    assert text_of(ODF, written).split() == ["Dear", "[PERSON1]", ",", "hello."]


def test_a_cell_whose_text_is_hidden_loses_the_value_behind_it() -> None:
    cell = '<table:table-cell office:value-type="date" office:date-value="1980-01-02"><text:p>2 Jan 1980</text:p></table:table-cell>'
    other = (
        '<table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>'
    )
    written, _ = hide(ODF, small_ods(cell + other), "2 Jan 1980")
    assert "1980" not in part(written)
    assert 'office:value-type="string"' in part(written)
    assert 'office:value="7"' in part(written)


def test_a_number_without_a_text_becomes_a_string_and_comes_back() -> None:
    data = small_ods('<table:table-cell office:value-type="float" office:value="49301234567"/>')
    written, jobs = hide(ODF, data, "49301234567")
    assert "49301234567" not in part(written)
    assert 'office:value-type="string"' in part(written)
    assert text_of(ODF, back(ODF, written, jobs)) == text_of(ODF, data)


def test_a_word_that_is_part_of_the_name_of_a_font_can_be_hidden() -> None:
    styles = odf_part("document-styles", '<style:font-face style:name="Calibri Light"/>')
    written, _ = hide(ODF, small_odt("A Light came.", **{"styles.xml": styles}), "Light")
    assert "Light" not in part(written)


def test_the_manifest_stays_true() -> None:
    data, planter = planted_odt()
    written, _ = hide(ODF, data, planter.names[0])
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        names = archive.namelist()
    assert not any(name.startswith(("Thumbnails", "ObjectReplacements")) for name in names)
    assert "humbnail" not in part(written, "META-INF/manifest.xml")
    assert "signatures" not in part(written, "META-INF/manifest.xml")


def test_macros_are_refused_or_dropped() -> None:
    data = small_odt("Zorva came.", **{"Basic/Standard/x.xml": "<x>Zorva</x>"})
    with pytest.raises(InputError, match="macros"):
        hide(ODF, data, "Zorva")
    written, _ = hide(OpenDocumentFormat(Wishes(drop_macros=True)), data, "Zorva")
    assert "Basic" not in part(written, "META-INF/manifest.xml")


def test_a_part_that_nobody_knows_is_refused_or_dropped() -> None:
    data = small_odt("Zorva came.", **{"Object 1": b"\x01\x02Zorva"})
    with pytest.raises(InputError, match="cannot be made safe: a part that nothing here can read"):
        hide(ODF, data, "Zorva")
    written, _ = hide(OpenDocumentFormat(Wishes(drop_unknown=True)), data, "Zorva")
    assert b"Object 1" not in written


LOCKED = (
    '<manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:encryption-data/></manifest>'
)
BAD = {
    "empty": b"",
    "cut off": small_odt("a")[:300],
    "text": b"just a text",
    "no content": make_odf("text", {"meta.xml": "<x/>"}),
    "entities": small_odt("a", **{"meta.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}),
    "damaged XML": small_odt("a", **{"meta.xml": "<x>"}),
    "old": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NescioError):
        ODF.read(data, name="x")


def test_an_encrypted_file_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("content.xml", b"\x01\x02")
        archive.writestr("META-INF/manifest.xml", LOCKED)
    with pytest.raises(InputError, match="encrypted"):
        ODF.read(file.getvalue(), name="x")


def test_the_ledger_names_every_part() -> None:
    data, _ = planted_odt()
    told = {part.name for part in ODF.inspect(data).parts}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
    assert names <= told | {name.partition(": ")[0] for name in told}
