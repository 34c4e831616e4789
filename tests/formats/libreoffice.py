"""LibreOffice without a window, and two invented documents for it: a letter and a list of patients."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

_SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        **{name: name for name in ("office", "text", "table", "style")},
        "draw": "drawing",
        "fo": "xsl-fo-compatible",
        "svg": "svg-compatible",
    }.items()
)
_ROOT = f'<office:document {_SPACES} xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.'
LETTER = f"""<?xml version="1.0" encoding="UTF-8"?>{_ROOT}text">
<office:meta><dc:title>Imogen Vantongeren</dc:title><dc:creator>Zorva Quellendorf</dc:creator></office:meta>
<office:automatic-styles><style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="R" style:family="text"><style:text-properties fo:color="#c00000"/></style:style>
<style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="15cm" fo:page-height="14cm" fo:margin="2cm"/><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1"><style:header><text:p>Concerning Imogen Vantongeren</text:p></style:header>
<style:footer><text:p>Written by Zorva Quellendorf</text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text><text:h text:outline-level="1">A letter</text:h>
<text:p>Dear Mrs <text:span text:style-name="B">Imogen</text:span> Van<text:span text:style-name="R">tongeren</text:span>,</text:p>
<text:p>your appointment with Dr Zorva Quellendorf<text:note text:id="ftn1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Zorva Quellendorf is away in June.</text:p></text:note-body></text:note> is in May<office:annotation><dc:creator>Zorva Quellendorf</dc:creator><text:p>Call Imogen Vantongeren first.</text:p></office:annotation>. Please bring the papers that we spoke about.</text:p>
<table:table table:name="T"><table:table-column table:number-columns-repeated="2"/><table:table-row><table:table-cell><text:p>Patient</text:p></table:table-cell><table:table-cell><text:p>Doctor</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>Imogen Vantongeren</text:p></table:table-cell><table:table-cell><text:p>Zorva Quellendorf</text:p></table:table-cell></table:table-row></table:table>
<text:p>With kind regards</text:p></office:text></office:body></office:document>"""
LIST = f"""<?xml version="1.0" encoding="UTF-8"?>{_ROOT}spreadsheet"><office:body><office:spreadsheet><table:table table:name="Vantongeren">
<table:table-row><table:table-cell office:value-type="string"><text:p>Visits</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Remarks</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell><table:table-cell office:value-type="string"><office:annotation><dc:creator>Zorva Quellendorf</dc:creator><text:p>Ask Zorva Quellendorf</text:p></office:annotation><text:p>Imogen Vantongeren</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:formula="of:=[.A2]*2" office:value-type="float" office:value="6"><text:p>6</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Doctor: Zorva Quellendorf</text:p></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document>"""
NAMES = ("Imogen Vantongeren", "Vantongeren", "Zorva Quellendorf")


def find_office() -> str | None:
    return shutil.which("soffice") or shutil.which("libreoffice")


def convert(files: Iterable[Path], form: str, folder: Path) -> None:
    """Each file in another form, in a folder; nothing of the user's own settings is read."""
    program = find_office()
    assert program is not None
    command = [program, "--headless", f"-env:UserInstallation={(folder.parent / 'profile').as_uri()}"]
    command += ["--convert-to", form, "--outdir", str(folder), *map(str, files)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
