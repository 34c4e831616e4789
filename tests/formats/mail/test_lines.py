"""Calendars and cards: their own words stay, what people wrote goes through."""

from __future__ import annotations

import pytest

from nescio.formats.document import Wishes
from nescio.formats.mail.lines import CardFormat
from nescio.run.opening import open_anonymizer
from tests.formats.hiding import back, hide, text_of

CARDS = CardFormat(Wishes())
NAME = "Imogen Vantongeren"

# What stands in a line, what is hidden in it, and what is written.
WRITTEN = {
    "folded": ("SUMMARY:With Imogen Vanto\r\n ngeren\\, late", "SUMMARY:With [PERSON1]\\, late"),
    "parameter": (
        "ATTENDEE;CN=Imogen Vantongeren;RSVP=TRUE:mailto:a@b.example",
        "ATTENDEE;CN=[PERSON1];RSVP=TRUE:mailto:a@b.example",
    ),
    "quoted parameter": (
        'ORGANIZER;CN="Imogen Vantongeren":mailto:a@b.example',
        'ORGANIZER;CN="[PERSON1]":mailto:a@b.example',
    ),
    "quoted printable": (
        "NOTE;ENCODING=QUOTED-PRINTABLE:A caf=C3=A9, and Imogen Vant=\r\nongeren=0D=0Ax",
        "NOTE;ENCODING=QUOTED-PRINTABLE:A caf=C3=A9, and [PERSON1]=0D=0Ax",
    ),
    "two components": ("N:Vantongeren;Imogen;;;", "N:Vantongeren;[GIVEN_NAME1];;;"),
    "several lines": ("NOTE:a\\nImogen Vantongeren\\nb", "NOTE:a\\n[PERSON1]\\nb"),
}


@pytest.mark.parametrize(("source", "expected"), WRITTEN.values(), ids=WRITTEN.keys())
def test_only_what_is_hidden_is_written_anew(source: str, expected: str) -> None:
    name = "Imogen" if source.startswith("N:") else NAME
    data = f"BEGIN:VCARD\r\nVERSION:3.0\r\n{source}\r\nEND:VCARD\r\n".encode()
    written, jobs = hide(CARDS, data, name)
    assert written == f"BEGIN:VCARD\r\nVERSION:3.0\r\n{expected}\r\nEND:VCARD\r\n".encode()
    assert text_of(CARDS, back(CARDS, written, jobs)) == text_of(CARDS, data)


def test_dates_are_read_as_dates_and_written_in_their_own_form() -> None:
    data = b"BEGIN:VEVENT\r\nDTSTART:20240312T091500Z\r\nSUMMARY:Lunch\r\nEND:VEVENT\r\n"
    assert "DTSTART: 2024-03-12 09:15" in text_of(CARDS, data)
    [job] = open_anonymizer("en", methods=["DATE=shift"]).run(CARDS.read(data, name="x"))
    written = CARDS.write(CARDS.settle([job], data), data)
    assert written != data
    [line] = [line for line in written.decode().splitlines() if line.startswith("DTSTART")]
    assert len(line) == len("DTSTART:20240312T091500Z")


def test_a_card_says_who_it_is_about() -> None:
    data = b"BEGIN:VCARD\nFN:Zorva Quellen\nTEL:0114 496 0143\nBDAY:19800514\nEND:VCARD\n"
    [job] = CARDS.read(data, name="x")
    text = job.document.text
    claims = {label: text[start:end] for start, end, label in job.document.meta["claims"]}
    assert claims == {"PER": "Zorva Quellen", "PHONE": "0114 496 0143", "BIRTHDATE": "1980-05-14"}


def test_rules_of_time_zones_are_for_programs() -> None:
    data = b"BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nDTSTART:19701025T030000\nEND:VTIMEZONE\n"
    [job] = CARDS.read(data, name="x")
    assert job.document.meta["prose"] == 0


def test_pictures_go() -> None:
    data = b"BEGIN:VCARD\nFN:Imogen\nPHOTO;ENCODING=b;TYPE=JPEG:SW1vZ2Vu\n aa==\nEND:VCARD\n"
    written, _ = hide(CARDS, data, "Imogen")
    assert b"SW1v" not in written
    assert b"PHOTO;ENCODING=b;TYPE=JPEG:\n" in written
