"""Built-in parts, found by name as those of others are, keep the contracts of their kinds."""

from __future__ import annotations

from functools import cache
from typing import Any

from nescio.packs import load_pack
from nescio.registry import Registry

REGISTRY = Registry.installed()


@cache
def build(group: str, name: str, language: str, /, **options: Any) -> Any:
    """A part of nescio's, built as a kit builds it."""
    return REGISTRY.build(group, name, pack=load_pack(language), options=options)
