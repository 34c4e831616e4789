"""Further corners of a workbook: hidden sheets, pivot tables, charts, links, rules, parts that few files have."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import base64

from tests.formats.planted import Planter
from tests.formats.planted_xlsx import Parts, make_xlsx, part

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_ROOT = "http://schemas.openxmlformats.org/"
_REL = f"{_ROOT}officeDocument/2006/relationships"
_MICROSOFT = "http://schemas.microsoft.com/office"
_CHART = f'xmlns:c="{_ROOT}drawingml/2006/chart" xmlns:a="{_ROOT}drawingml/2006/main"'


def planted_books() -> tuple[bytes, Planter]:
    """The workbook and the names in it."""
    plant = Planter()
    made = {**_sheets(plant), **_pivot(plant), **_drawn(plant), **_linked(plant), **_rest(plant)}
    return make_xlsx(made), plant


def _links(*targets: tuple[str, str, bool]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{_REL}/{kind}" Target="{target}"{" TargetMode=" + chr(34) + "External" + chr(34) if outside else ""}/>'
        for number, (kind, target, outside) in enumerate(targets, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_ROOT}package/2006/relationships">{rows}</Relationships>'


def numbers(name: str) -> str:
    """Every letter by its number, decimal and hexadecimal in turn."""
    return "".join(f"&#{ord(char)};" if at % 2 else f"&#x{ord(char):X};" for at, char in enumerate(name))


def _sheets(plant: Planter) -> Parts:
    left, right = plant.halves("string torn over runs with a phonetic text")
    one, two = plant.halves("inline string torn over runs")
    cells = (
        f'<c r="A1" t="inlineStr"><is><r><t>{one}</t></r><r><rPr><i/></rPr><t>{two}</t></r></is></c>'
        f'<c r="B1" t="inlineStr"><is><t>{numbers(plant("numeric entities"))}</t></is></c>'
        f'<c r="C1" t="str"><f t="array" ref="C1">IF(A1=&quot;{plant("array formula")}&quot;,1,2)</f><v>{plant("result of an array formula")}</v></c>'
        f"<c r=\"D1\"><f>VLOOKUP(&quot;{plant('looked up')}&quot;,'{plant('sheet in a formula')}'!A:B,2,0)</f><v>1</v></c>"
        f'<c r="E1"><f>SUM({plant("name in a formula")},[1]{plant("foreign sheet in a formula")}!A1)</f><v>1</v></c>'
        f'<c r="F1" t="str"><f>HYPERLINK(&quot;mailto:{plant("mail in a formula").lower()}@x.example&quot;,&quot;{plant("shown by a formula")}&quot;)</f><v>x</v></c>'
    )
    lists = (
        f'<extLst><ext xmlns:x14="{_MICROSOFT}/spreadsheetml/2009/9/main" xmlns:xm="{_MICROSOFT}/excel/2006/main" uri="{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}"><x14:dataValidations><x14:dataValidation promptTitle="{plant("newer prompt")}">'
        f"<x14:formula1><xm:f>'{plant('sheet in a validation')}'!$A$1:$A$3</xm:f></x14:formula1></x14:dataValidation></x14:dataValidations>"
        f"<x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>{plant('sheet in a sparkline')}!A1</xm:f></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>"
    )
    around = (
        f'<dataValidations><dataValidation type="list"><formula1>"x,{plant("second choice")},y"</formula1><formula2>"{plant("second formula")}"</formula2></dataValidation></dataValidations>'
        f"<headerFooter differentFirst='1'><oddFooter>&amp;L&amp;\"Arial,Bold\"&amp;12{plant('left of a footer')}&amp;R&amp;K00FF00{plant('right of a footer')}</oddFooter><evenHeader>{plant('header of even pages')}</evenHeader><firstHeader>&amp;C{plant('first header')}&amp;D</firstHeader><firstFooter>{plant('first footer')}</firstFooter></headerFooter>"
        f"<customSheetViews><customSheetView guid='{{00000000-0000-0000-0000-000000000001}}'><headerFooter><oddHeader>{plant('header of a view')}</oddHeader></headerFooter></customSheetView></customSheetViews>"
        f"<sortState ref='A1'><sortCondition ref='A1' customList='x,{plant('order of a list')}'/></sortState><dataConsolidate><dataRefs><dataRef name='{plant('consolidated')}'/></dataRefs></dataConsolidate>"
        f"<webPublishItems><webPublishItem divId='{plant('published')}' destinationFile='C:\\{plant('published file')}.htm' title='{plant('published title')}'/></webPublishItems>"
    )
    hidden = f'<sheetData><row hidden="1"><c r="A1" t="inlineStr"><is><t>{plant("hidden row of a hidden sheet")}</t></is></c></row></sheetData>'
    return {
        "xl/workbook.xml": part(
            "workbook",
            f"<sheets><sheet name='S1' sheetId='1' r:id='rId1'/><sheet name='{plant('very hidden sheet')}' sheetId='2' state='veryHidden' r:id='rId2'/></sheets>"
            f"<definedNames><definedName name='_xlnm.Print_Titles' localSheetId='0'>'{plant('sheet of a print title')}'!$1:$1</definedName><definedName name='x' hidden='1' description='{plant('description of a name')}'>{plant('formula of a name')}!$A$1</definedName></definedNames>"
            f"<customWorkbookViews><customWorkbookView name='{plant('view')}' guid='{{00000000-0000-0000-0000-000000000001}}'/></customWorkbookViews><webPublishObjects><webPublishObject destinationFile='C:\\{plant('published book')}.htm'/></webPublishObjects>"
            f"<extLst><ext uri='x'><x15ac:absPath xmlns:x15ac='{_MICROSOFT}/spreadsheetml/2010/11/ac' url='C:\\Users\\{plant('folder of the author')}\\'/></ext></extLst>",
        ),
        "xl/_rels/workbook.xml.rels": _links(("worksheet", "worksheets/sheet1.xml", False), ("worksheet", "worksheets/sheet2.xml", False)),
        "xl/sharedStrings.xml": part("sst", f"<si><r><t>{left}</t></r><r><t>{right}</t></r><rPh sb='0' eb='1'><t>{plant('how a string is spoken')}</t></rPh></si><si><t xml:space='preserve'> {plant('string that nobody uses')} </t></si>"),
        "xl/worksheets/sheet1.xml": part("worksheet", f"<sheetData><row r='1'>{cells}</row></sheetData>{around}{lists}"),
        "xl/worksheets/sheet2.xml": part("worksheet", hidden),
        "xl/worksheets/_rels/sheet1.xml.rels": _links(("hyperlink", f"mailto:{plant('mail of a link').lower()}@x.example?subject=to%20{plant('subject of a link')}", True), ("hyperlink", f"file:///\\\\srv\\{plant('shared folder')}\\a.xlsx", True)),
    }  # fmt: skip


def _pivot(plant: Planter) -> Parts:
    source = f"<cacheSource type='worksheet'><worksheetSource ref='A1:B9' sheet='{plant('sheet of a pivot table')}' name='{plant('source of a pivot table')}'/></cacheSource>"
    fields = (
        f"<cacheFields><cacheField name='a' caption='{plant('caption of a field')}' formula='{plant('calculated field')}+1'><sharedItems><s v='x' c='{plant('caption of an item')}'/><b v='1'/><m/></sharedItems></cacheField>"
        f"<cacheField name='b'><fieldGroup base='1'><rangePr startDate='2020-01-01T00:00:00'/><groupItems><s v='{plant('group of items')}'/></groupItems></fieldGroup></cacheField></cacheFields>"
        f"<calculatedItems><calculatedItem formula='{plant('calculated item')}+1'/></calculatedItems>"
    )
    table = (
        f"<location ref='A1'/><pivotFields><pivotField name='{plant('pivot column')}'><items><item n='{plant('renamed item')}'/></items></pivotField></pivotFields><dataFields><dataField name='Sum of {plant('data field')}'/></dataFields>"
        f"<pageFields><pageField fld='0' name='{plant('page field')}' cap='{plant('page caption')}'/></pageFields><filters><filter name='{plant('pivot filter')}' stringValue1='{plant('value of a pivot filter')}'/></filters><pivotTableStyleInfo name='PivotStyleLight16'/>"
    )
    head = f"dataCaption='{plant('data caption')}' grandTotalCaption='{plant('grand total')}' rowHeaderCaption='{plant('row caption')}' tag='{plant('tag of a table')}'"
    return {
        "xl/pivotCache/pivotCacheDefinition1.xml": part("pivotCacheDefinition", source + fields),
        "xl/pivotTables/pivotTable1.xml": part("pivotTableDefinition", table).replace("<pivotTableDefinition", f"<pivotTableDefinition name='{plant('pivot table')}' {head}", 1),
        "xl/tables/table1.xml": part("table", f"<autoFilter ref='A1:B2'><filterColumn colId='0'><customFilters><customFilter operator='equal' val='{plant('own filter')}'/></customFilters></filterColumn></autoFilter><tableColumns><tableColumn id='1' name='a_x000a_{plant('column over two lines')}'><calculatedColumnFormula>Table1[[#This Row],[{plant('column in a formula')}]]&amp;\"{plant('string in a column formula')}\"</calculatedColumnFormula></tableColumn></tableColumns>").replace("<table ", f"<table id='1' name='{plant('table')}' displayName='{plant('shown table')}' comment='{plant('comment on a table')}' ref='A1:B2' ", 1),
    }  # fmt: skip


def _drawn(plant: Planter) -> Parts:
    texts = f"<c:strRef><c:f>'{plant('sheet of a chart')}'!$A$1:$A$2</c:f><c:strCache><c:pt idx='0'><c:v>{plant('category')}</c:v></c:pt></c:strCache></c:strRef>"
    chart = (
        f"<c:chart><c:plotArea><c:ser><c:tx>{texts}</c:tx><c:dLbls><c:dLbl><c:tx><c:rich><a:p><a:r><a:t>{plant('label of a point')}</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls><c:trendline><c:name>{plant('trend')}</c:name></c:trendline></c:ser>"
        f"<c:catAx><c:title><c:tx><c:rich><a:p><a:r><a:t>{plant('title of an axis')}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:numFmt formatCode='0 &quot;{plant('format of an axis')}&quot;'/></c:catAx></c:plotArea></c:chart>"
        f"<c:printSettings><c:headerFooter><c:oddHeader>&amp;C{plant('header of a chart')}</c:oddHeader></c:headerFooter></c:printSettings>"
    )
    newer = f"<cx:chartData><cx:data id='0'><cx:strDim type='cat'><cx:f>{plant('sheet of a newer chart')}!A1</cx:f><cx:lvl ptCount='1'><cx:pt idx='0'>{plant('category of a newer chart')}</cx:pt></cx:lvl></cx:strDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>{plant('title of a newer chart')}</cx:v></cx:txData></cx:tx></cx:title></cx:chart>"
    shape = (
        f"<xdr:sp macro='' textlink='{plant('sheet of a text link')}!$A$1'><xdr:nvSpPr><xdr:cNvPr id='2' name='x' title='{plant('title of a shape')}'><a:hlinkClick xmlns:r='{_REL}' r:id='rId1' tooltip='{plant('tooltip of a shape')}'/></xdr:cNvPr></xdr:nvSpPr></xdr:sp>"
        f"<xdr:pic><xdr:nvPicPr><xdr:cNvPr id='3' name='x' descr='C:\\{plant('path of a picture')}.png'/></xdr:nvPicPr></xdr:pic>"
    )
    left, right = plant.halves("drawing torn over runs")
    return {
        "xl/charts/chart1.xml": f"{_HEAD}<c:chartSpace {_CHART}>{chart}</c:chartSpace>",
        "xl/charts/chartEx1.xml": f"{_HEAD}<cx:chartSpace xmlns:cx='{_MICROSOFT}/drawing/2014/chartex'>{newer}</cx:chartSpace>",
        "xl/chartsheets/sheet1.xml": part("chartsheet", f"<headerFooter><oddHeader>&amp;L{plant('header of a chart sheet')}</oddHeader></headerFooter>"),
        "xl/drawings/drawing1.xml": f"{_HEAD}<xdr:wsDr xmlns:a='{_ROOT}drawingml/2006/main' xmlns:xdr='{_ROOT}drawingml/2006/spreadsheetDrawing'>{shape}<xdr:txBody><a:p><a:r><a:t>{left}</a:t></a:r><a:r><a:t>{right}</a:t></a:r></a:p></xdr:txBody></xdr:wsDr>",
        "xl/drawings/_rels/drawing1.xml.rels": _links(("hyperlink", f"https://x.example/?q={plant('query of a shape')}", True), ("image", f"file:///C:/{plant('linked picture')}.png", True)),
        "xl/diagrams/data1.xml": f"{_HEAD}<dgm:dataModel xmlns:dgm='{_ROOT}drawingml/2006/diagram' xmlns:a='{_ROOT}drawingml/2006/main'><dgm:t><a:p><a:r><a:t>{plant('diagram')}</a:t></a:r></a:p></dgm:t></dgm:dataModel>",
        "xl/media/image1.svg": f"<svg xmlns='http://www.w3.org/2000/svg'><desc>{plant('description of a drawing')}</desc><text>{plant('text of a drawing')}</text></svg>",
    }  # fmt: skip


def _linked(plant: Planter) -> Parts:
    dde = f"<ddeLink ddeService='{plant('service')}' ddeTopic='{plant('topic')}'><ddeItems><ddeItem name='{plant('item of a link')}'><values><value t='str'><val>{plant('value of a link')}</val></value></values></ddeItem></ddeItems></ddeLink>"
    return {
        "xl/externalLinks/externalLink1.xml": part("externalLink", f"<externalBook><sheetNames><sheetName val='x'/></sheetNames><definedNames><definedName name='{plant('foreign name')}' refersTo='={plant('place of a foreign name')}!$A$1'/></definedNames></externalBook>"),
        "xl/externalLinks/_rels/externalLink1.xml.rels": _links(("externalLinkPath", f"file:///C:\\Users\\{plant('folder of a foreign book')}\\{plant('foreign book')}.xlsx", True)),
        "xl/externalLinks/externalLink2.xml": part("externalLink", dde),
        "xl/connections.xml": part("connections", f"<connection id='1' name='x' description='{plant('description of a connection')}' odcFile='C:\\{plant('file of a connection')}.odc' sourceFile='{plant('source of a connection')}.mdb'><webPr url='https://x.example/{plant('page of a connection')}'/><textPr sourceFile='C:\\{plant('text of a connection')}.csv'/><parameters><parameter name='p' prompt='{plant('prompt of a connection')}' string='{plant('parameter')}'/></parameters></connection>"),
        "xl/customXml/item1.xml": f"<data>{base64.b64encode(plant('packed custom XML').encode('utf-16-le')).decode()}</data>",
    }  # fmt: skip


def _rest(plant: Planter) -> Parts:
    threaded = f"<threadedComment ref='A1' personId='{{00000000-0000-0000-0000-000000000001}}'><text>@{plant('mentioned in a comment')} come</text><mentions><mention mentionpersonId='{{00000000-0000-0000-0000-000000000001}}'/></mentions></threadedComment>"
    left, right = plant.halves("comment torn over runs")
    return {
        "xl/threadedComments/threadedComment1.xml": f"{_HEAD}<ThreadedComments xmlns='{_MICROSOFT}/spreadsheetml/2018/threadedcomments'>{threaded}</ThreadedComments>",
        "xl/persons/person.xml": f"{_HEAD}<personList xmlns='{_MICROSOFT}/spreadsheetml/2018/threadedcomments'><person displayName='{plant('person')}' id='{{00000000-0000-0000-0000-000000000001}}' userId='S::{plant('mail of a person').lower()}@x.example::1' providerId='AD'/></personList>",
        "xl/comments1.xml": part("comments", f"<authors><author>tc={{00000000-0000-0000-0000-000000000001}}</author></authors><commentList><comment ref='A1' authorId='0'><text><r><t>{left}</t></r><r><rPr><b/></rPr><t>{right}: x</t></r></text></comment></commentList>"),
        "xl/drawings/vmlDrawing1.vml": f"<xml xmlns:v='urn:schemas-microsoft-com:vml' xmlns:x='urn:schemas-microsoft-com:office:excel'><v:shape id='{plant('id of an old shape')}'><v:textbox><div><font>{plant('old button')}</font></div></v:textbox><x:ClientData ObjectType='Button'><x:FmlaMacro>{plant('macro of a button')}</x:FmlaMacro><x:FmlaTxbx>{plant('cell of a button')}!A1</x:FmlaTxbx></x:ClientData></v:shape></xml>",
        "xl/timelineCaches/timelineCache1.xml": f"{_HEAD}<timelineCacheDefinition xmlns='{_MICROSOFT}/spreadsheetml/2010/11/main' name='{plant('timeline')}' sourceName='{plant('source of a timeline')}'/>",
        "xl/slicers/slicer1.xml": f"{_HEAD}<slicers xmlns='{_MICROSOFT}/spreadsheetml/2009/9/main'><slicer name='{plant('slicer')}' cache='x' caption='{plant('caption of a slicer')}'/></slicers>",
        "xl/richData/rdrichvalue.xml": f"{_HEAD}<rvData xmlns='{_MICROSOFT}/spreadsheetml/2017/richdata'><rv s='0'><v>{plant('rich value')}</v></rv></rvData>",
        "xl/xmlMaps.xml": part("MapInfo", f"<Schema ID='S'><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='{plant('own schema')}'/></xs:schema></Schema><Map ID='1' Name='{plant('own map')}' RootElement='x'/>"),
        "xl/metadata.xml": part("metadata", f"<metadataStrings><s v='{plant('string of metadata')}'/></metadataStrings>"),
        "xl/theme/theme1.xml": f"{_HEAD}<a:theme xmlns:a='{_ROOT}drawingml/2006/main' name='{plant('theme')}'><a:clrScheme name='{plant('colours')}'/></a:theme>",
        "xl/queryTables/queryTable1.xml": part("queryTable", "").replace("<queryTable ", f"<queryTable name='{plant('query table')}' ", 1),
        "xl/webextensions/webextension1.xml": f"{_HEAD}<we:webextension xmlns:we='{_MICROSOFT}/webextensions/webextension/2010/11' id='x'><we:properties><we:property name='n' value='&quot;{plant('property of an extension')}&quot;'/></we:properties></we:webextension>",
        "docProps/app.xml": f'{_HEAD}<Properties xmlns="{_ROOT}officeDocument/2006/extended-properties" xmlns:vt="{_ROOT}officeDocument/2006/docPropsVTypes"><TitlesOfParts><vt:vector size="1" baseType="lpstr"><vt:lpstr>{plant("title of a sheet")}</vt:lpstr></vt:vector></TitlesOfParts><Manager>{plant("manager")}</Manager></Properties>',
        "docProps/custom.xml": f'{_HEAD}<Properties xmlns="{_ROOT}officeDocument/2006/custom-properties" xmlns:vt="{_ROOT}officeDocument/2006/docPropsVTypes"><property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="2" name="{plant("own property")}"><vt:lpwstr>{plant("own value")}</vt:lpwstr></property></Properties>',
        "docMetadata/LabelInfo.xml": f"{_HEAD}<clbl:labelList xmlns:clbl='{_MICROSOFT}/2020/mipLabelMetadata'><clbl:label id='x' name='{plant('label of secrecy')}'/></clbl:labelList>",
    }  # fmt: skip
