"""Further corners of html and rich text: forms, media, data, other encodings, marks that few files have."""
# ruff: noqa: E501
# The source of a page is easier to read in long lines.

from __future__ import annotations

from tests.formats.drawings.making import emf, wide_text
from tests.formats.planted import Planter
from tests.formats.planted_html import numeric


def planted_html_more() -> tuple[bytes, Planter]:
    """A page in the encoding of two bytes, and the names in it."""
    plant = Planter()
    page = f"""<!DOCTYPE html><html lang="en" manifest="{plant("manifest")}.appcache"><head><base href="https://x.example/{plant("base")}/">
<meta http-equiv="refresh" content="5; url=https://x.example/{plant("refresh")}"><meta itemprop="name" content="{plant("item property")}"><meta name="{plant("name of a meta")}" content="x">
<link rel="alternate" title="{plant("title of a link")}" href="feed?who={plant("query of a link")}" hreflang="en"><style>@import url("https://x.example/{plant("imported style")}.css"); .a {{ background: url({plant("picture of a style")}.png) }} [data-x="{plant("selector")}"] {{ --own: "{plant("value of a style")}" }}</style>
<script type="application/json">{{"a": [{{"b": "{plant("JSON deep")}"}}], "c": "say \\"{plant("JSON in quotes")}\\"", "d": "{_spelt(plant("JSON in numbers"))}"}}</script>
<script type="application/ld+json">[{{"@id": "https://x.example/{plant("id of a thing")}", "author": {{"name": "{plant("author of a thing")}"}}, "sameAs": ["mailto:{plant("mail of a thing").lower()}@x.example"]}}]</script></head>
{_body(plant)}</html>"""
    return page.encode("utf-16"), plant


def _spelt(name: str) -> str:
    return "".join(f"\\u{ord(char):04x}" for char in name)


def _percent(name: str) -> str:
    return "".join(f"%{ord(char):02X}" for char in name)


def _body(plant: Planter) -> str:
    torn = [plant.halves(f"split by {what}") for what in ("a link", "a picture", "a note", "a soft hyphen", "marked words")]  # fmt: skip
    letters = "".join(f"<span>{char}</span>" for char in plant("letter by letter"))
    without = "".join(
        f"&#{ord(char)}" if at % 2 else char for at, char in enumerate(plant("entities without an end"))
    )
    return f"""<body data-owner-name="{plant("own data")}" style="--x: '{plant("style of a body")}'"><p>We met {torn[0][0]}<a href="#x">{torn[0][1]}</a>, {torn[1][0]}<img src="x.png" alt="">{torn[1][1]}, {torn[2][0]}<sup></sup>{torn[2][1]}, {torn[3][0]}&shy;{torn[3][1]}, {torn[4][0]}<mark>{torn[4][1]}</mark>, {letters} and {without} here.</p>
<p>{numeric(plant("entities").upper())} <bdo dir=rtl>{plant("turned")}</bdo> <time datetime="{plant("time")}">x</time> <data value="{plant("value of data")}">x</data> <abbr title="{plant("abbreviation")}">x</abbr> <q cite="https://x.example/{plant("source of a quote")}">{plant("quote")}</q></p>
<form action="https://x.example/{plant("action")}" name="{plant("form")}"><fieldset><legend>{plant("legend")}</legend><input type=hidden value="{plant("hidden value")}"><input list=l pattern="{plant("pattern")}" title="x"><datalist id=l><option value="{plant("value of a list")}"></datalist><button formaction="/{plant("action of a button")}" value="{plant("value of a button")}">{plant("button")}</button><label for="{plant("for")}">x</label><output>{plant("output")}</output><optgroup label="{plant("label of a group")}"></optgroup></fieldset></form>
<object data="{plant("object")}.pdf" type="application/pdf"><param name="n" value="{plant("parameter")}">{plant("beside an object")}</object><embed src="{plant("embedded")}.swf"><video src="{plant("film")}.mp4" poster="{plant("poster")}.png"><track label="{plant("label of a track")}" src="x.vtt">{plant("beside a film")}</video><audio src="{plant("sound")}.mp3"></audio>
<picture><source srcset="{plant("source of a picture")}.webp 1x, {plant("other source")}.webp 2x" media="(min-width: 1px)"></picture><map name="{plant("map")}"><area alt="{plant("area")}" href="/{_percent(plant("percent"))}" shape=rect></map><iframe name="{plant("frame")}" src="https://x.example/#{plant("fragment")}"></iframe>
<table><thead><tr><th scope="col" abbr="{plant("short head")}">{plant("head")}</th></tr></thead><colgroup><col title="{plant("column")}"></colgroup><tfoot><tr><td headers="{plant("headers")}">{plant("foot")}</td></tr></tfoot></table>
<details><summary>{plant("summary")}</summary>{plant("details")}</details><dialog aria-describedby="x">{plant("dialog")}</dialog><figure><figcaption>{plant("caption")}</figcaption></figure><address>{plant("address")}</address><canvas>{plant("canvas")}</canvas><meter value=1>{plant("meter")}</meter><slot name="{plant("slot")}"></slot>
<div itemscope itemid="urn:{plant("item")}"><span itemprop="name">{plant("text of an item")}</span></div><math><mtext>{plant("formula")}</mtext><annotation>{plant("source of a formula")}</annotation></math><svg aria-label="{plant("label of a drawing")}"><a href="/{plant("link of a drawing")}"><text><tspan>{plant("word")}</tspan></text></a><metadata>{plant("metadata of a drawing")}</metadata><desc>{plant("description")}</desc></svg>
<own-part who="{plant("attribute of an own part")}"><span slot=x>{plant("own part")}</span></own-part><center><font face="{plant("font")}">{plant("old mark")}</font></center><marquee>{plant("running")}</marquee><plaintext-like>{plant("unknown mark")}</plaintext-like>
<!--[if gte mso 9]><xml><o:DocumentProperties><o:Author>{plant("author of Office")}</o:Author></o:DocumentProperties></xml><![endif]--><select><option selected>{plant("option without an end")}</select><title>{plant("second title")}</title></body><!-- {plant("last remark")} -->"""


def planted_rtf_more() -> tuple[bytes, Planter]:
    """A file of rich text, and the names in it."""
    plant = Planter()
    torn = [plant.halves(f"split by {what}") for what in ("a change of font", "a deletion", "a link", "a note", "an index", "a comment")]  # fmt: skip
    letters = "".join(f"{{\\cs1 {char}}}" for char in plant("letter by letter"))
    upper = "".join(f"\\'{ord(char):02X}" for char in plant("bytes in capitals"))
    wide = "".join(f"\\u{ord(char)}\\'3f" for char in plant("numbers with a byte behind"))
    drawing = emf(wide_text(plant("drawing")), title=plant("title of a drawing")).hex()
    picture = f"{{\\pict{{\\*\\picprop{{\\sp{{\\sn wzName}}{{\\sv {plant('name of a picture')}}}}}{{\\sp{{\\sn pibName}}{{\\sv C:\\'5c{plant('path of a picture')}.png}}}}}}\\emfblip {drawing}}}"
    text = rf"""{{\rtf1\ansi\ansicpg1252\uc1{{\fonttbl{{\f0 Arial;}}}}{{\colortbl;}}{{\stylesheet{{\s0 Normal;}}}}
{{\*\rsidtbl\rsid1}}{{\*\protusertbl{{{plant("editor")}}}}}{{\*\xmlnstbl{{\xmlns1 urn:{plant("namespace")}}}}}{{\*\filetbl{{\file\fid0 {plant("file of a table")}}}}}{{\*\fchars {plant("signs before")}}}{{\*\lchars {plant("signs behind")}}}
{{\info{{\hlinkbase {plant("base")}}}{{\*\linkval {plant("linked property")}}}{{\vern1}}{{\printim\yr2020}}}}{{\*\passwordhash {plant("hash").encode().hex()}}}
{{\*\mailmerge{{\*\mmdatasource {plant("source of letters")}}}{{\*\mmconnectstr {plant("connection")}}}{{\*\mmquery SELECT {plant("query")}}}{{\*\mmaddfieldname {plant("field of letters")}}}{{\*\mmmailsubject {plant("subject of letters")}}}}}
{{\*\listtable{{\list{{\listlevel{{\leveltext {plant("text of a level")};}}}}{{\liststylename {plant("style of a list")};}}}}}}{{\headerl {plant("left header")}}}{{\headerr {plant("right header")}}}{{\footerf {plant("first footer")}}}{{\footerl {plant("left footer")}}}{{\ftnsep {plant("separator of notes")}}}{{\*\aftnsep {plant("separator of end notes")}}}{{\ftncn {plant("notice of notes")}}}
\pard We met {torn[0][0]}{{\f0\fs30 {torn[0][1]}}}, {torn[1][0]}{{\deleted x}}{torn[1][1]}, {torn[2][0]}{{\field{{\*\fldinst HYPERLINK "x"}}{{\fldrslt {torn[2][1]}}}}}, {torn[3][0]}{{\super\chftn{{\footnote\ftnalt {plant("end note")}}}}}{torn[3][1]}, {torn[4][0]}{{\xe{{\v {plant("hidden entry of an index")}}}}}{torn[4][1]}, {torn[5][0]}{{\*\atrfstart 1}}{torn[5][1]}{{\*\atrfend 1}}, {letters}, {upper}, {wide}.\par
{{\*\pn\pnlvlbody{{\pntxtb {plant("before a number")}}}{{\pntxta {plant("behind a number")}}}}}{{\*\pnseclvl1{{\pntxtb {plant("before a number of a section")}}}}} {{\field{{\*\fldinst INCLUDEPICTURE "C:\\\\{plant("included picture")}.png"}}{{\fldrslt {picture}}}}} {{\field{{\*\fldinst MERGEFIELD {plant("merged")}}}{{\*\datafield {plant("data of a field").encode().hex()}}}{{\fldrslt {plant("shown by a field")}}}}}\par
{{\field{{\*\fldinst{{DOCVARIABLE }}{{{plant("variable torn")[:4]}}}{{{plant.names[-1][4:]}}}}}{{\fldrslt x}}}}\par
{{\*\xmlopen\xmlns1{{\*\xmlname {plant("own element")}}}{{\*\xmlattr\xmlattrns1{{\*\xmlattrname {plant("own attribute")}}}{{\*\xmlattrvalue {plant("its value")}}}}}}}{{\*\xmlclose}}{{\*\factoidname {plant("smart tag")}}}{{\mmath{{\*\moMath{{\mr {plant("formula")}}}}}}}
{{\do\dobxhead{{\dptxbxtext {plant("old box")}}}}}{{\shp{{\*\shpinst{{\sp{{\sn gtextUNICODE}}{{\sv {plant("word art")}}}}}{{\sp{{\sn pihlShape}}{{\sv {{\*\hl{{\hlsrc {plant("link of a shape")}}}{{\hlfr {plant("shown by a shape")}}}}}}}}}{{\sp{{\sn wzTooltip}}{{\sv {plant("tooltip")}}}}}}}}}
{{\*\background{{\shp{{\*\shpinst{{\sp{{\sn wzDescription}}{{\sv {plant("behind the page")}}}}}}}}}}}{{\*\atnid x}}{{\*\atnauthor x}}{{\chatn{{\*\annotation{{\*\atndate 1}}{{\*\atnref 1}}{plant("comment")}}}}}{{\*\bkmkstart {plant("bookmark")}}}{{\*\bkmkend {plant.names[-1]}}}{{\*\formfield{{\*\ffname x}}{{\*\ffformat {plant("format of a field")}}}{{\*\ffstattext {plant("status")}}}{{\*\ffl {plant("entry of a list")}}}{{\*\ffentrymcr {plant("macro")}}}}}
\par\trowd\cellx1\intbl {{\b {plant("cell")}}}{{\nestcell}}{{\*\nesttableprops\nestrow}}{{\nonesttables {plant("for old readers")}}}\cell\row {{\ltrch {plant("left to right")}}}, {{\rtlch {plant("right to left")}}}, {{\scaps {plant("capitals")}}} {{\*\ud{{\loch {plant("other letters")}}}}} {{\sectd{{\header {plant("header of a section")}}}}}\par}}"""
    return text.encode("latin-1"), plant
