"""Random substitution: right kind, right gender, right form, and nothing twice."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio import Anonymizer, pipeline
from nescio.config import merged, method_option
from nescio.core.errors import ConfigError
from nescio.core.kit import Kit
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.substitute import SubstituteMethod
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from nescio.testing import MethodContract
from nescio.text.folding import key_of
from tests.contracts import PACKS, REGISTRY


@cache
def kit(language: str, name: str, **options: Any) -> Kit:
    """The kit of a language with one method and no detector: mentions are given."""
    own = {"detect": {"detectors": []}, "replace": {"options": {name: options}} if options else {}}
    return Anonymizer(
        language, options=merged(own, method_option([name])), registry=REGISTRY, packs=PACKS
    ).kit(language)


def job_of(marked: str, language: str, *, id: str = "d") -> Job:
    """`[Anna|PER|1]`: a mention with its label and the number of its entity."""
    text, groups, labels, position = "", {}, {}, 0
    for match in regex.finditer(r"\[([^\]|]+)\|(\w+)(?:\|(\w+))?\]", marked):
        text += marked[position : match.start()]
        key = match[3] or match[1]
        span = Span(len(text), len(text) + len(match[1]), match[2], 1.0, "given")
        groups.setdefault(key, []).append(span)
        labels[key] = match[2]
        text += match[1]
        position = match.end()
    text += marked[position:]
    entities = tuple(Entity(n, labels[key], tuple(spans)) for n, (key, spans) in enumerate(groups.items()))
    decisions = tuple(Decision(entity.id, True, "test") for entity in entities)
    return Job(Document(id, text, language), entities=entities, decisions=decisions)


def solve(marked: str, language: str, method: str = "substitute", **options: Any) -> tuple[str, Job]:
    [done] = pipeline.run([job_of(marked, language)], kit(language, method, **options))
    assert done.failure is None, done.failure
    assert done.solution is not None
    restored = reidentify(done.solution.text, make_table(done), by="position")
    assert restored.text == done.document.text
    return done.solution.text, done


def test_each_form_of_a_name_gets_the_matching_form() -> None:
    marked = "[John Doe|PER|1] came. Mr [Doe|PER|1] sat. [John|PER|1] spoke. "
    text, _ = solve(marked + "[J. Doe|PER|1] left. [JOHN DOE|PER|1].", "en")
    given_name, family = regex.match(r"(\w+) (\w+) came", text).groups()  # type: ignore[union-attr]
    assert text == (
        f"{given_name} {family} came. Mr {family} sat. {given_name} spoke. {given_name[0]}. {family} left. "
        f"{given_name.upper()} {family.upper()}."
    )


@pytest.mark.parametrize(
    ("language", "marked", "pool"),
    [
        ("en", "[Mary Smith|PER] left.", "given_f"),
        ("en", "[Robert Smith|PER] left.", "given_m"),
        ("de", "Frau [Kim Nordmann|PER] ging.", "given_f"),
        ("de", "Herr [Kim Nordmann|PER] ging.", "given_m"),
        ("pt", "A [Sra. Ariel Nortenho|PER] saiu.", "given_f"),
        ("es", "Don [Ariel Norteño|PER] salió.", "given_m"),
    ],
)
def test_persons_keep_their_gender(language: str, marked: str, pool: str) -> None:
    _, job = solve(marked, language)
    assert job.solution is not None
    names = (
        (load_pack(language).folders[-1] / "surrogates" / f"{pool}.txt")
        .read_text(encoding="utf-8")
        .split("\n")
    )
    words = regex.findall(r"\p{L}+", job.solution.replacements[0].text)
    assert set(words) & set(names), words


def test_titles_inside_a_name_stay_and_particles_go() -> None:
    text, _ = solve("[Dr. Anna von der Nordheide|PER|1] und [Nordheide|PER|1].", "de")
    assert regex.fullmatch(r"Dr\. \p{L}+ (\p{L}+) und \1\.", text)


def test_a_german_genitive_stays_one() -> None:
    text, _ = solve(
        "[Anna Meier|PER|1] kam. [Meiers|PER|1] Auskunft half. [Hamburgs|LOC|2] Hafen ruht.", "de"
    )
    family = text.split()[1]
    ending = "’" if family[-1] in "sßxz" else "s"
    assert f". {family}{ending} Auskunft" in text
    assert regex.search(r"\p{L}+(?:s|’) Hafen ruht", text)


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "She lives in [Leeds|LOC].", r"She lives in \p{Lu}[\p{L} ]+\."),
        ("pt", "Vive no [Porto|LOC].", r"Vive no (Porto|Recife|Funchal|Rio de Janeiro)\."),
        ("pt", "Foi para a [Alemanha|LOC].", r"Foi para a \p{Lu}\p{L}+\."),
        ("de", "Er reist in die [Schweiz|LOC].", r"Er reist in die \p{Lu}[\p{L} ]+\."),
        ("pt", "Estuda na [Universidade de Lisboa|ORG].", r"Estuda na Universidade de \p{Lu}[\p{L} ]+\."),
        ("es", "Trabaja en el [Hospital La Paz|ORG].", r"Trabaja en el Hospital \p{L}+\."),
        ("de", "Er klagt vor dem [Amtsgericht Hamburg|ORG].", r"Er klagt vor dem Amtsgericht \p{L}+\."),
    ],
)
def test_like_is_replaced_by_like_with_its_article(language: str, marked: str, pattern: str) -> None:
    text, _ = solve(marked, language)
    assert regex.fullmatch(pattern, text), text


def test_an_acronym_becomes_the_acronym_of_the_new_name() -> None:
    text, _ = solve("A [Universidade de Lisboa|ORG|1] (a [UL|ORG|1]) abriu.", "pt")
    match = regex.fullmatch(r"A Universidade de (\p{L})[\p{L} ]* \(a U(\p{L}+)\) abriu\.", text)
    assert match is not None, text
    assert match[2].startswith(match[1])


def test_different_entities_get_different_names_and_none_that_stands_in_the_text() -> None:
    names = [f"[Anna{chr(97 + i)} Nord{chr(97 + i)}|PER]" for i in range(26)]
    cities = [f"[Zorkton{chr(97 + i)}|CITY]" for i in range(26)]
    _, job = solve("Peter Reed, York and Derby. " + ", ".join(names + cities) + ".", "en")
    assert job.solution is not None
    shown = [row.text for row in job.solution.replacements]
    assert len(set(shown)) == len(shown)
    words = {word for name in shown[:26] for word in key_of(name).split()}
    assert not words & {"peter", "reed", "york", "derby"}


def test_relatives_keep_sharing_their_family_name() -> None:
    text, _ = solve("[Anna Nordmann|PER] und [Bernd Nordmann|PER].", "de")
    assert regex.fullmatch(r"\p{L}+ (\p{L}+) und \p{L}+ \1\.", text)


def test_tagging_helps_out_when_the_lists_are_empty() -> None:
    many = ", ".join(f"[Xa{i} Yb{i}|PER]" for i in range(900))
    text, _ = solve(many, "en")
    assert "[PERSON" in text
    assert "1]" not in regex.sub(r"\[PERSON\d+\]", "", text)


def test_the_choice_does_not_depend_on_the_hidden_name() -> None:
    one, _ = solve("[Robert Smith|PER] came to [Leeds|LOC].", "en")
    other, _ = solve("[William Jones|PER] came to [Leeds|LOC].", "en")
    assert one == other


def test_seeds_change_the_choice_and_repeat_it() -> None:
    marked = "[Robert Smith|PER] came."
    assert solve(marked, "en", seed="a")[0] == solve(marked, "en", seed="a")[0]
    assert solve(marked, "en", seed="a")[0] != solve(marked, "en", seed="b")[0]


def test_dates_of_a_document_move_together() -> None:
    text, _ = solve("Von [1.3.2024|DATE] bis [11.3.2024|DATE], Mail [a@b.de|EMAIL].", "de")
    from datetime import date

    dates = [date(*map(int, reversed(d.split(".")))) for d in regex.findall(r"\d+\.\d+\.\d{4}", text)]
    assert (dates[1] - dates[0]).days == 10
    assert dates[0] != date(2024, 3, 1)
    assert "@example.org" in text


@pytest.mark.parametrize("options", [{"sede": "x"}, {"seed": []}, {"knowledge": 5}, {"remote": "http://x"}])
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="option"):
        SubstituteMethod.build(load_pack("en"), options)


PIECES = st.sampled_from(
    [
        "Anna",
        "der",
        "die",
        " ",
        "\n",
        "Stadt",
        "do",
        "na",
        "-",
        "’s",
        "\ud800",
        "é",
        "1",
        ".",
        "(",
        "Müller",
        "in",
        "de la",
    ]
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(PIECES, st.sampled_from(["PER", "LOC", "ORG", "DATE", "CODE", ""])), max_size=12),
    st.sampled_from(["en", "de", "pt", "es"]),
    st.sampled_from(["substitute", "generalize"]),
)
def test_any_text_comes_back_and_stays_the_same_outside(
    parts: list[tuple[str, str]], language: str, method: str
) -> None:
    text, entities = "", []
    for piece, label in parts:
        if label:
            span = Span(len(text), len(text) + len(piece), label, 1.0, "given")
            entities.append(Entity(len(entities), label, (span,)))
        text += piece
    decisions = tuple(Decision(entity.id, True, "test") for entity in entities)
    job = Job(Document("d", text, language), entities=tuple(entities), decisions=decisions)
    [done] = pipeline.run([job], kit(language, method))
    assert done.failure is None, done.failure
    assert done.solution is not None
    read = written = 0
    for row in done.solution.replacements:
        assert done.solution.text[written : row.out_start] == text[read : row.start]
        read, written = row.end, row.out_end
    assert done.solution.text[written:] == text[read:]
    assert reidentify(done.solution.text, make_table(done), by="position").text == text


class TestSubstitute(MethodContract):
    def make(self) -> Method:
        return SubstituteMethod.build(load_pack("en"), {})


def test_dates_move_by_the_key_of_the_call() -> None:
    from tests.replace.keyed import KEY, OTHER, solve_keyed

    marked = "On [4 May 2020|DATE] and on [9 May 2020|DATE]."
    one, other, plain = (solve_keyed(marked, "en", "substitute", key=key)[0] for key in (KEY, OTHER, None))
    assert len({one, other, plain}) == 3
    corpus = [solve_keyed(f"{marked}{end}", "en", "substitute", dates="corpus")[0] for end in ("", " Later.")]
    assert corpus[1] == f"{corpus[0]} Later."
    with pytest.raises(ConfigError, match="needs a key"):
        solve_keyed(marked, "en", "substitute", key=None, dates="corpus")


@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
def test_more_people_than_the_lists_have_names_get_names_all_the_same(language: str) -> None:
    sounds = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    people = [f"Q{one}x{other}" for one in sounds for other in sounds[:3]][:160]
    marked = " x ".join(f"[{word} W{word}|PER|{number}]" for number, word in enumerate(people))
    names = solve(marked, language)[0].split(" x ")
    assert len(set(names)) == len(people)
    assert not any(name.startswith("[") for name in names)
