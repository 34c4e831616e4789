"""Further corners of mail: traces, reports, headers of programs and lists, calendars and cards with all they hold."""
# ruff: noqa: E501
# The source of a message is easier to read in long lines.

from __future__ import annotations

import base64
from urllib.parse import quote

from tests.formats.planted import Planter
from tests.formats.planted_mail import packed, printable, word


def planted_letter() -> tuple[bytes, Planter]:
    """The message and the names in it."""
    plant = Planter()
    parts = "".join(
        f"--b\n{part}\n"
        for part in (
            _text(plant),
            _page(plant),
            *_attached(plant),
            _calendar(plant),
            _card(plant),
            *_reports(plant),
        )
    )
    whole = f"{_headers(plant)}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n"
    return whole.replace("\r\n", "\n").replace("\n", "\r\n").encode("latin-1"), plant  # fmt: skip


def _headers(plant: Planter) -> str:
    def mail(corner: str) -> str:
        return f"{plant(corner).lower()}@x.example"

    people = "".join(f"{name}: {plant(name)} <{mail('address of ' + name)}>\n" for name in ("Bcc", "Resent-From", "Resent-To", "Resent-Cc", "Resent-Sender", "Disposition-Notification-To", "Return-Receipt-To", "Mail-Followup-To", "X-Sender"))  # fmt: skip
    bare = "".join(f"{name}: {mail(name)}\n" for name in ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-From", "Errors-To", "X-Authenticated-Sender"))  # fmt: skip
    said = "".join(f"{name}: by {plant(name)} here\n" for name in ("Organization", "Comments", "Keywords", "User-Agent", "X-Mailer", "Thread-Topic", "Resent-Comments", "X-Spam-Report", "Content-Description"))  # fmt: skip
    return f"""{people}{bare}{said}Received: by {plant("server").lower()}.example (Postfix, from userid 1000; {plant("remark of a server")})\n\tid ABC123; for <{mail("received for")}>; Tue, 12 Nov 2013 09:12:42 +0100 (CET)
Received-SPF: pass (mx.example: domain of {mail("remark of SPF")} designates 192.0.2.1) client-ip=192.0.2.1; envelope-from="{mail("sender by SPF")}"; helo={plant("helo by SPF").lower()}.example;
Authentication-Results: mx.example; dkim=pass header.i=@{plant("domain by results").lower()}.example; spf=pass smtp.mailfrom={mail("sender by results")}
ARC-Seal: i=1; d={plant("seal").lower()}.example; b=abc
Autocrypt: addr={mail("address of a key")}; keydata=mDMEXEcE6RYJKwYBBAHaRw8BAQdA
List-Id: {plant("list")} <{plant("id of a list").lower()}.x.example>
List-Post: <mailto:{mail("post of a list")}>
List-Archive: <https://x.example/{plant("archive of a list")}>
X-MS-Exchange-Organization-AuthAs: {plant("program")}
X-Google-Sender-Auth: {base64.b64encode(plant("packed value").encode()).decode()}
From: =?iso-8859-1?q?{"".join(f"={ord(char):02X}" for char in plant("encoded with a language"))}?= <{mail("sender")}>
To: "{plant("quoted")} \\"{plant("quoted in quotes")}\\"" <{mail("quoted address")}>, {plant("many")}:{mail("member")},{plant("second member")} <{mail("second address")}>;
Subject: Re: Fwd: =?utf-8?b?{base64.b64encode(("Über " + plant("subject")).encode()).decode()}?=\n =?utf-8?q?_and_{plant("second word").replace(" ", "_")}?=
Message-ID: <{mail("message id")}>
References: <{mail("first reference")}> <{mail("second reference")}>
Date: Tue, 12 Nov 2013 09:12:42 +0100
"""


def _text(plant: Planter) -> str:
    cut = plant("flowed line")
    text = f"Dear {plant('text')},\n\n> On Tue, {plant('author of a quote')} <{plant('mail in a quote').lower()}@x.example> wrote:\n> > {plant('quote')}\nwe met {cut[:4]}=\n{cut[4:]} here.\n-- \n{plant('signature')}\nTel. +49 30 1234567\n"
    return f"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes; x-name*=utf-8''{quote(plant('extended parameter'))}\nContent-Transfer-Encoding: quoted-printable\n\n{text}"


def _page(plant: Planter) -> str:
    page = printable(
        f'<html><head><title>{plant("title")}</title><style>/* {plant("remark of a style")} */</style></head><body><p>Größe: {plant("page")}</p><a href="mailto:{plant("link").lower()}@x.example">x</a></body></html>',
        "utf-16",
    )
    return f"Content-Type: text/html; charset=utf-16\nContent-Transfer-Encoding: quoted-printable\n\n{page}"


def _attached(plant: Planter) -> list[str]:
    name = plant("file name in words")
    return [
        f"Content-Type: text/plain; name=\"=?utf-8?q?{name}=2Etxt?=\"\nContent-Disposition: attachment; filename=\"{plant('quoted file name')}.txt\"; size=5; creation-date=\"Tue, 12 Nov 2013 09:12:42 +0100\"\nContent-Transfer-Encoding: base64\n\n{packed(plant('attached text'))}",
        f"Content-Type: text/html; name={plant('page as a file')}.html\nContent-Transfer-Encoding: base64\n\n{packed('<p>' + plant('attached page') + '</p>')}",
        f"Content-Type: application/rtf; name=a.rtf\nContent-Transfer-Encoding: base64\n\n{packed(chr(123) + chr(92) + 'rtf1 ' + plant('attached rich text') + '}')}",
        f"Content-Type: message/external-body; access-type=URL; URL=\"https://x.example/{plant('place of a body')}\"\n\nContent-Type: text/plain\nContent-ID: <{plant('id of a body').lower()}@x.example>\n",
        f"Content-Type: application/json; name=a.json\n\n{{\"who\": \"{plant('attached JSON')}\"}}",
        f"Content-Type: application/xml; name=a.xml\n\n<a who='{plant('attribute of XML')}'>{plant('attached XML')}</a>",
    ]  # fmt: skip


def _calendar(plant: Planter) -> str:
    def at(name: str, parameters: str = "") -> str:
        return f"{name}{parameters}:{plant('calendar ' + name + parameters[:12])}\n"

    lines = "".join((
        at("X-WR-CALNAME"), at("X-WR-CALDESC"), f"BEGIN:VTIMEZONE\nTZID:Europe/Berlin\n{at('COMMENT')}END:VTIMEZONE\nBEGIN:VEVENT\nUID:{plant('uid').lower()}\n",
        at("SUMMARY", ";LANGUAGE=de"), at("LOCATION", f';ALTREP="https://x.example/{plant("other text")}"'), at("CONTACT"), at("COMMENT", ";X-A=1"), at("CATEGORIES"), at("RESOURCES"), at("RELATED-TO"),
        f"DESCRIPTION:We meet\\n{plant('escaped line')}\\; {plant('escaped sign')}\n", f"ATTENDEE;ROLE=CHAIR;SENT-BY=\"mailto:{plant('sent by').lower()}@x.example\";DELEGATED-TO=\"mailto:{plant('delegate').lower()}@x.example\";DIR=\"ldap://x.example/cn={plant('directory')}\":mailto:a@x.example\n",
        f"ATTACH;FILENAME={plant('file')}.txt;ENCODING=BASE64;VALUE=BINARY:{base64.b64encode(plant('packed file').encode()).decode()}\n", f"X-ALT-DESC;FMTTYPE=text/html:<p>{plant('page')}</p>\n", f"URL:https://x.example/{plant('address')}\n",
        f"BEGIN:VALARM\n{at('DESCRIPTION', ';X-B=1')}ATTENDEE:mailto:{plant('alarm').lower()}@x.example\nEND:VALARM\nEND:VEVENT\nBEGIN:VTODO\n{at('SUMMARY')}END:VTODO\nBEGIN:VJOURNAL\n{at('DESCRIPTION')}END:VJOURNAL\n",
    ))  # fmt: skip
    return f'Content-Type: text/calendar; charset=utf-8; name="{plant("name of a calendar")}.ics"\n\nBEGIN:VCALENDAR\nPRODID:-//{plant("product")}//EN\n{lines}END:VCALENDAR'


def _card(plant: Planter) -> str:
    names = ("FN", "NICKNAME", "ORG", "TITLE", "ROLE", "NOTE", "SORT-STRING", "X-SPOUSE", "X-ABRELATEDNAMES", "item1.X-ABLabel", "RELATED;VALUE=text", "MAILER", "CATEGORIES", "AGENT")  # fmt: skip
    lines = "".join(f"{name}:{plant('card ' + name)}\n" for name in names)
    return f'Content-Type: text/vcard; charset=utf-8\n\nBEGIN:VCARD\nVERSION:3.0\nN:{plant("family name")};{plant("given name")};{plant("middle name")};Dr.;\n{lines}ADR;TYPE=home;LABEL="{plant("label of an address")}":;;{plant("street")} 1;{plant("town")};;12345;\nEMAIL;TYPE="{plant("kind of a mail").lower()}":{plant("mail of a card").lower()}@x.example\nIMPP:xmpp:{plant("chat").lower()}@x.example\nURL:https://x.example/{plant("page of a card")}\nKEY;ENCODING=b:{base64.b64encode(plant("key").encode()).decode()}\nUID:urn:{plant("uid of a card")}\nEND:VCARD'


def _reports(plant: Planter) -> list[str]:
    disposition = f"Content-Type: message/disposition-notification\n\nReporting-UA: {plant('reader').lower()}.example; x\nOriginal-Recipient: rfc822;{plant('first recipient').lower()}@x.example\nOriginal-Message-ID: <{plant('message read').lower()}@x.example>\n"
    feedback = f"Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Mail-From: <{plant('mail from').lower()}@x.example>\n"
    inner = f"Content-Type: message/rfc822\n\nFrom: {word(plant('sender within'))} <a@x.example>\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: message/rfc822\n\nSubject: {plant('two deep')}\n\n{plant('text two deep')}\n--c--\n"
    return [
        disposition,
        feedback,
        inner,
        f"Content-Type: text/enriched\n\n<bold>{plant('enriched')}</bold>",
        f"Content-Type: text/x-diff; name=a.patch\n\n+{plant('unknown text')} x",
    ]
