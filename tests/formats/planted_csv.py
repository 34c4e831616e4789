"""A table with a rare name in every kind of cell that a table as text can have."""

from __future__ import annotations

from tests.formats.planted import Planter

_HEAD = ("id", "surname", "first name", "e-mail", "date of birth", "IBAN", "username", "remarks", "")


def planted_csv(sign: str = ",", end: str = "\r\n") -> tuple[str, Planter]:
    """The table and the names in it."""
    plant = Planter()
    rows = [_row(plant, number, sign) for number in range(5)]
    strange = [
        [f'"{plant("a quoted cell with ")}{sign} a sign"', f'"two{end}lines of {plant("a line break")}"'],
        [f'"said ""{plant("doubled quotes")}"" here"', f'  "{plant("blanks before a quote")}"  '],
        [f'"{plant("a stray quote")}" behind', f"in{chr(34)}side {plant('a quote inside')}"],
        [f'"=HYPERLINK(""https://x.example/{plant("a formula")}"",""{plant("shown")}"")"'],
        [],
        [
            f"={plant('a formula without quotes')}()",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            plant("one cell too many"),
        ],
        ["", "", f"{plant('padded')}   ", f" {plant('padded on the left')}"],
        [plant("a lone cell")],
        [plant("last").upper()],
    ]
    head = [*_HEAD[:-1], plant("heading")]
    return end.join(sign.join(row) for row in [head, *rows, *strange]), plant


def _row(plant: Planter, number: int, sign: str) -> list[str]:
    mail = f"{plant('mail').lower()}@{plant('host').lower()}.example"
    return [
        str(number), plant("surname"), plant("first name"), mail, plant("birth"), plant("iban"),
        plant("user"), f'"We met {plant("text")}{sign} late"', plant("no heading"),
    ]  # fmt: skip
