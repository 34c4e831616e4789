"""What the formats of Word and Excel share as formats."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence

from nescio.core.errors import InputError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.office.document import OfficeFile, Reader
from nescio.formats.office.schema import vocabulary
from nescio.formats.sniffing import refuse_old
from nescio.formats.xml_part import XmlPart


class OfficeFormat(DocumentFormat):
    """Rewrites every text of an Office file in place; a format opens it with its own order of parts."""

    @property
    def vocabulary(self) -> frozenset[str]:  # type: ignore[override]  # read when a file needs it
        return vocabulary()

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [self.opened(data, wishes)]

    @staticmethod
    @abstractmethod
    def opened(data: bytes, wishes: Wishes) -> OpenedDocument: ...


def open_office(
    data: bytes,
    wishes: Wishes,
    *,
    what: str,
    order: Sequence[str],
    reads: Callable[[Mapping[str, XmlPart]], Reader],
) -> OpenedDocument:
    """An Office file that is `what` the user gave it for, or a sentence."""
    refuse_old(data)
    if not data.startswith(b"PK"):
        raise InputError(f"This is no {what}: it is damaged, cut off or of another kind.")
    return OfficeFile(data, wishes, order=order, reads=reads)
