"""Further corners of OpenDocument: indexes, fields, rules of sheets, charts, shapes, settings that few files have."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

from tests.formats.planted import Planter
from tests.formats.planted_odf import make_odf, odf_part

_MORE = (
    'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:dr3d="urn:oasis:names:tc:opendocument:xmlns:dr3d:1.0" '
    'xmlns:db="urn:oasis:names:tc:opendocument:xmlns:database:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" '
    'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" '
    'xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:math="http://www.w3.org/1998/Math/MathML" xmlns:xforms="http://www.w3.org/2002/xforms" xmlns:own="urn:x-own"'
)


def _part(name: str, content: str) -> str:
    return odf_part(name, content).replace(f"<office:{name} ", f"<office:{name} {_MORE} ", 1)


def planted_odt_more() -> tuple[bytes, Planter]:
    """The text and the names in it."""
    plant = Planter()
    body = _torn(plant) + _fields(plant) + _indexes(plant) + _drawn(plant) + _forms(plant)
    content = f"<office:automatic-styles>{_styles(plant)}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
    parts: dict[str, bytes | str] = {
        "content.xml": _part("document-content", content).replace("UTF-8", "UTF-16", 1).encode("utf-16"),
        "styles.xml": _part("document-styles", _around(plant)),
        "meta.xml": _part("document-meta", _about(plant)),
        "settings.xml": _part("document-settings", f'<office:settings><config:config-item config:name="CurrentDatabaseDataSource" config:type="string">{plant("data source")}</config:config-item><config:config-item config:name="RedlineProtectionKey" config:type="string">{plant("word to unlock")}</config:config-item></office:settings>'),
        "Object 1/content.xml": f'<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mtext>{plant("formula")}</mtext><annotation encoding="StarMath 5.0">"{plant("source of a formula")}"</annotation></semantics></math>',
        "Object 1/meta.xml": _part("document-meta", f"<office:meta><dc:creator>{plant('author of a formula')}</dc:creator></office:meta>"),
        "Pictures/1.svg": f"<svg xmlns='http://www.w3.org/2000/svg'><title>{plant('title of a drawing')}</title><text><tspan>{plant('text of a drawing')}</tspan></text></svg>",
    }  # fmt: skip
    return make_odf("text", parts), plant


def _torn(plant: Planter) -> str:
    """Names over what tears them: links, changes, marks, fields, single letters."""
    link, change, mark, field, blank, note = (plant.halves(f"torn by {what}") for what in ("a link", "a change", "a bookmark", "a field", "a soft hyphen", "the end of a comment"))  # fmt: skip
    letters = "".join(f"<text:span>{letter}</text:span>" for letter in plant("torn into letters"))
    meta = plant.halves("torn by a field of data")
    return f"""<text:p>We met {link[0]}<text:a xlink:href="#x">{link[1]}</text:a>, {change[0]}<text:change-start text:change-id="c9"/>{change[1]}<text:change-end text:change-id="c9"/>,
{mark[0]}<text:bookmark-start text:name="_x"/>{mark[1]}<text:bookmark-end text:name="_x"/>, <text:bookmark-ref text:ref-name="_x">{field[0]}</text:bookmark-ref>{field[1]}, {blank[0]}<text:soft-page-break/>{blank[1]},
{note[0]}<office:annotation-end office:name="_x"/>{note[1]}, <office:annotation loext:resolved="false"><dc:creator>{plant("commenter")}</dc:creator><meta:creator-initials>{plant("initials").upper()}</meta:creator-initials><text:p>{plant("comment")}</text:p></office:annotation>, {letters}, {meta[0]}<text:meta xhtml:about="{plant("subject of a statement")}" xhtml:content="{plant("statement")}">{meta[1]}</text:meta>.</text:p>
<text:p><text:ruby><text:ruby-base>{plant("below small print")}</text:ruby-base><text:ruby-text>{plant("small print")}</text:ruby-text></text:ruby></text:p>"""


def _fields(plant: Planter) -> str:
    names = ("sender-firstname", "sender-lastname", "sender-company", "sender-street", "sender-city", "sender-email", "sender-phone-private", "sender-title", "author-initials", "initial-creator", "creator", "title", "subject", "keywords", "description", "user-defined", "file-name", "template-name", "chapter", "sheet-name", "printed-by", "editing-cycles")  # fmt: skip
    plain = " ".join(f"<text:{name}>{plant(f'field {name}')}</text:{name}>" for name in names)
    return f"""<text:sequence-decls><text:sequence-decl text:name="{plant("sequence")}" text:display-outline-level="0"/></text:sequence-decls><text:p>{plain}
<text:user-field-get text:name="{plant("user field")}">{plant("value of a user field")}</text:user-field-get> <text:expression text:formula="ooow:&quot;{plant("expression")}&quot;" office:value-type="string" office:string-value="{plant("its value")}">{plant("shown value")}</text:expression>
<text:hidden-text text:condition="ooow:1" text:string-value="{plant("hidden text")}" text:is-hidden="true"/><text:hidden-paragraph text:condition="ooow:x==&quot;{plant("condition of a paragraph")}&quot;"/>
<text:database-display text:database-name="{plant("database")}" text:table-name="{plant("table of a database")}" text:table-type="table" text:column-name="{plant("column of a database")}">{plant("shown by a database")}</text:database-display>
<text:dde-connection text:connection-name="{plant("connection")}">{plant("shown by a connection")}</text:dde-connection> <text:text-input text:description="{plant("description of an input")}">{plant("input")}</text:text-input>
<text:drop-down text:name="{plant("drop-down")}"><text:label text:value="{plant("entry of a drop-down")}" text:current-selected="true"/>{plant("chosen")}</text:drop-down> <text:macro text:name="{plant("macro button")}" text:description="{plant("its description")}">x</text:macro>
<text:variable-set text:name="x" text:formula="ooow:&quot;{plant("formula of a variable")}&quot;" office:value-type="string" office:string-value="{plant("value of a variable")}" text:display="none"/>
<loext:content-control loext:alias="{plant("alias of a control")}" loext:tag="{plant("tag of a control")}"><loext:list-item loext:display-text="{plant("text of a list")}" loext:value="{plant("value of a list")}"/>{plant("control")}</loext:content-control></text:p>"""


def _indexes(plant: Planter) -> str:
    return f"""<text:p>x<text:alphabetical-index-mark text:string-value="{plant("entry of an index")}" text:key1="{plant("first key")}" text:key2="{plant("second key")}"/><text:toc-mark text:string-value="{plant("entry of contents")}"/><text:user-index-mark text:string-value="{plant("entry of an own index")}" text:index-name="{plant("own index")}"/>
<text:bibliography-mark text:identifier="{plant("short name of a source")}" text:bibliography-type="book" text:author="{plant("author of a source")}" text:title="{plant("title of a source")}" text:publisher="{plant("publisher")}" text:url="https://x.example/{plant("page of a source")}" text:note="{plant("note on a source")}" text:annote="{plant("annotation of a source")}" text:custom1="{plant("own field of a source")}">[{plant("mark of a source")}]</text:bibliography-mark></text:p>
<text:alphabetical-index text:name="{plant("name of an index")}"><text:alphabetical-index-source><text:index-title-template>{plant("template of a title")}</text:index-title-template><text:alphabetical-index-entry-template><text:index-entry-span>{plant("words in an entry")}</text:index-entry-span></text:alphabetical-index-entry-template></text:alphabetical-index-source>
<text:index-body><text:index-title text:name="x"><text:p>{plant("title of an index")}</text:p></text:index-title><text:p>{plant("line of an index")}</text:p></text:index-body></text:alphabetical-index>
<text:numbered-paragraph><text:number>{plant("number of a paragraph")}</text:number><text:p>x</text:p></text:numbered-paragraph><text:section text:name="s" text:condition="ooow:x==&quot;{plant("condition of a section")}&quot;"><text:section-source xlink:href="file:///home/{plant("file of a section")}/x.odt" text:section-name="{plant("section elsewhere")}" text:filter-name="x"/><text:p>x</text:p></text:section>"""


def _drawn(plant: Planter) -> str:
    left, right = plant.halves("box torn over spans")
    return f"""<text:p><draw:a xlink:href="https://x.example/{plant("link of a picture")}" office:name="{plant("name of a link")}" office:title="{plant("title of a link")}"><draw:frame draw:name="x"><draw:image xlink:href="file:///home/{plant("linked picture")}/x.png"/><draw:image-map><draw:area-rectangle xlink:href="https://x.example/{plant("area")}" office:name="{plant("name of an area")}"><svg:title>{plant("title of an area")}</svg:title><svg:desc>{plant("description of an area")}</svg:desc></draw:area-rectangle></draw:image-map><draw:contour-polygon/></draw:frame></draw:a>
<draw:frame draw:name="y"><draw:text-box draw:chain-next-name="{plant("next box")}"><text:p>{left}<text:span>{right}</text:span></text:p></draw:text-box></draw:frame><draw:frame draw:name="z"><draw:plugin xlink:href="https://x.example/{plant("plug-in")}" draw:mime-type="x/y"><draw:param draw:name="{plant("name of a parameter")}" draw:value="{plant("parameter")}"/></draw:plugin><draw:floating-frame xlink:href="https://x.example/{plant("floating frame")}" draw:frame-name="{plant("name of a floating frame")}"/></draw:frame>
<draw:g draw:name="{plant("group")}"><svg:desc>{plant("description of a group")}</svg:desc><draw:line draw:name="l"><text:p>{plant("text of a line")}</text:p></draw:line><draw:connector draw:name="c"><text:p>{plant("text of a connector")}</text:p></draw:connector></draw:g><draw:custom-shape draw:name="w"><text:p>x</text:p><draw:enhanced-geometry draw:text-path="true" draw:type="{plant("type of a shape")}"/></draw:custom-shape>
<office:event-listeners><presentation:event-listener script:event-name="dom:click" presentation:action="show" xlink:href="https://x.example/{plant("event")}"/></office:event-listeners></text:p>
<table:table table:name="t" table:protection-key="x"><table:title>{plant("title of a table")}</table:title><table:desc>{plant("description of a table")}</table:desc><table:table-header-rows><table:table-row><table:table-cell table:formula="ooow:&lt;{plant("cell formula")}&gt;+1" office:value-type="string" office:string-value="{plant("value of a cell")}"><text:p>{plant("heading of a table")}</text:p><table:table table:name="in" table:is-sub-table="true"><table:table-row><table:table-cell><text:p>{plant("table in a table")}</text:p></table:table-cell></table:table-row></table:table></table:table-cell></table:table-row></table:table-header-rows></table:table>
<text:p own:said="{plant("attribute of a plug-in")}">x <own:made>{plant("element of a plug-in")}</own:made></text:p>"""


def _forms(plant: Planter) -> str:
    return f"""<office:forms><form:form form:name="f" form:command="SELECT {plant("command")}" form:datasource="{plant("source of a form")}" form:filter="{plant("filter of a form")}" office:target-frame="" xlink:href="https://x.example/{plant("target of a form")}"><form:properties><form:property form:property-name="HelpText" office:value-type="string" office:string-value="{plant("property")}"/><form:list-property form:property-name="L" office:value-type="string"><form:list-value office:string-value="{plant("value of a list property")}"/></form:list-property></form:properties>
<form:listbox form:name="{plant("list box")}" form:data-field="{plant("field of a form")}"><form:option form:label="{plant("label of an option")}" form:value="{plant("value of an option")}"/></form:listbox><form:combobox form:name="c" form:value="{plant("value of a box")}"><form:item form:label="{plant("item")}"/></form:combobox><form:textarea form:name="t"><text:p>{plant("area")}</text:p></form:textarea><form:button form:name="b" form:title="{plant("title of a button")}" form:image-data="https://x.example/{plant("image of a button")}"/></form:form>
<xforms:model id="m"><xforms:instance id="i"><own:data who="{plant("attribute of a model")}">{plant("model")}</own:data></xforms:instance><xforms:bind nodeset="{plant("binding")}"/></xforms:model></office:forms>"""


def _styles(plant: Planter) -> str:
    return f"""<style:style style:name="P1" style:family="paragraph" style:parent-style-name="{plant("parent style")}" style:class="{plant("class of styles")}"><style:map style:condition="value()=&quot;{plant("condition of a style")}&quot;" style:apply-style-name="{plant("style to apply")}"/><style:paragraph-properties><style:drop-cap style:style-name="{plant("style of a letter")}"/><style:tab-stops><style:tab-stop style:position="1cm" style:leader-text="{plant("leader")}"/></style:tab-stops></style:paragraph-properties></style:style>
<number:date-style style:name="N1" number:title="{plant("title of a format")}"><number:text>{plant("words of a format")}</number:text></number:date-style><number:currency-style style:name="N2"><number:currency-symbol>{plant("currency")}</number:currency-symbol></number:currency-style>
<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-prefix="{plant("before a number")}" style:num-suffix="{plant("behind a number")}" loext:num-list-format="%1% {plant("format of a list")}"/></text:list-style>"""


def _around(plant: Planter) -> str:
    heads = "".join(f"<style:{kind}><text:p>{plant(kind)}</text:p></style:{kind}>" for kind in ("header-first", "header-left", "footer-first", "footer-left"))  # fmt: skip
    return f"""<office:styles><draw:gradient draw:name="{plant("gradient")}_20_1" draw:display-name="{plant("shown gradient")} 1" draw:style="linear"/><draw:fill-image draw:name="x" draw:display-name="{plant("fill")}" xlink:href="file:///home/{plant("file of a fill")}/a.png"/><text:notes-configuration text:note-class="footnote"><text:note-continuation-notice-forward>{plant("notice of a note")}</text:note-continuation-notice-forward></text:notes-configuration>
<text:linenumbering-configuration><text:linenumbering-separator>{plant("between numbers of lines")}</text:linenumbering-separator></text:linenumbering-configuration><text:bibliography-configuration text:prefix="{plant("before a source")}" text:suffix="]"/></office:styles>
<office:master-styles><style:master-page style:name="M" style:display-name="{plant("shown master page")}">{heads}<style:header><style:region-left><text:p>{plant("left of a header")}</text:p></style:region-left></style:header></style:master-page></office:master-styles>"""


def _about(plant: Planter) -> str:
    return f"""<office:meta><meta:generator>{plant("generator")}</meta:generator><dc:publisher>{plant("publisher of a text")}</dc:publisher><dc:contributor>{plant("contributor")}</dc:contributor><meta:hyperlink-behaviour office:target-frame-name="{plant("frame of links")}"/><meta:auto-reload xlink:href="https://x.example/{plant("reload")}"/><meta:user-defined meta:name="p" meta:value-type="string">{plant("own property")}</meta:user-defined><own:thing>{plant("property of a plug-in")}</own:thing></office:meta>"""


def planted_ods_more() -> tuple[bytes, Planter]:
    """The spreadsheet and the names in it."""
    plant = Planter()
    parts: dict[str, bytes | str] = {
        "content.xml": _part("document-content", f"<office:body><office:spreadsheet>{_book(plant)}</office:spreadsheet></office:body>"),
        "Object 1/content.xml": _part("document-content", _chart(plant)),
        "styles.xml": _part("document-styles", f"<office:master-styles><style:master-page style:name='Default'><style:header><style:region-left><text:p>{plant('left of a header')}</text:p></style:region-left><style:region-center><text:p>{plant('middle of a header')} <text:sheet-name>{plant('sheet in a header')}</text:sheet-name></text:p></style:region-center><style:region-right><text:p>{plant('right of a header')}</text:p></style:region-right></style:header><style:footer><text:p>{plant('footer')}</text:p></style:footer></style:master-page></office:master-styles>"),
        "settings.xml": _part("document-settings", f"<office:settings><config:config-item-map-indexed config:name='Views'><config:config-item-map-entry><config:config-item config:name='ActiveTable' config:type='string'>{plant('active sheet')}</config:config-item></config:config-item-map-entry></config:config-item-map-indexed></office:settings>"),
    }  # fmt: skip
    return make_odf("spreadsheet", parts), plant


def _book(plant: Planter) -> str:
    def cell(text: str, more: str = "") -> str:
        return (
            f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'
        )

    def row(*cells: str) -> str:
        return f"<table:table-row>{''.join(cells)}</table:table-row>"

    left, right = plant.halves("cell torn over paragraphs and spans")
    entities = "".join(f"&#x{ord(char):x};" for char in plant("numeric entities"))
    first = "".join((
        row(cell(entities), f'<table:covered-table-cell office:value-type="string"><text:p>{plant("covered cell")}</text:p></table:covered-table-cell>', cell(f"{left}<text:span>{right}</text:span>")),
        row(cell(plant("repeated cell"), ' table:number-columns-repeated="3"'), f'<table:table-cell office:value-type="string" office:string-value="{plant("cell without a paragraph")}"/>'),
        row(cell("x", f' table:formula="of:=HYPERLINK(&quot;mailto:{plant("mail in a formula").lower()}@x.example&quot;;&quot;{plant("shown by a formula")}&quot;)"'), cell("x", f" table:formula=\"of:=['file:///home/{plant('book in a formula')}/x.ods'#$'{plant('sheet in a formula')}'.A1]\"")),
        row(cell("x", f' table:formula="of:={plant("name in a formula")}+1"'), cell(f'<text:a xlink:href="file:///home/{plant("linked file")}/x.pdf">{plant("link")}</text:a>'), cell(f'<text:date text:date-value="2020-01-01">{plant("field in a cell")}</text:date>')),
    ))  # fmt: skip
    rules = (
        f'<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="\'{plant("sheet of a rule")}\'.A1:A2"><calcext:condition calcext:apply-style-name="{plant("style of a rule")}" calcext:value="contains-text(&quot;{plant("text of a rule")}&quot;)" calcext:base-cell-address="\'{plant("base of a rule")}\'.A1"/></calcext:conditional-format></calcext:conditional-formats>'
        f"<calcext:sparkline-groups><calcext:sparkline-group><calcext:sparklines><calcext:sparkline calcext:cell-address=\"'{plant('cell of a sparkline')}'.A1\" calcext:data-range=\"'{plant('data of a sparkline')}'.A1:A2\"/></calcext:sparklines></calcext:sparkline-group></calcext:sparkline-groups>"
    )
    pilot = (
        f"<table:data-pilot-tables><table:data-pilot-table table:name='p' table:application-data='{plant('data of a pivot table')}' table:target-range-address=\"'{plant('target of a pivot table')}'.A1\"><table:source-cell-range table:cell-range-address=\"'{plant('source of a pivot table')}'.A1:B9\"><table:filter><table:filter-condition table:field-number='0' table:value='{plant('filter of a pivot table')}' table:operator='='><table:filter-set-item table:value='{plant('item of a filter')}'/></table:filter-condition></table:filter></table:source-cell-range>"
        f"<table:data-pilot-field table:source-field-name='x' loext:display-name='{plant('shown field')}' table:selected-page='{plant('selected page')}'><table:data-pilot-level><table:data-pilot-members><table:data-pilot-member table:name='x' loext:display-name='{plant('shown member')}'/></table:data-pilot-members></table:data-pilot-level><table:data-pilot-field-reference table:field-name='{plant('field of a reference')}' table:member-name='{plant('member of a reference')}'/><table:data-pilot-groups table:source-field-name='{plant('field of a group')}'><table:data-pilot-group table:name='{plant('group')}'><table:data-pilot-group-member table:name='{plant('member of a group')}'/></table:data-pilot-group></table:data-pilot-groups></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables>"
    )
    lists = f"<table:content-validations><table:content-validation table:name='v' table:condition=\"of:cell-content-is-in-list([$'{plant('sheet of a validation')}'.A1:A9])\"><table:error-message table:display='true'><text:p>{plant('text of an error')}</text:p></table:error-message></table:content-validation></table:content-validations>"
    sorts = f"<table:database-ranges><table:database-range table:name='d' table:target-range-address='x.A1:x.B2'><table:sort><table:sort-by table:field-number='0' table:data-type='UserList {plant('order of a list')}'/></table:sort><table:subtotal-rules><table:sort-groups table:data-type='automatic'/></table:subtotal-rules><table:database-source-query table:database-name='{plant('database')}' table:query-name='{plant('query')}'/></table:database-range></table:database-ranges><table:consolidation table:function='sum' table:source-cell-range-addresses=\"'{plant('consolidated')}'.A1:B2\" table:target-cell-address='x.A1'/>"
    names = f"<table:named-expressions><table:named-range table:name='n' table:base-cell-address=\"$'{plant('base of a name')}'.$A$1\" table:cell-range-address=\"$'{plant('range of a name')}'.$A$1\" table:range-usable-as='print-range'/></table:named-expressions>"
    linked = f"<table:table table:name=\"'file:///home/{plant('cached book')}/x.ods'#{plant('cached sheet')}\"><table:table-source xlink:href='../x.ods' table:filter-name='calc8' table:filter-options='{plant('options of a filter')}'/>{row(cell(plant('cached cell')))}</table:table>"
    shapes = f"<table:shapes><draw:frame draw:name='x'><draw:object xlink:href='./Object 1' draw:notify-on-update-of-ranges=\"'{plant('sheet of a chart')}'.A1:A3\"/><svg:title>{plant('title of a shape')}</svg:title></draw:frame><draw:control draw:control='c'/></table:shapes><office:forms><form:form form:name='f'><form:checkbox form:name='c' form:label='{plant('label of a control')}' form:linked-cell=\"'{plant('cell of a control')}'.A1\"/></form:form></office:forms>"
    deep = f"<table:table table:name='h' table:display='false' table:print-ranges=\"'{plant('print range')}'.A1:B2\"><table:table-row table:visibility='collapse'>{cell(plant('hidden row'))}</table:table-row></table:table>"
    return f"{lists}<table:calculation-settings/><table:table table:name='x' table:style-name='ta1'>{shapes}{first}{rules}{names}</table:table>{deep}{linked}{pilot}{sorts}"


def _chart(plant: Planter) -> str:
    table = f"<table:table table:name='local-table'><table:table-header-rows><table:table-row><table:table-cell/><table:table-cell office:value-type='string'><text:p>{plant('name of a series')}</text:p><draw:g><svg:desc>'{plant('sheet of a series')}'.B1</svg:desc></draw:g></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell office:value-type='string'><text:p>{plant('category')}</text:p></table:table-cell></table:table-row></table:table>"
    return f"<office:body><office:chart><chart:chart chart:class='chart:bar' chart:column-mapping='{plant('mapping of columns')}'><chart:subtitle><text:p>{plant('subtitle of a chart')}</text:p></chart:subtitle><chart:footer><text:p>{plant('footer of a chart')}</text:p></chart:footer><chart:plot-area table:cell-range-address=\"'{plant('range of a chart')}'.A1:B3\"><chart:axis chart:name='primary-x'><chart:title><text:p>{plant('title of an axis')}</text:p></chart:title><chart:categories table:cell-range-address=\"'{plant('range of categories')}'.A2:A3\"/></chart:axis><chart:series chart:values-cell-range-address=\"'{plant('range of a series')}'.B2:B3\" chart:label-cell-address=\"'{plant('label of a series')}'.B1\" loext:label-string='{plant('label of a point')}'><chart:data-point><chart:data-label><text:p>{plant('own label of a point')}</text:p></chart:data-label></chart:data-point></chart:series></chart:plot-area>{table}</chart:chart></office:chart></office:body>"
