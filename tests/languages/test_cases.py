"""The cases of the language folders: each line of `cases/*.jsonl` is one test.

A line is `{"text", "spans": [[start, end, label], ...]}` and may have:
`rule`        only the claims of this rule (or list) are compared,
`detector`    "lists" asks the gazetteer instead of the patterns,
`why`         the reason for a case that must not match,
label `O`     a silence: what looks like a name there is none,
`known_miss`  true: the spans are right and not yet found; the suite fails when they are.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio.api import Anonymizer
from nescio.core.labels import OUTSIDE
from nescio.core.model import Document, Job
from nescio.core.protocols import Detector
from nescio.detect.gazetteer import GazetteerDetector
from nescio.detect.patterns import PatternDetector
from nescio.packs import load_pack
from nescio.packs.rules import read_rules

FOLDER = Path(nescio.__file__).parent / "languages"
PACKS = sorted(path.parent.name for path in FOLDER.glob("*/settings.toml"))
WORDS = ("PER", "CITY", "REGION", "ORG", "NORP", "PROFESSION")  # words of lists, whatever they mean there
KEYS = {"text", "spans", "rule", "why", "known_miss", "detector"}

Case = dict[str, Any]


def read_cases() -> Iterator[tuple[str, str, Case]]:
    """The pack, an id like "de/dates:12", and the case."""
    for path in sorted(FOLDER.glob("*/cases/*.jsonl")):
        pack = path.parent.parent.name
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if line.strip():
                yield pack, f"{pack}/{path.stem}:{number}", json.loads(line)


ALL_CASES = list(read_cases())
CASES = [item for item in ALL_CASES if "/realistic:" not in item[1]]


@cache
def detector(pack: str, name: str) -> Detector:
    kinds: dict[str, type[PatternDetector | GazetteerDetector]] = {
        "patterns": PatternDetector,
        "lists": GazetteerDetector,
    }
    return kinds[name].build(load_pack(pack), Anonymizer().settings(pack).options("detect", name))


def claims(pack: str, case: Case) -> list[list[Any]]:
    """What the detector claims, or the one rule that the case is about."""
    name = case.get("detector", "patterns")
    [found] = detector(pack, name).detect([Document("case", case["text"], pack)])
    wanted = f"{name}:{case['rule']}" if "rule" in case else None
    return sorted([s.start, s.end, s.label] for s in found if wanted in (None, s.source))


@pytest.mark.parametrize(("pack", "case"), [pytest.param(pack, case, id=id) for pack, id, case in CASES])
def test_exactly_the_spans_of_a_case_are_found(pack: str, case: Case) -> None:
    found = claims(pack, case)
    if case.get("known_miss"):
        assert found != case["spans"], "the known miss is found now: remove 'known_miss' from the case"
    else:
        assert found == sorted(case["spans"])


def realistic(pack: str) -> list[Case]:
    """Sentences as people write them, each followed by a twin in which nothing identifies."""
    return [case for folder, id, case in ALL_CASES if folder == pack and "/realistic:" in id]


@pytest.mark.parametrize("pack", ["de", "pt"])
def test_rules_and_lists_find_what_stands_in_realistic_sentences(pack: str) -> None:
    cases = realistic(pack)
    options = {"detect": {"detectors": ["patterns", "lists"]}, "second_pass": {"enabled": False}}
    jobs = [Job(Document(str(number), case["text"], pack)) for number, case in enumerate(cases)]
    results = Anonymizer(pack, options=options).run(jobs, stop="vote")
    found = [
        any(span.start <= start and end <= span.end for span in job.voted or ())
        for job, case in zip(results, cases, strict=True)
        for start, end, _ in case["spans"]
    ]
    loud = [
        bool([span for span in job.voted or () if span.label not in WORDS])
        for job, case in zip(results, cases, strict=True)
        if not case["spans"]
    ]
    assert sum(bool(case["spans"]) for case in cases) >= 150
    assert len(loud) >= 150
    assert sum(found) >= 0.95 * len(found)
    assert sum(loud) <= 0.05 * len(loud)


@pytest.mark.parametrize("pack", PACKS)
def test_the_cases_are_well_formed(pack: str) -> None:
    labels = load_pack(pack).labels

    def is_well_formed(case: Case) -> bool:
        return (
            case.keys() <= KEYS
            and all(0 <= start < end <= len(case["text"]) for start, end, _ in case["spans"])
            and all(label in labels or label in OUTSIDE for _, _, label in case["spans"])
            and bool(case["spans"] or case.get("why"))  # a case that must not match says why
        )

    assert [id for folder, id, case in ALL_CASES if folder == pack and not is_well_formed(case)] == []


def rules_of(pack: str) -> list[str]:
    files = sorted((FOLDER / pack / "patterns").glob("*.toml"))
    return [rule.name for path in files for rule in read_rules(path, load_pack(pack).rule_parts)]


@cache
def kinds_of_cases() -> dict[str, set[bool]]:
    """For each rule whether it has a case that matches and one that does not."""
    kinds: dict[str, set[bool]] = defaultdict(set)
    for _, _, case in CASES:
        if "rule" in case and case.get("detector", "patterns") == "patterns":
            kinds[case["rule"]].add(bool(case["spans"]) and not case.get("known_miss"))
    return kinds


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("matches", [True, False], ids=["positive", "negative"])
def test_every_rule_has_a_case_of_each_kind(pack: str, matches: bool) -> None:
    assert [rule for rule in rules_of(pack) if matches not in kinds_of_cases()[rule]] == []


@pytest.mark.parametrize("pack", PACKS)
def test_every_case_is_about_a_rule_or_list_that_exists(pack: str) -> None:
    data = load_pack(pack)
    names = {"patterns": {rule.name for rule in data.rules}, "lists": {words.name for words in data.lists}}
    wrong = [
        id
        for folder, id, case in CASES
        if folder == pack and "rule" in case and case["rule"] not in names[case.get("detector", "patterns")]
    ]
    assert wrong == []


@pytest.mark.parametrize("pack", PACKS)
def test_every_label_of_a_pack_is_found_by_the_name_that_readers_see(pack: str) -> None:
    labels = load_pack(pack).labels
    assert {label.display: labels.find(label.display) for label in labels} == {
        label.display: label.name for label in labels
    }


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_names_only_labels_that_exist(pack: str) -> None:
    labels = load_pack(pack).labels
    used = {rule.label for rule in load_pack(pack).rules} - OUTSIDE
    used |= {words.label for words in load_pack(pack).lists if not words.veto}
    assert {label for label in used if label not in labels} == set()
    assert {label.parent for label in labels} - {None} <= {label.name for label in labels}
    assert {label.identifier for label in labels} == {"direct", "indirect"}


@pytest.mark.parametrize("pack", PACKS)
def test_every_rule_and_list_cites_its_source(pack: str) -> None:
    data = load_pack(pack)
    assert [rule.name for rule in data.rules if not rule.source.strip()] == []
    assert [words.name for words in data.lists if not words.source.strip()] == []
