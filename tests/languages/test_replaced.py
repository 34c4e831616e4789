"""Classes of replacements that a reader would stumble over: many cases of each, in every language.

A file of `replaced/<code>` is a class; a line is a text with what is hidden in ⟦LABEL|…⟧ (⟦LABEL1|…⟧
where several are of one entity) and a `¶` where a line ends, then for most classes ` → ` and what must
come of it. There `<f>`, `<m>`, `<g>` are a woman's, a man's, any given name, `<s>` is a family name, `<n>`
any word, `<x>` anything; those with a number come again, `<s1~>` in small letters without accents,
`<s1^>` as its first letter.
A line that begins with `-` is a known miss; the suite fails when it comes out right.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import regex

from nescio import pipeline
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.replace.substitutes import draw
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.shifts import Shifts, ShiftWish
from nescio.text.folding import fold_word
from tests.contracts import PACKS
from tests.properties.test_outputs import check_outside
from tests.replace.test_substitute import kit

FOLDER: Final = Path(__file__).parent / "replaced"
LANGUAGES: Final = ("de", "en", "es", "pt")
MARK: Final = regex.compile(r"⟦([A-Z_]+?)(\d*)\|([^⟦⟧]+)⟧")
SLOT: Final = regex.compile(r"<([fmgsnx])(\d*)([~^]{0,2})>")
WORD: Final = regex.compile(r"[\p{L}\p{M}'’-]+")
BRACKET: Final = regex.compile(r"\[[\p{Lu}_]+\d+\]")
METHODS: Final = ("tag", "suppress", "substitute", "generalize")
ARROW: Final = " → "


class ReplacedCase(NamedTuple):
    """A text with its entities, what is expected, and whether it is known to fail."""

    language: str
    kind: str
    job: Job
    expected: str
    known_miss: bool


def read_case(language: str, kind: str, line: str) -> ReplacedCase:
    marked, _, expected = line.removeprefix("-").replace("¶", "\n").partition(ARROW)
    text, at = "", 0
    spans: dict[str, list[Span]] = {}
    for mark in MARK.finditer(marked):
        text += marked[at : mark.start()]
        own = spans.setdefault(mark[1] + mark[2] if mark[2] else mark[3], [])
        own.append(Span(len(text), len(text) + len(mark[3]), mark[1], 1.0, "given"))
        text, at = text + mark[3], mark.end()
    text += marked[at:]
    entities = tuple(Entity(n, own[0].label, tuple(own)) for n, own in enumerate(spans.values()))
    decisions = tuple(Decision(entity.id, True, "test") for entity in entities)
    job = Job(Document("d", text, language), entities=entities, decisions=decisions)
    return ReplacedCase(language, kind, job, expected, line.startswith("-"))


def read_class(path: Path) -> list[ReplacedCase]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [read_case(path.parent.name, path.stem, line) for line in lines if line and line[0] != "#"]


def replaced(job: Job, method: str) -> str:
    [done] = pipeline.run([job], kit(job.document.language, method))
    assert done.solution is not None, done.failure
    return done.solution.text


def matches(language: str, expected: str, output: str) -> bool:
    """Whether an output is what is expected, with one name for each numbered slot and no two alike."""
    slots = list(SLOT.finditer(expected))
    edges = [*(slot.start() for slot in slots), len(expected)]
    names: dict[str, str] = {}
    at = edges[0]
    if output[:at] != expected[:at]:
        return False
    for slot, edge in zip(slots, edges[1:], strict=True):
        literal, known = expected[slot.end() : edge], names.get(slot[1] + slot[2])
        if known is not None:
            word = written(known, slot[3], output[at : at + 1])
        else:
            end = output.find(literal, at) if literal else len(output)
            word = output[at:end]
            if end < 0 or not is_name(language, slot[1], word):
                return False
            if slot[2]:
                names[slot[1] + slot[2]] = word
        shown = output[at : at + len(word)]
        is_same = shown == word if "~" in slot[3] else shown.casefold() == word.casefold()
        if not is_same or not output.startswith(literal, at + len(word)):
            return False
        at += len(word) + len(literal)
    values = [fold_word(name) for name in names.values()]
    return at == len(output) and len(values) == len(set(values))


def written(name: str, mark: str, shown: str) -> str:
    """A name as a slot wants it: small and without accents, or its first letter in the case that is shown."""
    name = fold_word(name) if "~" in mark or shown.islower() else name
    return name[:1] if "^" in mark else name


def is_name(language: str, kind: str, word: str) -> bool:
    lists = PACKS.load(language).surrogates
    known = {"f": lists.given["f"], "m": lists.given["m"], "s": lists.family}
    known["g"] = (*known["f"], *known["m"])
    if kind != "x" and WORD.fullmatch(word) is None:
        return False
    return kind not in known or word.casefold() in {name.casefold() for name in known[kind]}


def is_substituted(case: ReplacedCase) -> bool:
    return matches(case.language, case.expected, replaced(case.job, "substitute"))


def is_generalized(case: ReplacedCase) -> bool:
    return matches(case.language, case.expected, replaced(case.job, "generalize"))


def is_untouched_outside(case: ReplacedCase) -> bool:
    for method in METHODS:
        check_outside(case.job, method)
    return replaced(case.job, "tag") == case.expected


def is_without_tags(case: ReplacedCase) -> bool:
    """A substitute is another; what is general enough, such as a year, may stay when it is generalized."""
    substituted, generalized = (replaced(case.job, method) for method in ("substitute", "generalize"))
    is_other = substituted != case.job.document.text
    return is_other and not any(BRACKET.search(text) for text in (substituted, generalized))


class FixedShifts(Shifts):
    """Visits move by forty days, births by fifty the other way."""

    def __init__(self, drawer: Drawer, wish: ShiftWish) -> None:
        super().__init__(drawer, wish)
        self.visits, self.births, self.year_step, self.turn = 40, -50, 1, 40


def is_moved(case: ReplacedCase) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draw, "Shifts", FixedShifts)
        return is_substituted(case)


CHECKS: Final[dict[str, Callable[[ReplacedCase], bool]]] = {
    "sex_and_number": is_substituted,
    "families": is_substituted,
    "truth": is_generalized,
    "outside": is_untouched_outside,
    "natural": is_without_tags,
    "shifts": is_moved,
}
CASES: Final = [
    pytest.param(case, id=f"{path.parent.name}/{path.stem}:{number}")
    for path in sorted(FOLDER.glob("*/*.txt"))
    for number, case in enumerate(read_class(path), start=1)
]


@pytest.mark.parametrize("case", CASES)
def test_every_case_of_a_class_comes_out_right(case: ReplacedCase) -> None:
    comes_right = CHECKS[case.kind](case)
    if case.known_miss:
        assert not comes_right, "the known miss comes out right now: take the '-' away"
    else:
        assert comes_right, [replaced(case.job, method) for method in METHODS[2:]]


@pytest.mark.parametrize("kind", sorted(CHECKS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_of_replacements_has_twenty_cases(language: str, kind: str) -> None:
    assert len(read_class(FOLDER / language / f"{kind}.txt")) >= 20
