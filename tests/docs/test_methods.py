"""The page of methods is what the code makes now, and every method is shown on it in every language."""

from __future__ import annotations

import pytest

from nescio.registry import Registry
from tests.docs.blocks import ROOT
from tools.docs import methods
from tools.sources import LANGUAGES

PAGE = (ROOT / "docs" / "reference" / "methods.md").read_bytes().decode("utf-8")
# The names that users have in their files, whatever is registered.
ASKED_FOR = (
    "suppress", "tag", "substitute", "generalize", "pseudonym", "initials", "netanos-context",
    "netanos-entity", "netanos-blank", "netanos-combined", "shift", "noise", "encrypt", "mask", "swap",
)  # fmt: skip


def test_the_page_is_what_its_script_writes() -> None:
    assert methods.page() == PAGE, "Write the page again with 'make docs'."


@pytest.mark.parametrize("name", sorted({*ASKED_FOR, *Registry.installed().names("nescio.methods")}))
def test_every_method_is_shown_before_and_after_in_every_language(name: str) -> None:
    section = PAGE.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")]
    shown = {row[0].removeprefix("| "): row[1:] for row in rows if len(row) == 3}
    for language in LANGUAGES:
        before, after = shown[language]
        assert before != after.removesuffix(" |")
