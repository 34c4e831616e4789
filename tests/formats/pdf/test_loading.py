"""A library that is missing is named, with the line that installs it."""

from __future__ import annotations

import sys

import pytest

from nescio.core.errors import PluginError
from nescio.formats.pdf.loading import build
from nescio.packs import load_pack


@pytest.mark.parametrize("library", ["pikepdf", "pdfminer", "pypdfium2"])
def test_a_missing_library_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(PluginError, match=r"documents"):
        build(load_pack("en"), {})
