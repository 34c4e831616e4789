"""A PDF as texts with their places, and the same PDF with some of the texts changed."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pikepdf

from nescio.formats.pdf.content import ContentReader, DrawnContent
from nescio.formats.pdf.follow import HiddenFollower
from nescio.formats.pdf.fonts import UNREADABLE
from nescio.formats.pdf.names import chosen_names, rename, rename_within
from nescio.formats.pdf.opening import open_pdf
from nescio.formats.pdf.otherwise import other_readings
from nescio.formats.pdf.planning import GlyphEdit, make_plan
from nescio.formats.pdf.pruning import attached_streams, prune
from nescio.formats.pdf.refusals import refused, refusing
from nescio.formats.pdf.rewriting import UnitWriter
from nescio.formats.pdf.standins import add_font
from nescio.formats.pdf.streams import (
    UNKNOWN,
    clean_images,
    count_streams,
    drop_remarks,
    drop_unknown,
    put_content,
    read_the_rest,
)
from nescio.formats.pdf.strings import carriers, replace_strings
from nescio.formats.pdf.subsets import drop_letters
from nescio.formats.pdf.texts import GlyphText, glyph_texts

_SCANNED: Final = 0.5  # share of a page under images, with nothing to read on it
_UNREAD: Final = 0.3  # share of glyphs without a text from which on a document cannot be judged


@dataclass(frozen=True, slots=True)
class PdfPart:
    """One text of the document; `where` says what it is, without a word of it."""

    text: str = field(repr=False)
    where: str
    page: int = 0
    technical: bool = False  # written by programs: nobody is asked, but hidden words go from it too
    label: str = ""  # what it is by the word of the format: an author is a person


@dataclass(slots=True)
class OpenedPdf:
    """A document with all its texts: those of glyphs first, then strings, each text once."""

    pdf: pikepdf.Pdf
    drawn: DrawnContent
    glyphs: list[GlyphText]
    parts: list[PdfPart]
    strings: list[str]
    names: list[str]
    dropped: Counter[str]
    streams: Counter[str]
    problems: list[str]
    attached: list[tuple[str, pikepdf.Object]]  # the end of the name, and the stream


@dataclass(frozen=True, slots=True)
class PdfWishes:
    """What somebody asked for by name; without it such a document is refused."""

    drop_unknown: bool = False  # attachments and streams that nobody knows
    keep_scans: bool = False  # pages that are only an image
    takes_attachments: bool = False  # whoever calls reads them, and gives new ones


def read_pdf(data: bytes, permissions: PdfWishes | None = None) -> OpenedPdf:
    """All texts of a document; what would be refused stands in `problems`."""
    asked = permissions or PdfWishes()
    with refusing("its objects cannot be read"):
        return _read(data, asked)


def _read(data: bytes, asked: PdfWishes) -> OpenedPdf:
    pdf = open_pdf(data)
    attached = attached_streams(pdf)
    dropped = prune(pdf, attachments=asked.drop_unknown)
    streams = count_streams(pdf)
    if asked.drop_unknown:
        drop_unknown(pdf)
    reader = ContentReader()
    for number, page in enumerate(pdf.pages, 1):
        reader.read_page(page, number)
        for stream in _appearances(page.obj):
            reader.read_stream(stream, "appearance", number, pikepdf.Dictionary())
    read_the_rest(pdf, reader)
    glyphs = glyph_texts(reader.drawn)
    glyphs += other_readings(data, reader.drawn, glyphs)
    parts = [PdfPart(text.text, text.called, text.page) for text in glyphs]
    found = _strings(pdf, reader.drawn)
    parts.extend(found)
    names = chosen_names(pdf, reader.drawn.tags)
    parts.extend(PdfPart(name, "names of states, places and things", technical=True) for name in names)
    problems = _problems(reader.drawn, asked, len(attached), streams)
    strings = [part.text for part in found]
    if asked.drop_unknown:
        attached = []
    return OpenedPdf(pdf, reader.drawn, glyphs, parts, strings, names, dropped, streams, problems, attached)


def _appearances(page: pikepdf.Object) -> list[pikepdf.Object]:
    found: list[pikepdf.Object] = []
    annotations = page.get("/Annots")
    for annotation in annotations if isinstance(annotations, pikepdf.Array) else ():
        looks = annotation.get("/AP") if isinstance(annotation, pikepdf.Dictionary) else None
        for key in ("/N", "/R", "/D"):
            look = looks.get(key) if isinstance(looks, pikepdf.Dictionary) else None
            if isinstance(look, pikepdf.Stream):
                found.append(look)
            elif isinstance(look, pikepdf.Dictionary):
                found.extend(item for _, item in sorted(look.items()) if isinstance(item, pikepdf.Stream))
    return found


def _strings(pdf: pikepdf.Pdf, drawn: DrawnContent) -> list[PdfPart]:
    """Texts of strings, each once, with the first place where it stands; technical ones last."""
    found: dict[str, PdfPart] = {}
    all_carriers = list(carriers(pdf))
    for carrier in all_carriers:
        if carrier.asked:
            found.setdefault(carrier.text, PdfPart(carrier.text, carrier.where, label=carrier.label))
    for mark in drawn.marks:
        found.setdefault(mark.text, PdfPart(mark.text, "texts behind glyphs"))
    for carrier in all_carriers:
        found.setdefault(carrier.text, PdfPart(carrier.text, carrier.where, technical=True))
    return [part for part in found.values() if part.text.strip()]


def _problems(drawn: DrawnContent, asked: PdfWishes, attachments: int, streams: Counter[str]) -> list[str]:
    problems = []
    if not asked.keep_scans and (scans := _scans(drawn)):
        problems.append(f"page {scans[0]} is only an image, and images are not read")
    if not asked.drop_unknown and not asked.takes_attachments and attachments:
        problems.append(f"it has {attachments} attachments, which are not read")
    if not asked.drop_unknown and streams[UNKNOWN]:
        problems.append(f"it has {streams[UNKNOWN]} streams of a kind that is not known")
    unread = sum(glyph.text == UNREADABLE for glyph in drawn.glyphs)
    if unread > _UNREAD * max(len(drawn.glyphs), 1):
        problems.append(
            f"{unread} of its {len(drawn.glyphs)} glyphs have no text, so that names cannot be found"
        )
    return problems


def _scans(drawn: DrawnContent) -> list[int]:
    """Pages under an image on which nothing is to be seen but the image; a text layer of OCR is not seen."""
    seen: Counter[int] = Counter()
    for glyph in drawn.glyphs:
        if glyph.show.visible and glyph.text.strip():
            seen[drawn.units[glyph.show.unit].page] += 1
    return sorted(page for page, share in drawn.covered.items() if share >= _SCANNED and not seen[page])


def write_pdf(
    data: bytes,
    edits: Sequence[Sequence[GlyphEdit]],
    permissions: PdfWishes | None = None,
    attachments: Sequence[bytes] = (),
) -> bytes:
    """The document with edits of its parts, one list for each part as `read_pdf` gives them."""
    opened = read_pdf(data, permissions)
    if opened.problems:
        raise refused(opened.problems[0])
    with refusing("it cannot be written again"):
        return _write(opened, edits, attachments)


def _write(opened: OpenedPdf, edits: Sequence[Sequence[GlyphEdit]], attachments: Sequence[bytes]) -> bytes:
    texts = opened.glyphs
    behind = len(texts) + len(opened.strings)
    changed = _changed(opened.strings, edits[len(texts) : behind])
    named = _changed(opened.names, edits[behind:])
    follower = HiddenFollower(_surfaces(opened.parts, edits))
    _write_glyphs(opened, edits[: len(texts)], changed)
    followed = {text: follower.follow(text) for text in opened.strings}
    replace_strings(opened.pdf, {**followed, **changed})
    new_names = rename(opened.pdf, lambda name: named.get(name) or follower.follow(name), opened.drawn.tags)
    for unit in opened.drawn.units if new_names else ():
        content = rename_within(unit, new_names)
        if content is not None:
            put_content(opened.pdf, unit, content)
    drop_remarks(opened.pdf, opened.drawn.units)
    clean_images(opened.pdf)
    for (_, stream), content in zip(opened.attached, attachments, strict=True):
        stream.write(content)
        if "/Params" in stream:
            del stream["/Params"]  # a size, a check sum and times of the old one
    return _saved(opened.pdf)


def _changed(texts: Sequence[str], edits: Sequence[Sequence[GlyphEdit]]) -> dict[str, str]:
    found = {}
    for text, wished in zip(texts, edits, strict=True):
        if wished:
            found[text] = edited(text, wished)
    return found


def edited(text: str, edits: Sequence[GlyphEdit]) -> str:
    parts, at = [], 0
    for edit in sorted(edits):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def _surfaces(parts: Sequence[PdfPart], edits: Sequence[Sequence[GlyphEdit]]) -> dict[str, str]:
    return {
        part.text[edit.start : edit.end]: edit.text
        for part, wished in zip(parts, edits, strict=True)
        for edit in wished
        if edit.end > edit.start
    }


def _write_glyphs(
    opened: OpenedPdf, edits: Sequence[Sequence[GlyphEdit]], changed: Mapping[str, str]
) -> None:
    drawn = opened.drawn
    plan = make_plan(drawn, opened.glyphs, edits)
    marks: dict[int, dict[tuple[int, int], str]] = {}
    for mark in drawn.marks:
        if mark.text in changed:
            marks.setdefault(mark.unit, {})[mark.op, mark.number] = changed[mark.text]
    for number in sorted(plan.units(drawn) | marks.keys()):
        unit = drawn.units[number]
        writer = UnitWriter(unit, drawn, plan, marks.get(number, {}))
        content = writer.write()
        for stand_in in writer.stand_ins:
            add_font(opened.pdf, unit.resources, stand_in)
        for name, source in writer.own_fonts.items():
            unit.resources["/Font"][name] = source
        put_content(opened.pdf, unit, content)
    if plan.touched:
        drop_letters(opened.pdf, drawn, plan)


def _saved(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(
        out,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        fix_metadata_version=False,
    )
    return out.getvalue()


def ledger(opened: OpenedPdf) -> dict[str, int]:
    """What was found, and how often; attachments only if they were dropped."""
    counts = Counter(part.where for part in opened.parts)
    counts.update({f"dropped: {what}": count for what, count in opened.dropped.items()})
    counts.update(opened.streams)
    return dict(sorted(counts.items()))
