"""Checks the court decisions of `corpus/decisions`, and splits new ones into open and sealed ones.

Without options: reads every decision and names each slip with its file and line; the exit code is 1 if there
is one. `--split FILE…` adds decisions of unsplit files to the open or a sealed part, by the hash of the id.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from nescio.core.errors import InputError
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.decisions import CHOICES, HIDE, KEEP, CourtDecision
from nescio.evaluate.read.decisions import read_decisions as read_marked_decisions
from nescio.evaluate.read.marked import HEADING
from tools.corpus import CORPUS, DECISIONS, mark_slips

FOLDER: Final = CORPUS / DECISIONS
# By the first number of which it holds, the latest first: the rest of the SHA-256 of the id divides them.
SPLITS: Final[Mapping[int, tuple[str, ...]]] = {
    201: ("sealed3", "train", "train"),
    101: ("sealed2", "train", "train"),
    0: ("sealed", "train"),
}
FIRST_LATER: Final = 101  # decisions of other writers
PEOPLE: Final = (
    "party", "relative", "acquaintance", "minor", "witness", "victim", "expert", "counsel", "judge",
    "officer", "authority", "company", "other",
)  # fmt: skip


def read_decisions(folder: Path = FOLDER) -> list[CourtDecision]:
    """Every decision of a file, or of all text files in a folder."""
    return read_marked_decisions(folder)


def plain_words(folder: Path = FOLDER) -> dict[str, list[str]]:
    """Per decision the words that are a name in it and also an ordinary word: Koch, Richter."""
    return dict(tomllib.loads((folder / "plain_words.toml").read_text(encoding="utf-8")))


def slips(decisions: Iterable[CourtDecision], plain: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What is wrong, with file and line, and without a word of the text."""
    for item in decisions:
        doc = item.document
        yield from mark_slips(doc)
        if not doc.id.startswith(f"{doc.language}-"):
            yield f"{doc.place}: the id of a decision begins with its language."
        folder = Path(doc.file).parent.name
        if folder in set(chain.from_iterable(SPLITS.values())) and folder != split_of(doc.id):
            yield f"{doc.place}: by its id this decision is not of {folder!r}."
        yield from _role_slips(item)
        for mark in _recurring(doc, plain.get(doc.id, ())):
            yield f"{doc.file}:{mark}: the name of a person stands elsewhere without a mark."


def _role_slips(item: CourtDecision) -> Iterator[str]:
    doc = item.document
    label_of = {mark.entity: mark.label for mark in doc.mentions}
    for entity in sorted(label_of.keys() ^ item.roles.keys()):
        lack = "no line of roles" if entity in label_of else "a line of roles and no mark"
        yield f"{doc.place}: the entity {entity!r} has {lack}."
    for entity, (role, choice) in item.roles.items():
        if choice not in CHOICES:
            yield f"{doc.place}: the choice for {entity!r} is neither {HIDE} nor {KEEP}."
        if label_of.get(entity) == "PER" and role not in PEOPLE:
            yield f"{doc.place}: {entity!r} is a person, and {role!r} is no role of people."
        of = role.partition(" of ")[2].split(" and ") if " of " in role else []
        if unknown := [name for name in of if name not in label_of]:
            yield f"{doc.place}: the role of {entity!r} names {', '.join(unknown)}, which is not there."


def _recurring(doc: Annotation, plain: Sequence[str]) -> Iterator[int]:
    """The lines of names of people that stand somewhere in the text outside of all marks."""
    text = list(doc.text or "")
    for mark in doc.mentions:
        text[mark.start : mark.end] = "\n" * (mark.end - mark.start)
    rest = "".join(text)
    for mark in doc.mentions:
        name = (doc.text or "")[mark.start : mark.end]
        free = mark.label != "PER" or name in plain
        if not free and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", rest):
            yield mark.line


def split_of(name: str) -> str:
    """The split of a decision with this id."""
    number = int(name.rpartition("-")[2])
    splits = next(splits for first, splits in SPLITS.items() if number >= first)
    return splits[int(hashlib.sha256(name.encode()).hexdigest(), 16) % len(splits)]


def split_files(paths: Iterable[Path], folder: Path = FOLDER) -> Counter[str]:
    """Add the decisions of these files to their splits, one file per language; how many went where."""
    tally: Counter[str] = Counter()
    for path in paths:
        for part in re.split(rf"^(?={HEADING})", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, language, _ = (field.strip() for field in part.split("\n")[0][len(HEADING) :].split("|"))
            target = folder / split_of(name) / f"{language}.txt"
            target.parent.mkdir(parents=True, exist_ok=True)
            before = target.read_text(encoding="utf-8").rstrip("\n") + "\n\n" if target.is_file() else ""
            target.write_text(f"{before}{part.rstrip()}\n", encoding="utf-8")
            tally[f"{split_of(name)}/{language}"] += 1
    return tally


def main() -> None:
    first, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(description=first, epilog=rest)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--split", nargs="+", type=Path, metavar="FILE", help="add these unsplit decisions")
    wish = parser.parse_args()
    if wish.split:
        for part, number in sorted(split_files(wish.split).items()):
            print(f"{part}: {number} added")
    try:
        decisions = read_decisions(wish.folder)
    except InputError as error:
        sys.exit(str(error))
    found = list(slips(decisions, plain_words()))
    choices = Counter(role.choice for item in decisions for role in item.roles.values())
    print("\n".join([*found, f"{len(decisions)} decisions, {len(found)} slips"]), file=sys.stderr)
    print(f"entities: {choices[HIDE]} hidden, {choices[KEEP]} kept", file=sys.stderr)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
