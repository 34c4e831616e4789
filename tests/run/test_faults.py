"""Every act on the disk fails in turn: nothing is lost, nobody is mixed up."""

from __future__ import annotations

import pytest

from tests.run.faults import ERRORS, Place, anonymizer, cases, inject, start

__all__ = ["anonymizer", "start"]  # fixtures


@pytest.mark.parametrize(("name", "kind"), cases(ERRORS))
def test_nothing_is_lost_and_nobody_mixed_up_when_the_disk_fails(
    start: Place,
    name: str,
    kind: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tried = inject(start, name, kind)
    with capsys.disabled():
        print(f"\n{name}: {kind}: {tried} injections")
