"""One call makes registry, packs and settings once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from nescio import api
from nescio.packs import Pack, Packs
from nescio.registry import Registry
from tests.cli.program import EXAMPLES, call

CALLS = {
    "a file": ("anonymize", EXAMPLES / "de" / "mail.txt"),
    "a folder": ("anonymize", EXAMPLES, "--dry-run"),
    "one language and a method": (
        "anonymize",
        EXAMPLES / "de" / "mail.txt",
        "-l",
        "de",
        "-m",
        "PER=suppress",
    ),
    "recall": ("detect", EXAMPLES / "pt" / "mail.txt", "--recall", "high", "--policy", "hipaa"),
}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each thing is made, by kind and language."""
    counts: Counter[str] = Counter()
    registries, folders, settings = Registry.installed, Packs.installed, api.load_settings

    def make_registry() -> Registry:
        counts["registry"] += 1
        return registries()

    def make_packs(**options: Any) -> Packs:
        counts["packs"] += 1
        return folders(**options)

    def make_settings(pack: Pack, *layers: Any, **options: Any) -> Any:
        counts[f"settings {pack.language}"] += 1
        return settings(pack, *layers, **options)

    class CountedPack(Pack):
        def __init__(self, language: str, *others: Any) -> None:
            counts[f"pack {language}"] += 1
            super().__init__(language, *others)

    monkeypatch.setattr(Registry, "installed", make_registry)
    monkeypatch.setattr(Packs, "installed", make_packs)
    monkeypatch.setattr(api, "load_settings", make_settings)
    monkeypatch.setattr("nescio.packs.installed.Pack", CountedPack)
    return counts


@pytest.mark.parametrize("kind", CALLS)
def test_a_call_makes_everything_once(made: Counter[str], kind: str) -> None:
    assert call(*CALLS[kind]).code == 0
    assert made["registry"] == made["packs"] == 1
    assert set(made.values()) == {1}, made


def test_the_way_back_makes_one_registry(made: Counter[str], tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    assert call("anonymize", EXAMPLES / "de", "-o", tmp_path / "out", "-s", keys).code == 0
    made.clear()
    assert call("reidentify", tmp_path / "out", "-s", keys, "-o", tmp_path / "back").code == 0
    assert made == {"registry": 1, "packs": 1, "pack xx": 1}
