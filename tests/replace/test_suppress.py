"""Suppression."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.suppress import SuppressMethod
from nescio.testing import MethodContract
from tests.helpers import job_with, make_kit, solve


class TestSuppress(MethodContract):
    def make(self) -> Method:
        return SuppressMethod.build(load_pack("en"), {})


@pytest.mark.parametrize(("options", "text"), [({}, "[...] met [...]."), ({"mark": "█"}, "█ met █.")])
def test_every_mention_becomes_the_same_mark(options: dict[str, Any], text: str) -> None:
    method = SuppressMethod.build(load_pack("xx"), options)
    done = solve(job_with("Ida met Otto.", "Ida", "Otto"), make_kit(methods={"default": method}))
    assert done.solution is not None
    assert done.solution.text == text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"marks": "x"}, "'suppress' has no option 'marks'. Did you mean 'mark'"),
        ({"mark": ""}, "must be a string that is not empty"),
        ({"mark": 5}, "must be a string that is not empty"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        SuppressMethod.build(load_pack("xx"), options)
