"""Settings in layers: order, origin, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nescio.assemble import build_kit
from nescio.config import left_out, load_settings, merge, method_option, read_user_file
from nescio.core.errors import ConfigError, NescioError, PluginError
from nescio.packs import Packs, load_pack
from nescio.registry import Registry

Write = Callable[[str, str], Path]
DIALECTS = Registry.installed().dialects
PACKS = Packs.installed()


def test_later_layers_replace_single_values_and_say_where_they_come_from() -> None:
    settings = merge(
        [
            (
                "xx",
                {"vote": {"method": "cascade"}, "replace": {"options": {"tag": {"open": "[", "close": "]"}}}},
            ),
            ("file", {"replace": {"options": {"tag": {"open": "<"}}}}),
        ]
    )
    assert settings.options("replace", "tag") == {"open": "<", "close": "]"}
    assert settings.values["replace", "options", "tag", "open"].origin == "file"
    assert settings.values["replace", "options", "tag", "close"].origin == "xx"
    assert settings.get("vote", "method") == "cascade"


def test_a_default_speaks_for_all_labels_of_the_layers_below_and_not_for_its_own() -> None:
    settings = merge(
        [
            ("xx", {"replace": {"default": "tag", "PER": "suppress", "options": {"tag": {"open": "("}}}}),
            ("options", {"replace": {"default": "suppress", "LOC": "tag"}}),
        ]
    )
    assert settings.table("replace") == {"default": "suppress", "LOC": "tag"}
    assert settings.options("replace", "tag") == {"open": "("}


def test_a_default_of_one_table_leaves_the_others_alone() -> None:
    settings = merge([("xx", {"coref": {"PER": "surface"}}), ("options", {"replace": {"default": "tag"}})])
    assert settings.table("coref") == {"PER": "surface"}


def test_the_order_of_layers_is_universal_language_file_options(write: Write) -> None:
    path = write("mine.toml", '[xx.text]\nencoding = "latin-1"\n[de.text]\nencoding = "utf-16"\n')
    user, german, english = read_user_file(path, PACKS, dialects=DIALECTS), load_pack("de"), load_pack("en")
    assert load_settings(german, None).values["text", "encoding"] == ("cp1252", "xx/settings.toml")
    assert load_settings(english, user).values["text", "encoding"] == ("latin-1", "mine.toml [xx]")
    assert load_settings(german, user).values["text", "encoding"] == ("utf-16", "mine.toml [de]")
    options = ({"text": {"encoding": "a"}}, {"text": {"encoding": "b"}})
    assert load_settings(german, user, *options).values["text", "encoding"] == ("b", "options")


WRONG_LAYERS: list[tuple[dict[str, Any], str]] = [
    ({"detct": {}}, "'detct'. Did you mean 'detect'? Known: coref, decide, detect"),
    ({"detect": {"detecters": []}}, "'detect.detecters'. Did you mean 'detectors'?"),
    ({"detect": {"detectors": "patterns"}}, "'detect.detectors' must be of type list, not str"),
    ({"detect": {"detectors": [1]}}, "'detect.detectors' must be a list of strings"),
    ({"detect": []}, "'detect' is a table, not a list. Its keys: detectors, options, tags"),
    ({"detect": {"options": {"patterns": 1}}}, "'detect.options.patterns' is a table, not a int"),
    ({"detect": {"options": 1}}, "'detect.options' is a table"),
    ({"replace": {"PER": 1}}, "'replace.PER' must be of type str, not int"),
    ({"replace": {"PER": {"method": "tag"}}}, "'replace.PER' must be of type str, not dict"),
    ({"second_pass": {"enabled": 1}}, "'second_pass.enabled' must be of type bool, not int"),
    ({"vote": {"method": None}}, "'vote.method' must be of type str, not NoneType"),
    ({"text": {"encoding": "utf-8", "bom": "x"}}, "no key 'text.bom'"),
]


@pytest.mark.parametrize(("layer", "message"), WRONG_LAYERS, ids=[message for _, message in WRONG_LAYERS])
def test_a_wrong_key_or_type_is_refused_where_it_was_written(layer: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        merge([("mine.toml", layer)])
    assert str(caught.value).startswith("mine.toml: ")
    assert message in str(caught.value)


def test_a_key_by_its_former_name_is_understood() -> None:
    settings = merge(
        [("xx", {"detect": {"detectors": ["lists"]}}), ("mine", {"detect": {"recognizers": []}})]
    )
    assert settings.values == {("detect", "detectors"): ([], "mine")}


def test_the_output_has_a_form_that_can_be_written() -> None:
    pack, wish = load_pack("en"), {"output": {"format": "pdf"}}
    with pytest.raises(ConfigError, match=r"^options: 'output.format' cannot be 'pdf'. Known: json, text\.$"):
        load_settings(pack, None, wish)
    assert load_settings(pack, None, wish, dialects=["pdf"]).get("output", "format") == "pdf"


@pytest.mark.parametrize(
    ("methods", "options"),
    [
        ([], {}),
        (["tag"], {"replace": {"default": "tag"}}),
        (
            ["tag", "PER=suppress", "LOC=tag"],
            {"replace": {"default": "tag", "PER": "suppress", "LOC": "tag"}},
        ),
    ],
)
def test_methods_of_a_command_line_become_options(methods: list[str], options: dict[str, Any]) -> None:
    assert method_option(methods) == options


def test_a_file_is_toml_or_json(write: Write) -> None:
    toml = read_user_file(write("a.toml", '[de.vote]\nmethod = "cascade"\n'), PACKS, dialects=DIALECTS)
    as_json = read_user_file(
        write("a.json", '{"de": {"vote": {"method": "cascade"}}}'), PACKS, dialects=DIALECTS
    )
    assert toml.sections == as_json.sections == {"de": {"vote": {"method": "cascade"}}}


def test_paths_are_relative_to_the_file_they_stand_in(write: Write, tmp_path: Path) -> None:
    path = write("conf/mine.toml", '[xx.detect.options.lists]\nfiles = ["staff.csv", "/abs/names.csv"]\n')
    [(_, section)] = read_user_file(path, PACKS, dialects=DIALECTS).layers("en")
    assert section["detect"]["options"]["lists"]["files"] == [
        str(tmp_path / "conf/staff.csv"),
        "/abs/names.csv",
    ]


WRONG_FILES = [
    ("a.toml", "[de\n", "'a.toml' is not TOML: "),
    ("a.json", "{", "'a.json' is not JSON: line"),
    ("a.json", "[1]", "'a.json' must hold a table whose keys are languages"),
    ("a.toml", "[dee.vote]\n", "root key 'dee'; root keys are languages. Did you mean 'de'?"),
    ("a.toml", "de = 5\n", "'de' in 'a.toml' must be a table"),
    ("a.toml", "[de]\ncolour = 1\n", "a.toml: there is no key 'colour'"),
    ("a.toml", "[de.detect]\noptions = 1\n", "'detect.options' is a table"),
    ("a.toml", "[de]\ndetect = 1\n", "'detect' is a table"),
    ("a.toml", "[de.detect.options]\npatterns = 1\n", "'detect.options.patterns' is a table"),
]


@pytest.mark.parametrize(("name", "content", "message"), WRONG_FILES, ids=[item[2] for item in WRONG_FILES])
def test_a_wrong_file_is_refused(write: Write, name: str, content: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_user_file(write(name, content), PACKS, dialects=DIALECTS)
    assert message in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no configuration file"):
        read_user_file(tmp_path / "none.toml", PACKS, dialects=DIALECTS)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes('[de.detect.tags]\nX = "Ünbekannt"\n'.encode("latin-1"))
    with pytest.raises(ConfigError, match=r"'a.toml' is not written in UTF-8"):
        read_user_file(path, PACKS, dialects=DIALECTS)


def test_classifiers_of_other_systems_are_told(write: Write) -> None:
    local = {"nerservice": "local", "localner": {"model": "m.ser.gz", "classifier": "stanford.jar"}}
    ours = {"nerservice": "local", "localner": {"model": "m", "classifier": "tagger"}}
    path = write("a.json", json.dumps({"de": local, "en": {"ner": local}, "pt": ours, "es": {}}))
    assert sorted(left_out(path, DIALECTS)) == [("de", "stanford.jar"), ("en", "stanford.jar")]


# What only shows when the kit is built


UNBUILDABLE: list[tuple[dict[str, Any], type[NescioError], str]] = [
    (
        {"replace": {"default": "qqq"}},
        PluginError,
        "no 'qqq' among the methods. Known: bands, ",
    ),
    ({"replace": {"PERSN": "tag"}}, ConfigError, "no label 'PERSN'"),
    ({"coref": {"default": "magic"}}, PluginError, "no 'magic' among the linkers"),
    ({"vote": {"method": "magic"}}, PluginError, "no 'magic' among the voters"),
    ({"decide": {"policy": "magic"}}, PluginError, "no 'magic' among the policies"),
    ({"second_pass": {"passes": ["magic"]}}, PluginError, "no 'magic' among the second_passes"),
    ({"detect": {"detectors": ["patern"]}}, PluginError, "Did you mean 'patterns'?"),
    ({"detect": {"tags": {"X": "NOPE"}}}, ConfigError, "no label 'NOPE'"),
    ({"detect": {"options": {"patterns": {"file": []}}}}, ConfigError, "'patterns' has no option 'file'"),
    (
        {"detect": {"options": {"patterns": {"files": ["/none.toml"]}}}},
        ConfigError,
        "no rule file '/none.toml'",
    ),
    (
        {"replace": {"options": {"tag": {"opn": "<"}}}},
        ConfigError,
        "'tag' has no option 'opn'. Did you mean 'open'",
    ),
    ({"replace": {"options": {"tag": {"open": 5}}}}, ConfigError, "'open' of 'tag' must be a string"),
]


@pytest.mark.parametrize(("layer", "error", "message"), UNBUILDABLE, ids=[item[2] for item in UNBUILDABLE])
def test_a_kit_that_cannot_be_built_says_why(
    layer: dict[str, Any], error: type[NescioError], message: str
) -> None:
    pack = load_pack("xx")
    with pytest.raises(error) as caught:
        build_kit(pack, load_settings(pack, None, layer), Registry.installed())
    assert message in str(caught.value)


def test_methods_of_the_thesis_are_known_by_their_codes() -> None:
    pack = load_pack("xx")
    layer = {"replace": {"default": "DEL", "PERSON": "TAG"}}
    kit = build_kit(pack, load_settings(pack, None, layer), Registry.installed())
    assert kit.method_for("LOC").name == "suppress"
    assert kit.method_for("GIVEN").name == "tag"


def test_two_names_of_one_label_are_settled_by_the_later_layer() -> None:
    pack = load_pack("xx")
    layers: list[dict[str, Any]] = [
        {"replace": {"PERSON": "tag"}},
        {"replace": {"PER": "tag"}},
        {"replace": {"PERSON": "suppress"}},
    ]
    kit = build_kit(pack, load_settings(pack, None, *layers), Registry.installed())
    assert kit.method_for("PER").name == "suppress"


def test_a_part_that_several_labels_name_is_built_once() -> None:
    pack = load_pack("xx")
    layer = {"replace": {"PER": "suppress", "LOC": "suppress"}}
    kit = build_kit(pack, load_settings(pack, None, layer), Registry.installed())
    assert kit.method_for("PER") is kit.method_for("LOC")


def test_second_passes_are_not_built_when_they_are_switched_off() -> None:
    pack = load_pack("xx")
    layer = {"second_pass": {"enabled": False, "passes": ["magic"]}}
    assert build_kit(pack, load_settings(pack, None, layer), Registry.installed()).second_passes == ()
