"""Messages as real programs write them, each with the same invented person in several places."""
# ruff: noqa: E501
# The source of a message is easier to read in long lines.

from __future__ import annotations

import binascii
import struct
from collections.abc import Iterator
from email.message import EmailMessage

from tests.formats.planted_docx import png
from tests.formats.planted_mail import packed

NAME = "Quentin Hollerbach"
SURNAME = "Hollerbach"
HEAD = f"From: {NAME} <quentin.hollerbach@firm.example>\nTo: box@firm.example\nSubject: Re: {SURNAME}\nMIME-Version: 1.0\n"


def lines(text: str) -> bytes:
    return text.replace("\r\n", "\n").replace("\n", "\r\n").encode("latin-1")


def parts(kind: str, *inner: str, head: str = HEAD) -> bytes:
    body = "".join(f"--==b\n{part}\n" for part in inner)
    return lines(f'{head}Content-Type: multipart/{kind}; boundary="==b"\n\n{body}--==b--\n')


TEXT = f"Content-Type: text/plain; charset=utf-8\n\nDear {NAME},\nbest, {SURNAME}"


def uuencoded(content: bytes) -> str:
    stretches = [content[at : at + 45] for at in range(0, len(content), 45)]
    return "".join(binascii.b2a_uu(one).decode() for one in stretches) + "`\nend"


def sound() -> bytes:
    info = b"LIST" + struct.pack("<I", 4 + 8 + 12) + b"INFOIART" + struct.pack("<I", 12) + b"Hollerbach\0\0"
    fmt = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
    body = b"WAVE" + fmt + info + b"data" + struct.pack("<I", 4) + b"\x80\x81\x82\x83"
    return b"RIFF" + struct.pack("<I", len(body)) + body


# Each is written: the name is nowhere left, and comes back.
WRITTEN: dict[str, bytes] = {
    "Outlook": parts(
        "related; type=\"multipart/alternative\"",
        f'Content-Type: multipart/alternative; boundary="==c"\n\n--==c\n{TEXT}\n--==c\nContent-Type: text/html; charset="iso-8859-1"\nContent-Transfer-Encoding: quoted-printable\n\n'
        '<html xmlns:v=3D"urn:schemas-microsoft-com:vml" xmlns:o=3D"urn:schemas-microsoft-com:office:office"><head><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]-->'
        f'<style><!--\np.MsoNormal {{margin:0cm}}\n--></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext=3D"edit" spidmax=3D"1026" /></xml><![endif]--></head><body><p class=3D"MsoNormal">Dear {NAME.replace(" ", " <o:p></o:p>")}, gr=FC=DFe</p></body></html>\n--==c--',
        f'Content-Type: image/png; name="image001.png"\nContent-ID: <image001.png@01D9.ABCD>\nContent-Transfer-Encoding: base64\n\n{packed(png("Hollerbach"))}',
        head=HEAD + "Thread-Index: AdkXYZ==\nX-MS-Has-Attach: yes\nX-MS-TNEF-Correlator:\nx-ms-exchange-messagesentrepresentingtype: 1\nX-MS-Exchange-CrossTenant-id: 5a7a\nX-Microsoft-Antispam-Message-Info: =?us-ascii?Q?QWJj?=\n =?us-ascii?Q?SG9sbGVyYmFjaA?=\n",
    ),
    "Apple Mail": parts(
        "appledouble; protocol=x",
        f"Content-Type: application/applefile; name=\"{SURNAME}.pdf\"\nContent-Transfer-Encoding: base64\n\n{packed(bytes([0, 5, 22, 7]) + SURNAME.encode())}",
        TEXT,
        head=HEAD + f"X-Universally-Unique-Identifier: 1A2B\nX-Apple-Base-Url: x-msg://1/{SURNAME}\nMime-Version: 1.0 (Mac OS X Mail 16.0 \\(3731.700.6\\))\n",
    ),
    "Thunderbird, flowed": lines(
        f"{HEAD}Content-Type: text/plain; charset=UTF-8; format=flowed; delsp=yes\nContent-Transfer-Encoding: 8bit\nContent-Language: de-DE\nX-Mozilla-Draft-Info: internal/draft; vcard=0; receipt=0\nX-Identity-Key: id1\n\nDear Quentin \nHollerbach, this is \nflowed.\n-- \n{NAME}\n"
    ),
    "Gmail": parts(
        "alternative",
        f'Content-Type: text/plain; charset="UTF-8"\n\nOn Tue, Nov 12, 2013 at 9:12 AM {NAME} <quentin.hollerbach@firm.example>\nwrote:\n> Dear {SURNAME}',
        f'Content-Type: text/html; charset="UTF-8"\nContent-Transfer-Encoding: quoted-printable\n\n<div dir=3D"ltr">Dear {SURNAME}<br><div class=3D"gmail_quote"><div dir=3D"ltr" class=3D"gmail_attr">On Tue {NAME} &lt;<a href=3D"mailto:quentin.hollerbach@firm.exam=\nple">quentin.hollerbach@firm.example</a>&gt; wrote:<br></div></div></div>',
        head=HEAD + "X-Gm-Message-State: AOJu0YzXb64packed\nX-Google-Smtp-Source: AGHT+packed\nARC-Seal: i=1; a=rsa-sha256; b=abc\n",
    ),
    "list server": parts(
        "mixed",
        TEXT,
        f"Content-Type: text/plain; charset=us-ascii\nContent-Disposition: inline\n\n_____\nlist mailing list\nlist@firm.example, kept by {NAME}",
        head=HEAD + f"List-Id: <list.firm.example>\nList-Post: <mailto:list@firm.example>\nX-BeenThere: list@firm.example\nX-Mailman-Version: 2.1\nErrors-To: {SURNAME.lower()}-bounces@firm.example\n",
    ),
    "list server, behind base64": lines(
        f"{HEAD}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{packed(f'Dear {NAME}, we all know what is to be done about the matter.')}\n\n_____________\nlist, kept by {NAME}: https://firm.example/list\n"
    ),
    "bounce": parts(
        "report; report-type=delivery-status",
        f"Content-Type: text/plain\n\nThe mail to {NAME} could not be delivered.",
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.firm.example\nArrival-Date: Tue, 12 Nov 2013 09:12:42 +0100\n\nFinal-Recipient: rfc822; quentin.hollerbach@firm.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 <quentin.hollerbach@firm.example>: unknown",
        f"Content-Type: message/rfc822\n\n{HEAD}\nDear {NAME}",
    ),
    "read receipt": parts(
        "report; report-type=disposition-notification",
        f"Content-Type: text/plain\n\nRead by {NAME}",
        f"Content-Type: message/disposition-notification\n\nReporting-UA: x; y\nOriginal-Recipient: rfc822;quentin.hollerbach@firm.example\nDisposition: manual-action/MDN-sent-manually; displayed; {SURNAME}",
    ),
    "complaint": parts(
        "report; report-type=feedback-report",
        TEXT,
        "Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: x/1.0\nVersion: 1\nOriginal-Mail-From: <quentin.hollerbach@firm.example>",
        f"Content-Type: text/rfc822-headers\n\n{HEAD}",
    ),
    "invitation": parts(
        "alternative",
        TEXT,
        f"Content-Type: text/calendar; charset=UTF-8; method=REQUEST\n\nBEGIN:VCALENDAR\nPRODID:-//x//y//EN\nVERSION:2.0\nMETHOD:REQUEST\nBEGIN:VTIMEZONE\nTZID:W. Europe Standard Time\nBEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT\nUID:040000008200E00074C5B7101A82E00800000000\nORGANIZER;CN={NAME}:MAILTO:quentin.hollerbach@firm.example\nATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=\"{NAME}\":mailto:quentin.hollerbach@firm.example\nSUMMARY;LANGUAGE=de-DE:Talk with {SURNAME}\nX-ALT-DESC;FMTTYPE=text/html:<p>{NAME}</p>\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE\nBEGIN:VALARM\nDESCRIPTION:REMINDER\nTRIGGER;RELATED=START:-PT15M\nACTION:DISPLAY\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR",
    ),
    "forward in a forward": parts(
        "mixed",
        TEXT,
        f'Content-Type: message/rfc822\n\n{HEAD}Content-Type: multipart/mixed; boundary="==d"\n\n--==d\n{TEXT}\n--==d\nContent-Type: message/rfc822\n\n{HEAD}\nDear {NAME}\n--==d--',
    ),
    "digest": parts("digest", f"\n{HEAD}\nDear {NAME}", f"\n{HEAD}\nAgain {SURNAME}"),
    "raw letters in headers": lines(
        f"From: J\xfcrgen {SURNAME} <a@firm.example>\nSubject: Gr\xfc\xdfe an {SURNAME}\nX-Foo: \xe4\xf6 {SURNAME}\n\nDear {NAME}, h\xe9\n"
    ),
    "UTF-8 in headers": f"From: Jürgen {SURNAME} <jürgen@firm.example>\r\nSubject: Grüße an {SURNAME} ☃\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nDear {NAME} ☃\r\n".encode(),
    "UTF-7": lines(f"{HEAD}Content-Type: text/plain; charset=utf-7\n\n").replace(b"Subject", b"X-Subject")
    + f"Grüße, {NAME}, 1+1=2\r\n".encode("utf-7"),
    "UTF-7, all packed": lines(f"{HEAD}Content-Type: text/plain; charset=utf-7\n\n")
    + b"Dear +AFEAdQBlAG4AdABpAG4-  +AEgAbwBsAGwAZQByAGIAYQBjAGg-.\r\n",
    "ISO-2022-JP": lines(
        f"From: =?iso-2022-jp?B?GyRCOzNFRBsoQg==?= <{SURNAME.lower()}@firm.example>\nSubject: x\nContent-Type: text/plain; charset=ISO-2022-JP\nContent-Transfer-Encoding: 7bit\n\n"
    )
    + f"山田様 {NAME}\r\n".encode("iso-2022-jp"),
    "ISO-2022-JP, other signs": lines("From: a@firm.example\nContent-Type: text/plain; charset=ISO-2022-JP\n\n")
    + b"\x1b$B;3ED\x1b(J Quentin Hollerbach\x1b(B\r\n",
    "Shift_JIS": lines("From: a@firm.example\nContent-Type: text/plain; charset=Shift_JIS\nContent-Transfer-Encoding: 8bit\n\n")
    + f"山田 {NAME}\r\n".encode("shift_jis"),
    "GB2312 named ASCII": lines("From: a@firm.example\nContent-Type: text/plain; charset=gb2312\n\n") + f"你好 {NAME}".encode("gb2312"),
    "Windows-1252 named Latin-1": lines(f"{HEAD}Content-Type: text/plain; charset=iso-8859-1\n\n\x93Dear {NAME}\x94 \x80 5\n"),
    "UTF-8 with stray bytes": lines(f"{HEAD}Content-Type: text/plain; charset=utf-8\n\n") + f"Grüße, {NAME}, schöne".encode() + b" \xff cut \xc3\r\n",
    "numbered file names": parts(
        "mixed",
        TEXT,
        "Content-Type: text/plain; name*0*=iso-8859-1'de'Hol%6C; name*1*=er%62ach; name*2=.txt\nContent-Disposition: attachment;\n filename*=UTF-8''Quentin%20Hollerbach%20%E2%82%AC.txt; filename=\"=?utf-8?Q?Hollerbach=E2=82=AC=2Etxt?=\"\n\nx",
    ),
    "signed by PGP": parts("signed; micalg=pgp-sha512; protocol=\"application/pgp-signature\"", TEXT, "Content-Type: application/pgp-signature; name=\"OpenPGP_signature.asc\"\n\n-----BEGIN PGP SIGNATURE-----\n\nwsB5\n-----END PGP SIGNATURE-----"),
    "protected headers": parts(
        "mixed; protected-headers=\"v1\"",
        f'Content-Type: multipart/mixed; boundary="==e"; protected-headers="v1"\nFrom: {NAME} <quentin.hollerbach@firm.example>\nSubject: {SURNAME}\n\n--==e\n{TEXT}\n--==e--',
        "Content-Type: application/pgp-keys; name=\"OpenPGP_0x1.asc\"\nContent-Description: OpenPGP public key\n\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabc\n-----END PGP PUBLIC KEY BLOCK-----",
        head=HEAD + "Autocrypt: addr=quentin.hollerbach@firm.example; keydata=\n mQENBF\n",
    ),
    "packed headers": lines(f"{HEAD}X-Data: {packed(b'{name: Hollerbach, more: 1234567890}')}\nX-Packed: SG9sbGVyYmFjaA==\nX-Words: =?utf-8?B?SG9sbGVyYmFjaA==?=\n\nDear {NAME}\n"),
    "no boundary": lines(f"{HEAD}Content-Type: multipart/mixed\n\nDear {NAME},\nthis has no parts.\n"),
    "no lines between parts": lines(f"{HEAD}Content-Type: multipart/alternative; boundary=nowhere\n\nDear {NAME},\nthis has no parts.\n"),
    "no end line": parts("mixed", TEXT)[: -len("--==b--\r\n")],
    "equal boundaries": parts("mixed", f"Content-Type: multipart/alternative; boundary=\"==b-1\"\n\n--==b-1\n{TEXT}\n--==b-1--", TEXT),
    "text behind the end": parts("mixed", TEXT) + b"behind: Quentin Hollerbach\r\n",
    "sounds and films": parts(
        "mixed",
        TEXT,
        f"Content-Type: audio/wav; name=voicemail.wav\nContent-Transfer-Encoding: base64\n\n{packed(sound())}",
        f"Content-Type: audio/basic\nContent-Transfer-Encoding: base64\n\n{packed(bytes(range(200)))}",
        f"Content-Type: application/octet-stream; name={SURNAME}.mp4\nContent-Transfer-Encoding: base64\n\n{packed(bytes([0, 0, 0, 24]) + b'ftypisom' + bytes(range(90)))}",
    ),
    "filling": parts("mixed", TEXT, f"Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n{'x' * 52}"),
    "unknown type that is text": parts("mixed", TEXT, f"Content-Type: application/x-thing; name=x.cfg\n\nowner = {NAME}", f"Content-Type: X-Old; 12\n\n\\begin{{{SURNAME}}}"),
    "unknown type that is XML": parts("mixed", TEXT, "Content-Type: application/vnd.thing+xml\n\n<?xml version=\"1.0\"?><a><b>Quentin</b> Holler<i>bach</i></a>", f"Content-Type: application/x-page\n\n<p>Dear <b>{SURNAME}</b><br>"),
    "uuencoded file": lines(f"{HEAD}\nSee this:\n\nbegin 644 {SURNAME}.txt\n{uuencoded(f'Dear {NAME}, this is packed in an old way.'.encode())}\n\nbest, {SURNAME}\n"),
    "uuencoded part": parts("mixed", TEXT, f"Content-Type: application/octet-stream; name={SURNAME}.txt\nContent-Transfer-Encoding: x-uuencode\n\nbegin 600 {SURNAME}.txt\n{uuencoded(f'Dear {NAME}'.encode())}\n"),
    "no base64": parts("mixed", TEXT, f"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nDear {NAME}, this is no base64!"),
    "piece that is text": lines(f"{HEAD}Content-Type: message/partial; id=\"x@y\"; number=2; total=2\n\nand so on, {NAME}.\n"),
    "first piece": lines(f"{HEAD}Content-Type: message/partial; id=\"x@y\"; number=1; total=2\n\n{HEAD}\nDear {NAME}\n"),
    "elsewhere": parts("mixed", TEXT, f"Content-Type: message/external-body; access-type=URL; url=\"https://firm.example/{SURNAME}\"\n\nContent-Type: image/png\n\n"),
    "news": lines(f"Path: news.example!{SURNAME}\nNewsgroups: de.test\n{HEAD}Xref: news.example de.test:1\n\n{NAME} wrote:\n> x\n"),
    "lone carriage returns": f"From: {NAME} <a@firm.example>\rSubject: {SURNAME}\r\rDear {NAME}\r".encode(),
    "blank first line of headers": lines(f"{HEAD}X-Empty:\nX-Blank: \n\t{SURNAME}\nReceived: from x (x [192.0.2.1])\n\tby y; Tue, 12 Nov 2013 09:12:42 +0100 (CET)\n\nDear {NAME}"),
    "old dates": lines(f"{HEAD}Date: 12 Nov 13 9:12 EST\nDelivery-Date: Tue Nov 12 09:12:42 2013\nResent-Date: Tue, 32 Foo 2013\n\n{NAME}\n"),
    "types without a subtype": parts("mixed", f"Content-Type: text\n\nDear {NAME}", f"Content-Type: TEXT/PLAIN (a remark of {SURNAME}); CHARSET=\"US-ASCII\"\n\n{SURNAME}", f"Content-Type:\n\n{SURNAME}"),
    "two types": lines(f"{HEAD}Content-Type: text/plain\nContent-Type: text/html\n\nDear {NAME}\n"),
    "form": parts("form-data", f"Content-Disposition: form-data; name=\"{SURNAME}\"\n\n{NAME}"),
    "HTML alone, no charset": lines(f"{HEAD}Content-Type: text/html\n\n<html><head><meta http-equiv=Content-Type content='text/html; charset=utf-8'><title>{SURNAME}</title></head><body>Dear Quentin&nbsp;Hollerbach&#44; Holler<wbr>bach<!-- {NAME} --></body></html>\n"),
    "AMP": parts("alternative", TEXT, f"Content-Type: text/x-amp-html; charset=utf-8\n\n<!doctype html><html amp4email><head><meta charset=utf-8><script async src=\"https://cdn.example/v0.js\"></script><style amp4email-boilerplate>body{{visibility:hidden}}</style></head><body>{NAME}</body></html>", f"Content-Type: text/html\n\n<p>{NAME}</p>"),
    "richtext": parts("alternative", TEXT, f"Content-Type: text/enriched\n\n<bold>{NAME}</bold> <smaller>x</smaller>"),
    "schema of mail": parts("alternative", TEXT, f"Content-Type: text/html\n\n<html><body><script type=\"application/ld+json\">{{\"@type\": \"Person\", \"name\": \"{NAME}\"}}</script>x</body></html>"),
}  # fmt: skip


def library_shapes() -> Iterator[tuple[str, bytes]]:
    """What the library of Python writes, with all its ways of packing."""
    for charset in ("utf-8", "iso-8859-1", "us-ascii", "koi8-r", "euc-jp"):
        for cte in ("7bit", "8bit", "quoted-printable", "base64"):
            message = EmailMessage()
            message["From"] = f'"{NAME}" <quentin.hollerbach@firm.example>'
            message["Subject"] = f"Über {SURNAME} " * 8
            message.set_content(f"Dear {NAME},\n" + "x" * 40 + f" {SURNAME}\n", charset=charset, cte=cte)
            message.add_alternative(f"<p>Dear <b>Quentin</b> {SURNAME}</p>", subtype="html")
            message.add_attachment(f"{NAME}\n", filename=f"Brief an {SURNAME} – groß.txt")
            yield f"library, {charset}, {cte}", message.as_bytes()


# Each is refused with a sentence.
REFUSED: dict[str, bytes] = {
    "encrypted by PGP": parts("encrypted; protocol=\"application/pgp-encrypted\"", "Content-Type: application/pgp-encrypted\n\nVersion: 1", "Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----"),
    "encrypted by S/MIME": lines(f"{HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIIB\n"),
    "package of Outlook": parts("mixed", TEXT, f"Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n{packed(bytes([0x78, 0x9F, 0x3E, 0x22]) + SURNAME.encode())}"),
    "unknown bytes": parts("mixed", TEXT, f"Content-Type: application/octet-stream; name=x.bin\nContent-Transfer-Encoding: base64\n\n{packed(bytes(range(256)))}"),
    "program": parts("mixed", TEXT, f"Content-Type: application/x-msdownload; name=x.exe\nContent-Transfer-Encoding: base64\n\n{packed(b'MZ' + bytes(range(200)))}"),
    "later piece with coded words": lines(f"{HEAD}Content-Type: message/partial; id=x; number=2; total=3\n\n=48ollerbach\n"),
    "BinHex": lines(f"{HEAD}\n(This file must be converted with BinHex 4.0)\n\n:abc:\n"),
}  # fmt: skip
