"""OpenDocument texts and spreadsheets with a rare name in every corner."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import base64
import io
import zipfile

from tests.formats.drawings.making import emf, wide_text
from tests.formats.office.making import native, ole_object
from tests.formats.planted import Planter
from tests.formats.planted_docx import png, small_docx

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_SPACES = " ".join(
    f'xmlns:{prefix}="{space}"'
    for prefix, space in {
        **{
            name: f"{_OASIS}{name}:1.0"
            for name in ("office", "text", "table", "style", "meta", "config", "script", "form", "chart")
        },
        "draw": f"{_OASIS}drawing:1.0",
        "fo": f"{_OASIS}xsl-fo-compatible:1.0",
        "svg": f"{_OASIS}svg-compatible:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
        "dc": "http://purl.org/dc/elements/1.1/",
    }.items()
)
_TYPE = "application/vnd.oasis.opendocument."


def odf_part(name: str, content: str) -> str:
    return f"{_HEAD}<office:{name} {_SPACES}>{content}</office:{name}>"


def make_odf(kind: str, parts: dict[str, bytes | str], *, remark: bytes = b"") -> bytes:
    """A file of the parts, with its type and its manifest."""
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>' for name in parts
    )
    manifest = (
        f'{_HEAD}<manifest:manifest xmlns:manifest="{_OASIS}manifest:1.0"><manifest:file-entry '
        f'manifest:full-path="/" manifest:media-type="{_TYPE}{kind}"/>{entries}</manifest:manifest>'
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = remark
        archive.writestr("mimetype", f"{_TYPE}{kind}", zipfile.ZIP_STORED)
        for name, content in {**parts, "META-INF/manifest.xml": manifest}.items():
            archive.writestr(name, content)
    return file.getvalue()


def small_odt(*paragraphs: str, **parts: str | bytes) -> bytes:
    body = "".join(item if item.startswith("<") else f"<text:p>{item}</text:p>" for item in paragraphs)
    content = odf_part("document-content", f"<office:body><office:text>{body}</office:text></office:body>")
    return make_odf("text", {"content.xml": content, **parts})


def small_ods(*cells: str, name: str = "Sheet1", more: str = "", **parts: str | bytes) -> bytes:
    rows = "".join(f"<table:table-row>{cell}</table:table-row>" for cell in cells)
    sheet = f'<table:table table:name="{name}">{rows}</table:table>{more}'
    content = odf_part(
        "document-content", f"<office:body><office:spreadsheet>{sheet}</office:spreadsheet></office:body>"
    )
    return make_odf("spreadsheet", {"content.xml": content, **parts})


def planted_odt() -> tuple[bytes, Planter]:
    """The document and the names in it."""
    plant = Planter()
    content = f"<office:automatic-styles>{_style(plant)}</office:automatic-styles><office:body><office:text>{_text(plant)}</office:text></office:body>"
    parts: dict[str, bytes | str] = {
        "content.xml": odf_part("document-content", content),
        "Pictures/1.png": png(plant("picture")),
        "Pictures/2.svg": f"<svg xmlns='http://www.w3.org/2000/svg'><text>{plant('drawing')}</text></svg>",
        "Object 1/content.xml": odf_part(
            "document-content", f"<office:body><text:p>{plant('object')}</text:p></office:body>"
        ),
        "Pictures/3.emf": emf(wide_text(plant("drawing of records")), title=plant("title of a drawing")),
        "Object 3": ole_object(
            x01Ole10Native=native(
                f"{plant('file dropped in')}.txt",
                f"/home/{plant('path of a file')}/x",
                plant("text dropped in").encode(),
            )
        ),
        "Object 2.docx": small_docx(plant("document within")),
        "ObjectReplacements/Object 1": plant("picture of an object").encode(),
        "Thumbnails/thumbnail.png": png(plant("thumbnail")),
        "META-INF/documentsignatures.xml": f"<signatures>{plant('signature')}</signatures>",
        **_about(plant),
    }
    return make_odf("text", parts, remark=plant("remark of the archive").encode()), plant


def _style(plant: Planter) -> str:
    return (
        f'<style:style style:name="{plant("style")}_20_x" style:display-name="{plant("shown style")} x" style:family="paragraph">'
        f'<style:text-properties fo:font-family="{plant("font")}"/></style:style>'
    )


def _text(plant: Planter) -> str:
    first, second = plant.halves("split over spans")
    entities = "".join(f"&#{ord(char)};" for char in plant("numeric entities"))
    packed = base64.b64encode(png(plant("packed picture"))).decode()
    changed = (
        f'<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>{plant("author of a deletion")}</dc:creator>'
        f"<dc:date>2020-01-01T00:00:00</dc:date></office:change-info><text:p>{plant('deletion')}</text:p></text:deletion></text:changed-region>"
        f'<text:changed-region text:id="c2"><text:insertion><office:change-info><dc:creator>{plant("author of an insertion")}</dc:creator><dc:date>2020-01-01T00:00:00</dc:date>'
        f"<text:p>{plant('remark on a change')}</text:p></office:change-info></text:insertion></text:changed-region></text:tracked-changes>"
    )
    decl = (
        f'<text:user-field-decls><text:user-field-decl text:name="{plant("user field")}" office:value-type="string" office:string-value="{plant("value of a field")}"/></text:user-field-decls>'
        f'<text:variable-decls><text:variable-decl text:name="{plant("variable")}" office:value-type="string"/></text:variable-decls>'
    )
    return f"""<!-- {plant("remark")} --><?note {plant("instruction")}?>{changed}{decl}
<text:h text:outline-level="1">{plant("heading")}</text:h><text:p>We met {plant("text")} here.</text:p>
<text:p>We met {first}<text:span text:style-name="T1">{second}</text:span> and<text:s text:c="2"/>{entities}<!-- x -->, {plant("behind a remark")}.</text:p>
<text:p>x<text:note text:id="ftn1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>{plant("footnote")}</text:p></text:note-body></text:note>
<office:annotation office:name="{plant("name of a comment")}"><dc:creator>{plant("commenter")}</dc:creator><text:p>{plant("comment")}</text:p></office:annotation>
<text:a xlink:href="mailto:info@{plant("target").lower()}.example" office:name="{plant("name of a link")}" xlink:title="{plant("title of a link")}">{plant("link")}</text:a>
<text:a xlink:href="https://example.org/a%20{plant("percent")}%20b">x</text:a><text:bookmark text:name="{plant("bookmark")}"/>
<text:bookmark-ref text:ref-name="{plant("reference")}">{plant("text of a reference")}</text:bookmark-ref>, <text:author-name>{plant("author")}</text:author-name>
<text:conditional-text text:condition="ooow:x=={plant("condition")}" text:string-value-if-true="{plant("if true")}">x</text:conditional-text>
<text:script script:language="JavaScript"/><text:placeholder text:placeholder-type="text" text:description="{plant("placeholder")}">x</text:placeholder></text:p>
<text:p><draw:frame draw:name="{plant("frame")}"><svg:title>{plant("title of a picture")}</svg:title><svg:desc>{plant("alt text")}</svg:desc>
<draw:text-box><text:p>{plant("box")}</text:p></draw:text-box><draw:image><office:binary-data>{packed}</office:binary-data></draw:image></draw:frame>
<draw:custom-shape draw:name="x"><text:p>{plant("shape")}</text:p></draw:custom-shape></text:p>
<table:table table:name="{plant("table")}"><table:table-row><table:table-cell><text:p>{plant("cell")}</text:p></table:table-cell><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>
<text:list><text:list-item><text:p>{plant("item")}</text:p></text:list-item></text:list><text:section text:name="{plant("section")}"><text:p>x</text:p></text:section>
<text:table-of-content text:name="x"><text:index-body><text:p>{plant("contents")}</text:p></text:index-body></text:table-of-content>
<form:form form:name="{plant("form")}"><form:text form:name="x" form:current-value="{plant("value in a form")}" form:label="{plant("label")}"/></form:form>"""


def _about(plant: Planter) -> dict[str, bytes | str]:
    tags = (
        "dc:creator",
        "meta:initial-creator",
        "meta:printed-by",
        "dc:title",
        "dc:subject",
        "dc:description",
        "meta:keyword",
    )
    meta = "".join(f"<{tag}>{plant(tag)}</{tag}>" for tag in tags)
    meta += f'<meta:user-defined meta:name="{plant("property")}">{plant("its content")}</meta:user-defined>'
    meta += f'<meta:template xlink:href="/home/{plant("template")}/x.ott" xlink:title="{plant("title of a template")}"/>'
    master = (
        f'<style:master-page style:name="{plant("master page")}"><style:header><text:p>{plant("header")}</text:p></style:header>'
        f"<style:footer><text:p>{plant('footer')}</text:p></style:footer></style:master-page>"
    )
    printer = base64.b64encode(plant("setup of a printer").encode("utf-16-le")).decode()
    settings = (
        f'<config:config-item config:name="PrinterName" config:type="string">{plant("printer")}</config:config-item>'
        f'<config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="{plant("sheet in settings")}"/></config:config-item-map-named>'
        f'<config:config-item config:name="PrinterSetup" config:type="base64Binary">{printer}</config:config-item>'
    )
    return {
        "meta.xml": odf_part("document-meta", f"<office:meta>{meta}</office:meta>"),
        "styles.xml": odf_part("document-styles", f"<office:master-styles>{master}</office:master-styles>"),
        "settings.xml": odf_part("document-settings", f"<office:settings>{settings}</office:settings>"),
        "manifest.rdf": f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="{plant("about")}"><rdf:value>{plant("statement")}</rdf:value></rdf:Description></rdf:RDF>',
        "Configurations2/accelerator/current.xml": "",
    }  # fmt: skip


def planted_ods() -> tuple[bytes, Planter]:
    plant = Planter()
    name = plant("sheet")
    text = plant("text and value")
    first, second = plant.halves("split over spans")
    cells = (
        f'<table:table-cell office:value-type="string"><text:p>{plant("string")}</text:p></table:table-cell><table:table-cell office:value-type="string" office:string-value="{text}"><text:p>{text}</text:p></table:table-cell>',
        f'<table:table-cell office:value-type="string"><office:annotation office:display="true"><dc:creator>{plant("commenter")}</dc:creator><text:p>{plant("comment")}</text:p></office:annotation><text:p>{first}<text:span>{second}</text:span></text:p></table:table-cell>',
        f'<table:table-cell table:formula="of:=IF([${name}.A1]=&quot;{plant("formula")}&quot;;1;2)" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>',
        f'<table:table-cell office:value-type="string" table:content-validation-name="{plant("validation")}"><text:p><text:a xlink:href="#{name}.A1">{plant("link")}</text:a></text:p></table:table-cell>',
    )  # fmt: skip
    lists = (
        f'<table:content-validations><table:content-validation table:name="x" table:condition="of:cell-content-is-in-list(&quot;{plant("validation list")}&quot;)" table:base-cell-address="{name}.A1">'
        f'<table:help-message table:title="{plant("title of a help")}"><text:p>{plant("help")}</text:p></table:help-message><table:error-message table:title="{plant("error")}"/></table:content-validation></table:content-validations>'
    )
    names = f'<table:named-expressions><table:named-range table:name="{plant("named range")}" table:cell-range-address="${name}.$A$1"/><table:named-expression table:name="x" table:expression="&quot;{plant("expression")}&quot;"/></table:named-expressions>'
    hidden = f'<table:table table:name="{plant("hidden sheet")}" table:display="false"><table:table-row><table:table-cell office:value-type="string"><text:p>{plant("in a hidden sheet")}</text:p></table:table-cell></table:table-row></table:table>'
    shapes = (
        f'<table:table table:name="x"><table:title>{plant("title of a sheet")}</table:title><table:desc>{plant("description of a sheet")}</table:desc><table:shapes><draw:frame draw:name="{plant("shape")}">'
        f'<draw:text-box><text:p>{plant("text of a shape")}</text:p></draw:text-box></draw:frame></table:shapes><table:scenario table:comment="{plant("scenario")}"/>'
        f'<table:table-source xlink:href="file:///srv/{plant("foreign file")}.ods" table:table-name="{plant("foreign sheet")}"/></table:table>'
    )
    pilot = (
        f'<table:data-pilot-tables><table:data-pilot-table table:name="{plant("pivot")}"><table:data-pilot-field table:source-field-name="{plant("pivot field")}"><table:data-pilot-level><table:data-pilot-members>'
        f'<table:data-pilot-member table:name="{plant("pivot member")}"/></table:data-pilot-members></table:data-pilot-level></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables>'
    )
    linked = (
        f'<table:dde-links><table:dde-link><office:dde-source office:dde-application="soffice" office:dde-topic="{plant("topic of a link")}" office:dde-item="{plant("item of a link")}"/></table:dde-link></table:dde-links>'
        f'<table:tracked-changes><table:cell-content-change table:id="ct1"><office:change-info><dc:creator>{plant("author of a change")}</dc:creator></office:change-info><table:previous><table:change-track-table-cell '
        f'office:value-type="string"><text:p>{plant("earlier content")}</text:p></table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>'
        f'<table:label-ranges><table:label-range table:label-cell-range-address="{plant("label range")}.A1"/></table:label-ranges>'
    )
    more = (
        shapes
        + pilot
        + linked
        + hidden
        + names
        + lists
        + f'<table:database-ranges><table:database-range table:name="{plant("database")}" table:target-range-address="{name}.A1:{name}.B2"><table:filter><table:filter-condition table:field-number="0" table:value="{plant("filter")}" table:operator="="/></table:filter></table:database-range></table:database-ranges>'
    )
    chart = odf_part(
        "document-content",
        f"<office:body><chart:title><text:p>{plant('title of a chart')}</text:p></chart:title></office:body>",
    )
    return small_ods(*cells, name=name, more=more, **_about(plant), **{"Object 1/content.xml": chart}), plant
