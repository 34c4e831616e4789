"""The names of one list while they are given out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from nescio.text.folding import key_of


class DrawPool:
    """Gives out names in the order of the draw, those first that are used least elsewhere.

    A name that is not free never becomes free again, so each is passed over once for all. When all names
    are given out, `more` is asked for others.
    """

    def __init__(
        self, names: Sequence[str], uses: Mapping[str, int], more: Callable[[], Iterable[str]] = tuple
    ) -> None:
        coming = chain(names, _once(names, more))
        self._coming = _by_use(coming, uses) if uses else coming
        self._waiting: list[str] = []  # free, but they did not fit when they were looked at

    def draw(self, is_free: Callable[[str], bool], fits: Callable[[str], bool]) -> str:
        """The next free name that fits; empty when there is none."""
        waiting, self._waiting = iter(self._waiting), []
        found = ""
        for name in chain(waiting, self._coming):
            if not is_free(name):
                continue
            if fits(name):
                found = name
                break
            self._waiting.append(name)
        self._waiting += waiting
        return found


def _once(names: Sequence[str], more: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Further names, which are read when the first is wanted."""
    known = {key_of(name) for name in names}
    yield from (name for name in more() if key_of(name) not in known)


def _by_use(names: Iterable[str], uses: Mapping[str, int]) -> Iterator[str]:
    """The names that nobody uses, then the others, the least used first."""
    used: list[tuple[int, str]] = []
    for name in names:
        count = uses.get(key_of(name), 0)
        if count:
            used.append((count, name))
        else:
            yield name
    yield from (name for _, name in sorted(used, key=lambda pair: pair[0]))
