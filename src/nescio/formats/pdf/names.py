"""Names that people chose: states of a button, places to jump to. They can be those of a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pikepdf

from nescio.formats.pdf.graph import Reached, walk

_VALUES: Final = frozenset({"/AS", "/V", "/DV", "/D"})
_STATES: Final = frozenset({"/N", "/R", "/D"})
_PLAIN: Final = frozenset({"/Off", "/Yes", "/On"})


def chosen_names(pdf: pikepdf.Pdf) -> list[str]:
    """The names, each once, without their slash."""
    found = [name for reached in walk(pdf) for name in _names(reached)]
    return list(dict.fromkeys(name[1:] for name in found if name not in _PLAIN))


def _names(reached: Reached) -> Iterator[str]:
    if _is_chosen(reached):
        yield str(reached.value)
    elif _has_chosen_keys(reached):
        yield from sorted(reached.value.keys())


def _is_chosen(reached: Reached) -> bool:
    return isinstance(reached.value, pikepdf.Name) and reached.key in _VALUES and not _is_kind(reached)


def _is_kind(reached: Reached) -> bool:
    """How a page is shown when jumped to, which stands in an array behind the page."""
    return isinstance(reached.holder, pikepdf.Array)


def _has_chosen_keys(reached: Reached) -> bool:
    value: Any = reached.value
    if not isinstance(value, pikepdf.Dictionary) or isinstance(value, pikepdf.Stream):
        return False
    return (reached.key in _STATES and reached.above == "/AP") or (
        reached.key == "/Dests" and reached.above == "/Root"
    )


def rename(pdf: pikepdf.Pdf, renamed: Callable[[str], str]) -> None:
    """Every chosen name by its new one, wherever it stands."""
    for reached in list(walk(pdf)):
        if _is_chosen(reached):
            old = str(reached.value)[1:]
            if renamed(old) != old:
                reached.holder[reached.place] = pikepdf.Name("/" + renamed(old))
        elif _has_chosen_keys(reached):
            for key in sorted(reached.value.keys()):
                new = "/" + renamed(key[1:])
                if new != key:
                    reached.value[new] = reached.value[key]
                    del reached.value[key]
