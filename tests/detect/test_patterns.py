"""The pattern detector."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Span
from nescio.core.protocols import Detector
from nescio.detect import patterns
from nescio.detect.pattern_matcher import Haystack, PatternMatcher
from nescio.detect.patterns import PatternDetector
from nescio.packs import languages, load_pack
from nescio.packs.rules import Rule
from nescio.testing import DetectorContract

Write = Callable[[str, str], Path]


class TestPatterns(DetectorContract):
    text = "Anruf +49 30 901820, Konto DE89 3704 0044 0532 0130 00, am 3. März 2024, a@example.org 😀."

    def make(self) -> Detector:
        return PatternDetector.build(load_pack("de"), {"regions": ["DE"]})


def rule(**fields: object) -> Rule:
    base = {"name": "code", "label": "CODE", "regex": "[A-Z]{2}[0-9]{3}", "source": "invented", "score": 0.6}
    return Rule(**{**base, **fields})  # type: ignore[arg-type]  # fields of a rule by name


def find(text: str, *rules: Rule) -> list[Span]:
    [spans] = PatternDetector(rules).detect([Document("d", text)])
    return spans


def surfaces(text: str, *rules: Rule) -> list[str]:
    return [text[span.start : span.end] for span in find(text, *rules)]


def test_a_claim_names_its_rule() -> None:
    assert find("x AB123", rule()) == [Span(2, 7, "CODE", 0.6, "patterns:code")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("AB123", ["AB123"]),
        ("AB123 AB124,AB125", ["AB123", "AB124", "AB125"]),
        ("XAB123", []),
        ("éAB123", []),
        ("AB123é", []),
        ("AB123\u0301", []),
        ("_AB123", []),
        ("AB1234", []),
        ("😀AB123😀", ["AB123"]),
        ("„AB123“", ["AB123"]),
        ("ab123", []),
        ("\nAB123\r\n", ["AB123"]),
    ],
)
def test_a_match_is_a_whole_word_in_any_script(text: str, found: list[str]) -> None:
    assert surfaces(text, rule()) == found


def test_offsets_count_code_points_behind_wide_characters() -> None:
    text = "é😀\u202e\ud800 AB123"
    assert [span[:2] for span in find(text, rule())] == [(5, 10)]


def test_overlapping_matches_of_several_rules_are_all_claimed() -> None:
    digits = rule(name="digits", label="ID", regex="[0-9]{3}", boundary=False)
    assert {span[:3] for span in find("AB123", rule(), digits)} == {(0, 5, "CODE"), (2, 5, "ID")}


def test_what_stands_before_and_after_is_not_part_of_the_span() -> None:
    labelled = rule(regex="[0-9]{1,9}", before="No\\. ?", after="[,;]")
    assert surfaces("No. 12, No.13; No. 14.", labelled) == ["12", "13"]


def test_case_may_be_ignored() -> None:
    assert surfaces("ab123 AB123", rule(ignore_case=True)) == ["ab123", "AB123"]


def test_a_check_decides() -> None:
    card = rule(regex="[0-9]{4}(?: ?[0-9]{4}){3}", check="luhn")
    assert surfaces("4111 1111 1111 1111 and 4111 1111 1111 1112", card) == ["4111 1111 1111 1111"]


CONTEXT = rule(context=("badge", "Ausweis-Nr."), context_score=0.95, window=12)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("the AB123", 0.6),
        ("badge AB123", 0.95),
        ("BADGE: AB123", 0.95),
        ("badges AB123", 0.6),
        ("AB123 badge", 0.6),
        ("badge and then, far away, AB123", 0.6),
        ("Ausweis-Nr. AB123", 0.95),
        ("Ausweis Nr AB123", 0.95),
    ],
)
def test_a_context_word_shortly_before_raises_the_score(text: str, score: float) -> None:
    [span] = find(text, CONTEXT)
    assert span.score == score


def test_a_rule_may_need_its_context() -> None:
    needing = rule(context=("badge",), need_context=True)
    assert surfaces("the AB123, badge AB124", needing) == ["AB124"]


def test_the_words_of_one_rule_are_no_context_for_another() -> None:
    other = rule(name="other", regex="[a-z][0-9]{3}", context=("key",), need_context=True)
    assert surfaces("badge x123", CONTEXT, other) == []


def test_further_rules_come_from_files(write: Write) -> None:
    toml = write(
        "more.toml", '[[rule]]\nname="boat"\nlabel="PRODUCT"\nregex="boat [0-9]{1,3}"\nsource="me"\n'
    )
    csv = write("more.csv", "# pattern,class\nship [0-9]+,PRODUCT\n")
    detector = PatternDetector.build(load_pack("xx"), {"files": [str(toml), str(csv)]})
    [spans] = detector.detect([Document("d", "boat 7, ship 12")])
    assert [(s.start, s.end, s.label, s.source) for s in spans] == [
        (0, 6, "PRODUCT", "patterns:own/boat"),
        (8, 15, "PRODUCT", "patterns:own/r_more_2"),
    ]


def test_a_rule_with_an_unknown_label_is_refused(write: Write) -> None:
    csv = write("more.csv", "ship,VESSEL\n")
    with pytest.raises(ConfigError, match="no label 'VESSEL'"):
        PatternDetector.build(load_pack("xx"), {"files": [str(csv)]})


def test_a_rule_that_is_no_regular_expression_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match="Rule 'code' is not a regular expression of RE2"):
        PatternDetector([rule(regex="(?=x)y")])


def test_a_rule_with_an_unknown_check_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"no check 'lunh'. Did you mean 'luhn'\?"):
        PatternDetector([rule(check="lunh")])


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"'patterns' has no option 'region'. Did you mean 'regions'"):
        PatternDetector.build(load_pack("xx"), {"region": ["DE"]})


HOSTILE = [
    "a",
    "A",
    "(",
    "1 ",
    "1",
    "@.",
    "a@",
    "A. ",
    "http://",
    "Aa ",
    "Dr. ",
    "12/",
    "1.1.",
    "-",
    "ß",
    "\n",
    "x=",
]


@pytest.mark.parametrize("language", ["xx", *languages()])
def test_no_match_of_any_rule_grows_with_the_text(language: str) -> None:
    """RE2 reads a text in one pass per match, so bounded matches make every rule linear."""
    matchers = [PatternMatcher(rule) for rule in load_pack(language).rules]
    grown = []
    for unit in HOSTILE:
        texts = [Haystack(unit * (size // len(unit))) for size in (4_000, 32_000)]
        for matcher in matchers:
            few, many = (max((end - at for _, at, end in matcher.find(text)), default=0) for text in texts)
            if many > few:
                grown.append((matcher.rule.name, unit, few, many))
    assert grown == []


@pytest.mark.parametrize("language", languages())
def test_hostile_texts_are_read_to_their_end(language: str) -> None:
    """All rules of a language on texts that make backtracking engines hang."""
    detector = PatternDetector.build(load_pack(language), {})
    texts = ["a" * 20_000, "(" * 20_000, "1 " * 10_000, "@." * 10_000, "A. " * 5_000, "http://" * 3_000]
    answers = detector.detect([Document("d", f"{text} mia@example.org") for text in texts])
    assert [any(span.label == "EMAIL" for span in spans) for spans in answers] == [True] * len(texts)


def test_a_match_that_holds_what_is_not_meant_is_not_claimed() -> None:
    guarded = rule(regex="[A-Z]{2,3}-[0-9]{3,4}", unless="^(?:ISO|DIN)")
    assert surfaces("ISO-9001, KD-9001, DIN-105, XDIN-105", guarded) == ["KD-9001"]


def test_a_match_behind_what_is_not_meant_is_not_claimed() -> None:
    guarded = rule(regex="[0-9]{2,5}", before="no\\. ", unless_before="(?:Law|Áct)")
    assert surfaces("Law no. 1602, Áct no. 17, law no. 44, no. 12", guarded) == ["44", "12"]


def test_a_match_before_what_is_not_meant_is_not_claimed() -> None:
    guarded = rule(regex="[0-9]{1,3} years", before="of ", unless_after="(?i: of évolution)")
    assert surfaces("of 6 years of Évolution, of 7 years of age", guarded) == ["7 years"]


def test_guards_work_in_rules_of_other_scripts() -> None:
    guarded = rule(regex="№[0-9а-я]{2,5}", unless="б", unless_before="закон", boundary=False)
    assert surfaces("№12а №12б закон№77", guarded) == ["№12а"]


def test_a_guard_that_is_finer_than_its_rule_is_refused() -> None:
    with pytest.raises(ConfigError, match="a guard names letters that its 'regex' does not tell apart"):
        PatternDetector([rule(unless="[а-я]")])


def test_what_is_excepted_is_not_claimed() -> None:
    assert surfaces("AB123, ab-123, AB124", rule(regex="[A-Z]{2}-?[0-9]{3}", excepted=("ab123",))) == [
        "AB124"
    ]


def test_the_parts_of_a_pack_serve_a_users_rules(write: Write) -> None:
    path = write("mine.toml", "[[rule]]\nname='berth'\nlabel='CODE'\nregex='Berth{space}{dd}'\nsource='me'\n")
    detector = PatternDetector.build(load_pack("en"), {"files": [str(path)]})
    [spans] = detector.detect([Document("d", "Berth 12")])
    assert "patterns:own/berth" in {span.source for span in spans}


def test_a_users_rule_may_not_take_the_name_of_another(write: Write) -> None:
    path = write("mine.toml", "[[rule]]\nname='email'\nlabel='CODE'\nregex='x'\nsource='me'\n")
    with pytest.raises(
        ConfigError, match=r"Two rules have the name 'email' \('contacts.toml', line .* and 'mine.toml'"
    ):
        PatternDetector.build(load_pack("xx"), {"files": [str(path)]})


def test_a_claim_is_explained_by_rule_check_and_context() -> None:
    card = rule(regex="[0-9]{4}(?: ?[0-9]{4}){3}", check="luhn", context=("card",), context_score=0.9)
    detector = PatternDetector([card])
    doc = Document("d", "card 4111 1111 1111 1111")
    [[span]] = detector.detect([doc])
    said = detector.explain(doc, span)
    assert "rule code (invented)" in said
    assert "check 'luhn' passed" in said
    assert "context word 'card'" in said


def test_the_rule_of_a_claim_is_not_looked_for_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    detector = PatternDetector([rule(name=f"code_{n}", regex=f"[A-Z][0-9]{{{n}}}") for n in range(1, 60)])
    doc = Document("d", f"A{59 * '1'}")
    [[span]] = detector.detect([doc])
    names: list[str] = []
    source_of = patterns._source

    def source(asked: Rule) -> str:
        names.append(asked.name)
        return source_of(asked)

    monkeypatch.setattr(patterns, "_source", source)
    assert detector.explain(doc, span) == "rule code_59 (invented)"
    assert len(names) <= 1


def test_a_claim_of_the_users_rule_is_explained_as_such(write: Write) -> None:
    path = write("more.csv", "QB-[0-9]{4},CODE\n")
    detector = PatternDetector.build(load_pack("xx"), {"files": [str(path)]})
    doc = Document("d", "see QB-4711")
    [spans] = detector.detect([doc])
    [own] = [span for span in spans if span.is_own]
    assert own.source == "patterns:own/r_more_1"
    assert detector.explain(doc, own) == "your rule r_more_1 ('more.csv', line 1)"


def test_a_rule_of_the_users_with_class_o_silences(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("Zenn [0-9]+,O\n", encoding="utf-8")
    detector = PatternDetector.build(load_pack("en"), {"files": [str(path)]})
    [spans] = detector.detect([Document("d", "the model Zenn 400 runs", "en")])
    assert [(s.label, s.is_own) for s in spans if s.is_own] == [("O", True)]
    assert "O" not in detector.labels
