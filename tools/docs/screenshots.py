"""Writes docs/images/workbench-*.jpg: the workbench with the examples, on a desk, a tablet and a phone."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from nescio.workbench.desk import WAITING
from nescio.workbench.serving import Workbench, load_files, open_desk
from tools.sources import ROOT, wrote

FOLDER: Final = ROOT / "docs" / "images"
SIZES: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1200, "height": 700}},
    "dark": {"viewport": {"width": 1200, "height": 700}, "color_scheme": "dark"},
    "tablet": {"viewport": {"width": 820, "height": 900}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True},
}


def main() -> None:
    """All pictures; only with chromium, so that no test compares them."""
    with tempfile.TemporaryDirectory() as folder:
        desk = open_desk(Path(folder) / "store.sqlite")
        load_files(desk, [str(ROOT / "examples" / "en")])
        while any(file.state == WAITING for file in desk.files.values()):
            time.sleep(0.1)
        bench = Workbench(desk)
        threading.Thread(target=bench.serve, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name in SIZES:
                _shoot(browser, bench, name)
            browser.close()
        bench.end()
        desk.close()


def _shoot(browser: Browser, bench: Workbench, name: str) -> None:
    context = browser.new_context(**SIZES[name], locale="en-GB")
    page = context.new_page()
    page.goto(bench.address())
    page.wait_for_selector("html[data-ready]")
    _arrange(page, name)
    page.wait_for_timeout(400)
    path = FOLDER / f"workbench-{name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=45)
    wrote(path)
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
