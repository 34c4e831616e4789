"""The tree of errors."""

from __future__ import annotations

import signal

import pytest

from nescio.core.errors import (
    ConfigError,
    InputError,
    JobError,
    NescioError,
    PluginError,
    failing_as,
    known,
    shown,
)


@pytest.mark.parametrize(
    ("error", "code"), [(ConfigError, 2), (PluginError, 2), (InputError, 1), (JobError, 1)]
)
def test_every_error_is_a_nescio_error_with_its_exit_code(error: type[NescioError], code: int) -> None:
    assert issubclass(error, NescioError)
    assert error.exit_code == code


@pytest.mark.parametrize(
    ("name", "names", "message"),
    [
        ("tga", ["suppress", "tag"], "Did you mean 'tag'? Known: suppress, tag."),
        ("zzz", ["suppress", "tag"], "Known: suppress, tag."),
        ("zzz", [], "Known: none."),
    ],
)
def test_an_unknown_name_is_answered_with_what_is_possible(name: str, names: list[str], message: str) -> None:
    assert known(name, names) == message


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("tga", "'tga'"),
        ("x" * 41, f"'{'x' * 39}…'"),
        ("a\nb\x1b[31m\u202e", "'a\ufffdb\ufffd[31m\ufffd'"),
        ("it's", '"it\'s"'),
        (1.5, "1.5"),
    ],
)
def test_a_value_of_the_user_is_shown_short_and_on_one_line(value: object, expected: str) -> None:
    assert shown(value) == expected


def test_a_very_long_name_is_compared_with_the_known_ones_in_no_time() -> None:
    assert known("tag" * 1_000_000, ["suppress", "tag"]) == "Known: suppress, tag."


def test_the_own_interrupt_of_a_program_passes_a_part() -> None:
    """Python's handler raises it without words; a part that says something has failed."""
    with pytest.raises(KeyboardInterrupt), failing_as("part"):
        raise KeyboardInterrupt
    with (
        pytest.raises(PluginError, match="The part failed: KeyboardInterrupt at test_errors"),
        failing_as("part"),
    ):
        raise KeyboardInterrupt("words")


def test_what_the_handler_of_a_program_raises_passes_a_part() -> None:
    def leave(*_: object) -> None:
        raise SystemExit(3)

    before = signal.signal(signal.SIGUSR1, leave)
    try:
        with pytest.raises(SystemExit), failing_as("part"):
            signal.raise_signal(signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
