"""Texts that say what must go: decisions with a table of roles, or spans that say how they identify."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from nescio.core.errors import InputError
from nescio.decide.decided import DecidedEntity, DecidedText
from nescio.evaluate.model import HARMLESS, Annotation, Mark, refuse_twins, wrong
from nescio.evaluate.read.files import read_annotations
from nescio.evaluate.read.marked import HEADING, read_marked
from nescio.packs.files import is_there

ROLES: Final = "=== roles"
HIDE, KEEP = CHOICES = ("hide", "keep")


class Role(NamedTuple):
    """What an entity is in its decision (`party`, `birth of p1`), and whether it must go: hide or keep."""

    role: str
    choice: str


class CourtDecision(NamedTuple):
    """A decision without its table of roles, and the role of every entity."""

    document: Annotation
    roles: Mapping[str, Role]

    def decided(self) -> DecidedText:
        """The decision as what is learnt from; an entity without a line in the table is refused."""
        doc = self.document
        marks: dict[str, list[Mark]] = {}
        for mark in doc.mentions:
            marks.setdefault(mark.entity, []).append(mark)
        for name in marks:
            if name not in self.roles:
                raise wrong(doc.file, marks[name][0].line, f"the entity {name!r} has no line of roles.")
            if self.roles[name].choice not in CHOICES:
                raise wrong(doc.file, doc.line, f"the choice for {name!r} is neither {HIDE} nor {KEEP}.")
        return DecidedText(
            doc.id, doc.language, doc.text or "",
            [_entity(name, marks[name], self.roles[name]) for name in marks],
            doc.genre,
        )  # fmt: skip


def _entity(name: str, marks: list[Mark], role: Role) -> DecidedEntity:
    places = tuple((mark.start, mark.end) for mark in marks)
    return DecidedEntity(name, marks[0].label, places, role.choice == HIDE, role.role)


def read_decisions(folder: Path) -> list[CourtDecision]:
    """Every decision of a file, or of all text files in a folder."""
    paths = sorted(folder.rglob("*.txt")) if folder.is_dir() else [folder]
    root = folder if folder.is_dir() else folder.parent
    found = [item for path in paths for item in _read_file(path, path.relative_to(root).as_posix())]
    refuse_twins(item.document for item in found)
    return found


def _read_file(path: Path, name: str) -> list[CourtDecision]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name!r} cannot be read as a text in UTF-8.") from error
    texts, tables, table = list(lines), list[dict[str, Role]](), None
    for number, line in enumerate(lines):
        if line.startswith(HEADING):
            tables.append({})
            table = None
        elif line == ROLES and tables:
            table = tables[-1]
        if table is not None:
            texts[number] = ""  # keeps the numbers of the lines
            if line.strip() and line != ROLES:
                _add_role(table, line, name, number + 1)
    return [CourtDecision(*pair) for pair in zip(read_marked(texts, name), tables, strict=True)]


def _add_role(table: dict[str, Role], line: str, name: str, number: int) -> None:
    fields = [field.strip() for field in line.split("|")]
    if len(fields) != 3 or not all(fields):
        raise wrong(name, number, "a line of roles is 'entity | role | hide or keep'.")
    if fields[0] in table:
        raise wrong(name, number, f"the entity {fields[0]!r} has two lines of roles.")
    table[fields[0]] = Role(fields[1], fields[2])


def read_decided(path: Path) -> list[DecidedText]:
    """Every text of a file or folder, in the form of decisions or as spans with `direct`, `quasi`, `none`."""
    if path.is_dir() or path.suffix.lower() == ".txt":
        if not path.is_dir() and not is_there(path):
            raise InputError(f"There is no file {path.name!r}.")
        return [item.decided() for item in read_decisions(path)]
    return [_of_spans(item) for item in read_annotations(path)]


def _of_spans(item: Annotation) -> DecidedText:
    marks: dict[str, list[Mark]] = {}
    for number, mark in enumerate(item.mentions):
        if not mark.identifier:
            raise wrong(
                item.file, item.line, "the spans do not say whether they must go (direct, quasi, none)."
            )
        marks.setdefault(mark.entity or f"#{number}", []).append(mark)
    entities = [
        DecidedEntity(
            name, own[0].label, tuple((mark.start, mark.end) for mark in own),
            any(mark.identifier != HARMLESS for mark in own), "",
            min(mark.identifier for mark in own),  # direct before indirect before none
        )
        for name, own in marks.items()
    ]  # fmt: skip
    return DecidedText(item.id, item.language or "xx", item.text or "", entities, item.genre)
