"""Mail among the other formats: messages, saved pages, and mailboxes with their threads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar, Final

from nescio.core.errors import InputError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.mail.addresses import as_address, as_whole_address
from nescio.formats.mail.checking import mail_residues
from nescio.formats.mail.fields import read_headers
from nescio.formats.mail.message import MailMessage
from nescio.formats.mail.spelling import ADDRESS_TEXT, LOGGED_DATE, one_line
from nescio.formats.markup.collecting import Collecting
from nescio.formats.places import TOLD
from nescio.formats.second_reader import Residue
from nescio.formats.sniffing import refuse_old
from nescio.text.encoding import Decoded

# A line `From …` behind an empty one, and a header below it.
_SEPARATOR: Final = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From ([^\r\n]*)\r?\n(?=[\x21-\x39\x3b-\x7e]+[ \t]*:)"
)
_LINES: Final = "lines between messages"
_MOST: Final = 100_000  # messages of one mailbox


class MailFormat(DocumentFormat):
    """Rewrites a message in its own bytes."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".eml", ".mht", ".mhtml", ".msg"})
    name: ClassVar[str] = "mail"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [open_mail(data, wishes)]

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        return mail_residues(written, surfaces)


class MailboxFormat(MailFormat):
    """Rewrites a mailbox; all messages are one text, so that people and threads are the same in all."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".mbox", ".mbx"})
    name: ClassVar[str] = "mailbox"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        _refuse_binary(data)
        if not data.startswith(b"From "):
            raise InputError("This is no mailbox: it does not begin with a line 'From …'.")
        return [MailboxFile(data, wishes)]


def open_mail(data: bytes, wishes: Wishes) -> OpenedDocument:
    _refuse_binary(data)
    if data.startswith(b"From "):
        return MailboxFile(data, wishes)
    text = data[: 1 << 20].decode("latin-1")
    if not read_headers(text, 0, len(text)).fields:
        raise InputError("This is no message: it does not begin with headers.")
    return MailMessage(data, wishes)


def _refuse_binary(data: bytes) -> None:
    refuse_old(data)
    if not data.strip():
        raise InputError("The file is empty.")
    if b"\0" in data[:4096]:
        raise InputError("This is no message, or one in UTF-16; save it as eml.")


class MailboxFile(Collecting):
    """A mailbox: the lines that part its messages, and the messages."""

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        super().__init__(Decoded(data.decode("latin-1"), "latin-1", b""), what="mailbox")
        lines = list(_SEPARATOR.finditer(data))
        if not lines or lines[0].start() > 0:
            raise InputError("This is no mailbox: its first message has no headers.")
        if len(lines) > _MOST:
            raise InputError(f"The mailbox has more than {_MOST} messages; cut it into several.")
        for number, line in enumerate(lines):
            stop = lines[number + 1].start() if number + 1 < len(lines) else len(data)
            self._take_line(*line.span(1))
            opened = MailMessage(data[line.end() : stop], wishes)
            put = partial(self._put_message, line.end(), stop)
            self.tell_inner(f"message {number + 1}", self.gathered.nest(opened, put))

    def _take_line(self, start: int, end: int) -> None:
        """Who sent a message, and when: a word, and what stands behind it."""
        text = self.source.text
        if not text[start:end].strip():
            return
        sender = re.compile(r"\S*").match(text, start, end)
        stop = sender.end() if sender else start
        begin = stop
        while begin < end and text[begin].isspace():
            begin += 1
        fits = {"fit": as_address, "fit_all": as_whole_address}
        self.take(_LINES, start, stop, ADDRESS_TEXT, kind=TOLD, **fits)
        while end > begin and text[end - 1].isspace():
            end -= 1
        self.take(_LINES, begin, end, LOGGED_DATE, kind=TOLD, before=" ", fit=one_line)

    def _put_message(self, start: int, end: int, new: bytes) -> None:
        self.source.edit(start, end, new.decode("latin-1"))
