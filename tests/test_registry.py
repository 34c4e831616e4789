"""The registry of parts; see also test_plugin.py."""

from __future__ import annotations

import pytest

from nescio.core.errors import PluginError
from nescio.registry import GROUPS, Registry

BUILT_IN = [
    ("nescio.detectors", "patterns"),
    ("nescio.detectors", "lists"),
    ("nescio.detectors", "remote"),
    ("nescio.voters", "cascade"),
    ("nescio.linkers", "surface"),
    ("nescio.policies", "own"),
    ("nescio.methods", "suppress"),
    ("nescio.methods", "tag"),
    ("nescio.formats", "txt"),
    ("nescio.formats", "json"),
]


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry.installed()


@pytest.mark.parametrize(("group", "name"), BUILT_IN)
def test_our_parts_are_found_as_those_of_others_are(registry: Registry, group: str, name: str) -> None:
    assert name in registry.names(group)
    assert callable(registry.find(group, name))


@pytest.mark.parametrize("group", GROUPS)
def test_an_unknown_part_is_refused_with_those_that_exist(registry: Registry, group: str) -> None:
    with pytest.raises(PluginError) as caught:
        registry.find(group, "nonesuch")
    message = str(caught.value)
    assert message.startswith(f"There is no 'nonesuch' among the {group.removeprefix('nescio.')}. ")
    assert ", ".join(registry.names(group)) in message


def test_a_likely_name_is_proposed(registry: Registry) -> None:
    with pytest.raises(PluginError, match="Did you mean 'suppress'"):
        registry.find("nescio.methods", "supress")
