"""A package of somebody else, found through its entry points as installed."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from nescio import Document, Job, PluginError, load
from nescio.core.protocols import Detector, Method
from nescio.packs import languages, load_pack
from nescio.registry import Registry
from nescio.testing import DetectorContract, MethodContract

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
def tides(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package in examples/plugin, installed."""
    monkeypatch.syspath_prepend(str(PACKAGE / "src"))
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    install(site, "nescio_tides", project["entry-points"])


@pytest.mark.usefixtures("tides")
class TestTides(DetectorContract):
    text = "Go to PORT LOW now."

    def make(self) -> Detector:
        built: Detector = Registry.installed().find("nescio.detectors", "tides")(load_pack("xx"), {})
        return built


@pytest.mark.usefixtures("tides")
class TestWave(MethodContract):
    def make(self) -> Method:
        built: Method = Registry.installed().find("nescio.methods", "wave")(load_pack("xx"), {})
        return built


@pytest.mark.usefixtures("tides")
def test_everything_a_package_offers_works_together() -> None:
    result = load("tl").anonymize("From PORT to mia@example.org by boat 12, back to PORT and LOW again.")
    assert result.text == "From <~> to [LETTERBOX1] by [PRODUCT1], back to <~> and <~~> again."
    assert "tides LOC 0.70" in result.explain()


@pytest.mark.usefixtures("tides")
def test_a_foreign_language_is_offered_beside_ours() -> None:
    assert {"de", "en", "es", "pt", "tl"} <= set(languages())


@pytest.mark.usefixtures("tides")
def test_a_foreign_method_can_be_chosen_for_our_languages() -> None:
    assert load("en", method="wave").anonymize("Ask mia@example.org.").text == "Ask <~>."


@pytest.mark.usefixtures("tides")
def test_a_recognizer_that_breaks_leaves_a_note_without_text_and_the_others_go_on() -> None:
    anonymizer = load("tl", options={"detect": {"options": {"tides": {"breaks_on": "STORM"}}}})
    texts = ["To PORT now.", "A STORM over Quexandra.", "By boat 7."]
    jobs = anonymizer.run([Job(Document(str(i), text, "tl")) for i, text in enumerate(texts)])
    solutions = [job.solution.text if job.solution else None for job in jobs]
    assert solutions == ["To <~> now.", None, "By [PRODUCT1]."]
    failure = jobs[1].failure
    assert failure is not None
    assert failure.stage == "detect"
    assert failure.reason.startswith("The detector 'tides' failed: RuntimeError at __init__.py:")
    assert "Quexandra" not in repr(jobs[1])


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
    options = {"detect": {"recognizers": ["crumbs"], "options": {"crumbs": {"depth": 3}}}}
    with pytest.raises(PluginError, match="'crumbs' cannot be built: ZeroDivisionError"):
        load("en", options=options)


@pytest.mark.parametrize("content", ["", "FOLDER = '/nowhere'\n", "FOLDER = 5\n"])
def test_a_language_without_a_folder_is_refused(site: Path, content: str) -> None:
    (site / "emptypack.py").write_text(content)
    sys.modules.pop("emptypack", None)
    install(site, "emptypack", {"nescio.packs": {"qq": "emptypack:FOLDER"}})
    with pytest.raises(PluginError, match="'qq'"):
        languages()
