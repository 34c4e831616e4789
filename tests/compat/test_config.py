"""The configuration of the thesis, appendix B.1."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio.compat.config import is_thesis_section, translate_section
from nescio.config import read_user_file
from nescio.core.errors import ConfigError
from nescio.packs import Packs
from nescio.registry import Registry

Write = Callable[[str, str], Path]
DIALECTS = Registry.installed().dialects
PACKS = Packs.installed()

# The example of the appendix, key by key.
WHOLE: dict[str, Any] = {
    "ner": {
        "nerservice": "local",
        "localner": {"model": "/models/esp.ser.gz", "classifier": "/opt/stanford-ner.jar"},
        "remotener": {"url": "http://localhost:9999/ner", "classifier": "esp"},
        "dictionaries": ["staff.csv"],
        "regexp": ["codes.csv"],
        "parallel": {
            "state": 1,
            "paralleltags": ["ORGZ", "PERZ", "LOCZ"],
            "classifiers": [{"url": "http://localhost:1234/ner", "classifier": "esp"}],
        },
        "secondpass": 0,
        "coreference": {
            "PERZ": "default_person.DefaultPersonCoreferencer",
            "ORGZ": "default_organization.DefaultOrganizationCoreferencer",
            "LOCZ": "simple_coref.SimpleCoreferencer",
        },
        "voting": "default_voting.DefaultVoting",
    },
    "anon": {
        "methods": {"PERZ": "TAG", "ORGZ": "DEL", "default": "TAG"},
        "converttags": {"HUMAN": "PERZ", "UNK": "0"},
        "delimiters": ["<", ">"],
        "output": "plaintext",
    },
}


def translate(section: dict[str, Any]) -> dict[str, Any]:
    return translate_section(section, where="'c.json' [es]")


def test_the_example_of_the_appendix_is_understood() -> None:
    assert translate(WHOLE) == {
        "detect": {
            "detectors": ["patterns", "tagger", "lists", "remote/esp"],
            "options": {
                "remote/esp": {
                    "url": "http://localhost:1234/ner",
                    "classifier": "esp",
                    "labels": ["ORGZ", "PERZ", "LOCZ"],
                },
                "patterns": {"files": ["codes.csv"]},
                "lists": {"files": ["staff.csv"]},
            },
            "tags": {"HUMAN": "PERZ", "UNK": "0"},
        },
        "second_pass": {"enabled": False},
        "coref": {"default": "none", "PERZ": "names", "ORGZ": "names", "LOCZ": "surface"},
        "vote": {"method": "cascade"},
        "replace": {
            "PERZ": "tag",
            "ORGZ": "suppress",
            "default": "tag",
            "options": {"tag": {"open": "<", "close": ">"}},
        },
        "output": {"format": "text"},
    }


def test_the_groups_may_be_left_out() -> None:
    assert translate({**WHOLE["ner"], **WHOLE["anon"]}) == translate(WHOLE)


def test_a_file_of_the_thesis_works_as_it_stands(write: Write) -> None:
    """All of it but the server, which is not there."""
    ner = {key: value for key, value in WHOLE["ner"].items() if key != "parallel"}
    write("staff.csv", "Zephyrine Oak,PERZ\n")
    write("codes.csv", "QX-[0-9]+,MIZC\n")
    path = write("thesis.json", json.dumps({"es": {"ner": ner, "anon": WHOLE["anon"]}}))
    result = nescio.load("es", config=path).anonymize("Zephyrine Oak firmó QX-12 para ZEPHYRINE OAK.")
    assert result.text.startswith("<PERSONA1> firmó <")
    assert "QX" not in result.text
    assert "OAK" not in result.text


@pytest.mark.parametrize("state", [0, False])
def test_parallel_classifiers_may_be_switched_off(state: object) -> None:
    parallel = {**WHOLE["ner"]["parallel"], "state": state}
    assert "detectors" not in translate({"parallel": parallel})["detect"]


def test_a_remote_service_takes_the_place_of_the_main_classifier() -> None:
    detect = translate({"nerservice": "remote", "remotener": WHOLE["ner"]["remotener"]})["detect"]
    assert detect["detectors"] == ["patterns", "remote/esp", "lists"]
    assert detect["options"]["remote/esp"]["url"] == "http://localhost:9999/ner"


@pytest.mark.parametrize(
    ("section", "is_one"),
    [({"ner": {}}, True), ({"methods": {}}, True), ({"detect": {}}, False), ({}, False)],
)
def test_a_section_is_told_by_its_keys(section: dict[str, Any], is_one: bool) -> None:
    assert is_thesis_section(section) is is_one


@pytest.mark.parametrize(
    ("voting", "method"),
    [
        ("cascade", "cascade"),
        ("MajorityVoting", "majority"),
        ("x.DefaultVoting", "cascade"),
        ("mine", "mine"),
    ],
)
def test_a_voting_class_is_told_by_its_name(voting: str, method: str) -> None:
    assert translate({"voting": voting})["vote"] == {"method": method}


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"ner": {}, "anno": {}}, "no key 'anno'. Did you mean 'anon'"),
    ({"ner": {"secondpas": 1}}, "no key 'secondpas'. Did you mean 'secondpass'"),
    ({"ner": {"secondpass": "yes"}}, "'secondpass' must be of type int, not str"),
    ({"dictionaries": "a.csv"}, "'dictionaries' must be of type list, not str"),
    ({"nerservice": "cloud"}, "'nerservice' cannot be 'cloud'. Known: local, remote"),
    ({"nerservice": "local"}, "'localner' needs the keys model, classifier"),
    ({"nerservice": "remote", "remotener": {"url": 5}}, "'remotener' needs the keys url, classifier"),
    ({"parallel": {"stat": 1}}, "'parallel' has no key 'stat'. Did you mean 'state'"),
    ({"parallel": {"state": 1, "classifiers": [5]}}, "a classifier needs the keys url, classifier"),
    ({"coreference": {"PERZ": "Magic!"}}, "'coreference' names 'Magic!'"),
    ({"voting": "Coin Toss"}, "'voting' cannot be 'Coin Toss'. Known: cascade"),
    ({"delimiters": ["["]}, "'delimiters' is a pair of strings"),
    ({"delimiters": [1, 2]}, "'delimiters' is a pair of strings"),
    ({"output": "pdf"}, "'output' cannot be 'pdf'. Known: json, plaintext"),
    ({"ner": 5}, "'ner' must be"),
    ({"anon": []}, "'anon' must be"),
    ({"parallel": {"state": 1, "classifiers": 5}}, "'parallel': 'classifiers' must be a list"),
    ({"parallel": {"state": 1, "paralleltags": 5}}, "'parallel': 'paralleltags' must be a list"),
    ({"methods": {"PERZ": 5}}, "'replace.PERZ' must be of type str"),
    ({"converttags": {"PERZ": 5}}, "'detect.tags.PERZ' must be of type str"),
]


@pytest.mark.parametrize(("section", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_key_or_value_is_refused(write: Write, section: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_user_file(write("c.json", json.dumps({"es": section})), PACKS, dialects=DIALECTS)
    assert "c.json" in str(caught.value)
    assert message in str(caught.value)


def test_parallel_classifiers_stand_beside_nescios_own() -> None:
    detect = translate({"parallel": WHOLE["ner"]["parallel"]})["detect"]
    assert detect["detectors"] == ["patterns", "tagger", "lists", "remote/esp"]


def test_classes_without_a_rule_of_coreference_are_single(write: Write) -> None:
    section = {"coreference": {"PERZ": "names"}, "output": "plaintext"}
    path = write("thesis.json", json.dumps({"en": section}))
    anonymizer = nescio.load("en", config=path)
    text = "Write to ben@example.org, not to amy@example.org; ben@example.org answers."
    assert anonymizer.anonymize(text).text == "Write to [EMAIL1], not to [EMAIL2]; [EMAIL3] answers."


METHOD = {"name": "Stars", "class": "suppress", "options": {"mark": "***"}}


def test_a_method_registered_under_a_label_of_its_own_works(write: Write) -> None:
    section = {"STARS": METHOD, "methods": {"EMAIL": "STARS", "default": "TAG"}, "output": "plaintext"}
    path = write("thesis.json", json.dumps({"en": section}))
    anonymizer = nescio.load("en", config=path)
    text = "Write to ben@example.org on 4 May 2021."
    assert anonymizer.anonymize(text).text == "Write to *** on [DATE1]."
    [job] = anonymizer.run([nescio.Job(nescio.Document("d", text, "en"), options={"method": "STARS"})])
    assert job.solution is not None
    assert job.solution.text == "Write to *** on ***."


def test_code_of_another_system_as_a_method_is_refused_with_what_is_possible() -> None:
    with pytest.raises(ConfigError, match="'class' of 'NEW' must be the name of a method of nescio"):
        translate({"NEW": {"name": "N", "class": "newmethod.NewAnonymizationMethod"}})


def test_the_tags_of_parallel_classifiers_are_their_own(write: Write) -> None:
    parallel = {**WHOLE["ner"]["parallel"], "paralleltags": ["HUMAN", "PERZ"]}
    section = {"parallel": parallel, "converttags": {"HUMAN": "PERZ"}}
    kit = nescio.load("es", config=write("t.json", json.dumps({"es": section}))).kit("es")
    assert kit.detectors[-1].labels == {"HUMAN", "PERZ", "PER"}
    strange = {**section, "converttags": {}}
    with pytest.raises(ConfigError, match="finds 'HUMAN', which is no label"):
        nescio.load("es", config=write("t.json", json.dumps({"es": strange}))).kit("es")


CASES = tomllib.loads(Path(__file__).with_name("sections.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}: {case['about']}")
def test_a_section_does_what_the_thesis_says(case: dict[str, Any], write: Write) -> None:
    write("staff.csv", "Zorbek Anavaldo,PERZ\n")
    path = write("thesis.json", json.dumps({case["language"]: json.loads(case["section"])}))
    options = {"detect": {"detectors": ["lists"]}}
    found = nescio.load(case["language"], config=path, options=options).anonymize(case["text"]).text
    assert (found == case["out"]) is not case.get("known_miss", False), found


def test_the_sections_are_many_enough() -> None:
    assert len(CASES) >= 20
