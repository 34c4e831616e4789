"""Invented decisions: enough to learn a choice from, made by rule."""

from __future__ import annotations

from nescio.decide.decided import DecidedEntity, DecidedText

_PARTIES = ("Ada Quill", "Bruno Tarn", "Clea Orr", "Dan Vole", "Edna Frith", "Fay Lunt")
_JUDGES = ("Greta Holm", "Hugo Pell", "Ida Wren", "Jon Marsh", "Kim Selby", "Lea Stokes")
_TOWNS = ("Mirow", "Ostby", "Tolva", "Wexcombe", "Yarrow", "Zell")
_TEXT = (
    "THE COUNTY COURT\n\nBefore Judge {judge}\n\n"
    "1. The applicant, {party}, was born on {birth} and lives in {town}; she asks that the order "
    "of the court be set aside, since nobody had told her of the hearing, and she wishes to be heard now.\n\n"
    "2. Judge {judge} heard the applicant {party} and dismissed what she asked for, because the time "
    "for asking had passed long before anybody came to the court with it.\n"
)


def make_text(number: int) -> DecidedText:
    """A party who goes with her birth and town, and a judge who stays."""
    names = {
        "party": _PARTIES[number % 6],
        "judge": _JUDGES[(number * 5 + number // 6) % 6],
        "town": _TOWNS[(number + number // 6) % 6],
        "birth": f"{number % 27 + 1} May 19{60 + number % 30}",
    }
    text = _TEXT.format(**names)
    roles = {"party": ("PER", "party", True), "judge": ("PER", "judge", False)}
    roles |= {"town": ("LOC", "residence of party", True), "birth": ("DATE", "birth of party", True)}
    entities = [
        DecidedEntity(name, label, tuple(_places(text, names[name])), hide, role)
        for name, (label, role, hide) in roles.items()
    ]
    return DecidedText(f"en-{number}", "en", text, entities)


def _places(text: str, name: str) -> list[tuple[int, int]]:
    found, at = list[tuple[int, int]](), text.find(name)
    while at >= 0:
        found.append((at, at + len(name)))
        at = text.find(name, at + 1)
    return found


def texts(number: int = 12) -> list[DecidedText]:
    return [make_text(n) for n in range(number)]


def as_marked(text: DecidedText) -> str:
    """The form of files: marks in place, and the table of roles."""
    whole = text.text
    marks = sorted(((place, item) for item in text.entities for place in item.mentions), reverse=True)
    for (start, end), item in marks:
        whole = f"{whole[:start]}⟦{item.label}#{item.name}|{whole[start:end]}⟧{whole[end:]}"
    rows = [f"{item.name} | {item.role} | {'hide' if item.hide else 'keep'}" for item in text.entities]
    return "\n".join([f"### {text.id} | en | family", "", whole, "=== roles", *rows, ""])
