"""The generated pages of the documentation are up to date, and every public name is documented."""

from __future__ import annotations

from pathlib import Path

import nescio
from tools.docs import reference

ROOT = Path(__file__).parent.parent


def test_generated_pages_are_up_to_date() -> None:
    stale = [
        name
        for name, content in reference.pages().items()
        if (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8") != content
    ]
    assert not stale, f"run `make docs`: {stale}"


def test_every_public_name_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert [name for name in nescio.__all__ if f"`{name}" not in page] == []


def test_every_entry_point_group_is_documented() -> None:
    from nescio.registry import GROUPS

    page = (ROOT / "docs" / "how-to" / "write-a-plug-in.md").read_text(encoding="utf-8")
    assert [group for group in GROUPS if f"`{group}`" not in page] == []


def test_links_between_pages_lead_somewhere() -> None:
    import re

    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_the_table_in_the_readme_shows_what_nescio_prints() -> None:
    import re

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (en|de|pt|es) \| (.+?) \| (.+?) \|$", readme, re.MULTILINE)
    assert len(rows) == 4
    for language, before, after in rows:
        assert nescio.load(language).anonymize(before).text == after


def test_the_methods_in_the_readme_show_what_nescio_prints() -> None:
    import re

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [text] = re.findall(r'^\| method \| "(.+)" \|$', readme, re.MULTILINE)
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", readme, re.MULTILINE)
    assert [method for method, _ in rows] == ["tag", "suppress", "substitute", "generalize"]
    for method, after in rows:
        assert nescio.load("en", method=method).anonymize(text).text == after
