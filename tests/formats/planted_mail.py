"""A message and a mailbox with a rare name in every corner, and a reader that shares nothing with nescio."""
# ruff: noqa: E501
# The source of a message is easier to read in long lines.

from __future__ import annotations

import base64
import email
import quopri
import re
from collections.abc import Iterator
from email.header import decode_header
from email.message import Message
from urllib.parse import quote

from tests.formats.pdf.making import page_of, shown
from tests.formats.pdf.unpacking import views
from tests.formats.planted import Planter, left_in
from tests.formats.planted_docx import png, small_docx
from tests.formats.planted_html import numeric
from tests.formats.test_package import archive


def packed(data: bytes | str) -> str:
    """Base64 in lines, as mail has it."""
    raw = data.encode() if isinstance(data, str) else data
    return base64.encodebytes(raw).decode().replace("\n", "\r\n").strip()


def printable(text: str, charset: str = "utf-8") -> str:
    return quopri.encodestring(text.encode(charset)).decode().replace("\n", "\r\n")


def word(name: str, *, coding: str = "B", charset: str = "utf-8") -> str:
    """An encoded word."""
    if coding == "B":
        return f"=?{charset}?B?{base64.b64encode(name.encode(charset)).decode()}?="
    return f"=?{charset}?q?{''.join(f'={byte:02X}' for byte in name.encode(charset))}?="


def planted_mail() -> tuple[bytes, Planter]:
    """The message and the names in it."""
    plant = Planter()
    return _whole(plant).replace("\r\n", "\n").replace("\n", "\r\n").encode("latin-1"), plant


def _whole(plant: Planter) -> str:
    line = plant("line between parts")
    name = plant("header and body")
    headers = _headers(plant, name)
    parts = [*_texts(plant, name), *_attachments(plant), *_messages(plant)]
    body = "".join(f"--=_{line}\n{part}\n" for part in parts)
    return (
        f"{headers}MIME-Version: 1.0 ({plant('remark of a version')})\n"
        f'Content-Type: multipart/mixed; boundary="=_{line}"; {plant("name of a parameter")}=x\n\n'
        f"{plant('before the parts')}\n{body}--=_{line}--\n{plant('behind the parts')}\n"
    )


def _headers(plant: Planter, name: str) -> str:
    first, second = plant.halves("torn encoded words")
    left, right = plant.halves("remark in a name")
    return f"""Return-Path: <{plant("return path").lower()}@firm.example>
Received: from {plant("server").lower()}.example (HELO {plant("helo")} [192.0.2.1]) by mx.example with SMTP\n\tfor <{plant("received for").lower()}@firm.example> ({plant("remark of a trace")}); Tue, 12 Nov 2013 09:12:42 +0100
DKIM-Signature: v=1; d={plant("signature").lower()}.example; b=abc=
X-{plant("name of a header")}: {plant("value of a header")}
X-Loop: {word(plant("encoded value"), coding="Q")} and {word(plant("other charset"), charset="utf-16-be")}
From: "{name}, Ada" <{plant("sender").lower()}@firm.example>
Sender: {plant("words before an address")} x <x@firm.example> ({plant("remark")})
To: {word(plant("encoded name"))} <a@firm.example>, "{word(plant("encoded in quotes"), coding="Q")}" <b@firm.example>,\n {word(first)}\n {word(second)} <c@firm.example>
Cc: {plant("group")}: {plant("member").lower()}@firm.example, d@firm.example;, e@firm.example ({plant("old way")}), {left} (x) {right} <f@firm.example>
Reply-To: {plant("address").lower()}@{plant("domain").lower()}.example
Subject: A letter to {plant("subject")} and\n {word("to " + plant("encoded subject"))}
Date: Tue, 12 Nov 2013 09:12:42 +0100 ({plant("remark of a date")})
Message-ID: <1.{plant("message id").lower()}@firm.example>
In-Reply-To: <0.{plant("other id").lower()}@firm.example> ({plant("words beside an id")})
References: <00.{plant("reference").lower()}@firm.example>\n\t<0.{plant("second reference").lower()}@firm.example>
List-Unsubscribe: <mailto:{plant("list").lower()}@firm.example?subject={plant("subject of a list")}>
X-Raw: {plant("raw letters")} J\xfcrgen
Thread-Index: {base64.b64encode(plant("packed header").encode()).decode()}
Content-Language: {plant("language")}
"""


def _texts(plant: Planter, name: str) -> Iterator[str]:
    cut = plant("torn by a soft break")
    soft = f"{cut[:5]}=\n{cut[5:]}"
    text = f"Dear {name},\n\n{plant('text')} =4A{plant.rest('as a number', 'J')} and {soft} came.\n> {plant('quoted')}\n"
    page = f"""<html><body title="{plant("attribute")}"><p>Dear {plant("html")} {numeric(plant("numeric entities"))}</p>
<!-- {plant("remark of a page")} --><img src="cid:{plant("id of a picture").lower()}@firm.example" alt=x></body></html>"""
    line = plant("inner line")
    yield f"""Content-Type: multipart/alternative; boundary={line}

--{line}
Content-Type: text/plain; charset=utf-8; format=flowed
Content-Transfer-Encoding: quoted-printable

{text}
--{line}
Content-Type: text/html; charset="iso-8859-1"
Content-Transfer-Encoding: base64

{packed(page.encode("latin-1"))}
--{line}--"""
    yield f"""Content-Type: image/png; name="{plant("name of a picture")}.png"
Content-ID: <{plant("other picture").lower()}@firm.example>
Content-Location: https://firm.example/{plant("location")}/x.png
Content-Description: {plant("description")}
Content-Transfer-Encoding: base64

{packed(png(plant("written into a picture")))}"""


def _attachments(plant: Planter) -> Iterator[str]:
    first, second = plant.halves("numbered file name")
    yield f"""Content-Type: application/octet-stream
Content-Disposition: attachment; filename*=utf-8''{quote("Ö " + plant("percent file name"))}.docx
Content-Transfer-Encoding: base64

{packed(small_docx(f"We met {plant('docx')}."))}"""
    yield f"""Content-Type: application/pdf; name*0*=utf-8''{quote(first)}; name*1="{second}.pdf"
Content-Transfer-Encoding: base64

{packed(page_of(shown(f"We met {plant('pdf')}.")))}"""
    yield f"""Content-Type: application/zip; name="{word(plant("encoded file name"))}"
Content-Transfer-Encoding: base64

{packed(archive((f"{plant('folder')}/{plant('member name')}.txt", f"We met {plant('zip')}.".encode())))}"""
    yield f"""Content-Type: text/calendar; method=REQUEST; charset=utf-8
Content-Transfer-Encoding: base64

{packed(_calendar(plant))}"""
    yield f"""Content-Type: text/x-vcard; name={plant("token as file name")}.vcf

{_card(plant)}"""
    table = f"a;b\n{plant('csv')};1\n"
    yield f"""Content-Type: text/csv; charset=utf-16
Content-Transfer-Encoding: base64

{packed(table.encode("utf-16"))}"""


def _calendar(plant: Planter) -> str:
    cut = plant("folded line")
    return f"""BEGIN:VCALENDAR\r
X-WR-CALNAME:{plant("calendar")}\r
BEGIN:VEVENT\r
UID:{plant("uid").lower()}@firm.example\r
ORGANIZER;CN="{plant("organizer")}":mailto:{plant("mail of the organizer").lower()}@firm.example\r
ATTENDEE;CN={plant("attendee")};X-{plant("own parameter")}=x:MAILTO:g@firm.example\r
SUMMARY:Lunch with {cut[:4]}\r
 {cut[4:]}\\, {plant("summary")}\\n{plant("second line")}\r
DTSTART:20131112T091242Z\r
X-{plant("own property")}:{plant("own value")}\r
END:VEVENT\r
END:VCALENDAR\r
"""


def _card(plant: Planter) -> str:
    coded = "".join(f"={ord(char):02X}" for char in plant("quoted printable card"))
    return f"""BEGIN:VCARD
VERSION:2.1
N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:{coded};{plant("given name")}
FN:{plant("full name")}
ORG:{plant("organization")};{plant("department")}
PHOTO;ENCODING=BASE64;JPEG:{base64.b64encode(plant("photo").encode()).decode()}
END:VCARD"""


def _messages(plant: Planter) -> Iterator[str]:
    yield f"""Content-Type: message/rfc822
Content-Disposition: attachment; filename="{plant("name of a message")}.eml"

From: {plant("sender within")} <h@firm.example>
Subject: {plant("subject within")}
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

{plant("text within")}"""
    inner = f"From: x@firm.example\r\nSubject: {plant('packed message')}\r\n\r\n{plant('packed text')}\r\n"
    yield f"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{packed(inner)}"
    yield f"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; {plant('recipient').lower()}@firm.example\n"
    yield f"Content-Type: text/rfc822-headers\n\nSubject: {word(plant('headers alone'))}\nTo: x@firm.example\n"
    yield f"Content-Type: application/pgp-signature; name={plant('name of a signature')}.asc\n\n-----BEGIN PGP SIGNATURE-----\n{plant('signature block')}\n-----END PGP SIGNATURE-----\n"


def planted_mailbox() -> tuple[bytes, Planter]:
    """Two messages of one thread."""
    plant = Planter()
    thread = plant("id of a thread").lower()
    person = plant("one person")
    text = f"""From {plant("sender of the first").lower()}@firm.example Tue Nov 12 09:12:42 2013
From: {person} <a@firm.example>
Message-ID: <1.{thread}@firm.example>

{plant("first text")}
>From {plant("quoted line")}

From {plant("sender of the second").lower()}@firm.example  Wed Nov 13 09:12:42 2013
From: {plant("other person")} <b@firm.example>
Message-ID: <2.{plant("second id").lower()}@firm.example>
In-Reply-To: <1.{thread}@firm.example>
Subject: Re: {plant("subject")}

Dear {person}, {plant("second text")}
"""
    return text.encode(), plant


def left_in_mail(data: bytes, plant: Planter) -> dict[str, str]:
    """The names that the parser of the standard library, or anybody who unpacks by hand, still finds."""
    found = left_in(data, plant)
    for part in email.message_from_bytes(data).walk():
        for text in _views_of(part):
            for name, corner in plant.corners.items():
                if name.lower() in text.lower():
                    found.setdefault(corner, part.get_content_type())
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            found |= left_in(payload, plant)
            if payload.startswith(b"From: "):
                found |= left_in_mail(payload, plant)
    return found


def _views_of(part: Message) -> Iterator[str]:
    for name, value in part.items():
        unfolded = re.sub(r"[\r\n]+", "", str(value))
        yield f"{name} {value} {unfolded}"
        yield "".join(re.split(r" *\(\w*\) *", unfolded))
        yield _plain(unfolded)
    yield f"{part.get_filename()} {part.preamble} {part.epilogue}"
    payload = part.get_payload(decode=True)
    if isinstance(payload, bytes):
        for charset in ("utf-8", "latin-1", "utf-16"):
            yield payload.decode(charset, "replace")
        yield quopri.decodestring(payload).decode("utf-8", "replace")
        yield re.sub(r"\r?\n[ \t]", "", payload.decode("utf-8", "replace"))
        yield _plain(payload.decode("utf-8", "replace"))
        for found in re.findall(rb"[A-Za-z0-9+/]{12,}={0,2}", payload):
            yield base64.b64decode(found[: len(found) // 4 * 4]).decode("latin-1")
        if payload[:4] == b"%PDF":
            yield from views(payload)


def _plain(text: str) -> str:
    words = decode_header(text)
    return "".join(
        word if isinstance(word, str) else word.decode(charset or "latin-1", "replace")
        for word, charset in words
    )
