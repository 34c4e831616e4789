"""A run ends at every act on the disk, killed or without power: nothing is lost, nobody is mixed up."""

from __future__ import annotations

import pytest

from tests.run.faults import SUDDEN_ENDS, Place, anonymizer, cases, inject, start

__all__ = ["anonymizer", "start"]  # fixtures


@pytest.mark.parametrize(("name", "kind"), cases(SUDDEN_ENDS))
def test_nothing_is_lost_and_nobody_mixed_up_when_a_run_ends(
    start: Place,
    name: str,
    kind: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tried = inject(start, name, kind)
    with capsys.disabled():
        print(f"\n{name}: {kind}: {tried} injections")
