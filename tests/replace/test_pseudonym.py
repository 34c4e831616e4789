"""Keyed substitution: one world for one key."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
import regex

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.core.model import Document, Job
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.pseudonym import PseudonymMethod
from nescio.replace.world.manifest import Manifest
from nescio.testing import MethodContract
from nescio.text.folding import fold_word
from tests.replace.keyed import KEY, OTHER, solve_keyed

FAMILY = {
    "en": ("[Tom Hale|PER] met [Ann Hale|PER] and Mrs [Sarah Hale-Bell|PER].", " met | and Mrs "),
    "de": ("[Tom Rehm|PER] traf [Anna Rehm|PER] und Frau [Sara Rehm-Beck|PER].", " traf | und Frau "),
    "pt": ("[Rui Brasa|PER] viu [Ana Brasa|PER] e a Dra. [Sara Brasa-Vaz|PER].", " viu | e a Dra. "),
    "es": (
        "[Luis Brasa|PER] vio a [Ana Brasa|PER] y a la Sra. [Sara Brasa-Gil|PER].",
        " vio a | y a la Sra. ",
    ),
}


class TestPseudonym(MethodContract):
    def make(self) -> Method:
        return PseudonymMethod.build(load_pack("en"), {"key": KEY})


@pytest.mark.parametrize("language", FAMILY)
def test_a_family_keeps_one_new_name_also_in_double_names(language: str) -> None:
    marked, between = FAMILY[language]
    text, _ = solve_keyed(marked, language, "pseudonym")
    first, second, third = regex.split(between, text.rstrip("."))
    family = first.split(" ", 1)[1]
    assert second.split(" ", 1)[1] == family
    assert third.split(" ", 1)[1].startswith(f"{family}-")
    assert len({name.split(" ")[0] for name in (first, second, third)}) == 3


@pytest.mark.parametrize("language", FAMILY)
def test_a_name_has_one_pseudonym_in_all_documents_whatever_stands_beside_it(language: str) -> None:
    one, _ = solve_keyed("[Rosa Kivela|PER] x [Omar Zed|PER]", language, "pseudonym")
    other, _ = solve_keyed("[Omar Zed|PER] x [Ida Lund|PER] x [Rosa Kivela|PER]", language, "pseudonym")
    assert set(one.split(" x ")) < set(other.split(" x "))
    unlike, _ = solve_keyed("[Rosa Kivela|PER] x [Omar Zed|PER]", language, "pseudonym", key=OTHER)
    assert set(one.split(" x ")).isdisjoint(unlike.split(" x "))


def test_another_process_has_the_same_world() -> None:
    marked = "[Rosa Kivela|PER] called [0113 496 0123|PHONE] in [Leeds|CITY]."
    code = (
        f"from tests.replace.keyed import solve_keyed; print(solve_keyed({marked!r}, 'en', 'pseudonym')[0])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed}, cwd=Path(__file__).parents[2],
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    own, _ = solve_keyed(marked, "en", "pseudonym")
    assert found == {f"{own}\n"}


def test_many_people_stay_apart_in_any_order() -> None:
    given, family = ("Ann", "Tom", "Kofi", "Ivy", "Oddny"), [f"Bel{a}{b}" for a in "aeiou" for b in "krstmn"]
    people = [f"[{one} {other}|PER]" for one in given for other in family]
    text, _ = solve_keyed(" x ".join(people), "en", "pseudonym")
    new = dict(zip(people, text.split(" x "), strict=True))
    assert len(set(new.values())) == len(people)
    Random(5).shuffle(people)  # noqa: S311 - an order for a test
    again, _ = solve_keyed(" x ".join(people), "en", "pseudonym")
    assert again.split(" x ") == [new[name] for name in people]


def test_numbers_and_streets_are_the_same_in_all_documents() -> None:
    first, _ = solve_keyed(
        "Call [07700 900123|PHONE], [12 Elm Road|STREET], [Leeds|CITY].", "en", "pseudonym"
    )
    second, _ = solve_keyed(
        "[Ann|PER] of [Leeds|CITY], [12 Elm Road|STREET], [07700 900123|PHONE].", "en", "pseudonym"
    )
    number, street, city = first.removeprefix("Call ").rstrip(".").split(", ")
    assert all(part in second for part in (number, street, city))
    assert street.split()[0].isdecimal()


def test_houses_of_one_street_stay_in_one_street() -> None:
    text, _ = solve_keyed(
        "[Lindenweg 4|STREET], [Lindenweg 7|STREET], [Lindenweg|STREET].", "de", "pseudonym"
    )
    first, second, bare = text.rstrip(".").split(", ")
    assert first.rpartition(" ")[0] == second.rpartition(" ")[0] == bare
    assert first != second


def test_an_address_follows_a_name_that_is_in_another_document() -> None:
    named, _ = solve_keyed("[Sarah Palmer|PER] wrote.", "en", "pseudonym")
    text, _ = solve_keyed("Write to [sarah.palmer@nowhere.com|EMAIL].", "en", "pseudonym")
    given, family = named.removesuffix(" wrote.").lower().split()
    assert text == f"Write to {given}.{family}@example.org."


def test_initials_and_short_forms_are_of_the_new_name() -> None:
    text, _ = solve_keyed("[Robert Hale|PER|1], [R. H.|PER|1], [Bob|PER|1].", "en", "pseudonym")
    full, initials, _ = text.split(", ")
    given, family = full.split(" ", 1)
    assert initials == f"{given[0]}. {family[0]}."


@pytest.mark.parametrize(
    ("language", "name", "origin"),
    [
        ("de", "Ayşe Yılmaz", "turkish"),
        ("en", "Zofia Grabowski", "polish"),
        ("pt", "Giulia Moretti", "italian"),
    ],
)
def test_a_name_stays_of_its_origin_on_request_alone(language: str, name: str, origin: str) -> None:
    names = load_pack(language).pseudonyms.origins.origin[origin]
    own = {*names.family.split(), *names.given_f.split()}
    kept, _ = solve_keyed(f"[{name}|PER] x", language, "pseudonym", keep_origin=True)
    assert own.issuperset(kept.split()[:-1])
    assert name not in kept
    plain, _ = solve_keyed(f"[{name}|PER] x", language, "pseudonym")
    assert not own.issuperset(plain.split()[:-1])


def test_a_language_of_names_serves_documents_of_all_languages() -> None:
    texts = [solve_keyed("[Rosa Kivela|PER] x", language, "pseudonym", names="pt")[0] for language in FAMILY]
    assert len(set(texts)) == 1


def test_a_manifest_keeps_names_of_the_corpus_away(tmp_path: Path) -> None:
    before, _ = solve_keyed("[Tom Hale|PER] slept.", "en", "pseudonym")
    file = tmp_path / "names"
    words = before.lower().split()[:2]
    file.write_text(Manifest.made(KEY, {"family": ["hale"], "given_m": ["tom"]}, words=words).write())
    after, _ = solve_keyed("[Tom Hale|PER] slept.", "en", "pseudonym", manifest=str(file))
    assert set(after.lower().split()).isdisjoint({*words, "tom", "hale"})


def test_without_a_key_the_command_that_makes_one_is_said() -> None:
    with pytest.raises(ConfigError, match=r"needs a key: --key FILE .*`nescio key new FILE` makes one"):
        solve_keyed("[Ann|PER]", "en", "pseudonym", key=None)


def test_a_manifest_of_another_key_and_one_that_is_not_there_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "names"
    file.write_text(Manifest.made(KEY, {}, words=["x"]).write())
    with pytest.raises(ConfigError, match="another key"):
        solve_keyed("[Ann|PER]", "en", "pseudonym", key=OTHER, manifest=str(file))
    with pytest.raises(ConfigError, match="cannot be read"):
        solve_keyed("[Ann|PER]", "en", "pseudonym", manifest=str(tmp_path / "none"))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="no manifest"):
        solve_keyed("[Ann|PER]", "en", "pseudonym", manifest=str(file))


def test_a_language_that_is_not_there_lends_no_names() -> None:
    with pytest.raises(ConfigError, match="'names' of 'pseudonym'"):
        solve_keyed("[Ann|PER]", "en", "pseudonym", names="qq")


def test_a_job_names_no_manifest() -> None:
    options = {"replace": {"default": "pseudonym", "options": {"pseudonym": {"manifest": "/somewhere"}}}}
    [done] = Anonymizer("en", key=Key(bytes(32))).run(
        [Job(Document("d", "Ann left.", "en"), options=options)]
    )
    assert done.failure is not None
    assert "must not set" in done.failure.reason


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("year", [1958, 2001, 2014])
def test_somebody_is_born_on_one_day_in_all_documents_and_is_as_old_as_that(number: int, year: int) -> None:
    key, age = Key(bytes([number] * 32)), 2021 - year
    born, day = f"[3 May {year}|BIRTHDATE|1]", "[8 November 2021|DATE|2]"
    told, _ = solve_keyed(f"born {born}, seen {day}, [{age}|AGE|3]", "en", "pseudonym", key=key)
    father, _ = solve_keyed(
        f"born {born}, father [1 June 1955|BIRTHDATE|4], seen {day}", "en", "pseudonym", key=key
    )
    alone, _ = solve_keyed(f"seen {day}, [{age}|AGE|3]", "en", "pseudonym", key=key)
    assert told.split(",")[0] == father.split(",")[0]
    assert abs(int(told.split(", ")[-1].split("–")[0]) - int(alone.split(", ")[-1])) <= (
        1 if "–" not in told else 5
    )


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "pt",
            (
                "A [Falcão Verde, Lda.|COMPANY] abriu.",
                "É da [Falcão Verde|COMPANY].",
                "O [Falcão Verde|ORG] é dela.",
            ),
        ),
        (
            "es",
            (
                "[Halcón Verde, S.L.|COMPANY] abrió.",
                "Es de la [Halcón Verde|COMPANY].",
                "El [Halcón Verde|ORG] es suyo.",
            ),
        ),
        (
            "de",
            (
                "Die [Arden Falk GmbH|COMPANY] kam.",
                "Beim [Arden Falk|COMPANY].",
                "[Arden Falk GmbH & Co. KG|COMPANY]",
            ),
        ),
        (
            "en",
            (
                "[Kestrel Farr Ltd|COMPANY] left.",
                "He left [Kestrel Farr|COMPANY].",
                "[Kestrel Farr Inc.|COMPANY]",
            ),
        ),
    ],
)
def test_a_body_has_one_pseudonym_in_all_documents_with_its_legal_form_and_without(
    language: str, texts: tuple[str, ...]
) -> None:
    """What stands before it, which may show a gender, has no say."""
    found = [solve_keyed(text, language, "pseudonym")[0] for text in texts]
    invented = {match[0] for text in found for match in regex.finditer(r"\p{Lu}\p{L}+-\p{Lu}\p{L}+", text)}
    assert len(invented) == 1, found
    assert all(next(iter(invented)) in text for text in found)


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "[Freya Hale|PER|1]: [@freyahale|USERNAME|2]", r"(\w+) ([\w ]+): @(?i:\1)(\w+)"),
        ("en", "[freya.quoll@x.test|EMAIL|1] [Freya Quoll|PER|2]", r"(\w+)\.(\w+)@example\.org (?i:\1) .+"),
        (
            "en",
            "See [https://x.test/freya.hale/dad|URL|1] of [Freya Hale|PER|2]",
            r"See https://example\.org/(\w+)\.(\w+) of (?i:\1) .+",
        ),
        (
            "en",
            "[hale_freya_2021-04-08.pdf|USERNAME|1] [8 April 2021|DATE|2] [Freya Hale|PER|3]",
            r"(\w+?)_(\w+?)_\d{4}-\d\d-\d\d\.pdf .+ (?i:\2) .+",
        ),
        (
            "es",
            "[maite.larrinaga@x.test|EMAIL|1] [@maitelarrinaga|USERNAME|2]",
            r"(\w+)\.(\w+)@example\.org @\1\2",
        ),
        (
            "es",
            "[https://x.test/maite.larrinaga/papa|URL|1] [maite.larrinaga@x.test|EMAIL|2]",
            r"https://example\.org/(\w+)\.(\w+) \1\.\2@example\.org",
        ),
        ("pt", "[pauta_2021.docx|USERNAME|1]", r"[a-z]+\d{4}\.docx"),
    ],
)
def test_accounts_files_and_web_addresses_follow_whose_name_they_have(
    language: str, marked: str, pattern: str
) -> None:
    text, _ = solve_keyed(marked, language, "pseudonym")
    assert regex.fullmatch(
        pattern, "".join(fold_word(char) if char.isalpha() and char.islower() else char for char in text)
    ), text


def test_the_day_in_the_name_of_a_file_moves_with_the_days_of_the_text() -> None:
    text, _ = solve_keyed(
        "[hale_2021-04-08.pdf|USERNAME|1] [2021-04-08|DATE|2] [Tom Hale|PER|3]", "en", "pseudonym"
    )
    name, day, *_ = text.split()
    assert day != "2021-04-08"
    assert name.endswith(f"_{day}.pdf")


def test_a_house_whose_number_stands_before_the_street_is_in_the_same_street() -> None:
    text, _ = solve_keyed(
        "[Rua dos Ferreiros, 27|STREET|1]; [31 da Rua dos Ferreiros|STREET|2]", "pt", "pseudonym"
    )
    match = regex.fullmatch(r"(Rua \S+), \d\d; \d\d da \1", text)
    assert match is not None, text
