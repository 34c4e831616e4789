"""Generalization: the right type, general enough, numbered on collision, in a sentence that reads."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.generalize import GeneralizeMethod
from nescio.testing import MethodContract
from tests.replace.test_substitute import solve


@pytest.mark.parametrize(
    ("language", "marked", "expected"),
    [
        ("en", "She moved from [Leeds|LOC] to [Norway|LOC].", "She moved from a city to a country."),
        ("en", "He left [Leeds|LOC|1] but loved [Leeds|LOC|1].", "He left a city but loved the city."),
        ("en", "From [Leeds|LOC] to [Derby|LOC].", "From city 1 to city 2."),
        (
            "en",
            "In the southern province of [Guangdong|LOC] it rained.",
            "In the southern province it rained.",
        ),
        ("en", "The [University of Norfield|ORG] closed.", "The university closed."),
        ("en", "[Leeds|LOC], 3 May", "City, 3 May"),
        ("en", "It is [Leeds|LOC]'s harbour.", "It is a city's harbour."),
        ("en", "The river [Trent|LOC] rose.", "The river rose."),
        ("de", "Er fährt nach [Hamburg|LOC].", "Er fährt in eine Stadt."),
        ("de", "[Hamburgs|LOC] Bürgermeister kam.", "Der Bürgermeister einer Stadt kam."),
        ("de", "Sie arbeitet bei der [Deutschen Bank|ORG].", "Sie arbeitet bei der Bank."),
        ("de", "Der Direktor des [Instituts für Nordkunde|ORG] kam.", "Der Direktor des Instituts kam."),
        ("de", "Er kommt aus der [Schweiz|LOC].", "Er kommt aus dem Land."),
        ("de", "In der Stadt [Hamburg|LOC] regnet es.", "In der Stadt regnet es."),
        ("de", "Das [SPD|ORG]-Forum tagte.", "Das Partei-Forum tagte."),
        ("pt", "Vive em [Lisboa|LOC].", "Vive numa cidade."),
        ("pt", "Gosta de [Lisboa|LOC|1] e volta a [Lisboa|LOC|1].", "Gosta de uma cidade e volta à cidade."),
        ("pt", "O relatório da [Comissão do Meio Ambiente|ORG] saiu.", "O relatório da comissão saiu."),
        ("pt", "Na província de [Guangdong|LOC] chove.", "Na província chove."),
        ("pt", "Veio da [Alemanha|LOC] ontem.", "Veio do país ontem."),
        ("pt", "De [Lisboa|LOC] a [Braga|LOC].", "Da cidade 1 à cidade 2."),
        ("es", "Vive en [Santander|LOC].", "Vive en una ciudad."),
        ("es", "Lo cuenta la revista [Playboy|ORG].", "Lo cuenta la revista."),
        ("es", "Vino del [Banco Santander|ORG].", "Vino del banco."),
        ("es", "Salió de la [Universidad de Salamanca|ORG] tarde.", "Salió de la universidad tarde."),
        ("es", "Viajó a [Alemania|LOC] en tren.", "Viajó a un país en tren."),
    ],
)
def test_a_sentence_reads_well_after_generalization(language: str, marked: str, expected: str) -> None:
    assert solve(marked, language, "generalize")[0] == expected


@pytest.mark.parametrize(
    ("language", "marked", "expected"),
    [
        ("en", "Born on [12 March 2024|DATE].", "Born in March 2024."),
        ("en", "Seen on [Good Friday 2009|DATE].", "Seen in 2009."),
        ("de", "Das [WS 2019/20|DATE] war kurz.", "Das [DATUM1] war kurz."),
        ("de", "Geboren am [12. März 2024|DATE].", "Geboren im März 2024."),
        ("pt", "Nasceu a [12 de março de 2024|DATE].", "Nasceu em março de 2024."),
        ("es", "Nació el [12 de marzo de 2024|DATE].", "Nació en marzo de 2024."),
        ("es", "Vive aquí desde el [12 de marzo de 2024|DATE].", "Vive aquí desde marzo de 2024."),
        ("pt", "No dia [12 de março de 2024|DATE] choveu.", "Em março de 2024 choveu."),
        ("es", "[Toledo|LOC], [12 de marzo de 2024|DATE].", "Ciudad, marzo de 2024."),
        (
            "de",
            "Sie ist [45 Jahre|AGE] alt und zahlt [9.412,37 €|VALUE].",
            "Sie ist 40–49 Jahre alt und zahlt 9.000–10.000 €.",
        ),
    ],
)
def test_figures_lose_detail(language: str, marked: str, expected: str) -> None:
    assert solve(marked, language, "generalize")[0] == expected


def test_the_ladder_is_climbed_until_enough_entities_lie_below() -> None:
    marked = "She left [Europe|LOC]."
    assert solve(marked, "en", "generalize", anonymity=1)[0] == "She left a continent."
    assert solve(marked, "en", "generalize", anonymity=100)[0] == "She left a territory."
    assert solve("[Leeds|LOC] won.", "en", "generalize", anonymity=100_000)[0] == "A settlement won."


def test_a_number_that_stands_in_the_text_is_not_used() -> None:
    text, _ = solve("Not city 1. From [Leeds|LOC] to [Derby|LOC].", "en", "generalize")
    assert text == "Not city 1. From city 2 to city 3."


def test_persons_are_substituted_or_named_by_their_role() -> None:
    text, _ = solve("The lawyer [Anna Nordmann|PER] spoke.", "en", "generalize")
    assert "Nordmann" not in text
    role, _ = solve("The lawyer [Anna Nordmann|PER] spoke.", "en", "generalize", persons="role")
    assert role == "The lawyer spoke."
    two, _ = solve("[Anna Nordmann|PER] met [Bob Nordmann|PER].", "en", "generalize", persons="role")
    assert two == "Person 1 met person 2."


@pytest.mark.parametrize(
    "options",
    [{"anonymity": 0}, {"anonymity": "many"}, {"persons": "away"}, {"dates": "century"}, {"levle": 1}],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="option"):
        GeneralizeMethod.build(load_pack("en"), options)


class TestGeneralize(MethodContract):
    def make(self) -> Method:
        return GeneralizeMethod.build(load_pack("en"), {})


def test_two_names_around_one_noun_do_not_reach_into_each_other() -> None:
    text, _ = solve("The [Leeds|LOC] team [Norfield|ORG] won.", "en", "generalize")
    assert "Norfield" not in text
