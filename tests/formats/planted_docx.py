"""A Word document with a rare name in every corner."""
# ruff: noqa: E501, ISC004, S608
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import base64
import io
import struct
import zipfile
import zlib
from xml.sax.saxutils import escape

from tests.formats.drawings import making as drawings
from tests.formats.office.making import native, ole_object
from tests.formats.planted import Planter

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_ROOT = "http://schemas.openxmlformats.org/"
_NAMESPACES = (
    f'xmlns:w="{_ROOT}wordprocessingml/2006/main" xmlns:r="{_ROOT}officeDocument/2006/relationships" '
    f'xmlns:m="{_ROOT}officeDocument/2006/math" xmlns:wp="{_ROOT}drawingml/2006/wordprocessingDrawing" '
    f'xmlns:a="{_ROOT}drawingml/2006/main" xmlns:mc="{_ROOT}markup-compatibility/2006" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)
_REL = f"{_ROOT}officeDocument/2006/relationships"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def body_part(name: str, content: str) -> str:
    return f"{_HEAD}<w:{name} {_NAMESPACES}>{content}</w:{name}>"


def make_docx(parts: dict[str, bytes | str], *, remark: bytes = b"") -> bytes:
    """A file of the parts, with types and relationships for those that are usual."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = remark
        for name, content in {
            "[Content_Types].xml": _types(parts),
            "_rels/.rels": _rels(parts),
            **parts,
        }.items():
            archive.writestr(name, content)
    return file.getvalue()


def small_docx(*paragraphs: str, **more: str) -> bytes:
    """A document with nothing but paragraphs."""
    body = "".join(item if item.startswith("<") else paragraph(run(item)) for item in paragraphs)
    parts: dict[str, bytes | str] = {"word/document.xml": body_part("document", f"<w:body>{body}</w:body>")}
    return make_docx({**parts, **{f"word/{name}.xml": content for name, content in more.items()}})


def _types(parts: dict[str, bytes | str]) -> str:
    main = f'<Override PartName="/word/document.xml" ContentType="{_WORD}.document.main+xml"/>'
    others = "".join(
        f'<Override PartName="/{name}" ContentType="application/vnd.example+xml"/>'
        for name in parts
        if name.endswith(".xml") and name != "word/document.xml"
    )
    bins = '<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.printerSettings"/>'
    return (
        f'{_HEAD}<Types xmlns="{_ROOT}package/2006/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{bins}{main}{others}</Types>'
    )


def _relationships(*targets: tuple[str, str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{kind}" Target="{escape(target)}"{mode}/>'
        for number, (kind, target, mode) in enumerate(targets, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_ROOT}package/2006/relationships">{rows}</Relationships>'


def _rels(parts: dict[str, bytes | str]) -> str:
    found = [(f"{_REL}/officeDocument", "word/document.xml", "")]
    if "docProps/thumbnail.jpeg" in parts:
        found.append((f"{_ROOT}package/2006/relationships/metadata/thumbnail", "docProps/thumbnail.jpeg", ""))
    return _relationships(*found)


def planted_docx() -> tuple[bytes, Planter]:
    """The document and the names in it."""
    plant = Planter()
    links = _relationships(
        (f"{_REL}/hyperlink", f"mailto:info@{plant('target').lower()}.example", ' TargetMode="External"'),
        (f"{_REL}/hyperlink", f"https://example.org/a%20{plant('percent')}%20b", ' TargetMode="External"'),
    )
    embedded = small_docx(f"Inside stands {plant('embedded document')}.")
    left, right = plant.halves("drawing in two records")
    drawing = drawings.emf(
        drawings.wide_text(left), drawings.wide_text(right, x=len(left) * drawings.WIDTH),
        drawings.narrow_text(plant("drawing in bytes"), y=20), drawings.small_text(plant("small text"), y=40),
        drawings.remark(plant("remark in a drawing").encode("utf-16-le")), title=plant("title of a drawing"),
    )  # fmt: skip
    parts: dict[str, bytes | str] = {
        "word/document.xml": body_part("document", f"<w:body>{_body(plant)}</w:body>"),
        "word/_rels/document.xml.rels": links,
        "word/embeddings/Document1.docx": embedded,
        "word/media/image1.png": png(plant("picture")),
        "word/media/image2.emf": drawing,
        "word/media/image3.wmf": drawings.wmf(drawings.wmf_text(plant("old drawing"))),
        "word/embeddings/oleObject1.bin": _object(plant),
        "word/embeddings/files.zip": _files(plant),
        "word/afchunk.html": f"<html><body><p title='{plant('title in a chunk')}'>{plant('chunk')}</p></body></html>",
        "word/printerSettings1.bin": plant("printer").encode("utf-16-le"),
        "docProps/thumbnail.jpeg": b"\xff\xd8\xff\xe0" + plant("thumbnail").encode(),
        **_around(plant),
        **_about(plant),
    }
    return make_docx(parts, remark=plant("remark of the archive").encode()), plant


def _object(plant: Planter) -> bytes:
    """A text file that was dropped into the document, with its picture."""
    label = f"{plant('file dropped in')}.txt"
    inner = native(label, f"C:/Users/{plant('path of a file')}/x.txt", plant("text dropped in").encode())
    picture = drawings.emf(drawings.wide_text(plant("picture of an object")))
    return ole_object(x01Ole10Native=inner, x03EPRINT=picture, x01CompObj=plant("program").encode())


def _files(plant: Planter) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", plant("text in an archive"))
        archive.writestr("b.docx", small_docx(plant("document in an archive")))
    return file.getvalue()


def _body(plant: Planter) -> str:
    first, second = plant.halves("split over runs")
    left, right = plant.halves("field code")
    entities = "".join(f"&#{ord(char)};" for char in plant("numeric entities"))
    box = f"<w:txbxContent>{paragraph(run(plant('box')))}</w:txbxContent>"
    old_box = f"<v:textbox><w:txbxContent>{paragraph(run(plant('old box')))}</w:txbxContent></v:textbox>"
    packed = base64.b64encode(small_docx(plant("packed drawing"))).decode()
    date = 'w:date="2020-01-02T03:04:05Z"'
    return "".join(
        (
            f"<!-- {plant('remark')} --><?note {plant('instruction')}?>",
            paragraph(run(f"We met {plant('body')} here.")),
            paragraph(run("We met " + first), run(second), run(" as well.")),
            paragraph(f"<w:r><w:t>{entities}</w:t></w:r>"),
            f"<w:tbl><w:tr><w:tc>{paragraph(run(plant('cell')))}</w:tc><w:tc>{paragraph(run('x'))}</w:tc></w:tr></w:tbl>",
            f"<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><wps:txbx>{box}</wps:txbx></mc:Choice>"
            f"<mc:Fallback><w:pict><v:shape o:gfxdata='{packed}' alt='{plant('old alt')}'>{old_box}"
            f"<v:textpath string='{plant('word art')}'/></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>",
            f"<w:p><w:ins w:id='1' w:author='{plant('author of an insertion')}' {date}>{run(plant('insertion'))}</w:ins>"
            f"<w:del w:id='2' w:author='{plant('author of a deletion')}' {date}><w:r><w:delText>{plant('deletion')}"
            "</w:delText></w:r></w:del></w:p>",
            f"<w:p><w:moveFromRangeStart w:id='3' w:name='{plant('name of a move')}' w:author='x' {date}/><w:moveFrom "
            f"w:id='4' w:author='{plant('mover')}'>{run(plant('moved away'))}</w:moveFrom><w:moveTo w:id='5' w:author='x'>"
            f"{run(plant('moved here'))}</w:moveTo></w:p>",
            f"<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText> MERGEFIELD {left}</w:instrText></w:r>"
            f"<w:r><w:instrText>{right} </w:instrText></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r>"
            f"<w:fldSimple w:instr=' AUTHOR {plant('simple field')} '>{run('x')}</w:fldSimple></w:p>",
            f"<w:p><w:bookmarkStart w:id='6' w:name='{plant('bookmark')}'/><w:hyperlink r:id='rId1' w:tooltip='"
            f"{plant('tooltip')}' w:anchor='{plant('anchor')}'>{run(plant('link'))}</w:hyperlink></w:p>",
            f"<w:sdt><w:sdtPr><w:alias w:val='{plant('alias')}'/><w:tag w:val='{plant('tag')}'/><w:dropDownList>"
            f"<w:listItem w:displayText='{plant('list')}' w:value='{plant('value of a list')}'/></w:dropDownList></w:sdtPr>"
            f"<w:sdtContent>{paragraph(run(plant('control')))}</w:sdtContent></w:sdt>",
            f"<w:p><w:r><w:drawing><wp:inline><wp:docPr id='1' name='{plant('name of a picture')}' descr='"
            f"{plant('alt text')}' title='{plant('title of a picture')}'/></wp:inline></w:drawing></w:r></w:p>",
            f"<w:p><w:smartTag w:uri='urn:x' w:element='{plant('smart tag')}'>{run('x')}</w:smartTag><m:oMath><m:r><m:t>"
            f"{plant('formula')}</m:t></m:r></m:oMath></w:p>",
            f"<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:name w:val='{plant('form field')}'/><w:statusText "
            f"w:val='{plant('status text')}'/></w:ffData></w:fldChar></w:r></w:p>",
        )
    )


def _around(plant: Planter) -> dict[str, bytes | str]:
    note = f"<w:footnote w:id='1'>{paragraph(run(plant('footnote')))}</w:footnote>"
    end = f"<w:endnote w:id='1'>{paragraph(run(plant('endnote')))}</w:endnote>"
    comment = (
        f"<w:comment w:id='1' w:author='{plant('commenter')}' w:initials='{plant('initials')}'>"
        f"{paragraph(run(plant('comment')))}</w:comment>"
    )
    variable = f"<w:docVars><w:docVar w:name='{plant('variable')}' w:val='{plant('its value')}'/></w:docVars>"
    merge = f"<w:mailMerge><w:query w:val='SELECT * FROM {plant('query')}'/></w:mailMerge>"
    style = f"<w:style w:styleId='{plant('style id')}'><w:name w:val='{plant('style')}'/></w:style>"
    person = f"<w15:person w15:author='{plant('person')}'><w15:presenceInfo w15:userId='{plant('user')}'/></w15:person>"
    return {
        "word/header1.xml": body_part("hdr", paragraph(run(plant("header")))),
        "word/footer1.xml": body_part("ftr", paragraph(run(plant("footer")))),
        "word/footnotes.xml": body_part("footnotes", note),
        "word/endnotes.xml": body_part("endnotes", end),
        "word/comments.xml": body_part("comments", comment),
        "word/settings.xml": body_part("settings", variable + merge),
        "word/styles.xml": body_part("styles", style),
        "word/people.xml": f"{_HEAD}<w15:people {_NAMESPACES}>{person}</w15:people>",
        "word/glossary/document.xml": body_part(
            "glossaryDocument", f"<w:docParts>{paragraph(run(plant('glossary')))}</w:docParts>"
        ),
        "word/numbering.xml": body_part("numbering", f"<w:abstractNum><w:name w:val='{plant('list style')}'/><w:lvl>"
        f"<w:lvlText w:val='{plant('text of a list')} %1'/></w:lvl></w:abstractNum>"),
        "word/webSettings.xml": body_part("webSettings", f"<w:divs><w:div w:id='{plant('division')}'/></w:divs>"),
        "word/fontTable.xml": body_part("fonts", f"<w:font w:name='{plant('font')}'><w:altName w:val='{plant('other font')}'/></w:font>"),
        "word/diagrams/data1.xml": f"{_HEAD}<dgm:dataModel xmlns:dgm='{_ROOT}drawingml/2006/diagram' {_NAMESPACES}><dgm:pt>"
        f"<dgm:t><a:p><a:r><a:t>{plant('diagram')}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>",
        "word/commentsExtensible.xml": (f"{_HEAD}<x:comments xmlns:x='urn:x' who='{plant('comment of a plug-in')}'/>").encode("utf-16"),
        "word/charts/chart1.xml": f"{_HEAD}<c:chart xmlns:c='{_ROOT}drawingml/2006/chart' {_NAMESPACES}><c:v>"
        f"{plant('chart')}</c:v><a:p><a:r><a:t>{plant('title of a chart')}</a:t></a:r></a:p></c:chart>",
    }  # fmt: skip


def _about(plant: Planter) -> dict[str, bytes | str]:
    core = "".join(
        f"<{tag}>{plant(tag)}</{tag}>"
        for tag in (
            "dc:creator",
            "cp:lastModifiedBy",
            "dc:title",
            "dc:subject",
            "cp:keywords",
            "dc:description",
        )
    )
    app = "".join(
        f"<{tag}>{plant(tag)}</{tag}>" for tag in ("Company", "Manager", "Template", "HyperlinkBase")
    )
    custom = f"<property pid='2' name='{plant('property')}'><v>{plant('its content')}</v></property>"
    return {
        "docProps/core.xml": f'{_HEAD}<cp:coreProperties xmlns:cp="{_ROOT}package/2006/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/">{core}</cp:coreProperties>',
        "docProps/app.xml": f'{_HEAD}<Properties xmlns="{_ROOT}officeDocument/2006/extended-properties">{app}</Properties>',
        "docProps/custom.xml": f'{_HEAD}<Properties xmlns="{_ROOT}officeDocument/2006/custom-properties">{custom}</Properties>',
        "customXml/item1.xml": f"<data who='{plant('custom attribute')}'><name>{plant('custom XML')}</name></data>",
    }  # fmt: skip


def png(remark: str) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"\0\0")
    text = chunk(b"tEXt", b"Author\0" + remark.encode())
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + text + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
