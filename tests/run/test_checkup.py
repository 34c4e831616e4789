"""A part that does not work is named with its package, before anybody needs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.packs import load_pack
from nescio.registry import Registry
from nescio.run.checkup import PartState, check_parts
from tests.cli.program import call
from tests.test_plugin import install

CODE = """
from nescio.core.errors import ConfigError
from nescio.core.extras import import_extra

def breaks(pack, options):
    return 1 / 0

def needs_option(pack, options):
    raise ConfigError("It needs the option 'depth'.")

def needs_extra(pack, options):
    return import_extra("nescio_no_such_library", needed_by="The part", install="'waves[all]'")
"""


def check(site: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> PartState:
    (site / "waves.py").write_text(CODE)
    install(site, "waves-package", {"nescio.voters": {"waves": target}})
    monkeypatch.syspath_prepend(str(site))
    states = {state.name: state for state in check_parts(Registry.installed(), load_pack("de"))}
    assert {name for name, state in states.items() if state.failure} <= {"waves"}
    return states["waves"]


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("waves:breaks", "The voter 'waves' cannot be built: ZeroDivisionError"),
        ("waves:nothing", "'waves' cannot be loaded from 'waves:nothing': AttributeError"),
        ("nescio_none:build", "'waves' cannot be loaded from 'nescio_none:build': ModuleNotFoundError"),
    ],
)
def test_a_broken_part_is_a_failure_of_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, reason: str
) -> None:
    state = check(tmp_path, monkeypatch, target)
    assert state.package == "waves-package"
    assert state.failure is not None
    assert reason in state.failure


def test_a_part_that_needs_an_option_is_only_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = check(tmp_path, monkeypatch, "waves:needs_option")
    assert (state.failure, state.lacks) == (None, None)


def test_a_part_that_needs_an_extra_says_so_and_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = check(tmp_path, monkeypatch, "waves:needs_extra")
    assert state.failure is None
    assert "pip install 'waves[all]'" in str(state.lacks)


def test_the_doctor_names_the_part_its_package_and_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(tmp_path, monkeypatch, "waves:breaks")
    outcome = call("doctor")
    assert outcome.code == 1
    whose = "'waves' among the voters, of the package 'waves-package'"
    assert f"{whose}: The voter 'waves' cannot be built" in outcome.err
