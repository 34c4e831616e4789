"""What is taken away from the desk: documents in their own format, tables, vaults, reports."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from nescio.core.errors import ConfigError
from nescio.core.model import Job
from nescio.solutions.store import keep_tables
from nescio.solutions.table import make_table, table_to_json
from nescio.workbench.desk import READY, DeskFile, ReviewDesk
from nescio.workbench.naming import marked_name
from nescio.workbench.report import write_report


class Download(NamedTuple):
    """A file for a person."""

    name: str
    kind: str  # of its content
    data: bytes


def anonymized(desk: ReviewDesk, file: DeskFile) -> Download:
    """The document in its own format."""
    path = Path(file.name)
    data = desk.formats.write(path, _settled(desk, file), data=file.data)
    return Download(marked_name(file.name, "anonymized"), "application/octet-stream", data)


def table(desk: ReviewDesk, file: DeskFile) -> Download:
    """The way back, in clear."""
    lines = [json.dumps(table_to_json(make_table(job))) + "\n" for job in _settled(desk, file)]
    return Download(f"{_stem(file)}.solutions.jsonl", "application/jsonl", "".join(lines).encode())


def vault(desk: ReviewDesk, file: DeskFile) -> Download:
    """The way back, for whoever has the key."""
    if desk.key is None:
        raise ConfigError("A vault needs a key: start the workbench with --key FILE.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vault"
        with keep_tables(path, desk.key.key) as keeper:
            keeper.keep(_settled(desk, file))
        return Download(f"{_stem(file)}.vault", "application/octet-stream", path.read_bytes())


def report(desk: ReviewDesk, file: DeskFile) -> Download:
    """What was done, in figures and without a word of the text."""
    papers = [(paper, paper.job(desk.run), desk.pack(paper)) for paper in file.papers]
    return Download(f"{_stem(file)}.report.html", "text/html", write_report(papers, desk.settings).encode())


def everything(desk: ReviewDesk) -> Download:
    """All documents that are ready, anonymized, as one archive."""
    packed = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in list(desk.files.values()):
            if file.state == READY:
                archive.writestr(_unused(file.name, taken), anonymized(desk, file).data)
    return Download("anonymized.zip", "application/zip", packed.getvalue())


WHOLE: Final = "file"
KINDS = {WHOLE: anonymized, "table": table, "vault": vault, "report": report}


def _settled(desk: ReviewDesk, file: DeskFile) -> Sequence[Job]:
    """The jobs as their file can take them: the table is of what is written."""
    jobs = [paper.job(desk.run) for paper in file.papers]
    return desk.formats.settled(Path(file.name), jobs, data=file.data)


def _stem(file: DeskFile) -> str:
    return Path(file.name).stem


def _unused(name: str, taken: set[str]) -> str:
    path, number, found = Path(name), 1, name
    while found in taken:
        number += 1
        found = path.with_name(f"{path.stem} ({number}){path.suffix}").as_posix()
    taken.add(found)
    return found
