"""What users wish, and what a language must know for it: own words, citations, short texts, headwords.

A file of `wishes/<code>` is a class, a line is a case, and one that begins with `-` before anything else
is a known miss; the suite fails when it comes right. `own_words`: `+TERM;TERM -TERM :: text → output` with
nothing but these words looked for. `cited`: what the judicial policy keeps is in ⟦=LABEL|…⟧, what goes in
⟦LABEL|…⟧. `old_age`: what the policy `hipaa` leaves of a text is in ⟦=…⟧, of ⟦…⟧ nothing is left.
`headwords`: name → headword. `places`: text with one ⟦LABEL|name⟧ → the country that the place is in.
`short`: texts whose language is told.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest
import regex

from nescio.api import Anonymizer
from nescio.config import merged, policy_option, terms_option
from nescio.core.model import Document, Job, Span
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.linking import EntryLinker
from nescio.packs import Packs, load_pack
from nescio.registry import Registry
from nescio.replace.sources import load_sources

FOLDER: Final = Path(__file__).parent / "wishes"
MARK: Final = regex.compile(r"⟦(=?)([A-Z_]+)\|([^⟦⟧]+)⟧")
STRETCH: Final = regex.compile(r"(⟦[^⟦⟧]+⟧)")
OWN: Final = regex.compile(r"(?P<hide>\+[^:]+?)?(?P<keep> -[^:]+?)? :: (?P<text>.+) → (?P<out>.+)")
LISTS_ALONE: Final = {"detect": {"detectors": ["lists"]}}


@cache
def registry() -> Registry:
    return Registry.installed()


@cache
def packs() -> Packs:
    return Packs.installed(aliases=registry().label_aliases)


def is_as_listed(language: str, line: str) -> bool:
    case = OWN.fullmatch(line)
    assert case is not None, line
    hide, keep = (
        [term for term in (case[name] or "").strip()[1:].split(";") if term] for name in ("hide", "keep")
    )
    options = merged(LISTS_ALONE, policy_option("listed"), terms_option(hide, keep))
    own = Anonymizer(language, options=options, registry=registry(), packs=packs())
    return own.anonymize(case["text"]).text == case["out"]


@cache
def judicial(language: str) -> Anonymizer:
    options = merged({"detect": {"detectors": []}}, policy_option("judicial"))
    return Anonymizer(language, options=options, registry=registry(), packs=packs())


def is_kept_as_cited(language: str, line: str) -> bool:
    text, at, spans, kept = "", 0, list[Span](), list[bool]()
    for mark in MARK.finditer(line):
        text += line[at : mark.start()]
        spans.append(Span(len(text), len(text) + len(mark[3]), mark[2], 1.0, "given"))
        kept.append(bool(mark[1]))
        text, at = text + mark[3], mark.end()
    job = Job(Document("d", text + line[at:], language), spans=tuple(spans))
    [done] = judicial(language).run([job], start="coref", stop="replace")
    assert done.solution is not None, done.failure
    gone = {row.start for row in done.solution.replacements}
    return [span.start not in gone for span in spans] == kept


@cache
def harbour(language: str) -> Anonymizer:
    options = merged({"detect": {"detectors": ["patterns", "lists"]}}, policy_option("hipaa"))
    return Anonymizer(language, options=options, registry=registry(), packs=packs())


def is_folded(language: str, line: str) -> bool:
    text, marks = "", list[tuple[int, int, bool]]()
    for piece in STRETCH.split(line):
        inner = piece.strip("⟦⟧")
        if inner != piece:
            kept = inner.startswith("=")
            inner = inner.removeprefix("=")
            marks.append((len(text), len(text) + len(inner), kept))
        text += inner
    [done] = harbour(language).run([Job(Document("d", text, language))])
    assert done.solution is not None, done.failure
    gone = {place for row in done.solution.replacements for place in range(row.start, row.end)}
    return all(
        gone.isdisjoint(range(start, end)) if kept else set(letters(text, start, end)) <= gone
        for start, end, kept in marks
    )


def letters(text: str, start: int, end: int) -> list[int]:
    """Where letters and figures stand in a stretch."""
    return [place for place in range(start, end) if text[place].isalnum()]


def is_headword(language: str, line: str) -> bool:
    name, _, word = line.partition(" → ")
    head = linker(language).head(name)
    return head is not None and head.word == word


def is_placed(language: str, line: str) -> bool:
    marked, _, country = line.partition(" → ")
    mark = MARK.search(marked)
    assert mark is not None, line
    before, after = marked[: mark.start()], marked[mark.end() :]
    [link] = linker(language).link([Mentioned(mark[3], mark[2], before, after)])
    return link.entry is not None and link.entry.country == country


@cache
def linker(language: str) -> EntryLinker:
    return load_sources(load_pack(language), {}).linker


@cache
def told() -> Anonymizer:
    return Anonymizer(options={"detect": {"detectors": []}}, registry=registry(), packs=packs())


def is_told(language: str, line: str) -> bool:
    [job] = told().run([Job(Document("d", line, "auto"))])
    return job.failure is None and job.document.language == language


CHECKS: Final[dict[str, tuple[Callable[[str, str], bool], int]]] = {
    "own_words": (is_as_listed, 20),
    "cited": (is_kept_as_cited, 20),
    "old_age": (is_folded, 20),
    "headwords": (is_headword, 20),
    "places": (is_placed, 20),
    "short": (is_told, 20),
}


def read_lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


CASES: Final = [
    pytest.param(path.parent.name, path.stem, line, id=f"{path.parent.name}/{path.stem}:{number}")
    for path in sorted(FOLDER.glob("*/*.txt"))
    for number, line in enumerate(read_lines(path), start=1)
]


@pytest.mark.parametrize(("language", "kind", "line"), CASES)
def test_every_wish_of_a_class_is_granted(language: str, kind: str, line: str) -> None:
    is_granted = CHECKS[kind][0](language, line.removeprefix("-"))
    if line.startswith("-"):
        assert not is_granted, "the known miss comes out right now: take the '-' away"
    else:
        assert is_granted


@pytest.mark.parametrize("kind", sorted(CHECKS))
@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
def test_every_class_of_wishes_has_enough_cases(language: str, kind: str) -> None:
    assert len(read_lines(FOLDER / language / f"{kind}.txt")) >= CHECKS[kind][1]
