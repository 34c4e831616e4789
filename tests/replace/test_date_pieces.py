"""Ranges, lists, weekdays, feasts and years move with the whole dates, and are told less exactly."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.packs import load_pack
from nescio.replace.date_pieces import DatePieces, DateShift
from nescio.replace.dates import DateForms
from nescio.replace.numerals import NumberWriter
from nescio.replace.substitutes import draw
from tests.languages.test_replaced import FixedShifts
from tests.replace.test_substitute import solve

CASES = tomllib.loads(Path(__file__).with_name("date_pieces.toml").read_text(encoding="utf-8"))["case"]
LANGUAGES = ("en", "de", "es", "pt")


@cache
def services(language: str) -> tuple[DateForms, DatePieces]:
    pack = load_pack(language)
    numbers = NumberWriter(pack.numerals)
    forms = DateForms(pack.dates, numbers)
    return forms, DatePieces(pack.dates, forms, numbers)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}: {case['text']}")
def test_every_piece_moves(case: dict[str, str]) -> None:
    forms, pieces = services(case["language"])
    text = case["text"]
    moved = forms.shift(text, 40, year=2020) or pieces.shift(text, DateShift(40, 2020, turn=40))
    assert moved == case.get("shifted")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}: {case['text']}")
def test_every_piece_is_told_by_month(case: dict[str, str]) -> None:
    forms, pieces = services(case["language"])
    text = case["text"]
    coarse = forms.generalize(text, "month") if forms.reads(text) else pieces.generalize(text, "month")
    assert coarse == case.get("coarse")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_twenty_cases_in_each_language(language: str) -> None:
    assert sum(case["language"] == language for case in CASES) >= 20


@given(st.sampled_from(LANGUAGES), st.integers(20, 170), st.sampled_from((-1, 1)))
def test_no_two_weekdays_or_feasts_become_one(language: str, days: int, sign: int) -> None:
    _, pieces = services(language)
    table = load_pack(language).dates
    shift = DateShift(days * sign, turn=days)
    for row in (*table.weekdays, *table.feasts, *table.seasons):
        if len(row) > 1 and (row not in table.weekdays or days % 7):
            moved = [pieces.shift(name, shift) for name in row]
            assert len(set(moved)) == len(row)
            assert all(new != name for new, name in zip(moved, row, strict=True))


def test_weekdays_stay_on_request() -> None:
    assert solve("On [Monday|DATE] and [4 May 2020|DATE].", "en", weekdays=True)[0].startswith(
        "On Monday and "
    )


@pytest.mark.parametrize(
    ("language", "marked", "text"),
    [
        ("en", "He came on [Sunday|DATE].", "He came at the weekend."),
        ("en", "On [Tuesday|DATE] he left.", "During the week he left."),
        ("en", "Done by [Thursday|DATE].", "Done by a weekday."),
        ("en", "We met at [Easter|DATE].", "We met on a holiday."),
        ("en", "Held on [Tuesday, 12 January 2021|DATE].", "Held in January 2021."),
        ("de", "Er kam am [Dienstag|DATE].", "Er kam unter der Woche."),
        ("de", "Am [Sonntag|DATE] blieb er.", "Am Wochenende blieb er."),
        ("de", "Bis [Freitag|DATE] fertig.", "Bis [DATUM1] fertig."),
        ("de", "Er kam an [Himmelfahrt|DATE].", "Er kam an einem Feiertag."),
        ("de", "vom [24. bis 28. April|DATE] hier", "im April hier"),
        ("es", "Vino el [viernes|DATE].", "Vino entre semana."),
        ("es", "El [sábado|DATE] llovió.", "El fin de semana llovió."),
        ("es", "Hasta el [lunes|DATE] no.", "Hasta un día laborable no."),
        ("pt", "Veio na [sexta|DATE].", "Veio durante a semana."),
        ("pt", "Veio no [domingo|DATE].", "Veio no fim de semana."),
        ("pt", "Até à [quarta|DATE] não.", "Até a um dia de semana não."),
    ],
)
def test_a_weekday_is_told_by_the_part_of_the_week(language: str, marked: str, text: str) -> None:
    assert solve(marked, language, "generalize")[0] == text


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("Foi na [terça-feira, 9 de março de 2021|DATE].", "Foi no domingo, 18 de abril de 2021."),
        ("Foi no [sábado|DATE].", "Foi na quinta-feira."),
        ("Na próxima [segunda-feira|DATE] não.", "No próximo sábado não."),
        ("Foi na [quarta-feira|DATE].", "Foi na segunda-feira."),
        ("Passa aos [domingos|DATE].", "Passa às sextas-feiras."),
        ("Foi a meio da [terça|DATE].", "Foi a meio do domingo."),
    ],
)
def test_an_article_has_the_gender_of_the_new_weekday(marked: str, expected: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draw, "Shifts", FixedShifts)
        assert solve(marked, "pt")[0] == expected
