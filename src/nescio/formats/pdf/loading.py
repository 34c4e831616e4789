"""Builds the format, if the libraries that it needs are there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.extras import import_extra
from nescio.core.protocols import Format
from nescio.packs import Pack

_NEEDED: Final = ("pikepdf", "pdfminer", "pypdfium2")


def build(pack: Pack, options: Mapping[str, Any]) -> Format:
    for library in _NEEDED:
        import_extra(library, needed_by="PDF", install="'nescio[documents]'")
    from nescio.formats.pdf.format import PdfFormat  # not on top: it loads the libraries

    return PdfFormat.build(pack, options)
