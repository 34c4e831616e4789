"""The words around a replacement agree with it: one case per sentence, written as data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import regex

from nescio.packs import languages, load_pack
from nescio.replace.agreement.genders import Genders
from nescio.replace.agreement.grammar import Grammar
from nescio.replace.agreement.phrases import NameUse, Phrase
from nescio.replace.agreement.repairer import Repairer
from nescio.replace.agreement.surroundings import Spot
from nescio.replace.sources import load_sources

CASES = Path(__file__).parent / "cases"
ENOUGH = 120


def all_cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("agreement.*.jsonl")):
        language = path.suffixes[0][1:]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield pytest.param(language, json.loads(line), id=f"{language}:{number}")


@cache
def services(language: str) -> tuple[Repairer, Genders]:
    pack = load_pack(language)
    sources, grammar = load_sources(pack, {}), Grammar(pack.grammar)
    repairer = Repairer(grammar, frozenset(pack.abbreviations), is_noun=sources.dictionary.is_word)
    return repairer, Genders(grammar, sources.linker, sources.dictionary)


@pytest.mark.parametrize(("language", "case"), list(all_cases()))
def test_the_words_around_a_replacement_agree_with_it(language: str, case: dict[str, Any]) -> None:
    match = regex.search(r"\[([^\]]+)\]", case["text"])
    assert match is not None
    text = case["text"][: match.start()] + match[1] + case["text"][match.end() :]
    start, end = match.start(), match.start() + len(match[1])
    repairer, genders = services(language)
    phrase = Phrase(
        case["to"], case["gender"], genitive=case.get("genitive", ""), place=case.get("place", False)
    )
    use = NameUse(genders.of(match[1]))
    edit = repairer.repair(Spot(text, start, end, 0, len(text)), phrase, use)
    assert edit.start <= start
    assert edit.end >= end
    assert text[: edit.start] + edit.text + text[edit.end :] == case["out"]


@pytest.mark.parametrize("language", languages())
def test_every_language_has_enough_cases(language: str) -> None:
    lines = (CASES / f"agreement.{language}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len({json.loads(line)["text"] + json.loads(line)["to"] for line in lines}) >= ENOUGH
