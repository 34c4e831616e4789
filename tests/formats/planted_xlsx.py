"""An Excel workbook with a rare name in every corner."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import io
import zipfile

from tests.formats.drawings.making import emf, wide_text
from tests.formats.planted import Planter
from tests.formats.planted_docx import small_docx

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_ROOT = "http://schemas.openxmlformats.org/"
_MAIN = f'xmlns="{_ROOT}spreadsheetml/2006/main" xmlns:r="{_ROOT}officeDocument/2006/relationships"'
_REL = f"{_ROOT}officeDocument/2006/relationships"
_DRAWING = f'xmlns:a="{_ROOT}drawingml/2006/main" xmlns:xdr="{_ROOT}drawingml/2006/spreadsheetDrawing" xmlns:c="{_ROOT}drawingml/2006/chart"'

Parts = dict[str, bytes | str]


def make_xlsx(parts: Parts) -> bytes:
    """A workbook of these parts; what points to them is there, and no more."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        types = f'{_HEAD}<Types xmlns="{_ROOT}package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
        for name, content in {"[Content_Types].xml": types, **parts}.items():
            archive.writestr(name, content)
    return file.getvalue()


def part(name: str, content: str) -> str:
    return f"{_HEAD}<{name} {_MAIN}>{content}</{name}>"


def small_xlsx(
    *rows: str, strings: str = "", styles: str = "", name: str = "Sheet1", more: str = ""
) -> bytes:
    """A workbook with one sheet of rows, given as the XML of their cells."""
    data = "".join(f"<row>{cells}</row>" for cells in rows)
    found: Parts = {
        "xl/workbook.xml": part(
            "workbook", f'{more}<sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets>'
        ),
        "xl/worksheets/sheet1.xml": part("worksheet", f"<sheetData>{data}</sheetData>"),
    }
    if strings:
        found["xl/sharedStrings.xml"] = part("sst", strings)
    if styles:
        found["xl/styles.xml"] = part("styleSheet", styles)
    return make_xlsx(found)


def planted_xlsx() -> tuple[bytes, Planter]:
    """The workbook and the names in it."""
    plant = Planter()
    return make_xlsx({**_cells(plant), **_around(plant), **_about(plant)}), plant


def _cells(plant: Planter) -> Parts:
    left, right = plant.halves("rich text")
    strings = (
        f"<si><t>{plant('shared string')}</t></si><si><r><t>{left}</t></r><r><rPr><b/></rPr><t>{right}</t></r></si>"
        f"<si><t>x</t><rPh><t>{plant('phonetic text')}</t></rPh></si>"
    )
    cells = (
        '<c r="A1" t="s"><v>0</v></c>'
        f'<c r="B1" t="inlineStr"><is><t>{plant("inline string")}</t></is></c>'
        f'<c r="C1" t="str"><f>"{plant("formula")}"&amp;"x"</f><v>{plant("result")}</v></c>'
    )
    rules = (
        f"<dataValidations><dataValidation promptTitle='{plant('prompt title')}' prompt='{plant('prompt')}' error='{plant('error')}'>"
        f'<formula1>"{plant("choice")},x"</formula1></dataValidation></dataValidations>'
        f"<conditionalFormatting><cfRule text='{plant('rule')}'><formula>\"{plant('condition')}\"</formula></cfRule></conditionalFormatting>"
        f"<headerFooter><oddHeader>&amp;L{plant('header')}</oddHeader><evenFooter>&amp;C {plant('footer')}</evenFooter></headerFooter>"
        f"<scenarios><scenario name='{plant('scenario')}' user='{plant('user of a scenario')}'><inputCells val='{plant('value of a scenario')}'/></scenario></scenarios>"
        f"<protectedRanges><protectedRange name='{plant('protected range')}'/></protectedRanges>"
        f"<autoFilter><filterColumn><filters><filter val='{plant('filter')}'/></filters></filterColumn></autoFilter>"
        f"<hyperlinks><hyperlink display='{plant('shown link')}' tooltip='{plant('tooltip')}' location='{plant('location')}'/></hyperlinks>"
    )
    links = (
        f'{_HEAD}<Relationships xmlns="{_ROOT}package/2006/relationships"><Relationship Id="rId1" Type="{_REL}/hyperlink" '
        f'Target="https://example.org/a%20{plant("percent")}" TargetMode="External"/></Relationships>'
    )
    return {
        "xl/sharedStrings.xml": part("sst", strings),
        "xl/worksheets/sheet1.xml": part("worksheet", f"<sheetData><row>{cells}</row></sheetData>{rules}"),
        "xl/worksheets/sheet2.xml": part(
            "worksheet", f"<sheetPr codeName='{plant('code name')}'/><sheetData/>"
        ),
        "xl/worksheets/_rels/sheet1.xml.rels": links,
    }


def _around(plant: Planter) -> Parts:
    workbook = (
        f"<fileSharing userName='{plant('reserver')}'/><sheets><sheet name='{plant('sheet name')}' sheetId='1'/>"
        f"<sheet name='{plant('hidden sheet')}' sheetId='2' state='hidden'/></sheets><definedNames><definedName "
        f"name='{plant('defined name')}' comment='{plant('comment on a name')}'>\"{plant('definition')}\"</definedName></definedNames>"
    )
    comments = (
        f"<authors><author>{plant('commenter')}</author></authors><commentList><comment><text><r><t>{plant('comment')}</t></r></text>"
        "</comment></commentList>"
    )
    table = f"<autoFilter/><tableColumns><tableColumn name='{plant('column')}' totalsRowLabel='{plant('total')}'/></tableColumns>"
    items = f"<cacheFields><cacheField name='{plant('pivot field')}'><sharedItems><s v='{plant('pivot item')}'/></sharedItems></cacheField></cacheFields>"
    book = (
        f"<externalBook><sheetNames><sheetName val='{plant('foreign sheet')}'/></sheetNames><sheetDataSet><sheetData><row><cell t='str'>"
        f"<v>{plant('foreign cell')}</v></cell></row></sheetData></sheetDataSet></externalBook>"
    )
    anchor = (
        f"<xdr:sp><xdr:cNvPr id='1' name='{plant('shape')}' descr='{plant('alt text')}'/><xdr:txBody><a:p><a:r><a:t>{plant('drawing')}"
        "</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
    )
    chart = f"<c:tx><c:f>{plant('series')}!A1</c:f><c:v>{plant('cached value')}</c:v></c:tx><a:p><a:r><a:t>{plant('title of a chart')}</a:t></a:r></a:p>"
    return {
        "xl/workbook.xml": part("workbook", workbook),
        "xl/comments1.xml": part("comments", comments),
        "xl/threadedComments/threadedComment1.xml": part("ThreadedComments", f"<threadedComment><text>{plant('threaded comment')}</text></threadedComment>"),
        "xl/persons/person.xml": part("personList", f"<person displayName='{plant('person')}' userId='{plant('user')}'/>"),
        "xl/tables/table1.xml": part("table", table),
        "xl/pivotCache/pivotCacheDefinition1.xml": part("pivotCacheDefinition", items).replace(">", f" refreshedBy='{plant('refresher')}'>", 2).replace(f" refreshedBy='{plant.names[-1]}'>", ">", 1),
        "xl/pivotCache/pivotCacheRecords1.xml": part("pivotCacheRecords", f"<r><s v='{plant('pivot record')}'/></r>"),
        "xl/externalLinks/externalLink1.xml": part("externalLink", book),
        "xl/drawings/drawing1.xml": f"{_HEAD}<xdr:wsDr {_DRAWING}>{anchor}</xdr:wsDr>",
        "xl/charts/chart1.xml": f"{_HEAD}<c:chartSpace {_DRAWING}>{chart}</c:chartSpace>",
        "xl/drawings/vmlDrawing1.vml": f"<xml xmlns:v='urn:schemas-microsoft-com:vml'><v:shape alt='{plant('old alt')}'><v:textbox><div>{plant('old comment')}</div></v:textbox></v:shape></xml>",
        "xl/revisions/userNames.xml": part("users", f"<userInfo name='{plant('user of a shared book')}'/>"),
        "xl/revisions/revisionLog1.xml": part("revisions", f"<rcc><nc t='inlineStr'><is><t>{plant('revision')}</t></is></nc></rcc>"),
        "xl/queryTables/queryTable1.xml": part("queryTable", f"<queryTableRefresh><queryTableFields><queryTableField name='{plant('query field')}'/></queryTableFields></queryTableRefresh>"),
        "xl/slicerCaches/slicerCache1.xml": part("slicerCacheDefinition", f"<data><tabular><items><i n='{plant('slicer')}'/></items></tabular></data>"),
        "xl/ctrlProps/ctrlProp1.xml": part("formControlPr", f"<itemLst><item val='{plant('control')}'/></itemLst>"),
        "xl/embeddings/Document1.docx": small_docx(plant("embedded document")),
        "xl/media/image1.emf": emf(wide_text(plant("drawing in a sheet"))),
        "xl/connections.xml": part("connections", f"<connection name='{plant('connection')}'><dbPr connection='{plant('its string')}' command='{plant('command')}'/></connection>"),
        "xl/styles.xml": part("styleSheet", f"<numFmts><numFmt numFmtId='170' formatCode='0 \"{plant('number format')}\"'/></numFmts><cellStyles><cellStyle name='{plant('style')}'/></cellStyles>"),
    }  # fmt: skip


def _about(plant: Planter) -> Parts:
    core = "".join(
        f"<{tag}>{plant(tag)}</{tag}>"
        for tag in ("dc:creator", "cp:lastModifiedBy", "dc:title", "cp:category")
    )
    app = f"<Company>{plant('Company')}</Company><TitlesOfParts><lpstr>{plant('title of a part')}</lpstr></TitlesOfParts>"
    return {
        "docProps/core.xml": f'{_HEAD}<cp:coreProperties xmlns:cp="{_ROOT}package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">{core}</cp:coreProperties>',
        "docProps/app.xml": f'{_HEAD}<Properties xmlns="{_ROOT}officeDocument/2006/extended-properties">{app}</Properties>',
        "docProps/thumbnail.jpeg": b"\xff\xd8\xff\xe0" + plant("thumbnail").encode(),
        "customXml/item1.xml": f"<data who='{plant('custom attribute')}'><name>{plant('custom XML')}</name></data>",
    }
