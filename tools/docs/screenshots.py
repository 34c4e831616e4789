"""Writes docs/images/workbench-*.jpg, with the examples, and projects-*.jpg, with a team at work."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from nescio.web.database import file_url
from nescio.workbench.desk import WAITING
from nescio.workbench.serving import Workbench, load_files, open_desk
from nescio.workbench.store.opening import open_store
from tests.browser.sample import furnish
from tests.workbench.team import PASSWORD, at_work
from tools.sources import ROOT, wrote

FOLDER: Final = ROOT / "docs" / "images"
SIZES: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1200, "height": 700}},
    "dark": {"viewport": {"width": 1200, "height": 700}, "color_scheme": "dark"},
    "tablet": {"viewport": {"width": 820, "height": 900}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True},
}


# Picture -> who sees it, on which screen, where, and what is chosen there.
PROJECTS: Final = {
    "list": ("Ada", "desktop", "#/", ""),
    "documents": ("Ada", "desktop", "#/p/1", ""),
    "settings": ("Ada", "desktop", "#/p/1/settings", ""),
    "people": ("Ada", "desktop", "#/p/1/people", ""),
    "users": ("Ada", "desktop", "#/users", ""),
    "agreement": ("Rosa", "desktop", "#/p/1/agreement", ""),
    "settle": ("Rosa", "desktop", "#/p/1/d/{e}/gold", "mark"),
    "settle-coreference": ("Rosa", "desktop", "#/p/3/d/{c}/gold", "[data-dispute='0'] .place"),
    "settle-phone": ("Rosa", "phone", "#/p/1/d/{e}/gold", "#sheet"),
    "entities": ("Vera", "desktop", "#/p/1/d/{e}", "mark"),
    "parallel": ("Vera", "dark", "#/p/2/d/{p}", ""),
    "coreference": ("Vera", "phone", "#/p/3/d/{c}", "mark"),
    "relevance": ("Wim", "tablet", "#/p/4/d/{r}", "mark"),
    "comparison": ("Wim", "desktop", "#/p/5/d/{m}", "mark"),
}


def main() -> None:
    """All pictures; only with chromium, so that no test compares them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        _review(browser)
        _projects(browser)
        browser.close()


def _projects(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(file_url(Path(folder) / "team.sqlite"), None)
        with at_work(store) as team:
            ids = furnish(team)
            _sign_in(browser, team.base)
            for name, (who, size, where, chosen) in PROJECTS.items():
                context = browser.new_context(**SIZES[size], locale="en-GB")
                page = context.new_page()
                page.goto(f"{team.base}/sign-in")
                page.locator("[name=name]").fill(who)
                page.locator("[name=password]").fill(PASSWORD)
                page.locator("form button").click()
                page.wait_for_url("**/projects")
                place = where.format(**ids)
                page.goto(f"{team.base}/projects{place}")
                page.wait_for_selector(f"html[data-at='{place}']")
                page.locator("#dialog").evaluate("el => el.close()")  # guidelines
                if chosen:
                    page.locator(chosen).first.click()
                _save(page, f"projects-{name}.jpg")
                context.close()


def _sign_in(browser: Browser, base: str) -> None:
    page = browser.new_page(viewport={"width": 700, "height": 480}, locale="en-GB")
    page.goto(f"{base}/sign-in")
    page.wait_for_selector("html[data-ready]")
    _save(page, "projects-sign-in.jpg")
    page.close()


def _save(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    path = FOLDER / name
    page.screenshot(path=path, type="jpeg", quality=45)
    wrote(path)


def _review(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = open_desk(file_url(Path(folder) / "store.sqlite"))
        load_files(desk, [str(ROOT / "examples" / "en")])
        while any(file.state == WAITING for file in desk.files.values()):
            time.sleep(0.1)
        bench = Workbench(desk)
        threading.Thread(target=bench.serve, daemon=True).start()
        for name in SIZES:
            _shoot(browser, bench, name)
        bench.end()
        desk.close()


def _shoot(browser: Browser, bench: Workbench, name: str) -> None:
    context = browser.new_context(**SIZES[name], locale="en-GB")
    page = context.new_page()
    page.goto(bench.address())
    page.wait_for_selector("html[data-ready]")
    _arrange(page, name)
    _save(page, f"workbench-{name}.jpg")
    context.close()


def _arrange(page: Page, name: str) -> None:
    """Something to look at: a person chosen, a list of terms, an entry on a small screen."""
    if name == "dark":
        page.locator("button[data-view=terms]").click()
    elif name == "tablet":
        page.locator("button[data-view=both]").click()
    page.locator(".entry .fold", has_text="WINSTON").dispatch_event("click")
    if name == "phone":
        page.locator("#sheet").click()


if __name__ == "__main__":
    main()
