"""Every page on every screen: nothing stands over the edge, and axe-core finds nothing."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.sizes import SIZES

WEB = Path(str(files("nescio.workbench"))) / "web"
PAGES = [
    ("welcome", lambda page: None),
    ("both", lambda page: page.locator("button[data-view=both]").click()),
    ("original", lambda page: page.locator("button[data-view=original]").click()),
    ("anonymized", lambda page: page.locator("button[data-view=anonymized]").click()),
    ("terms", lambda page: page.locator("button[data-view=terms]").click()),
    ("entry", lambda page: page.keyboard.press("ArrowDown")),
    ("files", lambda page: page.keyboard.press("o")),
    ("help", lambda page: page.keyboard.press("?")),
    ("settings", lambda page: page.locator("#settings-button").click()),
    ("download", lambda page: page.locator("#download-button").click()),
]


LANGUAGES = ("en", "de", "pt", "es")


def over_the_edge(page: Page) -> list[str]:
    """What can be pressed or read and stands over an edge of the screen, unless it can be scrolled to."""
    found: list[str] = page.evaluate(
        """() => {
            const width = Math.min(innerWidth, screen.width); // a phone makes room for what is too wide
            const way = (el) => getComputedStyle(el).overflowX;
            const scrolls = (el) => el && (["auto", "scroll"].includes(way(el)) || scrolls(el.parentElement));
            const isOver = (el) => {
                const box = el.getBoundingClientRect();
                return box.width > 1 && (box.left < -1 || box.right > width + 1);
            };
            const all = "button, a:not(.skip), input, select, textarea, h1, h2, p, td, li";
            const over = [...document.querySelectorAll(all)]
                .filter((el) => el.checkVisibility() && isOver(el) && !scrolls(el.parentElement))
                .map((el) => el.outerHTML.slice(0, 120));
            return document.scrollingElement.scrollWidth > width ? ["the page", ...over] : over;
        }"""
    )
    return found


def violations(page: Page) -> list[Any]:
    """All that axe-core finds, minor or serious."""
    found = Axe().run(page).response["violations"]
    return [
        (item["id"], item["impact"], [node["html"][:120] for node in item["nodes"][:3]]) for item in found
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_and_nothing_is_cut_off(
    open_page: Open, request: pytest.FixtureRequest, size: str, scheme: str
) -> None:
    page = open_page(size, scheme=scheme)
    assert violations(page) == []
    request.getfixturevalue("letter")
    page.reload()
    page.wait_for_selector(".entry", state="attached")
    if size != "desktop":
        page.locator("#sheet").click()
    for name, go in PAGES[1:]:
        go(page)
        assert over_the_edge(page) == [], name
        assert violations(page) == [], name
        page.keyboard.press("Escape")


@pytest.mark.usefixtures("letter")
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_on_a_phone_in_any_language(open_page: Open, language: str) -> None:
    page = open_page("phone", locale=language)
    page.locator("#sheet").click()
    for name, go in PAGES[1:]:
        go(page)
        assert over_the_edge(page) == [], name
        page.keyboard.press("Escape")
    # About ten letters tell one document from another.
    assert page.locator("#doc-name").evaluate("el => el.clientWidth") > 70


def test_all_four_languages_have_the_same_words_to_say() -> None:
    words = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (WEB / "strings").glob("*.json")
    }
    assert set(words) == {"en", "de", "pt", "es"}
    for code, own in words.items():
        assert own.keys() == words["en"].keys(), code
        for key, text in own.items():
            assert text.strip(), (code, key)
            fields = {part.split("}")[0] for part in text.split("{")[1:]}
            assert fields == {part.split("}")[0] for part in words["en"][key].split("{")[1:]}, (code, key)


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_inline() -> None:
    for path in sorted(WEB.rglob("*.*")):
        content = path.read_text(encoding="utf-8")
        assert "http://" not in content.replace("http://www.w3.org/2000/svg", ""), path.name
        assert "https://" not in content, path.name
        if path.suffix == ".html":
            assert "<style" not in content
            assert " style=" not in content
            assert " onclick=" not in content
        if path.suffix == ".js":
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
                assert word not in content, path.name


def test_every_word_that_the_page_says_is_in_the_files() -> None:
    import re

    said = json.loads((WEB / "strings/en.json").read_text(encoding="utf-8"))
    asked = set()
    for path in (WEB / "js").rglob("*.js"):
        asked |= set(re.findall(r"\bt\(\"([a-z_]+)\"", path.read_text(encoding="utf-8")))
    for path in WEB.glob("*.html"):
        asked |= set(re.findall(r"data-t[lp]?=\"([a-z_]+)\"", path.read_text(encoding="utf-8")))
    for path in (WEB / "js").rglob("keymap.js"):
        asked |= set(re.findall(r"\"(key_[a-z_]+)\"", path.read_text(encoding="utf-8")))
    assert asked - said.keys() == set()
