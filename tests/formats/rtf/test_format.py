"""Rich text: nothing hidden is left in any corner, and what is not replaced stays byte for byte."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from nescio.core.errors import InputError, NescioError
from nescio.formats.document import Wishes
from nescio.formats.rtf.format import RtfFormat
from nescio.formats.rtf.second import rich_texts
from tests.formats.hiding import back, hide, seen_in, text_of
from tests.formats.planted import Planter
from tests.formats.planted_pages import planted_rtf_more
from tests.formats.planted_rtf import left_in_rtf, planted_rtf

RTF = RtfFormat(Wishes())


@pytest.mark.parametrize("make", [planted_rtf, planted_rtf_more])
def test_none_of_the_names_in_all_corners_is_left(make: Callable[[], tuple[bytes, Planter]]) -> None:
    data, planter = make()
    assert len(planter.names) >= 50
    assert seen_in(RTF, data, planter, left_in_rtf) == set(planter.corners.values())  # it finds all of them
    written, jobs = hide(RTF, data, *planter.names)
    assert seen_in(RTF, written, planter, left_in_rtf) == set()
    assert text_of(RTF, back(RTF, written, jobs)) == text_of(RTF, data)


def test_what_hides_nothing_changes_nothing() -> None:
    data, _ = planted_rtf()
    assert hide(RTF, data, "Nobodyhere")[0] == data


# What stands in the source, and what is written; Imogen Straßer is hidden.
WRITTEN = {
    "runs": (r"a {\b Imo}{\i gen Stra\'dfer} b\par", r"a {\b [PERSON1]}{\i } b\par"),
    "bytes around": (r"\'fcber Imogen Stra\'dfer \u8364? \'e4", r"\'fcber [PERSON1] \u8364? \'e4"),
    "numbers": (r"a \'fc Imogen Stra\u223\'dfer b", r"a \'fc [PERSON1] b"),
    "a line of the source": ("a \r\nImogen\r\n Stra\\'dfer b", "a \r\n[PERSON1]\r\n b"),
    "signs": (r"\{Imogen Stra\'dfer\} \\", r"\{[PERSON1]\} \\"),
    "another code page": (r"\f1 Imogen Stra\'dfer, \'e8", r"\f1 [PERSON1], \'e8"),
    "cells": (r"Imogen Stra\'dfer\cell x\cell\row", r"[PERSON1]\cell x\cell\row"),
}


@pytest.mark.parametrize(("source", "written"), WRITTEN.values(), ids=WRITTEN.keys())
def test_only_what_is_hidden_is_written_anew(source: str, written: str) -> None:
    frame = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset238 B;}}%s}"
    data = (frame % source).encode("latin-1")
    made, jobs = hide(RTF, data, "Imogen Straßer")
    assert made.decode("latin-1") == frame % written
    assert text_of(RTF, back(RTF, made, jobs)) == text_of(RTF, data)


@pytest.mark.parametrize(
    "source", [r"a Imogen b\par", r"\'fcber Imogen \'fc", r"{\b Imogen} \u8364?", r"{\info{\author Imogen}}x"]
)
def test_the_way_back_gives_the_same_bytes(source: str) -> None:
    data = rf"{{\rtf1\ansi\ansicpg1252 {source}}}".encode("latin-1")
    written, jobs = hide(RTF, data, "Imogen")
    assert b"Imogen" not in written
    assert back(RTF, written, jobs) == data


# A name with a letter beyond ASCII, spelt as most letters of its file are.
SPELT = {
    "bytes": rb"{\rtf1\ansi\ansicpg1252 \'e4\'f6, Stra\'dfer}",
    "numbers": rb"{\rtf1\ansi\ansicpg1252 \u228?\u246? we met Stra\u223?er}",
    "both": rb"{\rtf1\ansi\ansicpg1252 \u228\'e4, Stra\u223\'dfer}",
    "both, as its program does": rb"{\rtf1\ansi\ansicpg1252{\*\generator LibreOffice/7;} Stra\u223\'dfer}",
}


@pytest.mark.parametrize("data", SPELT.values(), ids=SPELT.keys())
def test_a_name_comes_back_as_its_file_spells_letters(data: bytes) -> None:
    written, jobs = hide(RTF, data, "Straßer")
    assert back(RTF, written, jobs) == data


TEXTS = {
    "Japanese": (
        rb"{\rtf1\ansi\ansicpg932{\fonttbl{\f0\fcharset128 A;}}\f0 \'93\'8c\'8b\'9e\'83A}",
        "東京ア",
    ),
    "Czech": (rb"{\rtf1\ansi{\fonttbl{\f0\fcharset238 A;}}\f0 Dvo\'f8\'e1k}", "Dvořák"),
    "beyond the plane": (rb"{\rtf1\ansi \u-10187?\u-8937?}", "\U0001d517"),
    "old Mac": (rb"{\rtf1\mac M\'9fller}", "Müller"),
}


@pytest.mark.parametrize(("data", "said"), TEXTS.values(), ids=TEXTS.keys())
def test_letters_are_read_in_their_code_page(data: bytes, said: str) -> None:
    assert text_of(RTF, data).split("\n")[0] == said
    assert hide(RTF, data, "Nobodyhere")[0] == data


OBJECTS = {
    "object": rb"{\object\objemb{\*\objdata 0105}{\result x}}",
    "unknown": rb"{\*\nobodyknows Imogen}",
    "drawing": rb"{\pict\wmetafile8 0100090000030000}",
    "bare bytes": rb"\bin6 Imogen",
}


@pytest.mark.parametrize("source", OBJECTS.values(), ids=OBJECTS.keys())
def test_what_nobody_can_read_is_refused_or_dropped(source: bytes) -> None:
    data = rb"{\rtf1 Imogen " + source + b"}"
    with pytest.raises(InputError, match="cannot be made safe"):
        hide(RTF, data, "Imogen")
    written, _ = hide(RtfFormat(Wishes(drop_unknown=True)), data, "Imogen")
    assert not any(word in written for word in (b"objdata", b"Imogen", b"0100090000030000"))


@pytest.mark.parametrize("data", [b"", b"plain", b"{\\rt", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_rich_text_is_refused(data: bytes) -> None:
    with pytest.raises(NescioError):
        RTF.read(data, name="x")


def test_the_ledger_names_destinations_and_says_that_pixels_were_not_read() -> None:
    parts = {part.name: part for part in RTF.inspect(planted_rtf()[0]).parts}
    assert {"rtf", "header", "author", "footnote", "fldinst", "atnauthor", "themedata"} <= set(parts)
    assert parts["themedata"].outcome == "dropped"
    assert "pixels were not read" in parts["pictures"].why


def test_authors_are_claimed_as_people() -> None:
    [job] = RTF.read(rb"{\rtf1{\info{\author Zorva Quellen}}{\*\revtbl{Unknown;}{Ada Moor;}}x}", name="x")
    said = [job.document.text[start:end] for start, end, _ in job.document.meta["claims"]]
    assert said == ["Zorva Quellen", "Unknown", "Ada Moor"]


def test_hostile_files_take_linear_time() -> None:
    began = time.process_time()
    for source in (
        b"{" * 200_000,
        b"\\u1?" * 100_000,
        b"\\'e4" * 100_000,
        b"{\\*\\bkmkstart a}" * 20_000,
        b"\\" * 99_999,
    ):
        RTF.read(b"{\\rtf1 " + source, name="x")
    assert time.process_time() - began < 10


def test_the_second_reader_sees_words_over_groups_and_in_digits() -> None:
    said = " ".join(
        text
        for _, text in rich_texts(rb"{\rtf1 {\b Imo}{\i gen} \'5aorva {\*\x 496d6f67656e2056616e746f6e}}")
    )
    assert "Imogen Zorva" in said
    assert "Imogen Vanton" in said
