"""Review by mouse, keyboard and touch."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from nescio.workbench.desk import ReviewDesk
from tests.browser.conftest import Open, put

pytestmark = pytest.mark.usefixtures("letter")


def entry(page: Page, name: str) -> Locator:
    return page.locator(".entry", has=page.locator(".title", has_text=name))


def text(page: Page, side: str = "a") -> str:
    return " ".join(page.locator(f".line .{side}").all_text_contents())


def place_of(page: Page, words: str) -> dict[str, float]:
    """Where words of the original stand on the screen."""
    found: Any = page.evaluate(
        """(words) => {
            const walk = document.createTreeWalker(document.getElementById("reader"), NodeFilter.SHOW_TEXT);
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const at = node.data.indexOf(words);
                if (at < 0 || !node.parentElement.closest(".o")) continue;
                const range = document.createRange();
                range.setStart(node, at); range.setEnd(node, at + words.length);
                const { x, y, width, height } = range.getBoundingClientRect();
                return { x, y, width, height };
            }
        }""",
        words,
    )
    return dict(found)


def grip(page: Page) -> tuple[float, float]:
    """The middle of the grip at the end of the chosen mention, once it stands there."""
    found = page.wait_for_function(
        """() => {
            const handle = document.getElementById("handle-end");
            const boxes = document.querySelector(".o mark.at")?.getClientRects();
            if (handle.hidden || !boxes?.length) return null;
            const { x, y, width, height } = handle.getBoundingClientRect();
            const last = boxes[boxes.length - 1];
            const there = Math.abs(x + width / 2 - last.right) < 2 && Math.abs(y - last.bottom) < 8;
            return there && [x + width / 2, y + height / 2];
        }"""
    )
    x, y = found.json_value()
    return float(x), float(y)


class Counted:
    """Counts what a person does."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def click(self, target: Locator | str) -> None:
        self.actions += 1
        (self.page.locator(target) if isinstance(target, str) else target).click()

    def double_click(self, words: str) -> None:
        self.actions += 1
        box = place_of(self.page, words)
        self.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_newcomer_corrects_and_downloads_in_a_few_actions(open_page: Open, tmp_path: Path) -> None:
    page = open_page()
    page.evaluate("window.mark = 1")
    person = Counted(page)
    person.double_click("plimsolla")  # a missed name, hidden everywhere
    person.click("#pop .primary")
    expect(page.locator(".a mark", has_text="PERSON").first).to_be_visible()
    person.click(entry(page, "3 March 2025").locator(".switch"))  # a false one is shown
    person.click(entry(page, "Ottokar Brandt").locator("input[type=checkbox]"))  # two people are one
    person.click(entry(page, "Balthasar Hohlweg").locator("input[type=checkbox]"))
    person.click(page.locator("#entries .primary", has_text="Merge"))
    expect(entry(page, "Ottokar Brandt").locator(".sub").first).to_contain_text("4×")
    with page.expect_download() as coming:
        person.click("#download-button")
        person.click("[data-choice=download_file]")
    coming.value.save_as(tmp_path / "out.docx")
    written = (
        zipfile.ZipFile(io.BytesIO((tmp_path / "out.docx").read_bytes())).read("word/document.xml").decode()
    )
    assert coming.value.suggested_filename == "letter.anonymized.docx"
    assert "3 March 2025" in written
    for name in ("plimsolla", "Brandt", "Hohlweg", "Quist"):
        assert name not in written
    assert person.actions <= 15
    assert page.evaluate("window.mark") == 1  # the page was never loaded again


def choose(page: Page, name: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(name)
    expect(page.locator(".entry .title")).to_have_text([name])
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    expect(entry(page, name).locator(".more")).to_be_visible()


def test_hiding_checking_and_undo_by_keys(open_page: Open) -> None:
    page = open_page()
    choose(page, "Ottokar Brandt")
    page.keyboard.press("x")
    expect(page.locator(".line .a").nth(1)).to_contain_text("Ottokar Brandt")
    page.keyboard.press("Control+z")
    expect(page.locator(".line .a").nth(1)).not_to_contain_text("Ottokar Brandt")
    page.keyboard.press("Control+y")
    expect(page.locator(".line .a").nth(1)).to_contain_text("Ottokar Brandt")
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    expect(entry(page, "Ottokar Brandt")).to_have_class("entry open checked")


def test_kind_replacement_and_reasons_by_keys(open_page: Open) -> None:
    page = open_page()
    choose(page, "Ottokar Brandt")
    page.keyboard.press("r")
    page.keyboard.type("Dr Who")
    page.keyboard.press("Enter")
    expect(page.locator(".line .a").nth(1)).to_contain_text("Mr Dr Who")
    page.keyboard.press("Escape")
    choose(page, "Wilma Ostertag")
    page.keyboard.press("l")
    walk_to(page, "ORG")
    page.keyboard.press("Enter")
    expect(page.locator(".line .a").last).to_contain_text("ORGANIZATION")
    page.keyboard.press("e")
    expect(page.locator(".explain table")).to_be_visible()
    page.keyboard.press("x")
    expect(page.locator(".line .a").last).to_contain_text("Wilma Ostertag")
    expect(page.locator(".explain")).to_contain_text("person")  # they stay open, and are true
    page.keyboard.press("e")
    expect(page.locator(".explain")).to_have_count(0)


def walk_to(page: Page, value: str) -> None:
    """Goes through the list that has the focus, which is closed, until something is chosen."""
    for key in ["Home"] + ["ArrowDown"] * 60:
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.value") == value:
            return
    raise AssertionError(f"no key leads to {value}")


def test_borders_move_by_keys_and_by_dragging(open_page: Open) -> None:
    page = open_page()
    choose(page, "Zoraida Quist")
    page.keyboard.press(",")
    expect(page.locator(".o mark.at")).to_have_text("Zoraida")
    page.keyboard.press("Shift+,")
    expect(page.locator(".o mark.at")).to_have_text("Ms Zoraida")
    handle, target = grip(page), place_of(page, " Quist")
    page.mouse.move(*handle)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] - 30, target["y"] + 24, steps=4)
    page.mouse.move(target["x"] + target["width"] + 1, target["y"] + 24)
    page.mouse.up()
    expect(page.locator(".o mark.at")).to_have_text("Ms Zoraida Quist")


def test_words_are_chosen_and_hidden_by_keys(open_page: Open) -> None:
    page = open_page()
    choose(page, "Wilma Ostertag")
    page.keyboard.press("w")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#pop .primary")).to_be_visible()
    assert page.evaluate("getSelection().toString()") == "regards"
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("getSelection().toString()") == "regards, Wilma"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("h")
    expect(page.locator(".o mark", has_text="Kind")).to_be_visible()


def test_merge_and_split_by_keys(open_page: Open) -> None:
    page = open_page()
    choose(page, "Ottokar Brandt")
    page.keyboard.press("t")
    choose(page, "Wilma Ostertag")
    page.keyboard.press("m")
    page.locator("#search").fill("")
    expect(entry(page, "Ottokar Brandt").locator(".sub").first).to_contain_text("3×")
    page.keyboard.press("Escape")
    page.locator(".o mark", has_text="Wilma Ostertag").click()
    page.keyboard.press("s")
    expect(entry(page, "Wilma Ostertag").locator(".sub").first).to_contain_text("1×")


def test_views_and_dialogs_by_keys(open_page: Open) -> None:
    page = open_page()
    for key, seen, unseen in (("2", ".o", ".a"), ("3", ".a", ".o")):
        page.keyboard.press(key)
        expect(page.locator(f".line {seen}").first).to_be_visible()
        expect(page.locator(f".line {unseen}").first).to_be_hidden()
    page.keyboard.press("4")
    expect(page.locator("#terms table")).to_be_visible()
    page.keyboard.press("1")
    for key, words in (("?", "Keyboard"), ("o", "Documents"), ("g", "Download")):
        page.keyboard.press(key)
        expect(page.locator("#dialog-title")).to_have_text(words)
        page.keyboard.press("Escape")
        expect(page.locator("#dialog")).to_be_hidden()


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_everything_by_touch(open_page: Open, size: str) -> None:
    page = open_page(size)
    page.locator(".o mark", has_text="Ottokar Brandt").tap()
    page.locator("#sheet").tap()
    opened = page.locator(".entry.open")
    expect(opened.locator(".title")).to_have_text("Ottokar Brandt")
    opened.get_by_role("button", name="Leave visible").tap()
    expect(opened).to_have_class("entry open checked kept")
    opened.get_by_role("button", name="Hide", exact=True).tap()
    expect(opened).to_have_class("entry open checked")
    opened.get_by_role("button", name="Begin earlier").tap()
    expect(page.locator(".o mark.at")).to_have_text("Mr Ottokar Brandt")
    page.locator("#sheet").tap()
    long_press(page, "on board")
    expect(page.locator("#pop .primary")).to_be_visible()
    page.locator("#pop .primary").tap()
    expect(page.locator(".o mark", has_text="on board")).to_be_visible()
    page.locator("#undo").tap()
    expect(page.locator(".o mark", has_text="on board")).to_have_count(0)


def long_press(page: Page, words: str) -> None:
    """Chooses words as a system does for a finger: the page hears of a selection and of nothing else."""
    page.evaluate(
        """(words) => {
            const walk = document.createTreeWalker(document.getElementById("reader"), NodeFilter.SHOW_TEXT);
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const at = node.data.indexOf(words);
                if (at >= 0) return getSelection().setBaseAndExtent(node, at, node, at + words.length);
            }
        }""",
        words,
    )


def test_a_border_is_dragged_by_touch(open_page: Open) -> None:
    page = open_page("phone")
    page.locator(".o mark", has_text="Zoraida Quist").tap()
    (x, y), target = grip(page), place_of(page, "Zoraida Quist")
    client = page.context.new_cdp_session(page)
    begin = {"x": x, "y": y}
    end = {"x": target["x"] + target["width"] * 7.2 / 13, "y": target["y"] + target["height"] + 6}
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [begin]})
    client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [end]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".o mark.at")).to_have_text("Zoraida")


def test_in_a_long_text_every_mark_is_real_though_the_first_come_first(
    open_page: Open, desk: ReviewDesk
) -> None:
    lines = "\n".join(
        f"{n}. Mr Ottokar Brandt met Ms Zoraida Quist at noon in the garden." for n in range(400)
    )
    put(desk, "long.txt", lines.encode())
    page = open_page()
    page.keyboard.press("f")
    expect(page.locator("#doc-name")).to_have_text("long.txt")
    expect(page.locator(".line.raw")).to_have_count(0)
    expect(page.locator(".o mark", has_text="Zoraida Quist")).to_have_count(400)
    page.locator("#reader").evaluate("el => { el.scrollTop = el.scrollHeight; }")
    last = page.locator(".line").last
    expect(last.locator(".o mark").first).to_be_in_viewport()
    last.locator(".o mark", has_text="Brandt").click()
    page.keyboard.press("x")
    expect(last.locator(".a")).to_contain_text("Ottokar Brandt")
    expect(page.locator(".a", has_text="Ottokar Brandt")).to_have_count(400)


def test_the_list_of_terms_ticks_edits_and_shows_clashes(open_page: Open) -> None:
    page = open_page()
    page.locator("[data-view=terms]").first.click()
    row = page.locator("#terms tbody tr", has_text="Wilma Ostertag")
    for name in ("Zoraida Quist", "Wilma Ostertag"):
        field = page.locator("#terms tbody tr", has_text=name).locator("input[type=text]")
        field.fill("N.N.")
        field.press("Enter")
    expect(page.locator("tr.clash")).to_have_count(2)
    row.locator("input[type=checkbox]").uncheck()
    expect(page.locator("tr.clash")).to_have_count(0)
    page.locator("[aria-label*='Always hide'] ").first.fill("plimsolla")
    page.keyboard.press("Enter")
    expect(page.locator(".lists li", has_text="plimsolla")).to_be_visible()
    expect(page.locator("#terms tbody tr", has_text="plimsolla")).to_be_visible()


def test_search_and_filters_leave_what_fits(open_page: Open) -> None:
    page = open_page()
    page.locator("#search").fill("zoraida@")
    expect(page.locator(".entry")).to_have_count(1)
    page.locator("#search").fill("")
    page.locator("#chips button", has_text="Person").click()
    expect(page.locator(".entry .title", has_text="zoraida@")).to_have_count(0)
    expect(entry(page, "Wilma Ostertag")).to_be_visible()
    page.locator("#which").select_option("kept")
    expect(page.locator("#entries .none")).to_be_visible()


def test_the_page_speaks_four_languages_and_keeps_the_choice(open_page: Open) -> None:
    page = open_page()
    page.locator("#settings-button").click()
    for code, words in (("de", "Einstellungen"), ("pt", "Definições"), ("es", "Ajustes")):
        page.locator("[data-setting=ui_language]").select_option(code)
        expect(page.locator("#dialog-title")).to_have_text(words)
    page.reload()
    expect(page.locator("[data-view=terms]").first).to_have_text("Términos")


def test_another_method_shows_at_once(open_page: Open) -> None:
    page = open_page()
    page.locator("#settings-button").click()
    page.locator("[data-setting=method]").select_option("initials")
    expect(page.locator(".line .a").first).to_contain_text("Z.Q.")


def test_what_is_left_shrinks_with_every_check(open_page: Open) -> None:
    page = open_page()
    expect(page.locator("#left strong")).to_contain_text("0 of")
    page.locator(".entry", has_text="Found once").locator(".fold").first.click()  # one that is hidden
    page.keyboard.press("a")
    expect(page.locator("#left strong")).to_contain_text("1 of")


def test_a_second_document_is_opened_from_the_list(open_page: Open, desk: ReviewDesk) -> None:
    put(desk, "note.txt", b"A short note about Mr Balthasar Hohlweg, who came to see us on Monday.")
    page = open_page()
    page.locator("#files-button").click()
    page.locator(".filelist button", has_text="note.txt").click()
    expect(page.locator("#doc-name")).to_have_text("note.txt")
    page.keyboard.press("b")
    expect(page.locator("#doc-name")).to_have_text("letter.docx")
