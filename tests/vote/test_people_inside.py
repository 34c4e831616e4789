"""People who were taken for a thing or a body; cases are in people_inside.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from nescio.core.model import Span
from tests.vote.test_owners import voter

CASES = [
    (language, text, parts)
    for by_language in tomllib.loads(
        Path(__file__).with_name("people_inside.toml").read_text(encoding="utf-8")
    ).values()
    for language, found in by_language.items()
    for text, *parts in found
]
_MARK = re.compile(r"<(?P<label>\w+) (?P<score>[\d.]+)\|(?P<thing>[^>]*)>")


def read(marked: str, *, source: str = "a:x") -> tuple[str, Span]:
    mark = _MARK.search(marked)
    assert mark is not None, marked
    text = marked[: mark.start()] + mark["thing"] + marked[mark.end() :]
    place = mark.start(), mark.start() + len(mark["thing"])
    return text, Span(*place, mark["label"], float(mark["score"]), source)


@pytest.mark.parametrize(("language", "marked", "parts"), CASES)
def test_of_people_taken_for_a_thing_the_parts_of_the_case_are_left(
    language: str, marked: str, parts: list[list[str]]
) -> None:
    text, claim = read(marked)
    found = [[part.label, text[part.start : part.end]] for part in voter(language).cut(text, [claim])]
    assert found == parts


@pytest.mark.parametrize(("language", "marked", "parts"), CASES)
def test_a_users_own_claim_stays_whole(language: str, marked: str, parts: list[list[str]]) -> None:
    text, claim = read(marked, source="a:own/x")
    assert list(voter(language).cut(text, [claim])) == [claim]
