"""The page to try the service, as somebody uses it who writes no Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.service.conftest import server
from tests.service.serving import Served

__all__ = ["server"]


@pytest.fixture
def page(browser: Browser, server: Served) -> Iterator[Page]:
    context = browser.new_context()
    found = context.new_page()
    found.goto(f"{server.url}/docs")
    yield found
    context.close()


def _opened(page: Page, words: str) -> Locator:
    box = page.locator("details", has=page.locator("summary code", has_text=words)).first
    box.locator("summary").click()
    return box


def test_the_example_of_a_text_can_be_sent(page: Page) -> None:
    box = _opened(page, "POST /v1/anonymize")
    box.get_by_role("button", name="Send").click()
    expect(box.locator("pre")).to_contain_text("[EMAIL1]")


def test_a_file_of_this_machine_can_be_sent(page: Page) -> None:
    box = _opened(page, "POST /v1/documents")
    letter = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"to anna@example.org"}
    box.locator("input[type=file]").set_input_files(letter)  # type: ignore[arg-type]  # a file as a table
    box.locator("[name=name]").fill("a.txt")
    box.locator("[name=language]").fill("en")
    box.locator("[name=answer]").select_option("file")
    box.get_by_role("button", name="Send").click()
    expect(box.locator("pre")).to_contain_text("document.txt")
