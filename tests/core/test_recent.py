"""The last few values."""

from __future__ import annotations

from nescio.core.recent import Recent


def test_the_value_that_was_longest_not_asked_for_is_let_go() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key

    recent: Recent[str] = Recent(2)
    for key in ["a", "b", "a", "c", "a", "b"]:
        assert recent.get(key, lambda key=key: make(key)) == key
    assert made == ["a", "b", "c", "b"]
    assert len(recent) == 2
