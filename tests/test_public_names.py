"""What users may import, and what an import costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import nescio


@pytest.mark.parametrize("name", nescio.__all__)
def test_every_public_name_exists_and_says_what_it_is(name: str) -> None:
    assert getattr(nescio, name).__doc__


def test_the_public_names_are_sorted_and_few() -> None:
    assert nescio.__all__ == sorted(nescio.__all__)
    assert len(nescio.__all__) <= 43


def test_no_name_is_public_by_accident() -> None:
    homes = {name for names in nescio._HOMES.values() for name in names}
    assert homes == set(nescio.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'nescio' has no attribute 'anonymise'"):
        _ = nescio.anonymise


def test_importing_nescio_loads_nothing_else() -> None:
    """A clean interpreter: neither third-party packages nor our own modules are loaded."""
    code = (
        "import sys; before = set(sys.modules); import nescio; new = set(sys.modules) - before\n"
        "print(*sorted(m for m in new if m.partition('.')[0] not in sys.stdlib_module_names))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["nescio"]


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert nescio.__version__ == version("nescio")
