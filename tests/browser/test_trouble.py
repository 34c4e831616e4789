"""What goes wrong: hostile texts, two tabs, a session that ended, a server that went away, broken files."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from nescio.workbench.access import Doorkeeper
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.serving import Workbench
from tests.browser.conftest import Open, put
from tests.browser.test_review import entry
from tests.workbench.running import running

EVIL = "<img src=x onerror=window.evil=1><script>window.evil=1</script>"


def drop(page: Page, name: str, content: str) -> None:
    """Drops a file onto the page, as a hand would."""
    page.evaluate(
        """([name, content]) => {
            const data = new DataTransfer();
            data.items.add(new File([content], name));
            for (const kind of ["dragenter", "dragover", "drop"])
                document.dispatchEvent(new DragEvent(kind, { dataTransfer: data, cancelable: true }));
        }""",
        [name, content],
    )


def test_nothing_of_a_text_a_name_or_a_term_is_taken_for_markup(open_page: Open, desk: ReviewDesk) -> None:
    text = (
        f"Dear Ms Zoraida Quist, {EVIL} is what Mr Ottokar Brandt of {EVIL} wrote to all of us in the house."
    )
    put(desk, f"{EVIL.replace('/', '')}.txt", text.encode())
    desk.set_term("hide", EVIL, label="PER", there=True)
    page = open_page()
    page.locator(".o mark", has_text="Zoraida").first.click()
    page.keyboard.press("r")
    page.keyboard.type(EVIL)
    page.keyboard.press("Enter")
    expect(page.locator(".a", has_text=EVIL).first).to_be_visible()
    for view in ("anonymized", "terms", "both"):
        page.locator(f"button[data-view={view}]").click()
    page.locator("#files-button").click()
    expect(page.locator(".filelist b")).to_contain_text("<img")
    page.keyboard.press("Escape")
    page.locator(".entry.open [data-why]").click()
    page.locator(".explain table").wait_for()
    assert page.evaluate("window.evil") is None
    assert page.locator("main img, main script").count() == 0


@pytest.mark.usefixtures("letter")
def test_two_tabs_never_overwrite_each_other(open_page: Open, bench: Workbench) -> None:
    first = open_page(may_complain=True)
    second = first.context.new_page()
    second.goto(f"http://127.0.0.1:{bench.port}/")
    second.wait_for_selector("html[data-ready]")
    entry(first, "Wilma Ostertag").locator(".switch").click()
    expect(first.locator("#undo")).to_be_enabled()
    entry(second, "3 March 2025").locator(".switch").click()
    expect(second.locator(".toast.bad")).to_contain_text("changed elsewhere")
    expect(second.locator(".line .a").last).to_contain_text("Wilma Ostertag")  # the newest state
    entry(second, "3 March 2025").locator(".switch").click()
    expect(second.locator(".line .a").nth(1)).to_contain_text("3 March 2025")


@pytest.mark.usefixtures("letter")
def test_a_session_that_ended_loses_nothing(open_page: Open, bench: Workbench, door: Doorkeeper) -> None:
    page = open_page(may_complain=True)
    door.end_all()
    entry(page, "Wilma Ostertag").locator(".switch").click()
    expect(page.locator("#banner")).to_contain_text("Your work is saved; one change waits here")
    other = page.context.new_page()
    other.goto(bench.address())
    page.locator("#banner button").click()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator(".line .a").last).to_contain_text("Wilma Ostertag")


@pytest.mark.usefixtures("letter")
def test_a_server_that_comes_back_gets_what_waited(open_page: Open, desk: ReviewDesk) -> None:
    door = Doorkeeper()
    page = open_page(may_complain=True)
    with running(desk, door) as first:
        port = first.port
        page.goto(first.address())
        page.wait_for_selector("html[data-ready]")
    entry(page, "Wilma Ostertag").locator(".switch").click()
    expect(page.locator("#banner")).to_contain_text("one change waits")
    with running(desk, door, port=port):
        expect(page.locator("#banner")).to_be_hidden(timeout=10_000)
        expect(page.locator(".line .a").last).to_contain_text("Wilma Ostertag")


@pytest.mark.usefixtures("letter")
def test_what_was_done_is_there_after_the_page_was_loaded_again(open_page: Open) -> None:
    page = open_page()
    entry(page, "Wilma Ostertag").locator(".switch").click()
    expect(page.locator("#undo")).to_be_enabled()
    page.reload()
    expect(page.locator(".line .a").last).to_contain_text("Wilma Ostertag")
    page.locator("#undo").click()
    expect(page.locator(".line .a").last).not_to_contain_text("Wilma Ostertag")


def test_files_are_dropped_and_a_broken_one_says_why(open_page: Open) -> None:
    page = open_page()
    expect(page.locator("#welcome h1")).to_be_visible()
    drop(page, "broken.docx", "PK\x03\x04 this is none")
    expect(page.locator(".toast.bad")).to_contain_text("broken.docx")
    drop(page, "note.txt", "A note about Mr Ottokar Brandt, who came to see us on Monday.")
    expect(page.locator("#doc-name")).to_have_text("note.txt")
    expect(page.locator(".o mark", has_text="Ottokar Brandt")).to_be_visible()
    page.locator("#files-button").click()
    expect(page.locator(".filelist .failed")).to_contain_text("damaged or cut off")


def test_a_file_that_cannot_be_sent_says_what_to_do(open_page: Open) -> None:
    page = open_page(may_complain=True)
    page.context.set_offline(True)
    drop(page, "note.txt", "A note about Mr Ottokar Brandt, who came to see us on Monday.")
    expect(page.locator(".toast.bad").last).to_contain_text("note.txt: The workbench does not answer.")
    page.context.set_offline(False)
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File([new ArrayBuffer(101 * 1024 * 1024)], "large.txt"));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
        }"""
    )
    expect(page.locator(".toast.bad").last).to_contain_text("large.txt: It has more than 100 MB")
    drop(page, "note.txt", "A note about Mr Ottokar Brandt, who came to see us on Monday.")
    expect(page.locator("#doc-name")).to_have_text("note.txt")


def test_a_language_that_cannot_be_told_is_named_by_a_person(open_page: Open) -> None:
    page = open_page()
    drop(page, "short.txt", "xq zv")
    expect(page.locator(".toast.bad")).to_contain_text("language")
    page.locator("#files-button").click()
    page.locator(".filelist select").select_option("en")
    expect(page.locator("#doc-name")).to_have_text("short.txt")


def test_who_has_no_address_sees_how_to_get_one(open_page: Open, bench: Workbench) -> None:
    page = open_page(may_complain=True)
    page.context.clear_cookies()
    page.goto(f"http://127.0.0.1:{bench.port}/")
    expect(page.locator("h1")).to_have_text("nescio workbench")
    expect(page.locator("p[lang=de]")).to_contain_text("Eingabetaste")
