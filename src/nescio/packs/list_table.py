"""Lists as one table of keys with their conditions; written once, mapped from the file afterwards."""

from __future__ import annotations

import hashlib
import json
import mmap
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.core.errors import ConfigError
from nescio.packs.lists import INDEX, WordList, describe_lists, with_entries
from nescio.text.entry_signs import Signs, signs_of
from nescio.text.word_index import MAX_WORDS, WordIndex, build_index, split_lines
from nescio.text.word_matcher import Words

FILE: Final = "compiled.bin"
_MAGIC: Final = b"NESCIO-LISTS"
_VERSION: Final = 1
_HEAD = struct.Struct("<12sII")  # magic, version, length of the description that follows
_COLUMNS: Mapping[str, str] = {
    "keys": "<u8",
    "prefixes": "<u8",
    "list_of": "u1",
    "capitals": "<u2",
    "acronyms": "<u2",
    "inflected": "?",
    "exact_rows": "<u4",
    "exact_prints": "<u8",
}


@dataclass(frozen=True)
class ListTable:
    """The lists, the index of their entries and, for each row of it, the conditions."""

    lists: tuple[WordList, ...]
    index: WordIndex
    list_of: NDArray[np.uint8] = field(repr=False)
    capitals: NDArray[np.uint16] = field(repr=False)  # bit i: word i begins with a capital
    acronyms: NDArray[np.uint16] = field(repr=False)  # bit i: word i is written in capitals
    inflected: NDArray[np.bool_] = field(repr=False)
    exact_rows: NDArray[np.uint32] = field(repr=False)  # rows whose spelling must be that of the entry
    exact_prints: NDArray[np.uint64] = field(repr=False)
    signs: Mapping[int, Signs] = field(default_factory=dict, repr=False)  # of the rows of a user's lists

    @cached_property
    def exact(self) -> Mapping[int, int]:
        """Row to the print of its spelling, for the few lists that want it."""
        return dict(zip(self.exact_rows.tolist(), self.exact_prints.tolist(), strict=True))


class _Form(NamedTuple):
    text: str
    number: int
    inflected: bool


def build_table(lists: Sequence[WordList]) -> ListTable:
    """The table of lists whose entries were read."""
    forms = [form for number, words in enumerate(lists) for form in _forms(words, number)]
    words, sizes = split_lines([form.text for form in forms])
    if sizes.max(initial=0) > MAX_WORDS:
        raise ConfigError(f"An entry of a list has {sizes.max()} words; {MAX_WORDS} are possible.")
    index, order = build_index(words, sizes)
    list_of = np.array([form.number for form in forms], dtype=np.uint8)[order]
    rows = [forms[number].text for number in order.tolist()]
    exact = _are(lists, "case", "exact")[list_of].nonzero()[0]
    own = _are(lists, "own", True)[list_of].nonzero()[0].tolist()
    looked_at = [lists[form.number].case != "any" for form in forms]
    masks = np.array(list(_masks(words, sizes.tolist(), looked_at)), dtype=np.uint16).reshape(-1, 2)[order]
    return ListTable(
        lists=tuple(lists),
        index=index,
        list_of=list_of,
        capitals=masks[:, 0],
        acronyms=masks[:, 1],
        inflected=np.array([form.inflected for form in forms], dtype=np.bool_)[order],
        exact_rows=exact.astype(np.uint32),
        exact_prints=np.array([print_of(rows[number]) for number in exact.tolist()], dtype=np.uint64),
        signs=_SignsOfRows({number: rows[number] for number in own}),
    )


def _are(lists: Sequence[WordList], name: str, value: object) -> NDArray[np.bool_]:
    """Of which lists something holds."""
    return np.array([getattr(words, name) == value for words in lists], dtype=np.bool_)


class _SignsOfRows(Mapping[int, Signs]):
    """Users write entries as they stand in their texts, with all their signs; our lists hold words.

    The signs of an entry are read when it is found: a list has many entries, a text few of them.
    """

    def __init__(self, texts: Mapping[int, str]) -> None:
        self._texts = texts

    def __getitem__(self, row: int) -> Signs:
        signs = signs_of(self._texts[row])
        if signs is None:
            raise KeyError(row)
        return signs

    def __iter__(self) -> Iterator[int]:
        return (row for row in self._texts if row in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _forms(words: WordList, number: int) -> Iterator[_Form]:
    """Each entry, and each with the endings that the list tolerates."""
    for text in words.entries:
        yield _Form(text, number, False)
        for ending in words.endings:
            if not text.casefold().endswith(ending):
                yield _Form(text + ending, number, True)


def _masks(words: Words, sizes: Iterable[int], looked_at: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """For each line which of its words begin with a capital, and which are capitals throughout.

    Nothing for those whose capitals nobody looks at.
    """
    begin = 0
    for size, matters in zip(sizes, looked_at, strict=True):
        if not matters:
            begin += size
            yield 0, 0
            continue
        capitals = acronyms = 0
        for place in range(size):
            surface = words.surface(begin + place)
            if surface[0].isupper():
                capitals |= 1 << place
                acronyms |= (len(surface) > 1 and surface.isupper()) << place
        begin += size
        yield capitals, acronyms


def print_of(surface: str) -> int:
    """A number for an exact spelling; spaces are alike."""
    digest = hashlib.blake2b(" ".join(surface.split()).encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(digest.digest(), "little") or 1


def load_table(folder: Path, lists: Sequence[WordList] | None = None) -> ListTable | None:
    """The lists of a folder: mapped if the compiled file fits them, else compiled now.

    `lists` is what `describe_lists` said about the folder, for those who asked already.
    """
    lists = describe_lists(folder)[0] if lists is None else lists
    if not lists:
        return None
    compiled = folder / FILE
    if compiled.is_file():
        table = _map(compiled, lists, prints_of(folder, lists))
        if table is not None:
            return table
    return build_table([with_entries(words, folder) for words in lists])


def prints_of(folder: Path, lists: Sequence[WordList]) -> dict[str, int]:
    """A check sum of each file that a table is made from: an edited list is never overlooked."""
    files = sorted({INDEX, *(words.file for words in lists)})
    return {file: zlib.crc32((folder / file).read_bytes()) for file in files}


def save_table(table: ListTable, folder: Path) -> Path:
    """Writes the compiled file of a folder, from which `load_table` maps the table.

    It takes the place of an older one, which stays whole for those who have mapped it.
    """
    from nescio.files.whole import open_whole  # whoever only reads lists need not wait for it

    columns = {
        name: np.ascontiguousarray(_column(table, name), dtype=kind) for name, kind in _COLUMNS.items()
    }
    about = {
        "prints": prints_of(folder, table.lists),
        "longest": table.index.longest,
        "sizes": {name: len(column) for name, column in columns.items()},
    }
    text = json.dumps(about, sort_keys=True).encode()
    text += b" " * (-(_HEAD.size + len(text)) % 8)
    with open_whole(path := folder / FILE) as file:
        file.write(_HEAD.pack(_MAGIC, _VERSION, len(text)) + text)
        for column in columns.values():
            data = column.tobytes()
            file.write(data + b"\0" * (-len(data) % 8))
    return path


def _column(table: ListTable, name: str) -> NDArray[Any]:
    found: NDArray[Any] = getattr(table.index if name in ("keys", "prefixes") else table, name)
    return found


def _map(path: Path, lists: Sequence[WordList], prints: Mapping[str, int]) -> ListTable | None:
    """The table in a compiled file; `None` if the file is of another version, damaged or out of date."""
    if path.stat().st_size < _HEAD.size:
        return None
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    magic, version, length = _HEAD.unpack_from(data)
    if (magic, version) != (_MAGIC, _VERSION) or len(data) < _HEAD.size + length:
        return None
    about = json.loads(data[_HEAD.size : _HEAD.size + length])
    places = _places(about["sizes"], _HEAD.size + length)
    if about["prints"] != prints or len(data) != places["end"]:
        return None
    columns: dict[str, NDArray[Any]] = {
        name: np.frombuffer(data, dtype=kind, count=about["sizes"][name], offset=places[name])
        for name, kind in _COLUMNS.items()
    }
    index = WordIndex(columns.pop("keys"), columns.pop("prefixes"), about["longest"])
    return ListTable(tuple(lists), index, **columns, signs={})


def _places(sizes: Mapping[str, int], offset: int) -> dict[str, int]:
    """Where each column begins; every column is padded to eight bytes."""
    places = {}
    for name, kind in _COLUMNS.items():
        places[name] = offset
        offset += -(-sizes[name] * np.dtype(kind).itemsize // 8) * 8
    return {**places, "end": offset}
