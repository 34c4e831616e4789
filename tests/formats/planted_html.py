"""A page of html and an XML file with a rare name in every corner."""
# ruff: noqa: E501
# The source of a page is easier to read in long lines.

from __future__ import annotations

import base64
from html import escape

from tests.formats.planted import Planter
from tests.formats.planted_docx import png


def numeric(name: str) -> str:
    return "".join(f"&#{ord(char)};" if at % 2 else f"&#x{ord(char):x};" for at, char in enumerate(name))


def planted_html() -> tuple[bytes, Planter]:
    """The page and the names in it."""
    plant = Planter()
    page = f"""<!DOCTYPE html>
<!-- {plant("remark")} -->
<html lang=en><head><meta charset="utf-8"><title>{plant("title")}</title>
<meta name="author" content="{plant("author")}"><meta name=description content='{plant("description")}'>
<meta property="og:title" content="{plant("og")}"><link rel=me href="https://{plant("link in the head").lower()}.example/">
<style>.x::before {{ content: "{plant("style")}" }} /* {plant("remark of a style")} */ .{plant("class in a style")} {{ color: red }}</style>
<script type="application/ld+json">{{"@type": "Person", "name": "{plant("JSON")}", "{plant("key")}": ["\\u{ord("Q"):04x}{plant.rest("JSON with numbers", "Q")}"]}}</script>
<script src="https://example.org/{plant("source of a script")}.js"></script>
</head>{_body(plant)}</html>
<?php {plant("instruction")} ?>
"""
    return page.encode(), plant


def _body(plant: Planter) -> str:
    first, second = plant.halves("split over tags")
    left, right = plant.halves("split by a remark")
    one, two = plant.halves("split by a soft tag")
    picture = base64.b64encode(png(plant("picture"))).decode()
    inner = escape(f'<p title="{plant("title in a page within")}">{plant("page within")}</p>', quote=True)
    return f"""<body class="{plant("class")}" id={plant("id")} data-user='{{"name": "{plant("data")}"}}'>
<h1>{plant("heading")}</h1><p>We met {plant("text")} here
   and <b>{first}</b>{second}, {left}<!-- x -->{right}, {one}<wbr>{two}.</p>
<p>{numeric(plant("numeric entities"))} &amp; <span title="{plant("tooltip")}" aria-label="{plant("aria")}">x</span></p>
<table summary='{plant("summary")}'><caption>{plant("caption")}</caption><tr><td>{plant("cell")}</td><td abbr={plant("abbr")}>x</td></tr></table>
<p><ruby>{plant("below small print")}<rp>(</rp><rt>{plant("small print")}</ruby></p>
<ul><li>{plant("item")}<li>{plant("item without an end")}</ul><dl><dt>{plant("term")}<dd>{plant("what it means")}</dl>
<pre>  {plant("pre")}
  x</pre><textarea placeholder="{plant("placeholder")}">{plant("area")}</textarea><xmp>{plant("example")}</xmp>
<input value={plant("value")} name="{plant("name")}"><select><option value="{plant("value of an option")}" label='{plant("label")}'>{plant("option")}</select>
<a href="mailto:info@{plant("mail").lower()}.example?subject={plant("subject")}">{plant("link")}</a>
<a href="https://example.org/%{ord("V"):02X}{plant.rest("percent", "V")}/x?q=a%20{plant("query")}&amp;b=1#{plant("fragment")}">x</a>
<img alt="{plant("alt")}" src="{plant("file")}.png" srcset="{plant("srcset")}.png 2x"><img src="data:image/png;base64,{picture}">
<iframe srcdoc="{inner}"></iframe><svg><title>{plant("svg title")}</title><text>{plant("svg text")}</text></svg>
<del cite="https://example.org/{plant("cite")}">{plant("deletion")}</del><ins datetime=2020-01-01>{plant("insertion")}</ins>
<p style="font-family: '{plant("font")}'">x</p><![CDATA[ {plant("section")} ]]></p title="{plant("attribute of an end tag")}">
<!--[if mso]><p>{plant("condition")}</p><![endif]-->
<template><p>{plant("template")}</p></template><noscript>{plant("noscript")}</noscript></body>"""


def planted_xml() -> tuple[bytes, Planter]:
    plant = Planter()
    first, second = plant.halves("split over tags")
    left, right = plant.halves("split into characters")
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="{plant("model")}.rng"?><!-- {plant("remark")} -->
<TEI xmlns="http://www.tei-c.org/ns/1.0" xmlns:own="urn:{plant("namespace")}"><teiHeader><title>{plant("title")}</title><author ref="#{plant("reference")}">{plant("author")}</author>
<respStmt><resp when="2020-01-01">{plant("resp")}</resp></respStmt></teiHeader>
<text><body><div type="{plant("type")}" n='{plant("number")}'><head>{plant("head")}</head>
<p>We met <persName key="{plant("key")}" xml:id="{plant("id")}"><forename>{plant("forename")}</forename> <surname>{plant("surname")}</surname></persName>
   and {first}<hi rend="bold">{second}</hi>, {numeric(plant("numeric entities"))} &amp; <![CDATA[{plant("CDATA")} <x> {left}]]>{right}.</p>
<sp who="#{plant("speaker")}"><speaker>{plant("speaker name")}</speaker><l>{plant("line")}</l></sp>
<note place="{plant("place")}" own:said="{plant("own attribute")}">{plant("note")}</note>
<table><row><cell>{plant("cell")}</cell><cell>{plant("other cell")}</cell></row></table>
<figure><graphic url="{plant("file")}.png"/><figDesc>{plant("description")}</figDesc></figure>
<p xml:space="preserve">  {plant("kept blanks")}
 x </p></div></body></text></TEI>
<!-- {plant("last remark")} --><?note {plant("last instruction")}?>
"""
    return text.encode(), plant
