"""The tree of errors."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError, InputError, JobError, NescioError, PluginError, known


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
