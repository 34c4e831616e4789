"""Numbers and codes: the same form, other figures, and nobody's."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.br import cpf
from stdnum.es import dni

from tests.replace.test_substitute import solve

FORM = regex.compile(r"\p{Lu}|\p{Ll}|\d")


def shape(text: str) -> str:
    """A for a capital, a for a small letter, 9 for a figure."""
    return FORM.sub(lambda found: "9" if found[0].isdecimal() else "a" if found[0].islower() else "A", text)


@pytest.mark.parametrize(
    ("language", "label", "old", "new"),
    [
        ("en", "PHONE", "07911 220 418", r"07700 900 \d{3}"),
        ("en", "PHONE", "(212) 443-9087", r"\(\d{3}\) 555-01\d\d"),
        ("en", "PHONE", "+44 20 7229 1181", r"\+44 (?:16 3296 0|77 0090 0|11 3496 0|15 1496 0)\d{3}"),
        ("de", "PHONE", "0152 2281 9907", r"0171 3920 0\d{3}"),
        (
            "de",
            "PHONE",
            "+49 30 4711 8822",
            r"\+49 (?:30 2312 5|[46]. .{6}|22 1471 0|89 9999 8)\d{3}",
        ),
        ("pt", "PHONE", "(31) 98844-1270", r"\((?:2[03569]|5[26])\) \d{5}-\d{4}"),
        ("pt", "PHONE", "213 447 801", r"20\d \d{3} \d{3}"),
        ("es", "PHONE", "612 44 81 09", r"7[568]\d \d\d \d\d \d\d"),
        ("es", "PHONE", "+45 28 91 07 33", r"\+(?:28|83|89) (?:\d\d ?){4}"),
        ("de", "ID", "2893081508152", r"[678]\d{12}"),
        ("de", "POSTCODE", "10115", r"(?:05|43|62)\d{3}"),
        ("en", "POSTCODE", "DY11 6BQ", r"[QVX][A-Z]\d\d \d[A-Z]{2}"),
        ("es", "POSTCODE", "28013", r"5[34679]\d{3}"),
        ("pt", "POSTCODE", "01310-100", r"00\d{3}-\d{3}"),
        ("en", "IP", "10.48.7.122", r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"),
        ("en", "IP", "fe80::1ff:fe23:4567", r"2001:db8::\d+"),
        ("de", "PLATE", "M-AB 1234", r"X-[A-Z]{2} \d{4}"),
        ("de", "ID", "C01X00T47", r"[BDQS]\d\d[A-Z]\d\d[A-Z]\d\d"),
        ("es", "PLATE", "8840 LHK", r"\d{4} Z[A-Z]{2}"),
        ("de", "CODE", "12 C 447/2019", r"\d\d [A-Z] \d{3}/201[5-9]"),
        ("de", "CODE", "7 Ds 118/24", r"\d [A-Z][a-z] \d{3}/2[0-4]"),
        ("es", "CODE", "884/2025", r"\d{3}/202[1-5]"),
        ("pt", "CODE", "2210/23.7T8PRT", r"\d{4}/(?:19|2[0-3])\.\d[A-Z]\d[A-Z]{3}"),
        ("en", "CODE", "4:22-cv-00871", r"\d:(?:18|19|2[012])-[a-z]{2}-\d{5}"),
        ("en", "CARD", "4929 **** **** 4844", r"\d{4} \*{4} \*{4} \d{4}"),
    ],
)
def test_a_number_keeps_its_form_and_belongs_to_nobody(language: str, label: str, old: str, new: str) -> None:
    text, _ = solve(f"x [{old}|{label}] y", language)
    found = text[2:-2]
    assert regex.fullmatch(new, found), found
    assert found != old


@pytest.mark.parametrize("label", ["CARD", "ID", "ACCOUNT", "NATIONAL_ID", "IBAN"])
@pytest.mark.parametrize(
    "old", ["4111 1111 1111 1111", "529.982.247-25", "12345678Z", "ES91 2100 0418 4502 0005 1332"]
)
def test_no_check_takes_a_new_number_for_a_real_one(old: str, label: str) -> None:
    for seed in range(20):
        text, _ = solve(f"[{old}|{label}]", "es", seed=f"s{seed}")
        assert shape(text) == shape(old)
        for check in (iban, luhn, cpf, dni):
            assert not check.is_valid(text), text


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.from_regex(r"\A[A-Za-z0-9]{2,4}[-/. ][0-9]{4,9}\Z"), min_size=1, max_size=6, unique_by=str.upper
    )
)
def test_every_code_gets_its_own_in_its_form(codes: list[str]) -> None:
    marked = " ; ".join(f"[{code}|CODE|{n}]" for n, code in enumerate(codes))
    text, job = solve(marked, "en")
    new = text.split(" ; ")
    tagged = {item for item in new if item.startswith("[")}
    assert len(set(new)) == len(codes)
    assert not {item.upper() for item in new} & {code.upper() for code in codes}
    assert all(item in tagged or shape(item) == shape(code) for item, code in zip(new, codes, strict=True))
    assert solve(marked, "en")[1].solution == job.solution


def test_one_code_is_one_in_every_writing() -> None:
    text, _ = solve("[529.982.247-25|ID|1] is [52998224725|ID|1], short [2247-25|ID|1].", "pt")
    match = regex.fullmatch(r"(\S+) is (\d+), short (\S+)\.", text)
    assert match is not None
    whole = match[1].replace(".", "").replace("-", "")
    assert match[2] == whole
    assert match[3].replace("-", "") == whole[-6:]


def test_a_code_that_is_words_is_tagged() -> None:
    text, _ = solve("Ref. [the second one|CODE].", "en")
    assert text == "Ref. [CODE1]."


def test_generalized_text_has_numbers_too() -> None:
    text, _ = solve(
        "Call [07911 220 418|PHONE], [Ann Hale|PER|1], [ann.hale@x.test|EMAIL|2].", "en", "generalize"
    )
    assert regex.fullmatch(r"Call 07700 900 \d{3}, (\w+) (\w+), (?i:\1)\.(?i:\2)@example\.org\.", text), text
