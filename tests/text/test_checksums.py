"""Checks by name."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError
from nescio.text.checksums import find_check

CASES = [
    ("iban", "DE89 3704 0044 0532 0130 00", True),
    ("iban", "DE89 3704 0044 0532 0130 01", False),
    ("iban", "", False),
    ("luhn", "4111-1111-1111-1111", True),
    ("luhn", "4111-1111-1111-1112", False),
    ("luhn", "abc", False),
    ("ip", "192.0.2.7", True),
    ("ip", "2001:db8::1", True),
    ("ip", "192.0.2.256", False),
    ("date", "31.12.2024", True),
    ("date", "12/31/2024", True),
    ("date", "2024-12-31", True),
    ("date", "31.31.2024", False),
    ("date", "0.5.2024", False),
    ("date", "2024-13-32", False),
    ("date", "31.12.", True),
    ("date", "32.1.", False),
    ("date", "13.13.", False),
    ("date", "0.1.", False),
    ("date", "1.2.3.4", False),
    ("date", "", False),
    ("phone", "+49 30 901820", True),
    ("phone", "0049 30 901820", True),
    ("phone", "030 901820", True),
    ("phone", "030\n> 901820", True),
    ("phone", "+49", False),
    ("phone", "1", False),
    ("stdnum:pt.nif", "501 964 843", True),
    ("stdnum:pt.nif", "501 964 842", False),
    ("stdnum:br.cpf", "1" * 5000, False),
    ("date", f"1.{'1' * 5000}.2020", False),
]


@pytest.mark.parametrize(("name", "text", "valid"), CASES)
def test_a_check_tells_valid_from_invalid(name: str, text: str, valid: bool) -> None:
    assert find_check(name, regions=["DE"])(text) is valid


def test_a_national_telephone_number_needs_its_region() -> None:
    assert not find_check("phone")("030 901820")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("lhun", "no check 'lhun'. Did you mean 'luhn'"),
        ("stdnum:xx.none", "no number 'xx.none'"),
        ("stdnum:util", "no number 'util'"),
        ("stdnum:../os", "is not a number of python-stdnum"),
        ("stdnum:", "is not a number of python-stdnum"),
    ],
)
def test_an_unknown_check_is_refused(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        find_check(name)


@pytest.mark.parametrize(
    ("name", "text", "passes"),
    [
        ("mod97", "DE89 3704 0044 0532 0130 00", True),
        ("mod97", "DE88 3704 0044 0532 0130 00", False),
        ("health_card_de", "A123456780", True),
        ("health_card_de", "A123456781", False),
        ("health_card_de", "1234567890", False),
    ],
)
def test_check_figures_are_counted(name: str, text: str, passes: bool) -> None:
    assert find_check(name)(text) == passes
