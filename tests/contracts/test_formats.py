"""All formats keep their contract."""

from __future__ import annotations

import pytest

from nescio.testing import Format, FormatContract
from tests.contracts import build
from tests.formats.pdf.making import page_of, shown
from tests.formats.planted_docx import small_docx
from tests.formats.planted_odf import small_odt
from tests.formats.planted_xlsx import small_xlsx
from tests.formats.test_package import archive


class TestText(FormatContract):
    data = "Größe, ein Wort.\r\n".encode()

    @pytest.fixture(autouse=True, params=["text", "txt"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestJob(FormatContract):
    data = b'{"text": "Anna met Bob."}'
    keeps_original = True

    def make(self) -> Format:
        made: Format = build("nescio.formats", "json", self.language)
        return made


class TestDocx(FormatContract):
    data = small_docx("A few words.")

    @pytest.fixture(autouse=True, params=["docm", "docx", "dotm", "dotx"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestXlsx(FormatContract):
    data = small_xlsx('<c t="inlineStr"><is><t>A few words.</t></is></c>', name="header")

    @pytest.fixture(autouse=True, params=["xlsm", "xlsx", "xltm", "xltx"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestPdf(FormatContract):
    data = page_of(shown("A few words."))

    def make(self) -> Format:
        made: Format = build("nescio.formats", "pdf", self.language)
        return made


class TestZip(FormatContract):
    data = archive(("A few words/", b""))

    def make(self) -> Format:
        made: Format = build("nescio.formats", "zip", self.language)
        return made


class TestTable(FormatContract):
    data = b'"A few ""words""."\r\n'

    @pytest.fixture(autouse=True, params=["csv", "tab", "tsv"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestMarkdown(FormatContract):
    data = "Größe, ein Wort.\r\n".encode()

    @pytest.fixture(autouse=True, params=["markdown", "md"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestRtf(FormatContract):
    data = rb"{\rtf1\ansi A few words.}"

    def make(self) -> Format:
        made: Format = build("nescio.formats", "rtf", self.language)
        return made


class TestHtml(FormatContract):
    data = b"<p>A few <b>words</b>.</p>"

    @pytest.fixture(autouse=True, params=["htm", "html", "xhtml"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestXml(FormatContract):
    data = b"<p>A few <hi>words</hi>.</p>"

    @pytest.fixture(autouse=True, params=["tei", "xml"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestMail(FormatContract):
    data = b"MIME-Version: 1.0\r\n\r\nA few words.\r\n"

    @pytest.fixture(autouse=True, params=["eml", "mht", "mhtml", "msg"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestMailbox(FormatContract):
    data = b"From \nMIME-Version: 1.0\n\nA few words.\n"

    @pytest.fixture(autouse=True, params=["mbox", "mbx"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestCards(FormatContract):
    data = b"BEGIN:VCARD\r\nNOTE:A few words.\r\nEND:VCARD\r\n"

    @pytest.fixture(autouse=True, params=["ics", "ifb", "vcard", "vcf", "vcs"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made


class TestOpenDocument(FormatContract):
    data = small_odt("A few words.")

    @pytest.fixture(autouse=True, params=["ods", "odt", "ots", "ott"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Format:
        made: Format = build("nescio.formats", self.name, self.language)
        return made
