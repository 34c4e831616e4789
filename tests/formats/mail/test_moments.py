"""Dates of headers: a zone tells of a place, and goes with places."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.formats.document import Wishes
from nescio.formats.mail.format import MailFormat
from nescio.formats.mail.moments import HeaderMoment
from nescio.formats.markup.source import Source

ZONES = st.integers(-12 * 4, 14 * 4).map(lambda quarter: f"{quarter * 15 // 60:+03}{quarter * 15 % 60:02}")


def _mail(date: str) -> bytes:
    return f"Date: {date}\n\nWe met.\n".encode()


def _label_of(date: str) -> dict[str, str]:
    [opened] = MailFormat(Wishes()).open(_mail(date), Wishes())
    return {piece.text: piece.label for piece in opened.pieces}


@pytest.mark.parametrize("zone", ["+0100", "-0300", "EST", "JST"])
def test_a_zone_is_a_place(zone: str) -> None:
    assert _label_of(f"Tue, 12 Mar 2024 09:15:00 {zone}")[zone] == "REGION"


@pytest.mark.parametrize("zone", ["+0000", "-0000", "GMT", "UTC", "Z"])
def test_universal_time_tells_of_no_place(zone: str) -> None:
    assert _label_of(f"Tue, 12 Mar 2024 09:15:00 {zone}")[zone] == ""


def test_the_name_of_a_zone_in_a_remark_goes_with_it() -> None:
    labels = _label_of("Tue, 12 Mar 2024 09:15:00 +0100 (CET)")
    assert (labels["+0100"], labels["CET"]) == ("REGION", "REGION")


def test_dates_are_read_in_universal_time() -> None:
    assert "2024-03-11 23:15:00" in _label_of("Tue, 12 Mar 2024 00:15:00 +0100")
    assert "2024-03-12 05:15" in _label_of("12 Mar 2024 00:15 EST")


def _moment(date: str, zone: str) -> tuple[Source, HeaderMoment]:
    source = Source(f"{date} {zone}")
    return source, HeaderMoment(source, (0, len(date)), (len(date) + 1, len(date) + 1 + len(zone)))


@given(st.integers(631152000, 4102444800).map(lambda second: datetime.fromtimestamp(second, UTC)), ZONES)
def test_without_its_zone_a_date_is_the_same_moment_and_comes_back(when: datetime, zone: str) -> None:
    date = format_datetime(when).rpartition(" ")[0]
    source, moment = _moment(date, zone)
    moment.put_zone("-0000")
    gone = source.written()
    assert parsedate_to_datetime(gone).replace(tzinfo=UTC) == parsedate_to_datetime(f"{date} {zone}")
    again, back = _moment(gone.rpartition(" ")[0], "-0000")
    assert back.text == moment.text
    back.put_zone(zone)
    assert again.written() == f"{date.replace(', 0', ', ', 1)} {zone}"


def test_a_date_that_moves_keeps_its_zone_if_that_stays() -> None:
    source, moment = _moment("Tue, 12 Mar 2024 00:15:00", "+0100")
    moment.put_date("2024-04-01 10:00:00")
    assert source.written() == "Mon, 1 Apr 2024 11:00:00 +0100"


def test_what_is_no_date_stays_as_it_is() -> None:
    source, moment = _moment("some day", "+0100")
    moment.put_zone("-0000")
    assert source.written() == "some day -0000"
