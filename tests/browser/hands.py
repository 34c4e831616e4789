"""How somebody uses a page: by mouse, by keys alone, by touch; each on the screens where people do so."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_review import long_press, place_of


class Mouse:
    """Whatever is wanted is clicked."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        """Uses a button, a link, a tab, a check box."""
        target.click()

    def choose(self, words: str) -> None:
        """Chooses one word of the text."""
        box = place_of(self.page, words)
        self.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def go_to(self, words: str) -> None:
        """Goes to something that is marked in the text."""
        self.press(self.page.locator("#reader mark", has_text=words).first)

    def write(self, field: Locator, words: str) -> None:
        self.press(field)
        self.page.keyboard.insert_text(words)


class Keys(Mouse):
    """Nothing is pointed at."""

    def press(self, target: Locator) -> None:
        target.focus()
        expect(target).to_be_focused()
        is_box = target.evaluate("el => ['checkbox', 'radio'].includes(el.type)")
        self.page.keyboard.press("Space" if is_box else "Enter")

    def choose(self, words: str) -> None:
        for _ in range(60):
            self.page.keyboard.press("w")
            if self.page.evaluate("getSelection().toString()") == words:
                return
        raise AssertionError(f"no key leads to {words}")

    def go_to(self, words: str) -> None:
        at = self.page.locator("#reader mark.at")
        for key in ["ArrowUp"] * 8 + ["ArrowDown"] * 16:
            if at.count() and at.first.text_content() == words:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"no key leads to {words}")

    def write(self, field: Locator, words: str) -> None:
        field.focus()
        self.page.keyboard.insert_text(words)


class Touch(Mouse):
    """A finger taps, and holds on words to choose them."""

    def press(self, target: Locator) -> None:
        target.tap()

    def choose(self, words: str) -> None:
        long_press(self.page, words)


DEVICES: Final[dict[str, tuple[str, type[Mouse]]]] = {
    "desktop-mouse": ("desktop", Mouse),
    "desktop-keys": ("desktop", Keys),
    "tablet-touch": ("tablet", Touch),
    "phone-touch": ("phone", Touch),
}
