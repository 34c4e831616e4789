"""Further corners of Word and Excel files: torn in other ways, in other encodings, in parts that few files have."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import base64

from tests.formats.planted import Planter
from tests.formats.planted_docx import body_part, make_docx, paragraph, run
from tests.formats.planted_xlsx import planted_xlsx

_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def planted_more() -> tuple[bytes, Planter]:
    """The document and the names in it; a workbook with names of its own lies in it."""
    workbook, plant = planted_xlsx()
    body = "".join(paragraph(*runs) for runs in _torn(plant)) + "".join(_marked(plant))
    parts: dict[str, bytes | str] = {
        "word/document.xml": body_part("document", f"<w:body>{body}</w:body>").replace("UTF-8", "UTF-16", 1).encode("utf-16"),
        "word/_rels/settings.xml.rels": _links(
            ("attachedTemplate", f"file:///C:\\Users\\{plant('template')}\\Normal.dotm"),
            ("mailMergeSource", f"file:///C:\\Users\\{plant('source of letters')}\\list.xlsx"),
        ),
        "word/settings.xml": body_part("settings", f"<w:attachedTemplate r:id='rId1'/><w:documentProtection w:edit='x'/><w:writeProtection w:recommended='1'/><w:rsids><w:rsidRoot w:val='00A1B2C3'/></w:rsids><w:captions><w:caption w:name='{plant('caption')}'/></w:captions>"),
        "word/embeddings/Workbook1.xlsx": workbook,
        "word/afchunk.rtf": rf"{{\rtf1\ansi Dear \b {_hex(plant('chunk of rich text'))}\b0 .}}",
        "word/afchunk.mht": _saved_page(plant),
        "word/commentsExtended.xml": f"{_HEAD}<w15:commentsEx xmlns:w15='http://schemas.microsoft.com/office/word/2012/wordml'><!-- {plant('remark beside comments')} --></w15:commentsEx>",
        "word/bibliography.xml": f"{_HEAD}<b:Sources xmlns:b='http://schemas.openxmlformats.org/officeDocument/2006/bibliography'><b:Source><b:Author><b:Last>{plant('source')}</b:Last></b:Author></b:Source></b:Sources>",
        "customXml/item2.xml": f"<data><packed>{base64.b64encode(('name: ' + plant('packed XML')).encode()).decode()}</packed><![CDATA[{plant('section of characters')}]]></data>",
        "_xmlsignatures/sig1.xml": f"{_HEAD}<Signature xmlns='http://www.w3.org/2000/09/xmldsig#'><X509>{plant('signature')}</X509></Signature>",
    }  # fmt: skip
    return make_docx(parts), plant


def _hex(name: str) -> str:
    """Every other letter as a number of a byte."""
    return "".join(rf"\'{ord(char):02x}" if number % 2 else char for number, char in enumerate(name))


def _links(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}" TargetMode="External"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}">{rows}</Relationships>'


def _saved_page(plant: Planter) -> str:
    page = base64.b64encode(f"<html><body>{plant('saved page')}</body></html>".encode()).decode()
    return f'MIME-Version: 1.0\r\nSubject: {plant("subject of a page")}\r\nContent-Type: multipart/related; boundary="=b"\r\n\r\n--=b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n{page}\r\n--=b--\r\n'


def _torn(plant: Planter) -> list[list[str]]:
    """Names over what tears them: links, changes, controls, marks of spelling, soft hyphens, single letters."""
    link, change, control, mark, tag, field = (
        plant.halves(f"torn by {what}")
        for what in ("a link", "an insertion", "a control", "a mark", "a smart tag", "a field")
    )
    letters = plant("torn into letters")
    hyphen = plant.halves("torn by a soft hyphen")
    return [
        [run("We met " + link[0]), f"<w:hyperlink w:anchor='x'>{run(link[1])}</w:hyperlink>"],
        [run("We met " + change[0]), f"<w:ins w:id='1' w:author='x'>{run(change[1])}</w:ins>"],
        [run("We met " + control[0]), f"<w:sdt><w:sdtContent>{run(control[1])}</w:sdtContent></w:sdt>"],
        [run("We met " + mark[0]), "<w:proofErr w:type='spellStart'/><w:bookmarkStart w:id='9' w:name='_x'/>", run(mark[1])],
        [run("We met " + tag[0]), f"<w:smartTag w:uri='urn:x' w:element='y'>{run(tag[1])}</w:smartTag>"],
        [f"<w:fldSimple w:instr=' REF _x '>{run(field[0])}</w:fldSimple>", run(field[1])],
        [run("We met "), *map(run, letters)],
        [f"<w:r><w:t>{hyphen[0]}</w:t><w:softHyphen/><w:t>{hyphen[1]}</w:t></w:r>"],
        ["<w:del w:id='2' w:author='x'><w:r><w:delText>", letters[:3], "</w:delText></w:r><w:r><w:delText>", letters[3:], "</w:delText></w:r></w:del>"],
    ]  # fmt: skip


def _marked(plant: Planter) -> list[str]:
    """Marks that name people: changes of looks, rights to edit, bindings, small print beside letters."""
    who = "w:date='2020-01-02T03:04:05Z'"
    return [
        f"<w:p><w:pPr><w:pPrChange w:id='3' w:author='{plant('change of a paragraph')}' {who}><w:pPr/></w:pPrChange></w:pPr></w:p>",
        f"<w:p><w:r><w:rPr><w:rPrChange w:id='4' w:author='{plant('change of looks')}' {who}><w:rPr/></w:rPrChange></w:rPr><w:t>x</w:t></w:r></w:p>",
        f"<w:p><w:permStart w:id='5' w:ed='{plant('editor')}'/>{run('x')}<w:permEnd w:id='5'/></w:p>",
        f"<w:sdt><w:sdtPr><w:dataBinding w:prefixMappings='' w:xpath='/data/{plant('binding')}' w:storeItemID='x'/><w:placeholder><w:docPart w:val='{plant('placeholder')}'/></w:placeholder></w:sdtPr><w:sdtContent>{paragraph(run('x'))}</w:sdtContent></w:sdt>",
        f"<w:p><w:r><w:ruby><w:rt>{run(plant('small print'))}</w:rt><w:rubyBase>{run(plant('below small print'))}</w:rubyBase></w:ruby></w:r></w:p>",
        f"<w:tbl><w:tblPr><w:tblCaption w:val='{plant('caption of a table')}'/><w:tblDescription w:val='{plant('description of a table')}'/></w:tblPr><w:tr><w:trPr><w:ins w:id='6' w:author='{plant('row')}' {who}/></w:trPr><w:tc><w:tcPr><w:cellIns w:id='7' w:author='{plant('inserted cell')}' {who}/></w:tcPr>{paragraph(run('x'))}</w:tc></w:tr></w:tbl>",
        f"<w:p><w:customXml w:uri='urn:x' w:element='{plant('own element')}'><w:customXmlPr><w:attr w:name='a' w:val='{plant('own attribute')}'/></w:customXmlPr>{run('x')}</w:customXml></w:p>",
    ]  # fmt: skip
