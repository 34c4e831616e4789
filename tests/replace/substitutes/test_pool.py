"""Names are given out in the order of the draw, the least used first, and none twice."""

from __future__ import annotations

from collections.abc import Callable

from nescio.replace.substitutes.pool import DrawPool

NAMES = ("Reed", "Marsh", "Hale", "Crowe")


def drawn(pool: DrawPool, number: int, fits: Callable[[str], bool] = bool) -> list[str]:
    """So many names in a row; what was given out is not free again."""
    found: list[str] = []
    for _ in range(number):
        found.append(pool.draw(lambda name: name not in found, fits))
    return found


def test_an_exhausted_pool_gives_nothing() -> None:
    assert drawn(DrawPool(NAMES, {}), 5) == [*NAMES, ""]


def test_a_name_that_does_not_fit_waits_for_whom_it_fits() -> None:
    pool = DrawPool(NAMES, {})
    assert pool.draw(bool, lambda name: name.startswith("H")) == "Hale"
    assert pool.draw(lambda name: name != "Hale", lambda name: name.endswith("h")) == "Marsh"
    assert pool.draw(lambda name: name not in ("Hale", "Marsh"), bool) == "Reed"
    assert pool.draw(lambda name: name == "Crowe", bool) == "Crowe"


def test_names_that_are_used_elsewhere_come_last_the_least_used_first() -> None:
    assert drawn(DrawPool(NAMES, {"reed": 2, "marsh": 1}), 4) == ["Hale", "Crowe", "Marsh", "Reed"]
