"""Messages and mailboxes: nothing hidden is left in any corner, and threads stay threads."""

from __future__ import annotations

import email
import re
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from urllib.parse import unquote_to_bytes

import pytest

from nescio.core.errors import InputError, NescioError
from nescio.formats.document import DocumentFormat, Wishes
from nescio.formats.mail.format import MailboxFormat, MailFormat
from nescio.packs import load_pack
from nescio.run.opening import open_anonymizer
from tests.formats.hiding import back, hide, text_of
from tests.formats.planted import Planter
from tests.formats.planted_letters import planted_letter
from tests.formats.planted_mail import left_in_mail, packed, planted_mail, planted_mailbox

MAIL = MailFormat(Wishes())
MAILBOX = MailboxFormat(Wishes())
NAME = "Imogen Vantongeren"


def message(headers: str, body: str = "We met Imogen Vantongeren.\n") -> bytes:
    return f"{headers}\n\n{body}".replace("\r\n", "\n").replace("\n", "\r\n").encode("latin-1")


def parts_of(*parts: str, kind: str = "mixed") -> bytes:
    body = "".join(f"--=b\n{part}\n" for part in parts)
    return message(f'From: a@firm.example\nContent-Type: multipart/{kind}; boundary="=b"', f"{body}--=b--\n")


@pytest.mark.parametrize(
    ("make", "made"),
    [(planted_mail, MAIL), (planted_letter, MAIL), (planted_mailbox, MAILBOX)],
    ids=["message", "letter", "mailbox"],
)
def test_none_of_the_names_in_all_corners_is_left(
    make: Callable[[], tuple[bytes, Planter]], made: DocumentFormat
) -> None:
    data, planter = make()
    assert set(left_in_mail(data, planter)) == set(planter.corners.values())  # the search finds each of them
    written, jobs = hide(made, data, *planter.names)
    assert left_in_mail(written, planter) == {}
    assert text_of(made, back(made, written, jobs)) == text_of(made, data)


def test_there_are_enough_corners() -> None:
    assert len(planted_mail()[1].names) >= 50


def test_what_hides_nothing_changes_nothing() -> None:
    for make, made in ((planted_mail, MAIL), (planted_mailbox, MAILBOX)):
        data, _ = make()
        assert hide(made, data, "Nobodyhere")[0] == data


# What stands in a message, what is hidden in it, and what is written.
WRITTEN = {
    "plain name": ("From: Imogen Vantongeren <a@firm.example>", 'From: "[PERSON1]" <a@firm.example>'),
    "name in quotes": ('From: "Imogen Vantongeren" <a@x.example>', 'From: "[PERSON1]" <a@x.example>'),
    "encoded name": (
        "From: =?utf-8?q?Imogen_Vantongeren?= <a@firm.example>",
        'From: "[PERSON1]" <a@firm.example>',
    ),
    "other words": ("Subject:  To Imogen\n Vantongeren, dear", "Subject:  To [PERSON1], dear"),
    "encoded words around": (
        "Subject: =?iso-8859-1?Q?Gr=FC=DFe?= von Imogen Vantongeren =?utf-8?b?w7w=?=",
        "Subject: =?iso-8859-1?Q?Gr=FC=DFe?= von [PERSON1] =?utf-8?b?w7w=?=",
    ),
    "within encoded words": (
        "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_von_Imogen?=\n =?utf-8?Q?_Vantongeren?= x",
        "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= von [PERSON1] x",
    ),
    "file name": (
        'Content-Disposition: inline; filename="Imogen Vantongeren.pdf"; size=1',
        'Content-Disposition: inline; filename="[PERSON1].pdf"; size=1',
    ),
    "file name in pieces": (
        "Content-Disposition: inline; filename*0*=utf-8''Imogen%20V; filename*1=antongeren.txt",
        'Content-Disposition: inline; filename="[PERSON1].txt"',
    ),
}


@pytest.mark.parametrize(("source", "expected"), WRITTEN.values(), ids=WRITTEN.keys())
def test_only_what_is_hidden_is_written_anew(source: str, expected: str) -> None:
    about = "Received: by mx.example;\n\tTue, 12 Nov 2013 09:12:42 +0100\nX-Other:   a  b \n"
    written, jobs = hide(MAIL, message(about + source, "x\n"), NAME)
    assert written == message(about + expected, "x\n")
    assert text_of(MAIL, back(MAIL, written, jobs)) == text_of(MAIL, message(about + source, "x\n"))


BODIES = {
    "7bit": ("", "Dear Imogen Vantongeren,\n  x\n", "Dear [PERSON1],\n  x\n"),
    "quoted printable": (
        "quoted-printable",
        "caf=C3=A9 =20\nDear Imo=\ngen Vantongeren=3D\nlast=20\n",
        "caf=C3=A9 =20\nDear [PERSON1]=3D\nlast=20\n",
    ),
    "base64": ("base64", packed("é\nImogen Vantongeren\n"), packed("é\n[PERSON1]\n")),
}


@pytest.mark.parametrize(("transfer", "source", "expected"), BODIES.values(), ids=BODIES.keys())
def test_a_body_keeps_its_transfer_encoding(transfer: str, source: str, expected: str) -> None:
    head = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {transfer}".removesuffix(
        "\nContent-Transfer-Encoding: "
    )
    written, _ = hide(MAIL, message(head, source.replace("\r\n", "\n")), NAME)
    assert written == message(head, expected.replace("\r\n", "\n"))


def test_both_alternatives_say_the_same() -> None:
    data = parts_of(
        "Content-Type: text/plain\n\nDear Imogen Vantongeren",
        "Content-Type: text/html\n\n<p>Dear <b>Imogen</b> Vantongeren</p>",
        kind="alternative",
    )
    written, _ = hide(MAIL, data, NAME)
    assert written.count(b"[PERSON1]") == 2


def test_a_picture_is_still_found_by_the_page() -> None:
    data = parts_of(
        'Content-Type: text/html\n\n<p>x</p><img src="cid:imogen@firm.example">',
        "Content-Type: image/gif\nContent-ID: <imogen@firm.example>\n\n",
    )
    written, _ = hide(MAIL, data, "imogen@firm.example")
    [link] = re.findall(rb'src="cid:([^"]+)"', written)
    assert b"imogen" not in link
    assert b"Content-ID: <" + link + b">" in written


def test_a_saved_page_and_its_files_stay_together() -> None:
    data = parts_of(
        "Content-Type: text/html\nContent-Location: https://firm.example/imogen/\n\n"
        '<p>Imogen</p><link href="https://firm.example/imogen/a.css">',
        "Content-Type: text/css\nContent-Location: https://firm.example/imogen/a.css\n\np { color: red }",
        kind="related",
    )
    written, _ = hide(
        MAIL, data, "https://firm.example/imogen/a.css", "https://firm.example/imogen/", "Imogen"
    )
    [link] = re.findall(rb'link href="([^"]+)"', written)
    assert b"imogen" not in written.lower()
    assert b"Content-Location: " + unquote_to_bytes(link) + b"\r\n\r\np {" in written


@pytest.mark.parametrize(
    "head", ["text/csv; charset=utf-8", "application/octet-stream; name=x.csv", "text/plain; name=x.tsv"]
)
def test_a_table_that_is_attached_has_its_columns(head: str) -> None:
    data = parts_of("\nHello.", f"Content-Type: {head}\n\nsurname;Code\nBerlin;Zorva\n")
    made = MailFormat.build(load_pack("xx"), {"columns": ["Code=ORG", "City=PER"]})
    [job] = made.read(data, name="x")
    claims = [(job.document.text[start:end], label) for start, end, label, *_ in job.document.meta["claims"]]
    assert [claim for claim in claims if "@" not in claim[0]] == [
        ("surname", "O"), ("Code", "O"), ("Berlin", "FAMILY"), ("Zorva", "ORG"),
    ]  # fmt: skip
    written, jobs = hide(made, data, "Berlin", "Zorva")
    assert b"Berlin" not in written
    assert b"surname;Code" in written
    assert back(made, written, jobs) == data


def test_threads_stay_threads_over_a_mailbox() -> None:
    data, planter = planted_mailbox()
    written, _ = hide(MAILBOX, data, *planter.names)
    first, second = re.findall(rb"Message-ID: (<\S+>)", written)
    assert first != second
    assert re.findall(rb"In-Reply-To: (<\S+>)", written) == [first]
    assert written.count(b"\nFrom ") == data.count(b"\nFrom ")


def test_an_address_and_its_owner_are_hidden_together() -> None:
    data = message(
        "From: Imogen Vantongeren <imogen.vantongeren@firm.example>\nSubject: x",
        "Dear Imogen,\nyours\nImogen Vantongeren\n",
    )
    [job] = MAIL.settle(open_anonymizer("en").run(MAIL.read(data, name="x")), data)
    written = MAIL.write([job], data)
    assert b'From: "[PERSON1]" <EMAIL1@redacted.invalid>' in written
    assert b"Dear [PERSON1]" in written
    parsed = email.message_from_bytes(written, policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    assert parsed["from"].addresses[0].addr_spec == "EMAIL1@redacted.invalid"


def test_signatures_go_and_it_is_said() -> None:
    data = parts_of(
        "Content-Type: text/plain\n\nDear Imogen",
        "Content-Type: application/pkcs7-signature; name=s.p7s\nContent-Transfer-Encoding: base64\n\nSW1v",
        kind="signed; micalg=sha1; protocol=x",
    )
    data = b"DKIM-Signature: v=1; b=abc\r\nARC-Seal: i=1\r\n" + data
    written, _ = hide(MAIL, data, "Imogen")
    assert not any(word in written for word in (b"DKIM", b"ARC", b"pkcs7", b"SW1v", b"micalg"))
    assert b"multipart/mixed" in written
    dropped = {part.name for part in MAIL.inspect(data).parts if part.outcome == "dropped"}
    assert dropped == {"header Dkim-Signature", "header Arc-Seal", "signatures"}


def test_a_signature_within_the_text_goes() -> None:
    head = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    tail = "-----BEGIN PGP SIGNATURE-----\n\nabc=\n-----END PGP SIGNATURE-----\n"
    sealed = f"{head}Dear Imogen\n{tail}bye\n"
    written, jobs = hide(MAIL, message("From: a@x.example", sealed), "Imogen")
    assert written == message("From: a@x.example", "Dear [PERSON1]\n\nbye\n")
    assert "Dear Imogen" in text_of(MAIL, back(MAIL, written, jobs))


REFUSED = {
    "encrypted": "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nabc",
    "encrypted text": "Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END",
    "unknown attachment": "Content-Type: application/x-thing\n\n\x01\x02\x03",
    "unknown transfer": "Content-Type: text/plain\nContent-Transfer-Encoding: x-mine\n\nabc",
    "garbage": "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!! =4A =4B !!",
    "uuencoded": "Content-Type: text/plain\n\nbegin 644 a.txt\n#0V%T\n",
    "uuencoded program": "Content-Type: text/plain\n\nbegin 644 a.bin\n#`0(#\n`\nend",
    "package of Outlook": "Content-Type: application/ms-tnef; name=winmail.dat\n\n\x78\x9f\x3e\x22\x01",
    "packed behind packed": f"Content-Transfer-Encoding: base64\n\nQUI=\n{packed(bytes(range(256)))}",
    "yenc": "Content-Type: text/plain\n\n=ybegin line=128 size=3 name=a\nabc\n=yend size=3",
    "packed in a text": f"Content-Type: text/plain\n\nSee:\n{packed(bytes(range(256)))}\n",
    "no line between parts": 'Content-Type: multipart/mixed; boundary="other"\n\n--no\n\nsome=20thing',
    "no boundary": "Content-Type: multipart/mixed\n\n--no\nContent-Transfer-Encoding: x\n\nsomething",
    "piece of a message": "Content-Type: message/partial; number=2; total=3; id=x\n\na=\nbc",
    "script": "Content-Type: text/html\n\n<script>var a = 1</script>",
}


@pytest.mark.parametrize("part", REFUSED.values(), ids=REFUSED.keys())
def test_what_nobody_can_read_is_refused_or_dropped(part: str) -> None:
    data = parts_of("Content-Type: text/plain\n\nDear Imogen", part)
    with pytest.raises(InputError, match="cannot be made safe"):
        hide(MAIL, data, "Imogen")
    written, _ = hide(MailFormat(Wishes(drop_unknown=True, drop_macros=True)), data, "Imogen")
    assert b"Dear [PERSON1]" in written
    assert part.rpartition("\n\n")[2].strip().encode("latin-1") not in written


BAD = {
    "empty": b"",
    "no headers": b"just a text\n",
    "binary": b"From: a\x00\x00\x00",
    "old binary": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "a line among the headers": b"Subject: x\nno header\nContent-Type: text/html\n\nx",
    "too deep": b"From: a\n" + b"Content-Type: message/rfc822\n\n" * 30 + b"x: y\n\n",
    "too many headers": b"a: b\n" * 6000,
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_no_message_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NescioError):
        MAIL.read(data, name="x")


TOLERATED = {
    "no end line": 'From: a@b.example\nContent-Type: multipart/mixed; boundary="=b"\n\n--=b\n\nDear Imogen',
    "lone line feeds": "From: a@b.example\n\nDear Imogen\n",
    "unknown charset": "Content-Type: text/plain; charset=x-no-such\n\nDear Imogen\n",
    "wrong charset": "Content-Type: text/plain; charset=us-ascii\n\nDear Imogen, caf\xe9\n",
    "open quotes": 'From: "Imogen <a@b.example>\n\nx',
    "open angle": "From: Imogen <a@b.example\nTo: >,;:<\n\nx",
    "cut base64": "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nRGVhciBJbW9nZW4gYW5k=\n",
    "broken words": "Subject: =?utf-8?B?%%%?= Imogen =?x?Q?a?=\n\nx",
    "headers alone": "Subject: Imogen",
    "strange parameters": 'Content-Type: text/plain; charset; =x; name="Imogen\n\nx',
    "strange date": "Date: Imogen, 99 Foo 1\nReceived: x; ;\n\nx",
}


@pytest.mark.parametrize("source", TOLERATED.values(), ids=TOLERATED.keys())
def test_what_is_damaged_a_little_is_taken_as_it_is(source: str) -> None:
    data = source.encode("latin-1")
    written, jobs = hide(MAIL, data, "Imogen")
    assert b"Imogen" not in written
    assert text_of(MAIL, back(MAIL, written, jobs)) == text_of(MAIL, data)


def test_a_mailbox_begins_with_its_first_message() -> None:
    for data in (b"From: a@b.example\n\nx", b"From a@b.example\nno header\n", b""):
        with pytest.raises(InputError):
            MAILBOX.read(data, name="x")


def test_the_ledger_names_headers_and_parts() -> None:
    names = {part.name for part in MAIL.inspect(planted_mail()[0]).parts}
    assert {
        "header From",
        "header Received",
        "names of headers",
        "lines between parts",
        "signatures",
    } <= names
    assert any(name.startswith("part 1.1.1, text/plain: ") for name in names)
