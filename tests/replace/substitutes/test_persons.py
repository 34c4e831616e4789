"""One person is one surrogate: of the right sex, the right part of a name, in every form."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import regex

from nescio import load, pipeline
from nescio.core.kit import Kit
from nescio.core.model import Document, Job
from nescio.packs import load_pack
from nescio.text.folding import fold_word
from tests.coref.test_names import unmarked
from tests.replace.test_substitute import solve

CASES = tomllib.loads((Path(__file__).parent / "people.toml").read_text(encoding="utf-8"))
FAMILIES = tomllib.loads(Path(__file__).with_name("families.toml").read_text(encoding="utf-8"))["case"]
SLOT = regex.compile(r"\{([sgf])(\d*)\}")


def cases() -> Iterator[tuple[str, str, str]]:
    return (
        (language, kind, text)
        for language, kinds in CASES.items()
        for kind, texts in kinds.items()
        for text in texts
    )


@pytest.mark.parametrize(("language", "kind", "marked"), list(cases()))
def test_sex_and_part_of_a_name_follow_what_stands_around_it(language: str, kind: str, marked: str) -> None:
    _, job = solve(marked, language)
    assert job.solution is not None
    first = regex.findall(r"\p{L}[\p{L}’-]*", job.solution.replacements[0].text)[0]
    lists = load_pack(language).surrogates
    pool = lists.family if kind == "family" else lists.given[kind]
    assert first in pool


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "[Robert Hale|PER|1], [Bob Hale|PER|1] and [Bob|PER|1].", r"(\w+) (\w+), \1 \2 and \1\."),
        ("de", "[Johanna Renz|PER|1] kam. [Hanni|PER|1] ging.", r"(\w+) \w+ kam\. \1 ging\."),
        ("pt", "[Alexandra Pires|PER|1] veio. [Xana|PER|1] saiu.", r"(\w+) \w+ veio\. \1 saiu\."),
        ("pt", "A [Maria da Conceição Vaz|PER|1] e a [São|PER|1].", r"A \w+ (\w+) \w+ e a \1\."),
        ("es", "[Francisco Mora|PER|1] vino. [Paco|PER|1] salió.", r"(\w+) \w+ vino\. \1 salió\."),
        ("de", "Herr [Nowottny|PER|1] und [Nowotny|PER|1].", r"Herr (\w+) und \1\."),
        ("pt", "O [Zé Bento|PER|1], o [Bento|PER|1] e o [Bentinho|PER|1].", r"O \w+ (\w+), o \1 e o \1\."),
        (
            "de",
            "Herr [Ansgar von Lüneburg-Sass|PER|1], Frau [Wiebke Sass|PER|2], [Lüneburgs|PER|1] Hut.",
            r"Herr \w+ (\w+)-(\w+), Frau \w+ \2, \1(?:s|’) Hut\.",
        ),
        ("en", "[robbie|PER|1] met [Robert Hale|PER|1].", r"([a-z]+) met (?i:\1) [A-Z]\w+\."),
        ("en", "[Robbie|PER|1] met [Robert Hale|PER|1].", r"(\w+) met \1 \w+\."),
    ],
)
def test_a_short_name_or_a_slip_is_no_second_surrogate(language: str, marked: str, pattern: str) -> None:
    text, _ = solve(marked, language)
    assert regex.fullmatch(pattern, text), text


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("de", "[Jana Herzog|PER|1]. Frau [Herzog|PER|2] kam.", r"\w+ (\w+)\. Frau \1 kam\."),
        ("de", "[Hilke Rehm-Virta|PER|1] und [Christa Rehm|PER|2].", r"\w+ (\w+)-\w+ und \w+ \1\."),
        ("de", "[Christa Rehm|PER|1] und [Hilke Virta-Rehm|PER|2].", r"\w+ (\w+) und \w+ \w+-\1\."),
        ("en", "Mr [Hale|PER|1] and [Ann Hale|PER|2].", r"Mr (\w+) and \w+ \1\."),
        ("pt", "Os [Sottomayor|PER|1] e [Rui Sottomayor|PER|2].", r"Os (\w+) e \w+ \1\."),
        ("es", "La familia [Zubiri|PER|1] y [Ana Zubiri|PER|2].", r"La familia (\w+) y \w+ \1\."),
    ],
)
def test_a_family_keeps_one_name(language: str, marked: str, pattern: str) -> None:
    text, _ = solve(marked, language)
    assert regex.fullmatch(pattern, text), text


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("de", "[Herzog, Jana|PER|1] kam. [Jana Herzog|PER|1] ging.", r"(\w+), (\w+) kam\. \2 \1 ging\."),
        ("de", "[Graf, Peter|PER|1] kam. [Peter Graf|PER|1] ging.", r"(\w+), (\w+) kam\. \2 \1 ging\."),
        ("es", "[CONDE RUIZ, LUIS|PER|1]. [Luis Conde|PER|1].", r"(\w+) \w+, (\w+)\. (?i:\2 \1)\."),
        ("en", "[Young, Stephen|PER|1] and [Stephen|PER|1].", r"\w+, (\w+) and \1\."),
    ],
)
def test_a_turned_name_stays_turned(language: str, marked: str, pattern: str) -> None:
    text, _ = solve(marked, language)
    assert regex.fullmatch(pattern, text), text


def test_a_given_name_keeps_its_german_genitive() -> None:
    text, _ = solve("[Anna Berg|PER|1] lacht. [Annas|PER|1] Bruder auch.", "de")
    given = text.split()[0]
    assert f"{given}{'’' if given[-1] in 'sßxz' else 's'} Bruder" in text


def test_two_people_never_share_a_whole_name() -> None:
    people = [f"[{given} Holm|PER]" for given in ("Anna", "Berta", "Clara", "Dora", "Emma", "Frieda")]
    _, job = solve(", ".join(people), "de")
    assert job.solution is not None
    shown = [fold_word(row.text) for row in job.solution.replacements]
    assert len(set(shown)) == len(shown)


@cache
def kit(language: str) -> Kit:
    return load(language, method="substitute", options={"detect": {"detectors": []}}).kit(language)


def pattern(language: str, new: str) -> regex.Pattern[str]:
    """What a case expects, as an expression."""
    lists = load_pack(language).surrogates
    names = {
        "s": lists.family,
        "g": (*lists.given["f"], *lists.given["m"]),
        "f": lists.given["f"],
    }
    found, at, known = "", 0, set[str]()
    for slot in SLOT.finditer(new):
        name = slot[1] + slot[2]
        words = "|".join(map(regex.escape, names[slot[1]]))
        again = bool(slot[2]) and name in known
        group = f"(?P={name})" if again else f"(?P<{name}>{words})" if slot[2] else f"(?:{words})"
        found += regex.escape(new[at : slot.start()]) + group
        at = slot.end()
        known.add(name)
    return regex.compile(found + regex.escape(new[at:]))


@pytest.mark.parametrize("case", FAMILIES, ids=lambda case: f"{case['language']}: {case['text'][:40]}")
def test_a_family_and_its_members_share_a_name(case: dict[str, str]) -> None:
    text, spans = unmarked(case["text"])
    job = Job(Document("d", text, case["language"]), spans=tuple(spans))
    [done] = pipeline.run([job], kit(case["language"]), start="coref")
    assert done.solution is not None, done.failure
    assert pattern(case["language"], case["new"]).fullmatch(done.solution.text), done.solution.text
