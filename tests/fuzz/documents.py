"""Documents, lists of terms, learnt models and review copies that somebody else wrote, or damaged."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from nescio.api import Anonymizer
from nescio.decide.learnt import SHIPPED
from nescio.run.review import propose
from nescio.run.term_files import write_terms
from nescio.run.terms import Term
from tests.formats.planted_csv import planted_csv
from tests.formats.planted_docx import planted_docx, small_docx
from tests.formats.planted_mail import planted_mail, planted_mailbox
from tests.formats.planted_rtf import planted_rtf
from tests.fuzz import examples
from tests.fuzz.mutate import TOKENS, WORD, as_json, mutated, spoilt, text

Command = list[str]
FAST: Final = ("-l", "en", "-c", "fast.toml")
CALENDAR: Final = (
    f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY;LANGUAGE=en:{WORD} meets\r\n"
    f' ATTENDEE\r\nATTENDEE;CN="Ida {WORD}":mailto:ida.{WORD}@example.org\r\nDTSTART:20210503T100000Z\r\n'
    "END:VEVENT\r\nEND:VCALENDAR\r\n"
)
CARD: Final = (
    f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Otto {WORD}\r\nN:{WORD};Otto;;;\r\nEMAIL:otto.{WORD}@example.org\r\n"
    f"NOTE;ENCODING=QUOTED-PRINTABLE:=41 {WORD}=\r\n more\r\nTEL:+44 20 7946 0958\r\nEND:VCARD\r\n"
)
MARKDOWN: Final = (
    f"---\ntitle: {WORD}\n---\n# Dear *{WORD}*\n\n{examples.TEXT}\n\n| a | b |\n|---|---|\n| {WORD} | x |\n\n"
    f"[{WORD}](mailto:ida.{WORD}@example.org \"{WORD}\") <b>{WORD}</b> `{WORD}`\n\n```\n{WORD}\n```\n"
)  # fmt: skip
TABLE: Final = f'name;mail;note\r\n"Ida ""{WORD}""";ida.{WORD}@example.org;"two\r\nlines"\r\n;;\r\n'
COLUMNS: Final = (
    "name",
    "name=PER",
    "2=EMAIL",
    "note=text",
    "1=keep",
    "0",
    "99",
    "=",
    "name=",
    "x=y=z",
    WORD,
)


@cache
def _samples() -> dict[str, tuple[bytes, ...]]:
    """Whole files by suffix."""
    named = (
        f"{{\\rtf1\\ansi\\deff0{{\\info{{\\author {WORD}}}}}\\pard Dear {WORD}, \\'fc\\u252?\\par}}".encode()
    )
    mail = f"From: Ida {WORD} <ida.{WORD}@example.org>\r\nSubject: {WORD}\r\n\r\n{examples.TEXT}\r\n".encode()
    return {
        "csv": (TABLE.encode(), planted_csv()[0].encode()),
        "md": (MARKDOWN.encode(),),
        "ics": (CALENDAR.encode(),),
        "vcf": (CARD.encode(),),
        "rtf": (named, planted_rtf()[0]),
        "eml": (mail, planted_mail()[0]),
        "mbox": (b"From x Mon May  3 10:00:00 2021\n" + mail, planted_mailbox()[0]),
        "docx": (small_docx(examples.TEXT), planted_docx()[0]),
    }


@cache
def _review() -> bytes:
    english = Anonymizer("en", options={"detect": {"detectors": ["patterns"]}})
    return propose(small_docx(examples.TEXT), english)[0]


def broken(data: bytes, random: Random) -> bytes:
    """With at least one thing wrong; what is an archive has a part that is."""
    if data[:2] == b"PK" and random.random() < 0.8:
        with suppress(Exception):  # one that is broken already may not open
            return _broken_archive(data, random)
    place = random.randrange(len(data) + 1)
    end = min(len(data), place + random.choice((0, 1, 2, 4, 30, 500)))
    foreign = random.choice(
        (*TOKENS, b"\xff" * 4, b"\0" * 4, bytes(random.randrange(256) for _ in range(4)), b"")
    )
    return spoilt(data[:place] + foreign + data[end:], random)


def _broken_archive(data: bytes, random: Random) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        names = old.namelist()
        chosen = random.choice(names)
        for name in names:
            content = old.read(name)
            new.writestr(name, broken(content, random) if name == chosen else content)
    return file.getvalue()


def documents(folder: Path, random: Random) -> Iterator[Command]:
    """Files of each format, damaged, and columns that are hardly theirs."""
    suffix = random.choice(list(_samples()))
    data = random.choice(_samples()[suffix])
    for _ in range(random.randrange(1, 4)):
        data = broken(data, random)
    name = f"a.{suffix}"
    (folder / name).write_bytes(data)
    column = ["--column", random.choice(COLUMNS)] if suffix == "csv" else []
    column += random.choice(([], ["--accept-changes"], ["--drop-macros"], ["--allow-unknown-parts"]))
    yield ["anonymize", name, "-o", f"out/{name}", "-s", "out/keys.jsonl", *column, *FAST]
    yield ["reidentify", f"out/{name}", "-s", "out/keys.jsonl", "-o", f"out/back.{suffix}"]
    yield ["inspect", name]
    if random.random() < 0.3:
        yield ["terms", name, "-o", "out/list.xlsx", "--policy", "blanket", "-m", "tag", *FAST]


def parts(folder: Path, random: Random) -> Iterator[Command]:
    """Drawings and old objects in a document, which have readers of their own."""
    whole, file = _samples()["docx"][1], io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            hit = name.endswith((".emf", ".wmf", ".bin", ".zip"))
            new.writestr(name, broken(content, random) if hit and random.random() < 0.6 else content)
    (folder / "a.docx").write_bytes(file.getvalue())
    yield ["anonymize", "a.docx", "-o", "out/a.docx", *FAST]


def terms(folder: Path, random: Random) -> Iterator[Command]:
    """A list that a person edited with whatever program."""
    labels = ("PER", "EMAIL", WORD, "", text(random))
    rows = [
        Term(
            random.choice((WORD, "Kiel", "Maia", text(random))), random.choice(labels), 2, True, text(random)
        )
        for _ in range(4)
    ]
    rows = [row._replace(text=_plain(row.text), label=_plain(row.label), replacement=_plain(row.replacement))
            for row in rows]  # fmt: skip
    name = random.choice(("list.csv", "list.xlsx"))
    data = write_terms(rows, Path(name))
    (folder / name).write_bytes(broken(data, random) if random.random() < 0.7 else data)
    (folder / "a.txt").write_text(examples.TEXT)
    yield ["anonymize", "a.txt", "-o", "out/a.txt", "--terms", name, *FAST]
    yield ["anonymize", "a.txt", "--terms", name, "-m", "initials", "--json", *FAST]


def _plain(value: str) -> str:
    return value.encode("utf-8", "replace").decode()


def models(folder: Path, random: Random) -> Iterator[Command]:
    """Models of decisions, texts to learn from and searches that are not what they seem."""
    from nescio.core.plain_json import read_json

    model = mutated(read_json(SHIPPED.read_text(encoding="utf-8")), random, times=random.randrange(1, 4))
    (folder / "model.json").write_bytes(as_json(model, random))
    (folder / "a.txt").write_text(examples.TEXT)
    search = {"stamp": WORD, "tried": [[["W-1"], 0.5]], "steps": []}
    (folder / "out" / "chosen.json").write_bytes(as_json(mutated(search, random), random))
    line = {**examples.line(), "spans": [[3, 20, "PER", "direct"], [74, 78, "LOC", "none"]]}
    rows = [as_json(mutated(line, random), random) for _ in range(3)]
    (folder / "gold.jsonl").write_bytes(b"\n".join(rows))
    yield ["anonymize", "a.txt", "-o", "out/a.txt", "--policy", "learnt:model.json", *FAST]
    yield ["train", "maxent", "gold.jsonl", "-o", "out/m.json", "--folds", "2"]
    yield ["evaluate", "gold.jsonl", "--task", "decision", "--policy", "blanket"]
    yield ["select-features", "gold.jsonl", "-o", "out/chosen.json", "--resume", "-n", "1", "--folds", "2",
           "--iterations", "1"]  # fmt: skip


def reviews(folder: Path, random: Random) -> Iterator[Command]:
    """Review copies that came back."""
    (folder / "review.docx").write_bytes(broken(_review(), random))
    (folder / "a.docx").write_bytes(broken(small_docx(examples.TEXT), random))
    yield ["seal", "review.docx", "-o", "out/public.docx"]
    yield ["train", "maxent", "review.docx", "--from-reviews", "-o", "out/m.json"]
    yield ["propose", "a.docx", "-o", "out/review.docx", "--policy", "blanket", "-m", "tag", *FAST]
