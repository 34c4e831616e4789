"""Makes PDFs by hand: one page, and a name in every corner that a PDF has."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

import pikepdf
from pikepdf import Array, Dictionary, Name, String

SHIFT: Final = 3  # codes of the font with an encoding of its own stand so far from the letters
_FIRST: Final = ["Vrom", "Zelk", "Quast", "Brinj", "Tholm", "Wexi", "Gralf", "Snuib", "Jorpa", "Klyme"]
_LAST: Final = [
    "avix",
    "endrup",
    "ostrell",
    "ummek",
    "ithwald",
    "erquin",
    "obrasch",
    "imperl",
    "anquost",
    "ulfberg",
]
NAMES: Final = tuple(first + last for last in _LAST for first in _FIRST)  # rare and invented


def finished(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, fix_metadata_version=False)  # or what is planted there would be made anew
    return out.getvalue()


def helvetica() -> Dictionary:
    return Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
    )


def page_of(content: bytes, **fonts: Any) -> bytes:
    """A PDF of one page with this content; `F` is Helvetica."""
    pdf = pikepdf.new()
    _add_page(pdf, content, fonts)
    return finished(pdf)


def _add_page(pdf: pikepdf.Pdf, content: bytes, fonts: dict[str, Any]) -> pikepdf.Page:
    page = pdf.add_blank_page(page_size=(612, 792))
    page.obj["/Resources"] = Dictionary(Font=Dictionary(F=helvetica(), **fonts))
    page.obj["/Contents"] = pdf.make_stream(content)
    return page


def shown(*lines: str) -> bytes:
    """Lines of text, one below the other."""
    parts = ["BT /F 12 Tf 14 TL 72 700 Td"]
    for line in lines:
        escaped = line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        parts.append(f"({escaped}) Tj T*")
    return "\n".join([*parts, "ET"]).encode("cp1252")


def shifted_font() -> Dictionary:
    """A font whose codes say nothing to whoever does not read its encoding."""
    names = [Name(f"/{chr(code)}") for code in range(ord("A"), ord("Z") + 1)]
    small = [Name(f"/{chr(code)}") for code in range(ord("a"), ord("z") + 1)]
    changes = [ord("A") + SHIFT, *names, ord("a") + SHIFT, *small]
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type1,
        BaseFont=Name.Courier,
        Encoding=Dictionary(Type=Name.Encoding, Differences=Array(changes)),
    )


def shifted(name: str) -> str:
    return "".join(chr(ord(letter) + SHIFT) for letter in name)


def composite_font(pdf: pikepdf.Pdf, *, ranges: bool) -> Dictionary:
    """A font of two bytes for a letter; only its ToUnicode map says which."""
    if ranges:
        rows = "2 beginbfrange <0141> <015A> <0041> <0161> <017A> <0061> endbfrange"
    else:
        letters = [*range(0x41, 0x5B), *range(0x61, 0x7B)]
        rows = f"{len(letters)} beginbfchar\n"
        rows += "\n".join(f"<{code + 0x100:04X}> <{code:04X}>" for code in letters) + "\nendbfchar"
    to_unicode = f"begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange {rows} endcmap"
    below = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=Name.Vrtz,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        DW=600,
    )
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name.Vrtz,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(below)]),
        ToUnicode=pdf.make_stream(to_unicode.encode()),
    )


def wide(name: str) -> str:
    return "".join(f"{ord(letter) + 0x100:04X}" for letter in name)


def drawn_font(pdf: pikepdf.Pdf, inner: bytes = b"") -> Dictionary:
    """A Type 3 font: letters are drawings; one of them shows a text itself."""
    letters = [chr(code) for code in (*range(0x41, 0x5B), *range(0x61, 0x7B))]
    drawing = b"600 0 d0 0 0 500 700 re f"
    procs = {f"/g{letter}": pdf.make_stream(drawing) for letter in letters}
    procs["/gA"] = pdf.make_stream(drawing + b" " + inner)
    changes: list[Any] = []
    for letter in letters:
        changes += [ord(letter), Name(f"/g{letter}")]
    rows = "\n".join(f"<{ord(letter):02X}> <{ord(letter):04X}>" for letter in letters)
    to_unicode = f"begincmap {len(letters)} beginbfchar\n{rows}\nendbfchar endcmap"
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 600, 700]),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        FirstChar=0,
        LastChar=255,
        Widths=Array([600] * 256),
        CharProcs=Dictionary(procs),
        Encoding=Dictionary(Differences=Array(changes)),
        Resources=Dictionary(Font=Dictionary(F=helvetica())),
        ToUnicode=pdf.make_stream(to_unicode.encode()),
    )


def form(pdf: pikepdf.Pdf, content: bytes, **entries: Any) -> Any:
    entries.setdefault("Resources", Dictionary(Font=Dictionary(F=helvetica())))
    made = {key: value for key, value in entries.items() if value is not None}
    return pdf.make_stream(
        content, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 612, 792]), **made
    )


class Planter:
    """A PDF into which names are planted; `planted` says which corner holds which name."""

    def __init__(self) -> None:
        self.pdf = pikepdf.new()
        self.planted: dict[str, str] = {}
        self._names = iter(NAMES)
        self._height = 780.0
        self._content: list[str] = []
        self.page = _add_page(self.pdf, b"", {"S": shifted_font()})
        self.root = self.pdf.Root

    def name(self, corner: str) -> str:
        name = next(self._names)
        self.planted[name] = corner
        return name

    def line(self, operators: str, *, font: str = "F") -> None:
        """One line of text objects on the page, at a height of its own."""
        self._height -= 15
        self._content.append(f"BT /{font} 10 Tf 1 0 0 1 40 {self._height} Tm {operators} ET")

    def raw(self, content: str) -> None:
        self._content.append(content)

    def finish(self) -> bytes:
        self.page.obj["/Contents"] = self.pdf.make_stream("\n".join(self._content).encode("latin-1"))
        return finished(self.pdf)

    @property
    def resources(self) -> Any:
        return self.page.obj["/Resources"]


def _operators(plant: Planter) -> None:
    name = plant.name("one string")
    plant.line(f"(Before {name} behind) Tj")
    name = plant.name("pieces of TJ")
    plant.line(f"[({name[:2]}) 20 ({name[2:5]}) -30 ({name[5:]})] TJ")
    name = plant.name("two operators")
    plant.line(f"({name[:4]}) Tj ({name[4:]}) Tj")
    name = plant.name("an apostrophe")
    plant.line(f"12 TL ({name}) '")
    name = plant.name("a quotation mark")
    plant.line(f'12 TL 1 0 ({name}) "')
    plant.raw("BT 0 Tw 0 Tc ET")
    name = plant.name("spaced letters")
    plant.line(f"4 Tc ({name}) Tj 0 Tc")
    name = plant.name("hexadecimal")
    plant.line(f"<{name.encode().hex()}> Tj")
    name = plant.name("octal escapes")
    plant.line("(" + "".join(f"\\{ord(letter):03o}" for letter in name) + ") Tj")
    name = plant.name("every letter placed")
    plant.line(" ".join(f"({letter}) Tj 9 0 Td" for letter in name))
    name = plant.name("printed twice for bold")
    plant.line(f"({name}) Tj 1 0 0 1 40.3 {plant._height} Tm ({name}) Tj")
    name = plant.name("invisible")
    plant.line(f"3 Tr ({name}) Tj 0 Tr")
    name = plant.name("beyond the page")
    plant.line(f"1 0 0 1 4000 10 Tm ({name}) Tj")
    name = plant.name("a hyphen at the end of a line")
    plant.line(f"12 TL ({name[:5]}-) Tj T* ({name[5:]} goes on) Tj")
    plant._height -= 12


def _fonts(plant: Planter) -> None:
    pdf, fonts = plant.pdf, plant.resources["/Font"]
    plant.line(f"({shifted(plant.name('an encoding of its own'))}) Tj", font="S")
    fonts["/C"] = composite_font(pdf, ranges=False)
    plant.line(f"<{wide(plant.name('two bytes a letter'))}> Tj", font="C")
    fonts["/R"] = composite_font(pdf, ranges=True)
    name = plant.name("a letter that only one reader knows")
    plant.line(f"<{wide(name[:4])}{ord(name[4]):04X}{wide(name[5:])}> Tj", font="C")
    name = plant.name("two bytes in ranges")
    plant.line(f"[<{wide(name[:3])}> 50 <{wide(name[3:])}>] TJ", font="R")
    inner = plant.name("a text in a drawn letter")
    fonts["/T"] = drawn_font(pdf, f"BT /F 9 Tf ({inner}) Tj ET".encode())
    plant.line(f"({plant.name('drawn letters')}) Tj", font="T")
    state = Dictionary(Type=Name.ExtGState, Font=Array([fonts["/F"], 10]))
    plant.resources["/ExtGState"] = Dictionary(G1=state)
    plant.line(f"/G1 gs ({plant.name('a font of the graphics state')}) Tj")


def _forms(plant: Planter) -> None:
    pdf = plant.pdf
    deepest = form(pdf, f"BT /F 9 Tf 40 60 Td ({plant.name('a form in a form')}) Tj ET".encode())
    resources = Dictionary(Font=Dictionary(F=helvetica()), XObject=Dictionary(D=deepest))
    outer = f"BT /F 9 Tf 40 50 Td ({plant.name('a form')}) Tj ET q 1 0 0 1 0 0 cm /D Do Q"
    heir = f"BT /F 9 Tf 40 40 Td ({plant.name('a form without resources')}) Tj ET"
    unused = f"BT /F 9 Tf 40 30 Td ({plant.name('a form that nobody draws')}) Tj ET"
    plant.resources["/XObject"] = Dictionary(
        A=form(pdf, outer.encode(), Resources=resources),
        B=form(pdf, heir.encode(), Resources=None),
        U=form(pdf, unused.encode()),
    )
    plant.raw("q /A Do Q q /B Do Q")
    pattern = f"BT /F 9 Tf 5 5 Td ({plant.name('a pattern')}) Tj ET"
    plant.resources["/Pattern"] = Dictionary(
        P1=pdf.make_stream(
            pattern.encode(),
            Type=Name.Pattern,
            PatternType=1,
            PaintType=1,
            TilingType=1,
            BBox=Array([0, 0, 90, 20]),
            XStep=90,
            YStep=20,
            Resources=Dictionary(Font=Dictionary(F=helvetica())),
        )
    )
    plant.raw("/Pattern cs /P1 scn 300 10 180 40 re f 0 g")
    mask = form(pdf, f"BT /F 9 Tf 40 20 Td ({plant.name('a soft mask')}) Tj ET".encode())
    mask["/Group"] = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    plant.resources["/ExtGState"]["/G2"] = Dictionary(SMask=Dictionary(S=Name.Luminosity, G=mask))
    plant.raw("q /G2 gs Q")


def _annotations(plant: Planter) -> None:
    pdf = plant.pdf
    look = form(pdf, f"BT /F 9 Tf 2 2 Td ({plant.name('a look of a note')}) Tj ET".encode())
    note = Dictionary(
        Type=Name.Annot,
        Subtype=Name.FreeText,
        Rect=Array([300, 700, 400, 720]),
        Contents=String(plant.name("a note")),
        T=String(plant.name("an author of a note")),
        RC=String(f"<p>{plant.name('rich text')}</p>"),
        AP=Dictionary(N=look),
    )
    link = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Link,
        Rect=Array([300, 670, 400, 680]),
        A=Dictionary(S=Name.URI, URI=String(f"https://example.org/{plant.name('a link')}/x")),
    )
    script = Dictionary(S=Name.JavaScript, JS=String(f"app.alert('{plant.name('a script')}')"))
    link["/AA"] = Dictionary(E=script)
    field = _text_field(plant)
    button = _button(plant)
    plant.page.obj["/Annots"] = Array([pdf.make_indirect(item) for item in (note, link, field, button)])
    fields = Array(list(plant.page.obj["/Annots"])[2:])
    lost = Dictionary(FT=Name.Tx, T=String("lost"), V=String(plant.name("a field without a page")))
    fields.append(pdf.make_indirect(lost))
    packet = pdf.make_stream(f"<xfa>{plant.name('an XFA form')}</xfa>".encode())
    plant.root["/AcroForm"] = Dictionary(Fields=fields, XFA=packet)


def _text_field(plant: Planter) -> Dictionary:
    value = plant.name("a value of a field")
    look = form(plant.pdf, f"/Tx BMC BT /F 9 Tf 2 2 Td ({value}) Tj ET EMC".encode())
    return Dictionary(
        Type=Name.Annot,
        Subtype=Name.Widget,
        FT=Name.Tx,
        Rect=Array([300, 640, 400, 660]),
        T=String("field1"),
        TU=String(f"Signed by {plant.name('a label of a field')}"),
        V=String(value),
        DV=String(plant.name("a default of a field")),
        Opt=Array([String(plant.name("a choice of a field"))]),
        AP=Dictionary(N=look),
    )


def _button(plant: Planter) -> Dictionary:
    state = plant.name("a state of a button")
    looks = Dictionary({f"/{state}": form(plant.pdf, b"0 0 9 9 re f"), "/Off": form(plant.pdf, b"")})
    return Dictionary(
        Type=Name.Annot,
        Subtype=Name.Widget,
        FT=Name.Btn,
        Rect=Array([300, 610, 320, 630]),
        T=String("button1"),
        V=Name(f"/{state}"),
        AS=Name(f"/{state}"),
        AP=Dictionary(N=looks),
    )


def _structure(plant: Planter) -> None:
    pdf, root = plant.pdf, plant.root
    actual = plant.name("a text behind glyphs").encode("utf-16-be").hex()
    plant.raw(f"/Span <</ActualText <FEFF{actual}>>> BDC BT /F 9 Tf 40 12 Td (x) Tj ET EMC")
    plant.resources["/Properties"] = Dictionary(
        M1=Dictionary(ActualText=String(plant.name("a property list")))
    )
    plant.raw("/Span /M1 BDC EMC")
    element = Dictionary(
        Type=Name.StructElem,
        S=Name.Figure,
        Alt=String(plant.name("an alternative text")),
        E=String(plant.name("an expansion")),
    )
    root["/StructTreeRoot"] = Dictionary(Type=Name.StructTreeRoot, K=pdf.make_indirect(element))
    target = String(plant.name("a named place"))
    root["/Names"] = Dictionary(
        Dests=Dictionary(Names=Array([target, Array([plant.page.obj, Name.Fit])])),
        JavaScript=Dictionary(Names=Array([String("a"), Dictionary(S=Name.JavaScript, JS=String("1"))])),
    )
    item = Dictionary(Title=String(plant.name("an outline")), Dest=target)
    outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines, Count=1))
    item["/Parent"] = outlines
    outlines["/First"] = outlines["/Last"] = pdf.make_indirect(item)
    root["/Outlines"] = outlines
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(plant.name("a layer"))))
    root["/OCProperties"] = Dictionary(OCGs=Array([layer]), D=Dictionary(Order=Array([layer])))
    root["/PageLabels"] = Dictionary(Nums=Array([0, Dictionary(P=String(plant.name("a page label")))]))


def _properties(plant: Planter) -> None:
    pdf, root = plant.pdf, plant.root
    info = Dictionary(
        Title=String(plant.name("a title")),
        Author=String(plant.name("an author")),
        Custom=String(plant.name("a property of somebody's own")),
    )
    pdf.trailer["/Info"] = pdf.make_indirect(info)
    packet = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{plant.name('XMP')}</x:xmpmeta>"
    root["/Metadata"] = pdf.make_stream(packet.encode(), Type=Name.Metadata, Subtype=Name.XML)
    plant.page.obj["/PieceInfo"] = Dictionary(App=Dictionary(Private=String(plant.name("private data"))))
    signature = Dictionary(
        Type=Name.Sig, Name=String(plant.name("a signature")), ByteRange=Array([0, 1, 2, 3])
    )
    root["/Perms"] = Dictionary(DocMDP=pdf.make_indirect(signature))


PLANTERS: Final[tuple[Callable[[Planter], None], ...]] = (
    _operators,
    _fonts,
    _forms,
    _annotations,
    _structure,
    _properties,
)


def planted() -> tuple[bytes, dict[str, str]]:
    """A PDF with a name in every corner, and which name is where."""
    plant = Planter()
    for planter in PLANTERS:
        planter(plant)
    return plant.finish(), plant.planted


def with_older_revision(data: bytes, content: bytes) -> bytes:
    """The same file with a page that was changed later, appended as an update: the old one is still there."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        number, generation = pdf.pages[0].obj["/Contents"].objgen
        size = len(pdf.objects) + 1
        root = pdf.Root.objgen
    begin = len(data) + 1
    body = b"\n%d %d obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (
        number,
        generation,
        len(content),
        content,
    )
    table = len(data) + len(body)
    before = int(data.rsplit(b"startxref", 1)[1].split()[0])
    end = (
        b"xref\n%d 1\n%010d %05d n \ntrailer\n<< /Size %d /Root %d %d R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n"
        % (
            number,
            begin,
            generation,
            size,
            root[0],
            root[1],
            before,
            table,
        )
    )
    return data + body + end
