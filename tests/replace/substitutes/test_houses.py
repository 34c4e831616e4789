"""Numbers of houses beside names of streets."""

from __future__ import annotations

import pytest

from nescio.replace.substitutes.houses import Address, read_address


@pytest.mark.parametrize(
    ("surface", "parts"),
    [
        ("Lindenstraße 12", ("", "Lindenstraße", " 12")),
        ("Am Anger 3 b", ("", "Am Anger", " 3 b")),
        ("Hauptstr. 4-6", ("", "Hauptstr.", " 4-6")),
        ("12 Elm Road", ("12 ", "Elm Road", "")),
        ("12a, Elm Road", ("12a, ", "Elm Road", "")),
        ("Rua das Flores, 12", ("", "Rua das Flores", ", 12")),
        ("Rua das Flores, n.º 7", ("", "Rua das Flores", ", n.º 7")),
        ("Straße des 17. Juni", ("", "Straße des 17. Juni", "")),
        ("31 da Rua Nova", ("31 da ", "Rua Nova", "")),
        ("4 de la calle Mayor", ("4 de la ", "calle Mayor", "")),
        ("Elm Road", ("", "Elm Road", "")),
        ("Flat 3, 9 Oak Street", ("Flat 3, 9 ", "Oak Street", "")),
        ("Rowan Lodge, 14b Pinfold Rise", ("14b ", "Pinfold Rise", "")),
        ("calle Molino 14, 2ºC", ("", "calle Molino", " 14, 2ºC")),
        ("Rua do Poço, 12, r/c esq.", ("", "Rua do Poço", ", 12, r/c esq.")),
        ("Ringweg 3, 1. Stock", ("", "Ringweg", " 3, 1. Stock")),
        ("Av. 9 de Julio 1210", ("", "Av. 9 de Julio", " 1210")),
        ("Rua 25 de Abril, 7", ("", "Rua 25 de Abril", ", 7")),
        ("15 de Novembro, 80", ("", "15 de Novembro", ", 80")),
        ("5th Avenue", ("", "5th Avenue", "")),
    ],
)
def test_a_street_and_the_number_of_a_house_are_parted(surface: str, parts: tuple[str, str, str]) -> None:
    assert read_address(surface) == Address(*parts)


def test_numbers_are_written_as_they_stood_or_left_out() -> None:
    address = read_address("Hauptstr. 4-6")
    assert address.written("Rehweg", lambda number: number + 30) == "Rehweg 34-36"
    assert address.written("Rehweg", lambda number: None) == "Rehweg"
