"""What no output may do, whatever the text, the spans and the method.

What counts as left is told here without the code that looks for it: folded words, compared.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, Final

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from nescio import pipeline
from nescio.api import Anonymizer
from nescio.config import merged, method_option
from nescio.core.keys import Key
from nescio.core.kit import Kit
from nescio.core.model import Job, Solution
from nescio.packs import load_pack
from nescio.replace.agreement.grammar import Grammar
from nescio.replace.clearing import AS_WORD
from tests.contracts import PACKS, REGISTRY
from tests.properties.writing import LANGUAGES, jobs, jobs_with_any_spans

METHODS: Final = ("tag", "suppress", "substitute", "generalize")
FURTHER: Final = tuple(sorted(set(REGISTRY.names("nescio.methods")) - set(METHODS)))
SHOWING: Final = ("swap",)  # puts the values of a text in each other's place: they stay visible
REWRITING: Final = ("netanos-blank", "netanos-combined")  # change words that are no names, as published
PART: Final = 4  # letters of a part of a name that tells it
_DIRECT: Final = ("PER", "CODE")
_THINGS: Final = ("CITY", "ORG")
_PLACEHOLDER: Final = regex.compile(r"\[[\p{Lu}_]+\d+\]|\[\.\.\.\]|\[…\]")
_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}\u00ad\u200c\u200d\u2060]+")


@cache
def kit(language: str, method: str) -> Kit:
    options = merged(method_option([method]), {"detect": {"detectors": []}})
    made = Anonymizer(language, options=options, registry=REGISTRY, packs=PACKS, key=Key(bytes(32)))
    return made.kit(language)


def solved(job: Job, method: str) -> tuple[Solution, Job]:
    [done] = pipeline.run([job], kit(job.document.language, method))
    assert done.failure is None, done.failure
    assert done.solution is not None
    return done.solution, done


def plain(text: str) -> str:
    """Without case, accents and signs that cannot be seen."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", letters) if unicodedata.category(c)[0] in "LN")


def words(text: str) -> tuple[str, ...]:
    return tuple(plain(match[0]) for match in _WORD.finditer(text))


def surfaces(job: Job, *labels: str) -> dict[int, list[tuple[str, ...]]]:
    """By entity the words of its mentions; all of them without labels."""
    text = job.document.text
    return {
        entity.id: [words(text[span.start : span.end]) for span in entity.mentions]
        for entity in job.entities or ()
        if not labels or entity.label in labels
    }


def holds(haystack: tuple[str, ...], needle: tuple[str, ...]) -> bool:
    size = len(needle)
    return size > 0 and any(haystack[n : n + size] == needle for n in range(len(haystack) - size + 1))


def is_telling(surface: tuple[str, ...]) -> bool:
    """Long enough to be looked for everywhere: four letters, six figures."""
    letters = "".join(surface)
    return len(letters) >= (6 if letters.isdecimal() else PART)


def visible(text: str) -> str:
    """An output without its placeholders, whose words are nobody's name."""
    return _PLACEHOLDER.sub(" | ", text)


def check_surfaces(job: Job, method: str) -> None:
    """Not outside, and not in what is said; a type may be called as a thing is."""
    solution, _ = solved(job, method)
    left = words(visible(solution.text))
    for own in surfaces(job, *_DIRECT).values():
        for surface in own:
            assert len(surface) < 2 or not is_telling(surface) or not holds(left, surface)
    named = _DIRECT if method == "generalize" else (*_DIRECT, *_THINGS)
    hidden = [item for own in surfaces(job, *named).values() for item in own]
    for row in solution.replacements:
        if row.label in named:
            said = words(visible(row.text))
            assert not any(is_telling(item) and holds(said, item) for item in hidden)


def check_parts(job: Job, method: str) -> None:
    """A part of four letters stands only where it is a word of the language, and the notes count them."""
    solution, done = solved(job, method)
    own = kit(job.document.language, method).words
    parts = {
        word
        for entity in surfaces(job, "PER").values()
        for surface in entity
        for word in name_parts(surface, own)
    }
    left = [word for word in words(visible(solution.text)) if word in parts]
    assert all(word in own.frequency_of for word in left)
    noted = sum(note.count for note in done.notes if note.code == AS_WORD)
    assert noted >= len(left)


def name_parts(surface: tuple[str, ...], own: Any) -> Iterator[str]:
    for word in surface:
        if len(word) >= PART and word.isalpha() and word not in own.particles and word not in own.titles:
            yield word


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_no_hidden_surface_stands_in_an_output(language: str, method: str, data: st.DataObject) -> None:
    check_surfaces(data.draw(jobs(language)), method)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_no_hidden_surface_stands_in_an_output_whatever_is_hidden(
    language: str, method: str, data: st.DataObject
) -> None:
    job = data.draw(jobs_with_any_spans(language))
    solution, _ = solved(job, method)
    left = words(visible(solution.text))
    hidden = [item for own in surfaces(job, *_DIRECT).values() for item in own]
    assert not any(len(item) > 1 and is_telling(item) and holds(left, item) for item in hidden)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_a_part_of_a_name_stands_only_as_a_common_word_and_is_noted(
    language: str, method: str, data: st.DataObject
) -> None:
    check_parts(data.draw(jobs(language)), method)


# Outside


@cache
def grammar(language: str) -> Grammar:
    return Grammar(load_pack(language).grammar)


def is_neighbour(word: str, own: Grammar) -> bool:
    """An article, a preposition that may hold one, or an adjective between article and name."""
    small = word.lower()
    return small in own.readings or small in own.prepositions or own.is_adjective(word)


def check_outside(job: Job, method: str) -> None:
    """Between replacements nothing changes; each holds a mention with its article, or a trace."""
    solution, _ = solved(job, method)
    text, own, read, written = job.document.text, grammar(job.document.language), 0, 0
    mentions = sorted(span[:2] for entity in job.entities or () for span in entity.mentions)
    for row in solution.replacements:
        assert solution.text[written : row.out_start] == text[read : row.start]
        read, written = row.end, row.out_end
        inside = [place for place in mentions if row.start <= place[0] and place[1] <= row.end]
        if inside:
            [(start, end)] = inside
            behind = text[end : row.end]
            outside = f"{text[row.start : start]} {'' if row.text.endswith(behind) else behind}"
            others = [word for word in outside.split() if not is_neighbour(word, own)]
            assert not others or stays(others, row.text.split())  # "the slum X" is "the slum"
        else:
            assert is_trace(text[row.start : row.end], surfaces(job)[row.entity])
    assert solution.text[written:] == text[read:]
    covered = [
        place for row in solution.replacements for place in mentions if row.start <= place[0] < row.end
    ]
    assert covered == mentions


def stays(words_before: list[str], words_now: list[str]) -> bool:
    """Whether words stand in others, in their order."""
    rest = iter(words_now)
    return all(word in rest for word in words_before)


def is_trace(source: str, hidden: list[tuple[str, ...]]) -> bool:
    """Something of a hidden name stands in a word: five letters of it, or all of a shorter one."""
    found = plain(source)
    names = [word for surface in hidden for word in (*surface, "".join(surface)) if word]
    return any(name in found or (len(found) >= PART and found in name) for name in names)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_text_outside_spans_and_their_articles_is_untouched(
    language: str, method: str, data: st.DataObject
) -> None:
    check_outside(data.draw(jobs(language) | jobs_with_any_spans(language)), method)


@pytest.mark.parametrize("method", FURTHER)
@given(data=st.data())
def test_further_methods_keep_the_same_laws(method: str, data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(LANGUAGES))
    job = data.draw(jobs(language))
    if method not in SHOWING:
        check_surfaces(job, method)
        check_parts(job, method)
    if method not in REWRITING:
        check_outside(data.draw(st.just(job) | jobs_with_any_spans(language)), method)


# Identities


def said_of(job: Job, solution: Solution, *labels: str) -> dict[int, list[tuple[str, str]]]:
    """By entity what stood there and what is said; tags are passed over, they are one by construction."""
    text, found = job.document.text, dict[int, list[tuple[str, str]]]()
    span_at = {span.end: span for entity in job.entities or () for span in entity.mentions}
    for row in solution.replacements:
        span = span_at.get(row.end)
        if span is not None and row.label in labels and not _PLACEHOLDER.search(row.text):
            found.setdefault(row.entity, []).append((text[span.start : span.end], row.text))
    return found


def check_tags(job: Job, method: str) -> None:
    solution, _ = solved(job, method)
    pairs = {(row.entity, row.text) for row in solution.replacements}
    assert len(pairs) == len({entity for entity, _ in pairs}) == len({text for _, text in pairs})


def check_people(job: Job, method: str) -> None:
    """A word of a name has one new word; two people share one only if they shared the old one."""
    solution, _ = solved(job, method)
    own = kit(job.document.language, method).words
    old: dict[int, set[str]] = {}
    new: dict[int, set[str]] = {}
    for entity, pairs in said_of(job, solution, "PER").items():
        said: dict[str, set[str]] = {}
        for before, after in pairs:
            said.setdefault(plain(before), set()).add(plain(after))
            old.setdefault(entity, set()).update(words(before))
            new.setdefault(entity, set()).update(name_words(after, own))
        assert all(len(forms) == 1 for forms in said.values())
        assert len(new[entity]) <= max(2, len(old[entity]))
    for one, other in combinations(new, 2):
        assert not new[one] & new[other] or old[one] & old[other]


def name_words(text: str, own: Any) -> set[str]:
    found = {word for word in words(text) if len(word) > 2}
    return {word for word in found if word not in own.particles and word not in own.titles}


def check_things(job: Job, method: str) -> None:
    solution, _ = solved(job, method)
    for label in ("CITY", "ORG", "CODE"):
        said = said_of(job, solution, label)
        owners: dict[str, set[int]] = {}
        for entity, pairs in said.items():
            for _, after in pairs:
                owners.setdefault(plain(after), set()).add(entity)
        assert all(len(entities) == 1 for entities in owners.values())


@pytest.mark.parametrize("method", ["tag", "netanos-context"])
@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_one_entity_has_one_tag_and_two_have_two(language: str, method: str, data: st.DataObject) -> None:
    check_tags(data.draw(jobs(language) | jobs_with_any_spans(language)), method)


@pytest.mark.parametrize("method", ["substitute", "generalize"])
@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_a_person_has_one_new_name_and_two_have_two(language: str, method: str, data: st.DataObject) -> None:
    check_people(data.draw(jobs(language)), method)


@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_two_things_never_share_a_substitute(language: str, data: st.DataObject) -> None:
    check_things(data.draw(jobs(language)), "substitute")
