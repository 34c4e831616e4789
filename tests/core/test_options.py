"""Options of parts: what can be meant is taken, everything else is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.options import (
    choice_option,
    filled_option,
    needed_option,
    places_option,
    seed_option,
    text_option,
    whole_option,
)

READ: dict[str, Callable[[dict[str, Any]], Any]] = {
    "text": lambda options: text_option("part", options, "x", default="d"),
    "filled": lambda options: filled_option("part", options, "x", default="d"),
    "seed": lambda options: seed_option("part", options, "x"),
    "whole": lambda options: whole_option("part", options, "x", default=7),
    "choice": lambda options: choice_option("part", options, "x", default="one", possible=("one", "two")),
    "places": lambda options: places_option(options, "x"),
}


@pytest.mark.parametrize(
    ("kind", "options", "value"),
    [
        ("text", {}, "d"),
        ("text", {"x": ""}, ""),
        ("filled", {}, "d"),
        ("filled", {"x": "a"}, "a"),
        ("seed", {}, ""),
        ("seed", {"x": 5}, "5"),
        ("whole", {}, 7),
        ("whole", {"x": 1}, 1),
        ("choice", {}, "one"),
        ("choice", {"x": "two"}, "two"),
        ("places", {}, []),
        ("places", {"x": "a"}, ["a"]),
        ("places", {"x": ["a", "b"]}, ["a", "b"]),
    ],
)
def test_an_option_or_its_default_is_read(kind: str, options: dict[str, Any], value: object) -> None:
    assert READ[kind](options) == value


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("text", None, "'x' of 'part' must be a string"),
        ("filled", "", "'x' of 'part' must be a string that is not empty"),
        ("seed", [], "'x' of 'part' must be a string or a number"),
        ("whole", 0, "'x' of 'part' must be a whole number from 1"),
        ("whole", True, "'x' of 'part' must be a whole number from 1"),
        ("choice", "tow", "'x' of 'part' cannot have this value. Did you mean 'two'"),
        ("places", 5, "'x' must be a file, a URL, or a list of them"),
        ("places", ["a", 5], "'x' must be a file, a URL, or a list of them"),
    ],
)
def test_anything_else_is_refused(kind: str, value: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        READ[kind]({"x": value})


@pytest.mark.parametrize("options", [{}, {"model": ""}, {"model": 1}])
def test_an_option_that_is_needed_says_what_it_is(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"The detector 'x' needs the option 'model', a folder\."):
        needed_option("x", options, "model", meaning="a folder")
    assert needed_option("x", {"model": "m"}, "model", meaning="a folder") == "m"
