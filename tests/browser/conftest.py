"""A browser, and a workbench with a letter and a document of Word."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from nescio.workbench.access import Doorkeeper
from nescio.workbench.desk import WAITING, ReviewDesk
from nescio.workbench.serving import Workbench
from nescio.workbench.store.shelf import open_shelf
from tests.browser.sizes import SIZES
from tests.formats.planted_docx import small_docx
from tests.workbench.running import running
from tests.workbench.waiting import wait_for

PARAGRAPHS = (
    "Dear Ms Zoraida Quist,",
    "your doctor, Mr Ottokar Brandt, wrote to zoraida@example.org on 3 March 2025. Mr Brandt will call you.",
    "We met Mr Balthasar Hohlweg and his sister at the Harbour Inn in Whitby last week. Mr Hohlweg was well.",
    "The boat was called plimsolla; nobody on board the plimsolla knew why.",
    "Kind regards, Wilma Ostertag",
)
PATIENCE = 30_000  # milliseconds: what comes late on a slow machine comes all the same
expect.set_options(timeout=PATIENCE)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
Open = Callable[..., Page]


@pytest.fixture(scope="module")  # it runs a loop of events, in which other files could run none
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("for want of chromium (Debian's package of that name)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Gate:
    """Holds back what is asked at an address until it is opened, as a slow server or line would."""

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self.page = page
        self.asked: list[Route] = []
        self._is_open = False
        page.route(address, self._meet)

    def _meet(self, route: Route) -> None:
        self.asked.append(route)
        if self._is_open:
            route.continue_()

    def wait(self) -> None:
        """Until somebody has asked."""
        for _ in range(PATIENCE // 20):
            if self.asked:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("nobody asked")

    def open(self) -> None:
        self.wait()
        self._is_open = True
        for route in self.asked:
            route.continue_()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[ReviewDesk]:
    desk = ReviewDesk(open_shelf(tmp_path / "store.sqlite"), by="tester")
    yield desk
    desk.close()


@pytest.fixture
def door() -> Doorkeeper:
    return Doorkeeper()


@pytest.fixture
def letter(desk: ReviewDesk) -> None:
    put(desk, "letter.docx", small_docx(*PARAGRAPHS))


def put(desk: ReviewDesk, name: str, data: bytes) -> None:
    file = desk.add_file(name, data)
    wait_for(lambda: file.state != WAITING)
    assert file.failure == ""


@pytest.fixture
def bench(desk: ReviewDesk, door: Doorkeeper) -> Iterator[Workbench]:
    with running(desk, door) as bench:
        yield bench


@pytest.fixture
def open_page(browser: Browser, bench: Workbench) -> Iterator[Open]:
    """Opens the workbench at a size; what the page complains about is a failure of the test."""
    contexts, complaints = [], []

    def open_at(
        size: str = "desktop", *, scheme: str = "light", locale: str = "en-GB", may_complain: bool = False
    ) -> Page:
        context = browser.new_context(
            **SIZES[size], color_scheme=scheme, locale=locale, accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not may_complain:
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(bench.address())
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert complaints == []
