"""The checks that a rule may ask for by name; each exists once."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from nescio.core.errors import ConfigError, known, shown

Check = Callable[[str], bool]
_LONGEST = 200  # characters: no number with a check is longer, and endless ones are no numbers for Python
_VALIDATOR = re.compile(r"^(?:def is_valid\(|from .* import .*\bis_valid\b)", re.MULTILINE)


def is_iban(text: str) -> bool:
    from stdnum import iban

    return bool(iban.is_valid(re.sub(r"\s", "", text)))


def is_mod97(text: str) -> bool:
    """The check figures of ISO 13616 are right, whatever the country is."""
    from stdnum.iso7064 import mod_97_10

    plain = re.sub(r"\s", "", text)
    return bool(mod_97_10.is_valid(plain[4:] + plain[:4]))


def is_health_card(text: str) -> bool:
    """The check figure of a German health insurance number: a letter as two figures, every second doubled."""
    match = re.fullmatch(r"([A-Z])(\d{8})(\d)", re.sub(r"\s", "", text))
    if match is None:
        return False
    figures = f"{ord(match[1]) - ord('A') + 1:02d}{match[2]}"
    doubled = (int(figure) * (1 + place % 2) for place, figure in enumerate(figures))
    return sum(number // 10 + number % 10 for number in doubled) % 10 == int(match[3])


def is_luhn(text: str) -> bool:
    from stdnum import luhn

    return bool(luhn.is_valid(re.sub(r"\D", "", text)))


def is_ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_date(text: str) -> bool:
    """The numbers of a numeric date can be a day, a month and a year in some order."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    if len(numbers) == 2:
        return min(numbers) <= 12 and max(numbers) <= 31 and min(numbers) > 0
    if len(numbers) != 3:
        return False
    day_month = numbers[1:] if numbers[0] > 31 else numbers[:2]
    return min(day_month) >= 1 and min(day_month) <= 12 and max(day_month) <= 31


def is_phone(text: str, *, regions: Sequence[str]) -> bool:
    """A number that exists somewhere: international, or national in one of the regions."""
    import phonenumbers

    text = re.sub(r"[\s>]+", " ", text)  # a number may be wrapped over the end of a line
    places: list[str | None] = [None] if text.lstrip().startswith(("+", "00")) else [*regions]
    for region in places:
        number = re.sub(r"^\s*00", "+", text) if region is None else text
        try:
            parsed = phonenumbers.parse(number, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_possible_number(parsed):
            return True
    return False


_CHECKS: dict[str, Check] = {
    "iban": is_iban, "mod97": is_mod97, "luhn": is_luhn, "ip": is_ip, "date": is_date,
    "health_card_de": is_health_card,
}  # fmt: skip


def find_check(name: str, *, regions: Sequence[str] = ()) -> Check:
    """The check of that name; `stdnum:pt.nif` means the validator of python-stdnum."""
    return partial(_within_reason, _check_of(name, regions))


def _within_reason(check: Check, text: str) -> bool:
    return len(text) <= _LONGEST and check(text)


def _check_of(name: str, regions: Sequence[str]) -> Check:
    if name == "phone":
        return partial(is_phone, regions=tuple(regions))
    if name.startswith("stdnum:"):
        return _stdnum(name.removeprefix("stdnum:"))
    if name not in _CHECKS:
        names = (*_CHECKS, "phone", "stdnum:COUNTRY.NUMBER")
        raise ConfigError(f"There is no check {shown(name)}. {known(name, names)}")
    return _CHECKS[name]


def _stdnum(path: str) -> Check:
    if not re.fullmatch(r"[a-z]\w*(\.[a-z]\w*)?", path):
        raise ConfigError(f"'stdnum:{path}' is not a number of python-stdnum, such as 'stdnum:pt.nif'.")
    if not _has_validator(path):
        raise ConfigError(f"python-stdnum has no number {shown(path)}.")
    return partial(_is_valid, f"stdnum.{path}")


def _has_validator(path: str) -> bool:
    """Looked up in the file: importing the validators of all rules would make up a tenth of the load time."""
    spec = find_spec("stdnum")
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    files = [folder.joinpath(*path.split(".")).with_suffix(".py") for folder in folders]
    return any(file.is_file() and _VALIDATOR.search(file.read_text(encoding="utf-8")) for file in files)


def _is_valid(module: str, text: str) -> bool:
    return bool(import_module(module).is_valid(text))
