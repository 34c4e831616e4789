"""A package of somebody else, found through its entry points as installed."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from nescio import Anonymizer, Document, Job, PluginError, load
from nescio.packs import languages
from nescio.registry import Registry
from tests.cli.program import FAST, Outcome, call

PACKAGE = Path(__file__).parents[1] / "examples" / "plugin"


def install(folder: Path, name: str, groups: dict[str, dict[str, str]]) -> None:
    """What an installer leaves in site-packages: a folder with metadata and entry points."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in points.items()), "")
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty site-packages on the import path."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.fixture
def tides(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package in examples/plugin, installed; where its metadata are."""
    monkeypatch.syspath_prepend(str(PACKAGE / "src"))
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    install(site, "nescio_tides", project["entry-points"])
    return site


PARTS: Final[dict[str, dict[str, Any]]] = {  # a configuration that names the part
    "detector 'tides'": {"detect": {"detectors": ["tides"]}},
    "voter 'highest'": {"vote": {"method": "highest"}},
    "second pass 'echo'": {"second_pass": {"passes": ["echo"]}},
    "linker 'spelling'": {"coref": {"default": "spelling"}},
    "policy 'ashore'": {"decide": {"policy": "ashore"}},
    "method 'wave'": {"replace": {"default": "wave"}},
    "knowledge base 'harbours'": {
        "replace": {"default": "generalize", "options": {"generalize": {"knowledge": ["harbours"]}}}
    },
}
TEXT: Final = "We sailed to QUEXPORT with mia@example.org at low water."
TABLE: Final = b"tide table\n08:15 2.3 Ask mia@example.org about Quexport\n14:40 0.4\n"


def load_with(part: str, **options: Any) -> Anonymizer:
    """English with a part of the package in its place, and with options of that part."""
    name = part.split("'")[1]
    layer = merged({"detect": {"detectors": ["tides", "patterns"]}}, PARTS[part])
    [stage] = PARTS[part]
    return load("en", options=merged(layer, {stage: {"options": {name: options}}}))


def merged(low: Mapping[str, Any], high: Mapping[str, Any]) -> dict[str, Any]:
    both = {key: merged(low[key], high[key]) for key in low if key in high and isinstance(low[key], dict)}
    return {**low, **high, **both}


def test_the_package_keeps_its_contracts(tides: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(PACKAGE),
        "tests",
    ]
    path = os.pathsep.join([str(tides), str(PACKAGE / "src")])
    env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=PACKAGE, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_package_imports_nothing_from_inside_nescio() -> None:
    files = [*(PACKAGE / "src").rglob("*.py"), *(PACKAGE / "tests").rglob("*.py")]
    imported = {
        node.module
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "nescio"
    }
    assert imported == {"nescio", "nescio.testing"}


@pytest.mark.usefixtures("tides")
def test_everything_a_package_offers_works_together() -> None:
    result = load("tl").anonymize("From PORT to mia@example.org by boat 12, back to PORT and LOW again.")
    assert result.text == "From <~> to [LETTERBOX1] by [PRODUCT1], back to <~> and <~~> again."
    assert "tides LOC 0.70" in result.explain()


@pytest.mark.usefixtures("tides")
def test_a_foreign_language_is_offered_beside_ours() -> None:
    assert {"de", "en", "es", "pt", "tl"} <= set(languages())


@pytest.mark.usefixtures("tides")
def test_a_policy_of_a_foreign_language_needs_no_python() -> None:
    anonymizer = load("tl", options={"decide": {"policy": "low-water"}})
    assert anonymizer.anonymize("From PORT to mia@example.org.").text == "From <~> to mia@example.org."


WORK: Final = {  # a text, and what the part makes of it
    "detector 'tides'": ("To QUEX and Leeds.", "To [LOCATION1] and Leeds."),
    "voter 'highest'": (TEXT, "We sailed to [LOCATION1] with [EMAIL1] at low water."),
    "second pass 'echo'": ("To QUEX now: QUEX!", "To [LOCATION1] now: [LOCATION1]!"),
    "linker 'spelling'": (
        "To QUEX and PORT and QUEX now.",
        "To [LOCATION1] and [LOCATION2] and [LOCATION1] now.",
    ),
    "policy 'ashore'": (TEXT, "We sailed to [LOCATION1] with mia@example.org at low water."),
    "method 'wave'": (TEXT, "We sailed to <~> with <~> at low water."),
    "knowledge base 'harbours'": (TEXT, "We sailed to an island with frost@example.org at low water."),
}


@pytest.mark.usefixtures("tides")
@pytest.mark.parametrize("part", PARTS)
def test_each_part_works_when_a_configuration_names_it(part: str) -> None:
    text, expected = WORK[part]
    options = {"keep": ["EMAIL"]} if part == "policy 'ashore'" else {}
    assert load_with(part, **options).anonymize(text).text == expected


@pytest.mark.usefixtures("tides")
@pytest.mark.parametrize("part", PARTS)
def test_each_part_that_cannot_be_built_is_named(part: str) -> None:
    with pytest.raises(PluginError) as caught:
        load_with(part, sinks="build")
    assert re.fullmatch(rf"The {part} cannot be built: RuntimeError at storms\.py:\d+\.", str(caught.value))


@pytest.mark.usefixtures("tides")
@pytest.mark.parametrize("part", PARTS)
def test_each_part_that_fails_at_work_is_named_without_a_word_of_the_text(part: str) -> None:
    [job] = load_with(part, sinks="QUEXPORT").run([Job(Document("1", TEXT, "en"))])
    assert job.solution is None
    assert job.failure is not None
    assert re.fullmatch(rf"The {part} failed: RuntimeError at storms\.py:\d+\.", job.failure.reason)
    assert "QUEXPORT" not in repr(job)


@pytest.mark.usefixtures("tides")
def test_the_command_line_names_the_part_that_fails(tmp_path: Path) -> None:
    config, text = tmp_path / "c.toml", tmp_path / "a.txt"
    config.write_text(
        '[en.detect]\ndetectors = ["tides", "patterns"]\n'
        '[en.replace]\ndefault = "wave"\n[en.replace.options.wave]\nsinks = "QUEXPORT"\n'
    )
    text.write_text(TEXT)
    outcome = call("anonymize", text, "-l", "en", "-c", config)
    assert (outcome.code, outcome.out) == (1, b"")
    assert "The method 'wave' failed: RuntimeError at storms.py:" in outcome.err
    assert "QUEXPORT" not in outcome.err


@pytest.mark.usefixtures("tides")
class TestFormat:
    """A format has no options in a configuration, so the package keeps a constant for its failures."""

    def anonymize(self, folder: Path) -> Outcome:
        (folder / "june.tide").write_bytes(TABLE)
        return call("anonymize", folder / "june.tide", *FAST)

    def fail(self, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
        from nescio_tides import files  # type: ignore[import-not-found]  # it is installed by the test

        monkeypatch.setitem(files.FAILURES, "sinks", word)

    def test_a_file_is_written_in_its_own_form(self, tmp_path: Path) -> None:
        outcome = self.anonymize(tmp_path)
        assert outcome.text == "tide table\n08:15 2.3 Ask [EMAIL1] about Quexport\n14:40 0.4\n"

    def test_one_that_cannot_be_built_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fail(monkeypatch, "build")
        outcome = self.anonymize(tmp_path)
        assert (outcome.code, outcome.out) == (1, b"")
        assert "The format 'tide' cannot be built: RuntimeError at storms.py:" in outcome.err

    def test_one_that_fails_is_named_without_a_word_of_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.fail(monkeypatch, "Quexport")
        outcome = self.anonymize(tmp_path)
        assert (outcome.code, outcome.out) == (1, b"")
        assert "The format 'tide' failed: RuntimeError at storms.py:" in outcome.err
        assert "Quexport" not in outcome.err

    def test_the_doctor_names_a_broken_one_with_its_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fail(monkeypatch, "build")
        outcome = call("doctor")
        assert outcome.code == 1
        whose = "'tide' among the formats, of the package 'nescio_tides'"
        assert f"{whose}: The format 'tide' cannot be built: RuntimeError" in outcome.err


@pytest.mark.usefixtures("tides")
def test_a_detector_that_breaks_leaves_a_note_without_text_and_the_others_go_on() -> None:
    anonymizer = load("tl", options={"detect": {"options": {"tides": {"sinks": "STORM"}}}})
    texts = ["To PORT now.", "A STORM over Quexandra.", "By boat 7."]
    jobs = anonymizer.run([Job(Document(str(i), text, "tl")) for i, text in enumerate(texts)])
    solutions = [job.solution.text if job.solution else None for job in jobs]
    assert solutions == ["To <~> now.", None, "By [PRODUCT1]."]
    failure = jobs[1].failure
    assert failure is not None
    assert failure.stage == "detect"
    assert failure.reason.startswith("The detector 'tides' failed: RuntimeError at storms.py:")
    assert "Quexandra" not in repr(jobs[1])


@pytest.mark.usefixtures("tides")
def test_what_a_method_had_to_do_without_is_a_note() -> None:
    names = " and ".join(letter * 2 for letter in "ABCDEFGHIJ")
    [job] = load_with("method 'wave'").run([Job(Document("1", f"From {names} home.", "en"))])
    assert [(n.stage, n.code, n.count) for n in job.notes if n.code.startswith("fallback")] == [
        ("replace", "fallback: more than nine waves", 1)
    ]


ANSWERS: Final = {  # a wrong answer is a failure too, and the part that gave it is named
    "nescio.detectors": ("detector", "detect", "name = 'x'; labels = frozenset()", "[]", "ValueError"),
    "nescio.voters": ("voter", "vote", "", "None", "TypeError"),
    "nescio.second_passes": ("second pass", "rescan", "", "1 / 0", "ZeroDivisionError"),
    "nescio.linkers": ("linker", "link", "", "[]", "ValueError"),
    "nescio.policies": ("policy", "decide", "", "[]", "ValueError"),
    "nescio.methods": ("method", "replace", "name = 'x'; reversible = False", "7", "TypeError"),
}


@pytest.mark.parametrize("group", ANSWERS)
def test_a_part_that_gives_a_wrong_answer_is_named(site: Path, group: str) -> None:
    kind, verb, members, answer, error = ANSWERS[group]
    name = f"wrong_{verb}"
    (site / f"{name}.py").write_text(
        f"class Part:\n    {members or 'pass'}\n    def {verb}(self, *args):\n        return {answer}\n"
        "def build(pack, options):\n    return Part()\n"
    )
    install(site, name, {group: {"wrong": f"{name}:build"}})
    layer = {
        "detect": {"detectors": ["wrong" if kind == "detector" else "patterns"]},
        "vote": {"method": "wrong"} if kind == "voter" else {},
        "second_pass": {"passes": ["wrong"]} if kind == "second pass" else {},
        "coref": {"default": "wrong"} if kind == "linker" else {},
        "decide": {"policy": "wrong"} if kind == "policy" else {},
        "replace": {"default": "wrong"} if kind == "method" else {},
    }
    [job] = load("en", options=layer).run([Job(Document("1", "Ask mia@example.org.", "en"))])
    assert job.failure is not None
    assert job.failure.reason.startswith(f"The {kind} 'wrong' failed: {error} at ")
    assert job.solution is None


# What ends a program in other hands: the class of the error, and how the part raises it.
ENDINGS: Final = ("SystemExit", "KeyboardInterrupt", "GeneratorExit", "BaseException")
MEMBERS: Final = {  # group: kind, verb and members of a part
    **{group: (kind, verb, members) for group, (kind, verb, members, _, _) in ANSWERS.items()},
    "nescio.knowledge": ("knowledge base", "find", ""),
    "nescio.formats": ("format", "read", ""),
    "nescio.dialects": ("dialect", "reads_section", "aliases = {}"),
}
SUFFIXES: Final = {"format": "wrong", "detector": "txt", "voter": "txt"}  # the others enter with spans
NAMING: Final[dict[str, dict[str, Any]]] = {
    "detector": {"detect": {"detectors": ["wrong"]}},
    "voter": {"vote": {"method": "wrong"}},
    "second pass": {"second_pass": {"passes": ["wrong"]}},
    "linker": {"coref": {"default": "wrong", "PER": "wrong"}},
    "policy": {"decide": {"policy": "wrong"}},
    "method": {"replace": {"default": "wrong"}},
    "knowledge base": {
        "replace": {"default": "generalize", "options": {"generalize": {"knowledge": ["wrong"]}}}
    },
}


def install_ending(site: Path, group: str, ending: str, *, at_build: bool) -> str:
    """A part that raises the ending, with a word of the text in it; the kind of the part."""
    kind, verb, members = MEMBERS[group]
    name = f"ending_{verb}_{ending}_{at_build}".lower()
    raising = f"raise {ending}('Quexport mia@example.org')"
    (site / f"{name}.py").write_text(
        f"class Part:\n    {members or 'pass'}\n    def {verb}(self, *args, **more):\n        {raising}\n"
        f"def build(*args):\n    {raising if at_build else 'return Part()'}\n"
    )
    install(site, name, {group: {"wrong": f"{name}:build"}})
    return kind


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("at_build", [True, False], ids=["build", "work"])
@pytest.mark.parametrize("group", MEMBERS)
def test_a_part_that_would_end_the_program_is_named_like_any_other(
    site: Path, group: str, ending: str, at_build: bool
) -> None:
    kind = install_ending(site, group, ending, at_build=at_build)
    config = site / "c.json"
    layer = merged({"detect": {"detectors": ["patterns"]}}, NAMING.get(kind, {}))
    config.write_text(json.dumps({"en": layer}))
    text = "Ask mia@example.org at Quexport."
    file = site / f"a.{SUFFIXES.get(kind, 'json')}"
    job = {"text": text, "language": "en", "spans": [[23, 31, "LOC"]]}
    file.write_text(json.dumps(job) if file.suffix == ".json" else text)
    outcome = call("anonymize", file, "-l", "en", "-c", config)
    assert outcome.code in (1, 2)
    verb = "cannot be built" if at_build else "failed"
    assert f"The {kind} 'wrong' {verb}: {ending} at ending_" in outcome.err
    assert "Quexport" not in outcome.err


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_part_that_would_end_the_program_when_it_is_imported_is_named(site: Path, ending: str) -> None:
    (site / f"ashes_{ending}.py").write_text(f"raise {ending}('words')\n")
    install(site, f"ashes_{ending}", {"nescio.detectors": {"crumbs": f"ashes_{ending}:X"}})
    with pytest.raises(PluginError) as caught:
        Registry.installed().find("nescio.detectors", "crumbs")
    assert f"'crumbs' cannot be loaded from 'ashes_{ending}:X': {ending} at " in str(caught.value)
    assert "words" not in str(caught.value)


SIGNALLED: Final = """
import os, signal
class Part:
    name = "wrong"
    labels = frozenset()
    def detect(self, docs):
        os.kill(os.getpid(), signal.SIG{name})
        import time
        while True:
            time.sleep(1)
def build(pack, options):
    return Part()
"""


@pytest.mark.parametrize(("name", "codes"), [("INT", (1, 130)), ("TERM", (143,))])
def test_a_signal_of_the_user_ends_the_run_also_inside_a_part(
    site: Path, name: str, codes: tuple[int, ...]
) -> None:
    (site / f"asleep_{name}.py").write_text(SIGNALLED.replace("{name}", name))
    install(site, f"asleep_{name}", {"nescio.detectors": {"asleep": f"asleep_{name}:build"}})
    (site / "c.toml").write_text('[en.detect]\ndetectors = ["asleep"]\n')
    for file in ("a.txt", "b.txt"):
        (site / file).write_text("Some words.")
    words = ["anonymize", "a.txt", "b.txt", "-l", "en", "-c", "c.toml", "-o", "out"]
    command = [sys.executable, "-m", "nescio", *words]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
    done = subprocess.run(command, cwd=site, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in codes, done.stderr
    assert "asleep" not in done.stderr
    assert not list(site.glob("out/*"))


def test_a_name_that_is_taken_is_refused_and_both_owners_are_named(site: Path) -> None:
    install(site, "rival", {"nescio.methods": {"tag": "rival:Tag.build"}})
    with pytest.raises(PluginError, match="'tag'") as caught:
        Registry.installed()
    assert "rival:Tag.build" in str(caught.value)
    assert "nescio.replace.tag:TagMethod.build" in str(caught.value)


def test_a_language_that_is_taken_is_refused(site: Path) -> None:
    install(site, "rival", {"nescio.packs": {"de": "rival:FOLDER"}})
    with pytest.raises(PluginError, match="'de' of 'rival:FOLDER' is already there"):
        languages()


BROKEN = {
    "missing_module": ("", "nescio_none:X.build", "ModuleNotFoundError"),
    "missing_name": ("Y = 1\n", "broken:X.build", "AttributeError"),
    "wrong_code": ("raise ZeroDivisionError\n", "broken:X.build", "ZeroDivisionError"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_part_that_cannot_be_imported_is_refused_by_name(site: Path, kind: str) -> None:
    code, value, reason = BROKEN[kind]
    (site / "broken.py").write_text(code)
    sys.modules.pop("broken", None)
    install(site, "broken", {"nescio.detectors": {"crumbs": value}})
    registry = Registry.installed()  # does not import it
    with pytest.raises(PluginError, match=f"'crumbs' cannot be loaded from '{value}': {reason}"):
        registry.find("nescio.detectors", "crumbs")


def test_a_part_that_cannot_be_built_is_refused_by_name(site: Path) -> None:
    (site / "unbuilt.py").write_text("def build(pack, options):\n    return options['depth'] / 0\n")
    install(site, "unbuilt", {"nescio.detectors": {"crumbs": "unbuilt:build"}})
    options = {"detect": {"detectors": ["crumbs"], "options": {"crumbs": {"depth": 3}}}}
    with pytest.raises(PluginError, match="'crumbs' cannot be built: ZeroDivisionError"):
        load("en", options=options)


@pytest.mark.parametrize("content", ["", "FOLDER = '/nowhere'\n", "FOLDER = 5\n"])
def test_a_language_without_a_folder_is_refused(site: Path, content: str) -> None:
    (site / "emptypack.py").write_text(content)
    sys.modules.pop("emptypack", None)
    install(site, "emptypack", {"nescio.packs": {"qq": "emptypack:FOLDER"}})
    with pytest.raises(PluginError, match="'qq'"):
        languages()
