"""Checks the corpus, writes its counts into its data card, and its documents as JSONL.

Without options: reads every document below `corpus/`, or below the folder given, and names each slip with
its file and line; the exit code is 1 if there is one. `--card` writes the tables of `corpus/README.md` again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from nescio.core.errors import InputError
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations
from nescio.packs import UNIVERSAL, languages, load_pack

CORPUS = Path(__file__).parents[1] / "corpus"
CARD = CORPUS / "README.md"
DECISIONS = "decisions"  # of another form and with splits of their own: `tools/decisions.py`
OTHER = "other"
LABELS = (
    "PER", "LOC", "STREET", "POSTCODE", "ORG", "DATE", "TIME", "AGE", "EMAIL", "PHONE", "URL", "USERNAME",
    "SECRET", "IP", "ID", "ACCOUNT", "CARD", "PLATE", "CODE", "PROFESSION", "NORP", "WORK", "EVENT",
    "PRODUCT", "VALUE",
)  # fmt: skip
# Which rest of the SHA-256 of a document's id, divided by eight, belongs to which split. Later folders
# have no part in `dev`, whose figures would no longer compare: what would be there is sealed with the rest 0.
# The latest have none in `sealed` either, for the same reason.
SPLITS = {"train": range(2, 8), "dev": range(1, 2), "sealed": range(2), "sealed2": range(2)}
LATEST = ("hard5", "daily5")
_COUNTS = re.compile(r"(<!-- counts -->\n).*(?=<!-- end of counts -->)", re.DOTALL)


def read_corpus(folder: Path = CORPUS) -> list[Annotation]:
    """Every document below a folder, without the court decisions, which have a table of roles each."""
    return [doc for doc in read_annotations(folder) if Path(doc.file).parts[0] != DECISIONS]


def folder_of(doc: Annotation) -> str:
    """The folder that a document's file stands in: `chat1`."""
    return Path(doc.file).parent.name


def group_of(doc: Annotation) -> str:
    """The group of a document's genre, as `corpus/genres.toml` says."""
    table = _genres()
    place = folder_of(doc).rstrip("0123456789")
    if place in table["folders"]:
        return str(table["folders"][place])
    genre = f" {_plain(doc.genre)} "
    found = (group for group, words in table["words"].items() if any(word in genre for word in words))
    return next(found, str(table["rest"].get(place, OTHER)))


@cache
def _genres() -> dict[str, Any]:
    return tomllib.loads((CORPUS / "genres.toml").read_text(encoding="utf-8"))


def _plain(words: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", words.lower()) if not unicodedata.combining(c))


def slips(docs: Iterable[Annotation]) -> Iterator[str]:
    """What is wrong, with file and line, and without a word of the text."""
    for doc in docs:
        yield from _misplaced(doc)
        yield from mark_slips(doc)


def mark_slips(doc: Annotation) -> Iterator[str]:
    """What is wrong with the language and the marks of a document."""
    if doc.language not in languages():
        yield f"{doc.place}: there is no language {doc.language!r}."
    label_of: dict[str, str] = {}
    for mark in doc.mentions:
        where, surface = f"{doc.file}:{mark.line}", (doc.text or "")[mark.start : mark.end]
        if mark.label not in LABELS:
            yield f"{where}: there is no label {mark.label!r} in this corpus."
        if surface != surface.strip() or not any(map(str.isalnum, surface)):
            yield f"{where}: a marked surface has a letter or figure and no space at its ends."
        if label_of.setdefault(mark.entity, mark.label) != mark.label:
            yield f"{where}: the entity {mark.entity!r} has two labels."


def _misplaced(doc: Annotation) -> Iterator[str]:
    path = Path(doc.file)
    if not doc.id.startswith(f"{path.stem}-"):
        yield f"{doc.place}: the id of a document begins with the name of its file."
    rest = int(hashlib.sha256(doc.id.encode()).hexdigest(), 16) % 8
    for split, rests in SPLITS.items():
        if split in path.parts and rest not in rests:
            yield f"{doc.place}: by its id this document is not of {split!r}."
    kept = {"train", "sealed2"} if path.parent.name in LATEST else SPLITS.keys() - {"sealed2"}
    for split in sorted(SPLITS.keys() & {*path.parts} - kept):
        yield f"{doc.place}: the folder {path.parent.name!r} has no part in {split!r}."


def counts(docs: Sequence[Annotation]) -> list[str]:
    """The tables of the data card."""
    parts = {split: [doc for doc in docs if split in Path(doc.file).parts] for split in SPLITS}
    head = ("", "documents", "words", "references", "entities", "without a reference")
    lines = _table(head, ([split, *_sizes(part)] for split, part in parts.items()))
    for title, key in (("language", lambda doc: doc.language), ("genre", group_of), ("folder", folder_of)):
        tallies = [Counter(map(key, part)) for part in parts.values()]
        names = sorted(set().union(*tallies))
        rows = ([name, *(tally[name] for tally in tallies)] for name in names)
        lines += ["", *_table((title, *(f"{split}, documents" for split in parts)), rows)]
    labels = load_pack(UNIVERSAL).labels
    tallies = [Counter(mark.label for doc in part for mark in doc.mentions) for part in parts.values()]
    rows = ([name, labels[name].identifier, *(tally[name] for tally in tallies)] for name in LABELS)
    return [*lines, "", *_table(("label", "identifies", *(f"{split}, references" for split in parts)), rows)]


def _sizes(docs: Sequence[Annotation]) -> list[int]:
    words = sum(len((doc.text or "").split()) for doc in docs)
    references = sum(len(doc.mentions) for doc in docs)
    entities = sum(len({mark.entity for mark in doc.mentions}) for doc in docs)
    return [len(docs), words, references, entities, sum(not doc.mentions for doc in docs)]


def _table(head: Sequence[str], rows: Iterable[Sequence[str | int]]) -> list[str]:
    shown = ([f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows)
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *shown)]


def carded(card: str, docs: Sequence[Annotation]) -> str:
    """The data card with the counts of these documents."""
    return _COUNTS.sub(lambda match: match[1] + "\n".join(counts(docs)) + "\n", card)


def as_json(doc: Annotation) -> str:
    spans = [[mark.start, mark.end, mark.label, mark.entity] for mark in doc.mentions]
    row = {"id": doc.id, "language": doc.language, "genre": doc.genre, "text": doc.text, "spans": spans}
    return json.dumps(row, ensure_ascii=False)


def main() -> None:
    first, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(description=first, epilog=rest)
    parser.add_argument("folder", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--card", action="store_true", help="write the counts of corpus/README.md again")
    parser.add_argument("--jsonl", type=Path, help="write all documents here, one per line")
    wish = parser.parse_args()
    try:
        docs = read_corpus(wish.folder)
    except InputError as error:
        sys.exit(str(error))
    found = list(slips(docs))
    print("\n".join([*found, f"{len(docs)} documents, {len(found)} slips"]), file=sys.stderr)
    if wish.jsonl:
        wish.jsonl.write_text("".join(f"{as_json(doc)}\n" for doc in docs), encoding="utf-8")
        print(f"wrote {wish.jsonl}")
    if wish.card:
        CARD.write_text(carded(CARD.read_text(encoding="utf-8"), docs), encoding="utf-8")
        print(f"wrote {CARD.relative_to(CORPUS.parent)}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
