"""A file of rich text with a rare name in every corner, and a reader of it that shares nothing with nescio."""
# ruff: noqa: E501
# The source is easier to read in long lines.

from __future__ import annotations

import re

from tests.formats.office.making import native, ole_object
from tests.formats.planted import Planter, left_in
from tests.formats.planted_docx import png, small_docx
from tests.formats.rtf.making import in_rich_text, packed_object


def digits(name: str) -> str:
    """A name letter by letter as bytes in digits."""
    return "".join(f"\\'{ord(char):02x}" for char in name)


def numbers(name: str, skipped: int = 1) -> str:
    """A name letter by letter as numbers, with signs for old readers behind each."""
    return "".join(f"\\u{ord(char)} {'?' * skipped}" for char in name)


def _head(plant: Planter) -> str:
    return rf"""{{\rtf1\ansi\ansicpg1252\uc1\deff0{{\fonttbl{{\f0\froman\fcharset0 Times;}}{{\f1\fcharset238{{\*\falt {plant("other font")}}}{plant("font")};}}{{\f2\fcharset128 MS Mincho;}}}}
{{\colortbl;\red0\green0\blue0;}}{{\stylesheet{{\s0 Normal;}}{{\s1 {plant("style")};}}{{\*\cs2 {plant("character style")};}}}}
{{\*\listtable{{\list{{\listlevel{{\leveltext \'02\'00.;}}{{\levelnumbers \'01;}}}}{{\listname {plant("list")};}}}}}}
{{\*\revtbl{{Unknown;}}{{{plant("revision")};}}}}{{\*\generator {plant("generator")};}}
{{\info{{\title {plant("title")}}}{{\subject {plant("subject")}}}{{\author {plant("author")}}}{{\operator {plant("operator")}}}{{\*\manager {plant("manager")}}}{{\*\company {plant("company")}}}{{\*\category {plant("category")}}}{{\keywords {plant("keywords")}}}{{\doccomm {plant("doccomm")}}}{{\comment {plant("comment")}}}{{\*\hlinkbase https://x.example/{plant("base")}}}{{\creatim\yr2020}}}}
{{\*\userprops{{\propname {plant("property")}}}\proptype30{{\staticval {plant("value")}}}}}{{\*\docvar{{v}}{{{plant("variable")}}}}}{{\*\template C:\'5c{plant("template")}.dot}}
{{\header {plant("header")}\par}}{{\headerf {plant("first header")}\par}}{{\footer\pard {plant("footer")}\par}}"""


def _objects(plant: Planter) -> str:
    """Files of other programs: by themselves, and in an archive in an old archive."""
    said, path = plant("a file in an object").encode(), plant("the path of an object")
    file = native(f"{plant('the name of an object')}.txt", f"C:\\{path}\\a.txt", said)
    document = ole_object(Package=small_docx(plant("a document in an object")))
    topic = plant("the topic of an object")
    packed = [
        packed_object("Package", file[4:], topic=topic),
        packed_object("Word.Document.12", document, picture=plant("the picture of an object").encode()),
    ]
    return "".join(in_rich_text(one).decode() for one in packed)


def planted_rtf() -> tuple[bytes, Planter]:
    """The file and the names in it."""
    plant = Planter()
    first, second = plant.halves("split over runs")
    left, right = plant.halves("split by a line of the source")
    one, two = plant.halves("split by a bookmark")
    three, four = plant.halves("split by a soft hyphen")
    body = rf"""\pard\plain We met {plant("text")} and {{\b {first}}}{{\i\f1 {second}}}, {left}
{right}, {one}{{\*\bkmkstart {plant("bookmark")}}}{two}{{\*\bkmkend {plant("end of a bookmark")}}}, {three}\-{four}.\par
{digits(plant("bytes"))}, {numbers(plant("numbers"))}, {{\uc0 {numbers(plant("numbers alone"), 0)}}}, {{\uc2 {numbers(plant("two signs"), 2)}}}, \{{{plant("braces")}\}}\par
\trowd\intbl {plant("cell")}\cell {plant("second cell")}\cell\row {{\v {plant("hidden")}}} {{\deleted {plant("deletion")}}} {{\revised\revauth1 {plant("insertion")}}}\par
{{\field{{\*\fldinst {{HYPERLINK "mailto:{plant("mail").lower()}@x.example"}}}}{{\fldrslt {{\ul {plant("link")}}}}}}} {{\field{{\*\fldinst HYPERLINK "https://x.example/{plant("address")}"}}{{\fldrslt x}}}}
{{\footnote \chftn {plant("footnote")}}}{{\*\atnid {plant("initials")}}}{{\*\atnauthor {plant("author of a note")}}}{{\*\annotation {{\*\atnref 1}}{plant("note")}}}
{{\shp{{\*\shpinst{{\sp{{\sn wzName}}{{\sv {plant("shape")}}}}}{{\sp{{\sn wzDescription}}{{\sv {plant("alt")}}}}}{{\sp{{\sn shapeType}}{{\sv 202}}}}{{\shptxt {plant("text box")}\par}}}}{{\shprslt {plant("old shape")}}}}}
{{\upr{{{plant("ansi")}}}{{\*\ud{{{numbers(plant("unicode"))}}}}}}}{{\xe {plant("index")}}}{{\tc {plant("contents")}}}{{\pntext {plant("number")}\tab}}{{\listtext {plant("list text")}\tab}}
{{\*\formfield{{\*\ffname {plant("field")}}}{{\*\ffdeftext {plant("default")}}}{{\*\ffhelptext {plant("help")}}}}}{{\*\htmltag64 <a title="{plant("html")}">}}
{_objects(plant)}
{{\pict\pngblip {png(plant("picture")).hex()}}}{{\*\themedata {plant("theme").encode().hex()}}}{{\*\datastore {plant("store").encode().hex()}}}
\emdash {plant("beside a dash")}\rquote s \~{plant("beside a blank")}\~ {plant("last").upper()}}}"""
    return (_head(plant) + body).encode("latin-1"), plant


def left_in_rtf(data: bytes, planter: Planter) -> dict[str, str]:
    """The names that are still there, also in bytes and numbers, torn apart and packed."""
    text = data.decode("latin-1")
    plain = re.sub(r"\\u(-?\d+) ?\?{0,2}", lambda match: chr(int(match[1]) % 65536), text)
    plain = re.sub(r"\\'([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), plain)
    joined = re.sub(r"\{\\\*\\bkmk\w+ [^}]*\}|\\-|[{}\r\n]|\\[a-z]+-?\d* ?", "", plain)
    runs = re.findall(r"(?:[0-9a-f]{2}\s*){10,}", text)
    packed = [bytes.fromhex(re.sub(r"\s", "", run)) for run in runs]
    archives = [one[one.find(b"PK\x03\x04") :] for one in packed if b"PK\x03\x04" in one]
    every = [data, plain.encode("utf-8", "replace"), joined.encode("utf-8", "replace"), *packed, *archives]
    return {corner: place for one in every for corner, place in left_in(one, planter).items()}
