"""Files and folders to annotations: the suffix tells the format, the content where it is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import InputError
from nescio.core.plain_json import PlainJsonError, place_of_fault, read_json
from nescio.evaluate.model import Annotation, refuse_twins, wrong
from nescio.evaluate.read.bio import BioOptions, read_bio
from nescio.evaluate.read.brat import read_brat
from nescio.evaluate.read.harem import is_harem, read_harem
from nescio.evaluate.read.marked import is_marked, read_marked
from nescio.evaluate.read.rows import read_row
from nescio.evaluate.read.spans_tsv import is_span_row, read_span_rows
from nescio.files.places import shown
from nescio.packs.files import is_there

SUFFIXES: Final = (".bio", ".conll", ".iob", ".iob2", ".tsv", ".jsonl", ".json", ".ann", ".xml", ".txt")


def read_annotations(path: Path, options: BioOptions | None = None) -> list[Annotation]:
    """Every document of a file, or of all annotated files in a folder."""
    options = options or BioOptions()
    if path.is_dir():
        found = _read_folder(path, options)
    elif is_there(path):
        found = _read_file(path, path.name, options)
    else:
        raise InputError(f"There is no file or folder {shown(path)}.")
    if not found:
        raise InputError(f"{path.name!r} holds no document.")
    refuse_twins(found)
    return found


def _read_folder(folder: Path, options: BioOptions) -> list[Annotation]:
    paths = [path for path in sorted(folder.rglob("*")) if is_there(path) and _is_annotated(path)]
    found: list[Annotation] = []
    for path in paths:
        name = path.relative_to(folder).as_posix()
        items = _read_file(path, name, options)
        stem = name.removesuffix(path.suffix)
        if len(items) == 1:
            items = [item if item.named else replace(item, id=stem, named=True) for item in items]
        else:
            items = [
                item if item.named else replace(item, id=f"{stem}/{item.id}", named=True) for item in items
            ]
        found += items
    return found


def _is_annotated(path: Path) -> bool:
    """The suffix tells; of texts only those with marks count, not those beside their annotations."""
    suffix = path.suffix.lower()
    if suffix != ".txt":
        return suffix in SUFFIXES
    return not path.with_suffix(".ann").is_file() and is_marked(_bytes(path, path.name))


@dataclass(frozen=True)
class _AnnotatedFile:
    """The bytes of a file, and where others may lie beside it; None: it came alone, from elsewhere."""

    name: str
    data: bytes = field(repr=False)
    path: Path | None = None

    @property
    def text(self) -> str:
        return _text(self.data, self.name)

    @property
    def lines(self) -> list[str]:
        """Only line feeds end a line: a token may hold any other kind of white space."""
        return self.text.split("\n")


def read_annotated(name: str, data: bytes, options: BioOptions | None = None) -> list[Annotation]:
    """Every document in the bytes of one file, which came without others beside it."""
    found = _read(_AnnotatedFile(name, data), Path(name).suffix, options or BioOptions())
    refuse_twins(found)
    return found


def _read_file(path: Path, name: str, options: BioOptions) -> list[Annotation]:
    if path.suffix.lower() not in _READERS:
        raise _no_suffix(name)
    return _read(_AnnotatedFile(name, _bytes(path, name), path), path.suffix, options)


def _read(file: _AnnotatedFile, suffix: str, options: BioOptions) -> list[Annotation]:
    read = _READERS.get(suffix.lower())
    if read is None:
        raise _no_suffix(file.name)
    return read(file, options)


def _no_suffix(name: str) -> InputError:
    return InputError(f"{name!r} has no known suffix; possible: {', '.join(SUFFIXES)}.")


def _bytes(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{name!r} cannot be read: {error.strerror}.") from error


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise wrong(name, line, "this is not UTF-8.") from error


def _read_columns(file: _AnnotatedFile, options: BioOptions) -> list[Annotation]:
    return read_bio(file.lines, file.name, options)


def _read_tsv(file: _AnnotatedFile, options: BioOptions) -> list[Annotation]:
    lines = file.lines
    if any(is_span_row(line) for line in lines[:2]):
        return read_span_rows(lines, file.name)
    heading = lines[0].lower().split("\t") if lines else []
    if heading[:1] == ["token"]:
        lines[0] = ""  # keeps the numbers of the lines
    tags = {line.rstrip("\r").split("\t")[-1].strip() for line in lines if line.strip()} - {"O"}
    plain = not any(tag[:2] in ("B-", "I-") for tag in tags)
    return read_bio(lines, file.name, replace(options, plain=plain))


def _json(text: str, name: str, line: int) -> Any:
    try:
        return read_json(text)
    except PlainJsonError as error:
        place = place_of_fault(text)
        raise wrong(name, line + (place[0] - 1 if place else 0), f"this is not JSON: {error}.") from None


def _read_jsonl(file: _AnnotatedFile, options: BioOptions) -> list[Annotation]:
    found: list[Annotation] = []
    for number, line in enumerate(file.lines, 1):
        if line.strip():
            row = _with_text(_json(line, file.name, number), file, number)
            found.append(read_row(row, file.name, number, number=len(found) + 1))
    return found


def _with_text(row: object, file: _AnnotatedFile, number: int) -> object:
    """A row may name the file of its text, `"file": "letter.txt"`, beside its own file."""
    if not isinstance(row, dict) or "text" in row or not isinstance(row.get("file"), str):
        return row
    folder = None if file.path is None else file.path.parent.resolve()
    beside = None if folder is None else (folder / row["file"]).resolve()
    # Data names nothing outside of its own folder.
    if folder is None or beside is None or not beside.is_relative_to(folder) or not is_there(beside):
        raise wrong(file.name, number, "there is no text file of this name beside it.")
    return {"id": row["file"], **row, "text": _text(_bytes(beside, row["file"]), row["file"])}


def _read_json(file: _AnnotatedFile, options: BioOptions) -> list[Annotation]:
    content = _json(file.text, file.name, 1)
    rows = content if isinstance(content, list) else [content]
    return [read_row(row, file.name, 1, number=number) for number, row in enumerate(rows, 1)]


def _read_ann(file: _AnnotatedFile, options: BioOptions) -> list[Annotation]:
    beside = None if file.path is None else file.path.with_suffix(".txt")
    if beside is None or not is_there(beside):
        missing = Path(file.name).with_suffix(".txt").name
        raise InputError(f"{file.name!r} needs its text beside it: {missing!r} is missing.")
    text = _text(_bytes(beside, beside.name), beside.name)
    stem = file.name.removesuffix(Path(file.name).suffix)
    return [read_brat(text, file.lines, name=stem, file=file.name)]


def _read_xml(file: _AnnotatedFile, options: BioOptions) -> list[Annotation]:
    content = file.data.decode("iso-8859-1")
    if not is_harem(content):
        raise wrong(file.name, 1, "of XML only the golden collections of HAREM are read.")
    return read_harem(content, file.name)


def _read_marked(file: _AnnotatedFile, options: BioOptions) -> list[Annotation]:
    return read_marked(file.lines, file.name)


_READERS: Final[dict[str, Callable[[_AnnotatedFile, BioOptions], list[Annotation]]]] = {
    **dict.fromkeys((".bio", ".conll", ".iob", ".iob2"), _read_columns),
    ".tsv": _read_tsv,
    ".jsonl": _read_jsonl,
    ".json": _read_json,
    ".ann": _read_ann,
    ".xml": _read_xml,
    ".txt": _read_marked,
}
