"""No new number passes for one that somebody has: python-stdnum, phonenumbers and the ranges say so."""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple

import phonenumbers
import pytest
import regex

from nescio.packs import load_pack
from nescio.text.checksums import find_check
from tests.replace.substitutes.test_codes import shape
from tests.replace.test_substitute import solve

SEEDS: Final = 40


class Kind(NamedTuple):
    """A kind of number: how it looks, whose check it passes, and where nobody has one, if that is known."""

    language: str
    label: str
    form: str  # 9 a figure, A a letter
    check: str
    nobody: str = ""  # regular expression for a number without signs
    right: str = ""  # the check of numbers that nobody has


KINDS: Final = [
    Kind("en", "HEALTH_ID", "999 999 9999", "stdnum:gb.nhs", r"999\d{7}", "stdnum:gb.nhs"),
    Kind("de", "TAX_ID", "99 999 999 999", "stdnum:de.idnr", r"0\d{10}", "stdnum:iso7064.mod_11_10"),
    Kind("pt", "TAX_ID", "999 999 999", "stdnum:pt.nif", r"9[2-7]\d{7}", "stdnum:pt.nif"),
    Kind("es", "CARD", "9999 9999 9999 9999", "luhn", r"9999\d{12}", "luhn"),
    Kind("de", "CARD", "9999999999999999", "luhn", r"9999\d{12}", "luhn"),
    Kind("en", "NATIONAL_ID", "999-99-9999", "stdnum:us.ssn"),
    Kind("de", "HEALTH_ID", "A999999999", "health_card_de"),
    Kind("pt", "NATIONAL_ID", "999.999.999-99", "stdnum:br.cpf"),
    Kind("pt", "TAX_ID", "99.999.999/9999-99", "stdnum:br.cnpj"),
    Kind("es", "NATIONAL_ID", "99999999A", "stdnum:es.dni"),
    Kind("es", "TAX_ID", "99-99999999-9", "stdnum:ar.cuit"),
    Kind("de", "NATIONAL_ID", "9999 999999", "stdnum:at.vnr"),
]
IBANS: Final = ["DE89370400440532013000", "PT50000201231234567890154", "ES9121000418450200051332"]
# Numbers for films and drama, and beginnings that are not in use, by the plans of the countries.
FICTION: Final = regex.compile(
    r"\+1\d{3}55501\d\d|\+44(?:7700900|1632960|11[3-8]4960|1[2-6]14960|1914980|2079460|2896496|2920180)\d{3}"
    r"|\+49(?:17139200|3023125|6990009|4066969|2214710|8999998)\d+|\+351(?:20|90)\d{7}"
    r"|\+55(?:2[03569]|5[26])\d{8,9}|\+347[568]\d{7}|\+(?:28|83|89)\d+"
)
PHONES: Final = [
    ("en", "GB", "07911 220418"), ("en", "GB", "020 7229 1181"), ("en", "US", "(212) 443-9087"),
    ("de", "DE", "0152 22819907"), ("de", "DE", "030 47118822"), ("pt", "PT", "912 345 678"),
    ("pt", "PT", "213 447 801"), ("pt", "BR", "(31) 98844-1270"), ("es", "ES", "612 44 81 09"),
    ("en", "", "+44 20 7229 1181"), ("de", "", "+49 30 4711 8822"), ("es", "", "+34 612 44 81 09"),
    ("pt", "", "+351 912 345 678"), ("pt", "", "+55 31 98844-1270"), ("en", "", "+1 212 443 9087"),
]  # fmt: skip


def plain(number: str) -> str:
    return regex.sub(r"[^\p{L}\p{N}+]", "", number)


@cache
def example(form: str, check: str) -> str:
    """A number that passes a check; found by trying."""
    random, passes = Random(form + check), find_check(check)  # noqa: S311 - no secret
    while True:
        number = regex.sub("9", lambda _: random.choice(string.digits), form)
        for letter in string.ascii_uppercase if "A" in form else "A":
            if passes(tried := number.replace("A", letter)):
                return tried


def drawn(kind: Kind, ids: str) -> list[str]:
    old = example(kind.form, kind.check)
    texts = [
        solve(f"x [{old}|{kind.label}] y", kind.language, seed=f"s{n}", ids=ids)[0] for n in range(SEEDS)
    ]
    return [text[2:-2] for text in texts]


@pytest.mark.parametrize("ids", ["invalid", "reserved"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.check} {kind.label}")
def test_no_new_number_is_one_that_somebody_has(kind: Kind, ids: str) -> None:
    passes = find_check(kind.check)
    for new in drawn(kind, ids):
        assert shape(new) == shape(example(kind.form, kind.check))
        if ids == "reserved" and kind.nobody:
            assert regex.fullmatch(kind.nobody, plain(new))
            assert find_check(kind.right)(plain(new))
        else:
            assert not passes(new), new


def test_no_land_has_a_tax_number_as_new_ones_begin() -> None:
    stnr = import_module("stdnum.de.stnr")
    assert stnr.is_valid("2893081508152")
    for seed in range(SEEDS):
        text, _ = solve("[2893081508152|TAX_ID]", "de", seed=f"s{seed}")
        assert not stnr.is_valid(text), text


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.check} {kind.label}")
@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
def test_no_new_number_of_another_country_passes_either(kind: Kind, language: str) -> None:
    passes = find_check(kind.check)
    for new in drawn(kind._replace(language=language), "invalid"):
        assert not passes(new), new


@pytest.mark.parametrize("ids", ["invalid", "reserved"])
@pytest.mark.parametrize("old", IBANS)
def test_no_new_account_is_in_a_country(old: str, ids: str) -> None:
    iban = import_module("stdnum.iban")
    for seed in range(SEEDS):
        text, _ = solve(f"[{old}|IBAN]", "de", seed=f"s{seed}", ids=ids)
        assert text.startswith("XX")
        assert shape(text) == shape(old)
        assert not iban.is_valid(text)
        assert find_check("mod97")(text) == (ids == "reserved")


@pytest.mark.parametrize(("language", "region", "old"), PHONES)
def test_no_new_telephone_rings(language: str, region: str, old: str) -> None:
    """A number that phonenumbers takes for one in use is one for films."""
    for seed in range(SEEDS):
        text, _ = solve(f"[{old}|PHONE]", language, seed=f"s{seed}")
        try:
            number = phonenumbers.parse(text, region or None)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            written = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
            assert FICTION.fullmatch(written), written


@pytest.mark.parametrize(
    ("language", "label", "old", "nobody"),
    [
        ("en", "PLATE", "AB12 CDE", r"[JTU][A-Z]\d{2}[A-Z]{3}"),
        ("de", "PLATE", "M-AB 1234", r"X[A-Z]{2}\d{4}"),
        ("es", "PLATE", "8840 LHK", r"\d{4}Z[A-Z]{2}"),
        ("en", "NATIONAL_ID", "AB 12 34 56 C", r"QQ\d{6}[A-Z]"),
        ("de", "NATIONAL_ID", "65 170839 J 003", r"99\d{6}[A-Z]\d{3}"),
        ("de", "TAX_ID", "21/815/08150", r"\d{2}(?:000|998|999)\d{5}"),
        ("de", "TAX_ID", "93815/08152", r"\d{2}(?:000|998|999)\d{5}"),
        ("de", "TAX_ID", "181/815/08155", r"\d{3}(?:000|998|999)\d{5}"),
        ("de", "TAX_ID", "133/8150/8159", r"\d{3}(?:0000|0998|0999)\d{4}"),
        ("de", "TAX_ID", "2893081508152", r"[678]\d{12}"),
    ],
)
def test_what_has_no_check_begins_as_nobodys_does(language: str, label: str, old: str, nobody: str) -> None:
    for seed in range(SEEDS):
        text, _ = solve(f"[{old}|{label}]", language, seed=f"s{seed}")
        assert regex.fullmatch(nobody, plain(text)), text


@pytest.mark.parametrize("size", range(8, 15))
def test_no_refused_check_takes_most_numbers_of_a_length(size: int) -> None:
    """One that did would leave no new number for any old one."""
    random = Random(size)  # noqa: S311 - no secret
    tried = ["".join(random.choices(string.digits, k=size)) for _ in range(200)]
    for item in load_pack("en").surrogates.numbers.refused:
        passes = find_check(item.check)
        assert sum(map(passes, tried)) < 60, item.check


def test_a_number_that_passes_no_check_gets_none_that_does() -> None:
    passes: Callable[[str], bool] = find_check("stdnum:pt.nif")
    for seed in range(SEEDS):
        text, _ = solve("[123 456 780|TAX_ID]", "pt", seed=f"s{seed}", ids="reserved")
        assert not passes(text)


@pytest.mark.parametrize("options", [{"ids": "real"}, {"ids": True}])
@pytest.mark.parametrize("method", ["substitute", "generalize"])
def test_other_wishes_are_refused(options: dict[str, Any], method: str) -> None:
    with pytest.raises(Exception, match=f"'ids' of '{method}' cannot have this value"):
        solve("[1234567|ID]", "en", method, **options)
