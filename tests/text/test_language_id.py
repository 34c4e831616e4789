"""Language identification."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.text import language_id
from nescio.text.language_id import Guess, Profile, identify, read_profile

LANGUAGES = Path(language_id.__file__).parents[1] / "languages"


@cache
def profiles() -> tuple[Profile, ...]:
    paths = sorted(LANGUAGES.glob("*/trigrams.txt"))
    return tuple(
        read_profile(path.parent.name, path.read_text(encoding="utf-8").splitlines()) for path in paths
    )


KNOWN = [
    ("de", "Sehr geehrte Frau Meier, vielen Dank für Ihr Schreiben vom 3. März."),
    ("de", "Die Klägerin hat gegen das Urteil Berufung eingelegt."),
    ("en", "Dear Ms Smith, thank you for your letter of 3 March."),
    ("en", "The patient was seen by Dr Brown and sent home the next day."),
    ("es", "Estimado señor Pérez: le escribo en relación con su carta del 3 de marzo."),
    ("es", "La paciente fue dada de alta al día siguiente por el doctor Gómez."),
    ("pt", "Exma. Senhora, venho por este meio agradecer a sua carta de 3 de março."),
    ("pt", "A doente teve alta no dia seguinte e não voltou ao hospital."),
    ("pt", "NÃO FOI POSSÍVEL OUVIR AS TESTEMUNHAS ARROLADAS PELO RÉU NO PROCESSO."),
    (
        "de",
        "Anna Smith und Maria Silva trafen Herrn García in Lissabon, weil sie das Haus kaufen wollten.",
    ),
    (
        "en",
        "Write to ana@empresa.com.pt or see https://www.prefeitura.gov.br/docs before you call us.",
    ),
]

UNSURE = [
    "",
    " \n",
    "12345 67-89, 10.5 %",
    "Hallo Anna",
    "Maria Silva",
    "😀 !!! ...",
    "Il tribunale ha deciso che la società deve pagare le spese del processo entro trenta giorni.",
    "Le tribunal a décidé que la société devait payer les frais de la procédure dans les trente jours.",
    "Sąd postanowił, że spółka musi zapłacić koszty procesu w ciągu trzydziestu dni.",
    "Суд постановил, что общество должно оплатить расходы.",
]


@pytest.mark.parametrize(("language", "text"), KNOWN)
def test_a_sentence_is_known_for_sure(language: str, text: str) -> None:
    guess = identify(text, profiles())
    assert (guess.language, guess.sure) == (language, True)


@pytest.mark.parametrize("text", UNSURE)
def test_too_little_or_foreign_text_is_not_sure(text: str) -> None:
    assert not identify(text, profiles()).sure


def test_decomposed_text_is_read_like_composed_text() -> None:
    for _, text in KNOWN:
        assert identify(unicodedata.normalize("NFD", text), profiles()) == identify(text, profiles())


def test_a_long_text_is_judged_by_all_its_parts() -> None:
    other = "The court has decided that the costs of the case are to be paid. "
    text = "Anexo: ver abaixo o texto. " + other * 2000
    assert identify(text, profiles()).language == "en"


@given(st.text())
def test_a_guess_is_one_of_the_languages_with_a_probability(text: str) -> None:
    guess = identify(text, profiles())
    assert guess.language in {profile.language for profile in profiles()}
    assert 1 / len(profiles()) - 1e-9 <= guess.probability <= 1


def test_the_order_of_profiles_does_not_change_a_sure_answer() -> None:
    for _, text in KNOWN:
        assert identify(text, profiles()[::-1]).language == identify(text, profiles()).language


def test_one_profile_is_enough() -> None:
    profile = read_profile("yy", ["# comment", "_ab\t5000", "abc\t10", ""])
    assert profile.weights.keys() == {" ab"}
    assert identify("1", [profile]) == Guess("yy", 1.0, sure=False, likely=False)


def test_a_malformed_profile_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match="'yy'"):
        read_profile("yy", ["_ab five"])


def test_no_profile_at_all_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no trigram profile"):
        identify("Ana", [])
