"""An archive of files, by itself or within a document: every file in it by its own format."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from nescio.core.contents import FREE
from nescio.formats.archive import UNKNOWN, ArchivedDocument
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.file_names import as_file_name, stem_and_suffix
from nescio.formats.places import TOLD, Piece


class ZipFormat(DocumentFormat):
    """Rewrites the files of an archive, and their names."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".zip"})
    name: ClassVar[str] = "zip"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [ZippedFiles(data, wishes)]


def open_archive(data: bytes, wishes: Wishes) -> OpenedDocument:
    return ZippedFiles(data, wishes)


class ZippedFiles(ArchivedDocument):
    """Files in folders, and the names of both."""

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        super().__init__(data, wishes)
        self._names = {name: name.split("/") for name in self._package.members}
        for name, content in self._package.members.items():  # in their order, which no new name changes
            self._take(name, content)

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        renamed = {name: "/".join(words) for name, words in self._names.items()}
        return self._package.written(self._changed, renamed)

    def _take(self, name: str, content: bytes) -> None:
        self._take_name(name)
        if name.endswith("/") or not content:
            self._tell(name, FREE, "a folder" if name.endswith("/") else "empty")
        elif not self._take_picture(name, content) and not self._take_inner(name, content):
            self._empty(name, UNKNOWN)

    def _take_name(self, name: str) -> None:
        """Every folder and the file; the same name in two places is one."""
        for place, word in enumerate(self._names[name]):
            stem, suffix = stem_and_suffix(word)
            if stem:
                piece = self._wishes.file_name(Piece(stem, TOLD, fit=as_file_name, shared=True))
                self._gathered.share(piece, partial(self._rename, name, place, suffix))

    def _rename(self, name: str, place: int, suffix: str, new: str) -> None:
        self._names[name][place] = new + suffix

    def _forget(self) -> None:
        """Nothing points to a file of such an archive."""
