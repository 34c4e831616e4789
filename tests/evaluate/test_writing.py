"""The report that judges nescio: each figure on small texts whose answer is plain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bench.quality.letters import letters
from bench.quality.writing.__main__ import BEFORE, OWN, SEALED, judge, main
from bench.quality.writing.coverage import coverage
from bench.quality.writing.documents import (
    METHODS,
    SUBSTITUTE,
    TAG,
    JudgedText,
    SortedStretches,
    fingerprint,
    is_full_of_capitals,
    run,
)  # fmt: skip
from bench.quality.writing.figures import Portion, from_json, read_before, to_json
from bench.quality.writing.identities import identities
from bench.quality.writing.leaks import leaks, leaks_of
from bench.quality.writing.page import page
from bench.quality.writing.people import clues_of, people
from bench.quality.writing.prose import prose
from bench.quality.writing.readme import README, with_figures
from bench.quality.writing.sheet import lines
from nescio.core.model import Entity, Replacement, Solution, Span
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.marked import read_marked
from tools.corpus import CORPUS

Found = tuple[int, int, str, int]  # start, end, label, entity


def document(marked: str, language: str = "en") -> Annotation:
    [doc] = read_marked([f"### a-1 | {language} | letter", *marked.split("\n")], "en1/a.txt")
    return doc


def solution(text: str, found: Sequence[Found], words: Mapping[int, str], method: str) -> Solution:
    pieces, rows, read = "", [], 0
    for start, end, label, entity in sorted(found):
        pieces += text[read:start]
        new = words.get(entity, f"[{label}{entity}]")
        rows.append(Replacement(start, end, new, entity, label, method, len(pieces)))
        pieces, read = pieces + new, end
    return Solution(pieces + text[read:], tuple(rows))


def judged(
    marked: str, hide: Sequence[tuple[str, str, int]], substitutes: Mapping[int, str] | None = None,
    language: str = "en", genre: str = "office",
) -> JudgedText:  # fmt: skip
    """A text of which all occurrences of some surfaces are hidden: surface, label, entity."""
    doc = document(marked, language)
    text = doc.text or ""
    found = [
        (at, at + len(surface), label, entity)
        for surface, label, entity in hide
        for at in range(len(text))
        if text.startswith(surface, at)
    ]
    solutions = {
        method: solution(text, found, (substitutes or {}) if method == SUBSTITUTE else {}, method)
        for method in METHODS
    }
    mentions: dict[int, list[Span]] = {}
    for start, end, label, entity in found:
        mentions.setdefault(entity, []).append(Span(start, end, label, 1.0, "test"))
    entities = tuple(Entity(id, spans[0].label, tuple(spans)) for id, spans in mentions.items())
    hidden = frozenset(letters(text, ((a, b) for a, b, _, _ in found)))
    return JudgedText(doc, entities, solutions, hidden, genre, "en1", is_full_of_capitals(doc))


ANN = "Mrs ⟦PER#p1|Ann Hale⟧ of ⟦LOC#l1|New Leeds⟧ saw the doctor. ⟦PER#p1|Hale⟧ called ⟦PHONE#t1|555 0199⟧."


def test_mentions_entities_kinds_and_characters_are_counted() -> None:
    item = judged(ANN, [("Ann Hale", "PER", 1), ("Leeds", "CITY", 2), ("doctor", "PER", 3)])
    found = coverage([item])
    assert found["full"] == (1, 4)
    assert found["full | label PER"] == (1, 2)
    assert found["partly | label LOC"] == (1, 1)
    assert found["entities | direct"] == (0, 2)
    assert found["full | direct with a form"] == (0, 1)
    assert found["typed"] == (2, 2)
    assert found["precision"] == (12, 18)
    assert found["clean"] == (0, 1)


def test_a_document_without_a_rest_is_clean() -> None:
    item = judged(
        ANN, [("Ann Hale", "PER", 1), ("New Leeds", "LOC", 2), (" Hale", "PER", 1), ("555 0199", "PHONE", 3)]
    )
    assert {name: coverage([item])[name] for name in ("clean", "full", "entities")} == {
        "clean": (1, 1), "full": (4, 4), "entities": (3, 3)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("marked", "hide", "figure", "expected"),
    [
        # found once, left elsewhere: in capitals, glued in a file name, over a line break
        ("⟦PER#p1|Ann Hale⟧ came. ⟦PER#p1|HALE⟧ left.", [("Ann Hale", "PER", 1)], "leaks | found", (1, 1)),
        ("⟦PER#p1|Hale⟧: ⟦USERNAME#u1|annhale_03.mp3⟧", [("Hale", "PER", 1)], "leaks | found", (1, 1)),
        ("⟦PHONE#t1|555 0199⟧ or ⟦PHONE#t1|555\n0199⟧", [("555 0199", "PHONE", 1)], "leaks | found", (1, 1)),
        ("⟦PER#p1|Hale⟧ came.", [], "leaks | never found", (1, 1)),
        ("⟦PER#p1|Ann Hale⟧ came.", [("Ann", "PER", 1)], "leaks | found in part", (1, 1)),
        # no leak: too short, a common word, inside a common word, an indirect entity
        ("⟦PER#p1|Ann⟧ came.", [], "leaks", (0, 1)),
        ("⟦PER#p1|Hope⟧ came, I hope.", [("Hope", "PER", 1)], "leaks", (0, 1)),
        ("⟦PER#p1|Hope⟧ came, I hope.", [("Hope", "PER", 1)], "leaks as another word", (1, 1)),
        ("⟦PER#p1|Mark⟧ made remarks.", [("Mark", "PER", 1)], "leaks", (0, 1)),
        ("⟦SECRET#s1|2020⟧ was set in ⟦DATE#d1|2020⟧.", [], "leaks", (1, 1)),
    ],
)  # fmt: skip
def test_leaks_are_told_from_other_words(
    marked: str, hide: list[tuple[str, str, int]], figure: str, expected: tuple[int, int]
) -> None:
    assert leaks([judged(marked, hide)])[figure] == expected


def test_a_surrogate_that_is_the_name_itself_is_a_leak_of_that_method() -> None:
    item = judged("⟦PER#p1|Zubrowski⟧ came.", [("Zubrowski", "PER", 1)], {1: "Dr Zubrowski"})
    assert {left.method for left in leaks_of(item)} == {SUBSTITUTE}


def test_a_tag_is_never_a_leak() -> None:
    item = judged("⟦PER#p1|Person⟧ came.", [("Person", "PER", 1)], {1: "[PERSON1]"})
    assert list(leaks_of(item)) == []


def test_split_and_merged_identities_are_counted() -> None:
    text = "⟦PER#p1|Ann Hale⟧, ⟦PER#p2|Tom⟧ and ⟦PER#p1|Hanni⟧ with ⟦PER#p3|Bea⟧."
    item = judged(text, [("Ann Hale", "PER", 1), ("Hanni", "PER", 2), ("Tom", "PER", 3), ("Bea", "PER", 3)])
    found = identities([item])
    assert found["split people"] == (1, 1)
    assert found["merged people"] == (1, 3)
    assert found["joined people"] == (2, 3)


@pytest.mark.parametrize(
    ("marked", "language", "expected"),
    [
        ("Mrs ⟦PER#p1|Quill Hale⟧ came.", "en", ("f", "")),
        ("my son ⟦PER#p1|Quill⟧ came", "en", ("m", "")),
        ("⟦PER#p1|Quill⟧ said that she came", "en", ("f", "")),
        ("⟦PER#p1|Quill⟧ and ⟦PER#p2|Orr⟧ said that she came", "en", ("", "")),
        ("⟦PER#p1|Mary Quill⟧ came", "en", ("", "f")),
        ("Frau Doktor ⟦PER#p1|Quill⟧ kam", "de", ("f", "")),
        ("a Dr.ª ⟦PER#p1|Quill Reis⟧ veio", "pt", ("f", "")),
        ("com o ⟦PER#p1|Quill⟧ ontem", "pt", ("m", "")),
        ("vino la ⟦PER#p1|Quill⟧", "es", ("f", "")),
        ("Mr ⟦PER#p1|Quill⟧ and Mrs ⟦PER#p1|Quill⟧", "en", ("", "")),
    ],
)
def test_the_text_shows_the_sex_or_does_not(marked: str, language: str, expected: tuple[str, str]) -> None:
    item = judged(marked, [], language=language)
    assert clues_of(item, item.chains()["p1"]) == expected


def test_the_sex_of_the_substitute_is_held_against_it() -> None:
    hide = [("Mary Hale", "PER", 1)]
    right, wrong = (
        judged("⟦PER#p1|Mary Hale⟧ came", hide, {1: name}) for name in ("Ruth Lamb", "Peter Lamb")
    )
    assert people([right])["sex, substitute"] == (1, 1)
    assert people([wrong])["sex, substitute"] == (0, 1)


def test_a_family_is_kept_when_its_substitutes_share_a_name() -> None:
    text = "⟦PER#p1|Mary Quillor⟧ and ⟦PER#p2|Tom Quillor⟧"
    hide = [("Mary Quillor", "PER", 1), ("Tom Quillor", "PER", 2)]
    assert people([judged(text, hide, {1: "Ruth Lamb", 2: "Jim Lamb"})])["family kept, substitute"] == (1, 1)
    assert people([judged(text, hide, {1: "Ruth Lamb", 2: "Jim Orr"})])["family kept, substitute"] == (0, 1)


def wider(item: JudgedText, start: int, end: int, new: str) -> JudgedText:
    """The document with a substitute that reaches over more than its mention."""
    text = item.text
    row = Replacement(start, end, new, 1, "LOC", SUBSTITUTE, start)
    made = Solution(text[:start] + new + text[end:], (row,))
    return JudgedText(
        item.doc, item.entities, {**item.solutions, SUBSTITUTE: made}, item.hidden, "office", "en1", False
    )


@pytest.mark.parametrize(
    ("start", "end", "new", "fault"),
    [
        (12, 17, "Corby", None),
        (9, 17, "at a town", None),
        (12, 17, "[CITY1]", "tag left"),
        (3, 17, "in Corby", "changed outside"),
        (12, 18, "Corby", "changed outside"),
        (12, 17, "Corby.", "glued or doubled"),
        (11, 17, "Corby", "glued or doubled"),
    ],
)
def test_a_natural_replacement_changes_nothing_but_articles(
    start: int, end: int, new: str, fault: str | None
) -> None:
    item = judged("We lived in ⟦LOC#l1|Leeds⟧. Now", [("Leeds", "LOC", 1)])
    found = prose([wider(item, start, end, new)])
    faults = [
        kind
        for kind in ("tag left", "changed outside", "glued or doubled")
        if found[f"{kind}, substitute"].part
    ]
    assert faults == ([fault] if fault else [])
    assert found["natural, substitute"] == (0 if fault else 1, 1)


def test_texts_full_of_capitals_are_told_by_what_nobody_marked() -> None:
    assert is_full_of_capitals(document("open File Menu then Print Preview then Close Window"))
    assert not is_full_of_capitals(
        document("we saw ⟦PER#p1|Ann Hale⟧ and ⟦PER#p2|Tom Orr⟧ in ⟦LOC#l1|New Leeds⟧ today")
    )
    assert not is_full_of_capitals(document("der Hund und die Katze im alten Haus", "de"))


def test_stretches_are_found_by_place() -> None:
    spans = [Span(0, 4, "PER", 1.0, ""), Span(6, 9, "PER", 1.0, "")]
    found = SortedStretches(spans)
    assert found.touching(Span(4, 6, "LOC", 1.0, "")) == []
    assert found.touching(Span(3, 7, "LOC", 1.0, "")) == spans
    assert found.widest(Span(3, 9, "LOC", 1.0, "")) == spans[1]


def test_figures_survive_json_and_are_compared_with_the_same_documents_only(tmp_path: Path) -> None:
    figures = {"full": Portion(3, 4)}
    assert from_json(json.loads(json.dumps(to_json(figures)))) == figures
    docs = [document(ANN)]
    kept = {"fingerprint": fingerprint(docs), "figures": to_json(figures)}
    (tmp_path / "old.json").write_text(json.dumps(kept), encoding="utf-8")
    assert read_before(tmp_path / "old.json", fingerprint(docs)) == figures
    assert read_before(tmp_path / "old.json", fingerprint([document("Other.")])) == {}
    assert read_before(tmp_path / "none.json", fingerprint(docs)) == {}


def test_a_real_run_gives_every_method_and_every_figure() -> None:
    [item] = run(
        [document("Dear Mrs ⟦PER#p1|Helen Carter⟧, you live in ⟦LOC#l1|Boston⟧. I hope you are well.")]
    )
    assert "Carter" not in item.solutions[TAG].text
    figures = judge([item])
    assert figures["full"] == (2, 2)
    assert {"leaks", "natural, generalize", "clean", "precision"} <= set(figures)
    assert any("people hidden in full" in line for line in lines("t", [], figures, {}))


def test_the_page_holds_text_only_when_it_may_be_read() -> None:
    item = judged(ANN, [("Ann", "PER", 1)])
    figures = judge([item])
    assert "Hale" not in page("t", [], figures, figures, [])
    assert "⟦Ann Hale⟧" in page("t", [], figures, figures, [item])


@pytest.mark.parametrize("folder", [*SEALED, SEALED[-1] / "hard5", CORPUS])
def test_sealed_documents_are_scored_and_never_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["writing", str(folder), "--read"])
    with pytest.raises(SystemExit, match="sealed"):
        main()


def test_the_readme_says_what_the_last_run_found() -> None:
    kept = json.loads(OWN.with_suffix(".json").read_text(encoding="utf-8"))
    content = README.read_text(encoding="utf-8")
    assert with_figures(content, from_json(kept["figures"])) == content
    assert read_before(BEFORE, kept["fingerprint"])
