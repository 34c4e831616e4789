"""Further corners of a PDF: fields in trees, kinds of notes and actions, names, what pages inherit."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Final

from pikepdf import Array, Dictionary, Name, String

from tests.formats.pdf.making import Planter, form, helvetica


def _strings(plant: Planter) -> None:
    """Strings of objects in other spellings."""
    info = Dictionary(
        Subject=String(plant.name("a subject")),
        Keywords=String(f"one, {plant.name('keywords')}, two"),
        Creator=String(f"Writer of {plant.name('a program')}"),
        Producer=String(f"Made by {plant.name('a producer')}"),
    )
    info["/Title"] = String("\u0160 " + plant.name("a title in UTF-16"))
    info[f"/{plant.name('a key of a property')}"] = String("x")
    plant.pdf.trailer["/Info"] = plant.pdf.make_indirect(info)
    plant.root["/Lang"] = String("en")
    plant.root["/URI"] = Dictionary(Base=String(f"https://x.example/{plant.name('a base of links')}"))


def _content(plant: Planter) -> None:
    """Names and remarks within the drawing of a page."""
    plant.raw(f"% {plant.name('a remark of a page')}")
    plant.raw(f"/{plant.name('a tag of content')} BMC EMC")
    plant.raw(f"/Tag /{plant.name('a name of a property list')} DP")
    plant.raw(f"/Span <</Lang (en) /E ({plant.name('an expansion on a page')})>> BDC EMC")
    plant.raw(f"/Span <</Alt ({plant.name('an alternative on a page')})>> BDC EMC")
    plant.raw(f"/Span <</Who /{plant.name('a name within content')}>> BDC EMC")
    plant.raw("q BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 00> EI Q")
    name = plant.name("a font by its own name")
    fonts = plant.resources["/Font"]
    fonts[f"/{name}"] = helvetica()
    plant.line("(x) Tj", font=name)
    other = helvetica()
    other["/BaseFont"] = Name(f"/ABCDEF+{plant.name('a font of a foundry')}")
    fonts["/Z"] = other
    plant.line("(x) Tj", font="Z")
    space = Array([Name.Separation, Name(f"/{plant.name('an ink')}"), Name.DeviceGray])
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1)
    space.append(tint)
    plant.resources["/ColorSpace"] = Dictionary(C1=space)
    plant.raw("/C1 cs 1 scn 0 g")
    torn = plant.name("torn by colours")
    plant.line(f"({torn[:3]}) Tj 1 0 0 rg ({torn[3:5]}) Tj 0 g ({torn[5:]}) Tj")
    sized = plant.name("torn by sizes")
    plant.line(f"({sized[:1]}) Tj /F 8 Tf ({sized[1:]}) Tj")
    marked = plant.name("torn by marked content")
    plant.line(f"({marked[:4]}) Tj /Span BMC ({marked[4:]}) Tj EMC")
    turned = plant.name("upside down")
    plant.line(f"-1 0 0 -1 500 300 Tm ({turned}) Tj")
    clipped = plant.name("as a clip")
    plant.line(f"7 Tr ({clipped}) Tj 0 Tr")
    white = plant.name("white on white")
    plant.line(f"1 g ({white}) Tj 0 g")


def _notes(plant: Planter) -> None:
    pdf = plant.pdf
    made: list[Dictionary] = []

    def note(kind: str, **entries: Any) -> None:
        made.append(
            Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=Array([0, 0, 9, 9]), **entries)
        )

    def text(corner: str) -> String:
        return String(plant.name(corner))

    note("Text", Contents=text("a popup note"), Subj=text("a subject of a note"), NM=text("an id of a note"))
    note("Stamp", Contents=text("a stamp"), Name=Name(f"/{plant.name('a kind of stamp')}"))
    note("Highlight", Contents=text("a highlight"), CA=1)
    note("Popup", Contents=text("a popup"))
    note("Redact", OverlayText=text("a text over a redaction"), DA=String("/F 9 Tf"))
    note("Watermark", Contents=text("a watermark"))
    note("Line", Contents=text("a line"), IT=Name.LineDimension)
    look = form(pdf, f"BT /F 9 Tf 2 2 Td ({plant.name('a look when pressed')}) Tj ET".encode())
    hover = form(pdf, f"BT /F 9 Tf 2 2 Td ({plant.name('a look under the mouse')}) Tj ET".encode())
    note("Square", Contents=text("a square"), AP=Dictionary(N=form(pdf, b""), D=look, R=hover))
    note("FreeText", Contents=text("a free text"), DS=String(f"font: {plant.name('a style of a note')}"))
    away = Dictionary(S=Name.GoToR, F=text("a file to go to"), D=text("a place in another file"))
    note("Link", A=away)
    file = Dictionary(
        Type=Name.Filespec, F=text("a file"), UF=text("a file in letters"), Desc=text("a file described")
    )
    note("Link", A=Dictionary(S=Name.GoToR, F=file, D=Array([0, Name.Fit])))
    note("Link", A=Dictionary(S=Name.Launch, F=text("a program to start")))
    sent = Dictionary(S=Name.SubmitForm, F=String(f"https://x.example/{plant.name('where a form goes')}"))
    note("Link", A=sent)
    named = Dictionary(S=Name.Named, N=Name(f"/{plant.name('a named action')}"))
    follow = Dictionary(S=Name.URI, URI=String(f"mailto:{plant.name('an address')}@x.example"), Next=named)
    note("Link", A=follow)
    note("Link", A=Dictionary(S=Name.Hide, T=text("a field to hide")))
    note(
        "Link",
        PA=Dictionary(S=Name.URI, URI=String(f"https://x.example/?q=%20{plant.name('a link of a page')}")),
    )
    note(
        "Link",
        A=Dictionary(S=Name.URI, URI=String("https://x.example/" + _percent(plant.name("percent signs")))),
    )
    note("Screen", T=text("a title of a screen"), MK=Dictionary(CA=text("a caption of a screen")))
    plant.page.obj["/Annots"] = Array([pdf.make_indirect(item) for item in made])


def _percent(name: str) -> str:
    return "".join(f"%{ord(char):02X}" for char in name)


def _fields(plant: Planter) -> None:
    pdf = plant.pdf

    def text(corner: str) -> String:
        return String(plant.name(corner))

    child = pdf.make_indirect(
        Dictionary(
            T=text("a name of a field below another"),
            V=pdf.make_stream(plant.name("a value in a stream").encode()),
            Type=Name.Annot,
            Subtype=Name.Widget,
            Rect=Array([0, 0, 9, 9]),
            MK=Dictionary(
                CA=text("a caption"), RC=text("a caption under the mouse"), AC=text("a pressed caption")
            ),
        )
    )
    parent = pdf.make_indirect(
        Dictionary(FT=Name.Tx, T=text("a name of a field"), TM=text("a name for export"))
    )
    parent["/Kids"], child["/Parent"] = Array([child]), parent
    pair = Array([text("a value of an entry"), text("an entry")])
    choice = Dictionary(FT=Name.Ch, T=String("c"), Opt=Array([pair]), V=Array([text("a chosen entry")]))
    sign = Dictionary(
        Type=Name.Sig,
        Name=text("who signed"),
        Reason=text("why"),
        Location=text("where"),
        ContactInfo=text("how"),
    )
    signed = Dictionary(
        FT=Name.Sig, T=String("s"), V=sign, Lock=Dictionary(Fields=Array([text("a locked field")]))
    )
    fields = Array([parent, *(pdf.make_indirect(item) for item in (choice, signed))])
    plant.root["/AcroForm"] = Dictionary(
        Fields=fields, DA=String("/F 0 Tf"), DR=Dictionary(Font=Dictionary(F=helvetica())), SigFlags=3
    )
    plant.page.obj["/Annots"] = Array([*plant.page.obj["/Annots"], child])


def _tree(plant: Planter) -> None:
    pdf, root = plant.pdf, plant.root

    def text(corner: str) -> String:
        return String(plant.name(corner))

    role, kind = plant.name("a role"), plant.name("a class of a style")
    own = Dictionary(N=text("a property of an element"), V=text("its value"), F=text("its shown value"))
    deep = Dictionary(
        Type=Name.StructElem,
        S=Name(f"/{role}"),
        T=text("a title of an element"),
        ID=text("an id of an element"),
        ActualText=text("a text of an element"),
        C=Name(f"/{kind}"),
        A=Dictionary(O=Name.UserProperties, P=Array([own])),
        Lang=String("en"),
    )
    table = Dictionary(
        O=Name.Table, Summary=text("a summary of a table"), Headers=Array([text("a head of a cell")])
    )
    top = pdf.make_indirect(
        Dictionary(Type=Name.StructElem, S=Name.Document, A=table, K=pdf.make_indirect(deep))
    )
    root["/StructTreeRoot"] = Dictionary(
        Type=Name.StructTreeRoot,
        K=top,
        RoleMap=Dictionary({f"/{role}": Name.Span}),
        ClassMap=Dictionary({f"/{kind}": Dictionary(O=Name.Layout)}),
    )
    outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines, Count=1))
    below = pdf.make_indirect(
        Dictionary(Title=text("a heading below"), A=Dictionary(S=Name.GoTo, D=Name(f"/{_place(plant)}")))
    )
    item = pdf.make_indirect(
        Dictionary(Title=String("\u0160 " + plant.name("a heading in UTF-16")), Parent=outlines)
    )
    item["/First"] = item["/Last"] = below
    item["/Count"], below["/Parent"] = 1, item
    outlines["/First"] = outlines["/Last"] = item
    root["/Outlines"] = outlines


def _place(plant: Planter) -> str:
    """A place by a name of the oldest kind."""
    name = plant.name("a place of old")
    plant.root["/Dests"] = Dictionary({f"/{name}": Array([plant.page.obj, Name.Fit])})
    return name


def _layers(plant: Planter) -> None:
    pdf = plant.pdf

    def text(corner: str) -> String:
        return String(plant.name(corner))

    usage = Dictionary(
        CreatorInfo=Dictionary(Creator=text("a program of a layer"), Subtype=Name.Artwork),
        User=Dictionary(Type=Name.Ind, Name=text("a user of a layer")),
    )
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=text("a hidden layer"), Usage=usage))
    config = Dictionary(Name=text("a view of layers"), Creator=text("a maker of a view"), OFF=Array([layer]))
    config["/Order"] = Array([text("a heading of layers"), layer])
    plant.root["/OCProperties"] = Dictionary(OCGs=Array([layer]), D=config, Configs=Array([config]))
    plant.resources["/Properties"] = Dictionary(L1=layer)
    plant.raw(f"/OC /L1 BDC BT /F 9 Tf 40 9 Td ({plant.name('a text of a hidden layer')}) Tj ET EMC")


def _rest(plant: Planter) -> None:
    pdf, root = plant.pdf, plant.root

    def text(corner: str) -> String:
        return String(plant.name(corner))

    packet = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{plant.name('XMP of a picture')}</x:xmpmeta>"
    picture = pdf.make_stream(zlib.compress(b"\0"), Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
    picture["/BitsPerComponent"], picture["/ColorSpace"] = 8, Name.DeviceGray
    picture["/Filter"] = Name.FlateDecode
    picture["/Metadata"] = pdf.make_stream(packet.encode(), Type=Name.Metadata, Subtype=Name.XML)
    plant.resources["/XObject"] = Dictionary({f"/{plant.name('a name of a picture')}": picture})
    code = f"app.alert('{plant.name('a script at the start')}')"
    root["/OpenAction"] = Dictionary(S=Name.JavaScript, JS=pdf.make_stream(code.encode()))
    old = Dictionary(S=Name.JavaScript, JS=text("a script of the document"))
    root["/Names"] = Dictionary(JavaScript=Dictionary(Names=Array([text("a name of a script"), old])))
    thread = pdf.make_indirect(Dictionary(Type=Name.Thread))
    thread["/I"] = Dictionary(Title=text("a title of an article"), Author=text("an author of an article"))
    root["/Threads"] = Array([thread])
    intent = Dictionary(
        S=Name("/GTS_PDFX"), Info=text("a way of printing"), OutputConditionIdentifier=String("x")
    )
    root["/OutputIntents"] = Array([intent])
    root["/Legal"] = Dictionary(Attestation=text("an attestation"))
    function = f"{{ % {plant.name('a remark of a function')}\n pop 0 }}"
    domain = Array([0, 1])
    tint = pdf.make_stream(function.encode(), FunctionType=4, Domain=domain, Range=domain)
    space = Array([Name.Separation, Name.Black, Name.DeviceGray, tint])
    plant.resources["/ColorSpace"]["/C2"] = space
    plant.raw("/C2 cs 1 scn 0 g")


def _inherited(plant: Planter) -> None:
    """A second page whose fonts stand above it, and a form that takes those of its page."""
    pdf = plant.pdf
    pages = pdf.Root.Pages
    heir = form(
        pdf,
        f"BT /I 9 Tf 9 50 Td ({plant.name('a form with inherited fonts')}) Tj ET".encode(),
        Resources=None,
    )
    pages["/Resources"] = Dictionary(Font=Dictionary(I=helvetica()), XObject=Dictionary(H=heir))
    left = plant.name("over two streams of a page")
    first = (
        f"BT /I 9 Tf 9 20 Td ({plant.name('inherited fonts')}) Tj ET /H Do BT /I 9 Tf 9 80 Td ({left[:5]}) Tj"
    )
    page = pdf.add_blank_page(page_size=(300, 300))
    if "/Resources" in page.obj:
        del page.obj["/Resources"]
    page.obj["/Contents"] = Array(
        [pdf.make_stream(first.encode()), pdf.make_stream(f"({left[5:]}) Tj ET".encode())]
    )
    page.obj["/AA"] = Dictionary(O=Dictionary(S=Name.JavaScript, JS=String(plant.name("a script of a page"))))


PLANTERS: Final[tuple[Callable[[Planter], None], ...]] = (
    _strings,
    _content,
    _notes,
    _fields,
    _tree,
    _layers,
    _rest,
    _inherited,
)


def planted_more() -> tuple[bytes, dict[str, str]]:
    """The file, and which corner holds which name."""
    plant = Planter()
    for corner in PLANTERS:
        corner(plant)
    return plant.finish(), plant.planted
