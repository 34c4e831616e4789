"""Built-in parts, found by name as those of others are, keep the contracts of their kinds."""

from __future__ import annotations

from functools import cache
from typing import Any

from nescio.packs import Packs
from nescio.registry import Registry

# Shared by all tests that build many parts: each would read its language anew.
REGISTRY = Registry.installed()
PACKS = Packs.installed(aliases=REGISTRY.label_aliases)


@cache
def build(group: str, name: str, language: str, /, **options: Any) -> Any:
    """A part of nescio's, built as a kit builds it."""
    return REGISTRY.build(group, name, pack=PACKS.load(language), options=options)
