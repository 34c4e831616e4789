"""Dates keep their form when they move, and lose detail when they are generalized."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.packs import load_pack
from nescio.replace.dates import DateForms
from nescio.replace.numerals import NumberWriter


@cache
def forms(language: str) -> DateForms:
    pack = load_pack(language)
    return DateForms(pack.dates, NumberWriter(pack.numerals))


@pytest.mark.parametrize(
    ("language", "text", "moved"),
    [
        ("en", "12 March 2024", "22 March 2024"),
        ("en", "March 25, 2024", "April 4, 2024"),
        ("en", "2024-12-30", "2025-01-09"),
        ("de", "5. Mai 1988", "15. Mai 1988"),
        ("de", "05.05.1988", "15.05.1988"),
        ("de", "30. 1. 2025", "9. 2. 2025"),
        ("pt", "12 de março de 2024", "22 de março de 2024"),
        ("pt", "28/02/2023", "10/03/2023"),
        ("es", "25 de diciembre de 1999", "4 de enero de 2000"),
        ("es", "01/03/24", "11/03/24"),
        ("de", "24.IV.1957", "4.V.1957"),
        ("en", "8.xi.1950", "18.xi.1950"),
        ("es", "28-XI-1979", "8-XII-1979"),
        ("pt", "30/VIII/99", "9/IX/99"),
        ("es", "30 de febrero de 2024", None),
        ("en", "soon", None),
        ("en", "March", None),
        ("en", "Mar 19", "Mar 19"),
        ("en", "25 March", "4 April"),
        ("de", "28.02.", "10.03."),
        ("de", "Mai 1988", "Mai 1988"),
        ("pt", "25 de dezembro", "4 de janeiro"),
        ("es", "25/12", "04/01"),
    ],
)
def test_a_date_moves_in_its_own_form(language: str, text: str, moved: str | None) -> None:
    assert forms(language).shift(text, 10) == moved


@pytest.mark.parametrize(
    ("language", "text", "level", "coarse"),
    [
        ("en", "12 March 2024", "month", "March 2024"),
        ("en", "12 March 2024", "year", "2024"),
        ("en", "12 March 2024", "decade", "the 2020s"),
        ("de", "05.05.1988", "month", "Mai 1988"),
        ("de", "5. Mai", "month", "Mai"),
        ("pt", "12/03/2024", "month", "março de 2024"),
        ("es", "12 de marzo de 2024", "decade", "década de 2020"),
        ("pt", "verão de 1998", "month", "1998"),
        ("pt", "ontem", "month", None),
        ("de", "2. bis 9.5.2023", "month", "2023"),
        ("de", "WS 2019/20", "year", None),
        ("en", "8.xi.1950", "year", "1950"),
        ("en", "2003–2008", "year", None),
        ("en", "Good Friday 2009", "month", "2009"),
        ("de", "5. Mai", "year", None),
        ("en", "Mar 19", "month", "March"),
        ("en", "19-07-23", "month", "July 2023"),
        ("es", "19-07-23", "month", "julio de 2023"),
        ("en", "03/04/2021", "month", "2021"),
        ("en", "23/04/2021", "month", "April 2021"),
        ("en", "04/04/2021", "month", "April 2021"),
        ("de", "03.04.2021", "month", "April 2021"),
        ("pt", "03/04/2021", "month", "abril de 2021"),
    ],
)
def test_a_date_is_made_less_exact(language: str, text: str, level: str, coarse: str | None) -> None:
    assert forms(language).generalize(text, level) == coarse


@given(st.text(max_size=30), st.integers(-400, 400))
def test_no_text_breaks_the_reading_of_dates(text: str, days: int) -> None:
    for language in ("en", "de", "pt", "es"):
        forms(language).shift(text, days)
        forms(language).generalize(text, "month")
