"""Annotation projects by mouse, keyboard and touch: every task, and the ways around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from nescio.web.database import file_url
from nescio.workbench.store.opening import open_store
from tests.browser.conftest import PATIENCE, Gate
from tests.browser.sample import furnish
from tests.browser.sizes import SIZES
from tests.browser.test_looks import LANGUAGES, over_the_edge, violations
from tests.browser.test_review import place_of
from tests.workbench.team import PASSWORD, Team, at_work

EVIL = "<img src=x onerror=window.evil=1>"
SignIn = Callable[..., Page]


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Team]:
    """One team for all tests; each works on documents of its own."""
    store = open_store(file_url(tmp_path_factory.mktemp("team") / "store.sqlite"), None)
    with at_work(store) as team:
        yield team


@pytest.fixture(scope="module", autouse=True)
def ids(team: Team) -> dict[str, int]:
    return furnish(team)


@pytest.fixture
def sign_in(browser: Browser, team: Team) -> Iterator[SignIn]:
    """A page of somebody at an address; what it complains about is a failure of the test."""
    contexts, complaints = [], []

    def sign(
        name: str,
        where: str = "",
        *,
        size: str = "desktop",
        scheme: str = "light",
        locale: str = "en-GB",
        may_complain: bool = False,
    ) -> Page:
        context = browser.new_context(**SIZES[size], color_scheme=scheme, locale=locale)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not may_complain:
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(f"{team.base}/sign-in")
        fill_in(page, name)
        page.wait_for_url("**/projects")
        page.goto(f"{team.base}/projects{where}")
        page.wait_for_selector("html[data-ready]")
        return page

    yield sign
    for context in contexts:
        context.close()
    assert complaints == []


def fill_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("form.signing button").click()


def fresh(team: Team, text: str, task: str = "entities", **more: Any) -> str:
    """The address of a new document that is Vera's and Wim's."""
    project = team.project(task, language="en", **more)
    [document] = team.add(project, "text.txt", text.encode())
    message = {"annotators": [team.vera.id, team.wim.id], "common": 1}
    team.ada.do("PUT", f"/projects/{project}/assignments", message)
    return f"#/p/{project}/d/{document}"


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("Saved")


def test_whoever_signs_in_sees_what_is_theirs(
    browser: Browser, team: Team, ids: dict[str, int], sign_in: SignIn
) -> None:
    page = sign_in("Vera")
    expect(page.locator(".project strong")).to_contain_text(["Letters"])
    expect(page.locator("#to-users")).to_be_hidden()
    page.locator(".project", has_text="Letters").first.click()
    expect(page.locator("details.guide")).to_contain_text("without titles")
    expect(page.locator(".tabs")).to_have_count(0)
    page.goto(f"{team.base}/")  # the review is not an annotator's
    page.wait_for_url("**/projects")
    stranger = browser.new_page()
    stranger.goto(f"{team.base}/projects")
    stranger.wait_for_url("**/sign-in")
    fill_in(stranger, "Vera", "a wrong password")
    expect(stranger.locator("[role=alert]")).to_contain_text("wrong")
    stranger.close()


def test_entities_by_mouse_with_undo_and_the_next_document(
    team: Team, ids: dict[str, int], sign_in: SignIn
) -> None:
    page = sign_in("Vera", f"#/p/1/d/{ids['e'] + 1}")
    expect(page.locator("#dialog")).to_contain_text("Mark every name")  # the guidelines, at the start
    page.keyboard.press("Escape")
    box = place_of(page, "Leeds")
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("[data-tag=LOC]").click()
    mark = page.locator("mark", has_text="Leeds")
    expect(mark).to_have_attribute("data-sign", "LOC")
    page.locator("#undo").click()
    expect(mark).to_have_count(0)
    page.locator("#redo").click()
    mark.click()
    page.locator("[data-tag=ORG]").click()
    expect(mark).to_have_attribute("data-sign", "ORG")
    saved(page)
    page.reload()
    expect(mark).to_be_visible()
    page.locator("#done").click()
    page.wait_for_url(re.compile(r"#/p/1$"))
    expect(page.locator("tr", has_text="note.txt").locator(".state")).to_have_text("done")


def test_entities_by_keys(team: Team, sign_in: SignIn) -> None:
    page = sign_in("Vera", fresh(team, "Brandt and Quist met. Later Brandt left Whitby."))
    page.keyboard.press("w")
    page.keyboard.press("Shift+Digit1")  # everywhere
    expect(page.locator("mark", has_text="Brandt")).to_have_count(2)
    page.keyboard.press(".")
    expect(page.locator("mark.at")).to_have_text("Brandt and")
    page.keyboard.press("3")
    expect(page.locator("mark.at")).to_have_attribute("data-sign", "ORG")
    page.keyboard.press("d")
    expect(page.locator("mark")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator("mark")).to_have_count(2)
    page.keyboard.press("?")
    expect(page.locator("#dialog-title")).to_have_text("Keyboard")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"#/p/\d+$"))


def test_mentions_are_grouped_by_keys_and_their_words_may_be_hidden(team: Team, sign_in: SignIn) -> None:
    text = "Mr Ottokar Brandt met Ms Zoraida Quist in Whitby. Mr Brandt left."
    page = sign_in("Vera", fresh(team, text, "coreference", hidden=True))
    expect(page.locator("#reader")).not_to_contain_text("Brandt")
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.keyboard.press("1")
    expect(page.locator("mark[data-sign='1']")).to_have_count(2)
    expect(page.locator("mark[data-sign='2']")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    saved(page)
    page.reload()
    expect(page.locator("mark[data-sign='2']")).to_have_count(1)


def test_nothing_is_called_saved_while_something_waits_to_be_sent(team: Team, sign_in: SignIn) -> None:
    where = fresh(team, "Brandt and Quist met in Whitby.")
    page = sign_in("Vera", where)
    project, document = re.findall(r"\d+", where)
    gate = Gate(page, "**/annotation")
    for key in "w1":
        page.keyboard.press(key)
    gate.wait()
    for key in "w2":
        page.keyboard.press(key)
    gate.open()
    saved(page)
    found = team.vera.do("GET", f"/projects/{project}/documents/{document}")["annotation"]["value"]["marks"]
    assert [mark["start"] for mark in found] == [0, 7]


def test_work_that_was_changed_elsewhere_is_not_lost(team: Team, sign_in: SignIn) -> None:
    where = fresh(team, "Brandt and Quist met in Whitby.")
    page = sign_in("Vera", where, may_complain=True)
    project, document = re.findall(r"\d+", where)
    value = {
        "marks": [{"side": 0, "start": 11, "end": 16, "label": "PER", "entity": ""}],
        "answers": {},
        "note": "",
    }
    path = f"/projects/{project}/documents/{document}/annotation"
    team.vera.do("PUT", path, {"version": 0, "value": value, "done": False})
    page.keyboard.press("w")
    page.keyboard.press("1")
    expect(page.locator("#banner")).to_contain_text("Your work is still here")
    page.get_by_role("button", name="Take the other").click()
    expect(page.locator("mark")).to_have_text("Quist")
    page.locator("#undo").click()  # what was here is one step away
    expect(page.locator("mark")).to_have_text("Brandt")
    saved(page)
    page.reload()
    expect(page.locator("mark")).to_have_text("Brandt")


def test_work_without_a_connection_waits_and_is_sent_by_itself(team: Team, sign_in: SignIn) -> None:
    page = sign_in("Vera", fresh(team, "Brandt and Quist met in Whitby."), may_complain=True)
    page.context.set_offline(True)
    page.keyboard.press("w")
    page.keyboard.press("1")
    expect(page.locator("#banner")).to_contain_text("is sent again by itself")
    page.context.set_offline(False)
    saved(page)
    expect(page.locator("#banner")).to_be_hidden()
    page.reload()
    expect(page.locator("mark")).to_have_text("Brandt")


def test_a_file_that_is_too_large_says_so(team: Team, sign_in: SignIn, tmp_path: Path) -> None:
    page = sign_in("Ada", f"#/p/{team.project('entities', language='en')}")
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(101 * 1024 * 1024)
    page.locator("#import").set_input_files(tmp_path / "large.txt")
    expect(page.locator(".toast.bad")).to_contain_text("large.txt: It has more than 100 MB")


def test_a_session_that_ended_in_the_middle_goes_on_after_signing_in(team: Team, sign_in: SignIn) -> None:
    page = sign_in("Wim", fresh(team, "Brandt and Quist met in Whitby."), may_complain=True)
    team.ada.do("PUT", f"/users/{team.wim.id}", {"password": PASSWORD})  # ends all sessions
    page.keyboard.press("w")
    page.keyboard.press("1")
    expect(page.locator("#dialog")).to_contain_text("Nothing is lost")
    fill_in(page, "Wim")
    expect(page.locator("#dialog")).to_be_hidden()
    saved(page)
    page.reload()
    expect(page.locator("mark")).to_have_text("Brandt")


def test_nothing_of_a_text_a_tag_a_name_or_a_file_is_taken_for_markup(team: Team, sign_in: SignIn) -> None:
    tag = {"name": EVIL[:40], "display": EVIL, "colour": 0}
    project = team.project("entities", name=EVIL, guidelines=EVIL, tags=[tag], language="en")
    [document] = team.add(
        project, "%3Cimg%20src%3Dx%20onerror%3Dwindow.evil%3D1%3E.txt", f"{EVIL} wrote.".encode()
    )
    team.ada.do("POST", "/users", {"name": EVIL, "role": "annotator", "password": PASSWORD})
    page = sign_in("Ada")
    for where in ("#/", "#/users", f"#/p/{project}", f"#/p/{project}/settings", f"#/p/{project}/people"):
        page.goto(f"{team.base}/projects{where}")
        page.wait_for_selector(f"html[data-at='{where}']")
    page.goto(f"{team.base}/projects#/p/{project}/d/{document}")
    expect(page.locator("#dialog")).to_contain_text("<img")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.keyboard.press("1")
    expect(page.locator(".kwic b")).to_be_visible()
    saved(page)
    page.locator("#history").click()
    expect(page.locator(".filelist b").first).to_be_visible()
    assert page.evaluate("window.evil") is None
    assert page.locator("main img, main script, dialog img").count() == 0


PLACES = ("#/", "#/users", "#/p/1", "#/p/1/settings", "#/p/1/people", "#/p/1/agreement", "#/p/1/export",
          "#/p/1/d/{e}", "#/p/1/d/{e}/gold", "#/p/1/d/{e}/of/2", "#/p/2/d/{p}", "#/p/3/d/{c}",
          "#/p/3/d/{c}/gold", "#/p/4/d/{r}", "#/p/5/d/{m}")  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_and_no_page_is_wider_than_the_screen(
    team: Team, ids: dict[str, int], browser: Browser, sign_in: SignIn, size: str, scheme: str
) -> None:
    stranger = browser.new_page(**SIZES[size], color_scheme=scheme)
    stranger.goto(f"{team.base}/sign-in")
    stranger.wait_for_selector("html[data-ready]")
    assert violations(stranger) == []
    stranger.close()
    page = sign_in("Ada", size=size, scheme=scheme)
    for place in (place.format(**ids) for place in PLACES):
        page.goto(f"{team.base}/projects{place}")
        page.wait_for_selector(f"html[data-at='{place}']")
        page.locator("#dialog").evaluate("el => el.close()")  # the guidelines
        if page.locator("#sheet").is_visible():
            page.locator("#sheet").click()
        if page.locator(".ratings summary").count():
            page.locator(".ratings summary").click()
        assert over_the_edge(page) == [], place
        assert violations(page) == [], place


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_on_a_phone_in_any_language(
    team: Team, ids: dict[str, int], sign_in: SignIn, language: str
) -> None:
    page = sign_in("Ada", size="phone", locale=language)
    for place in (place.format(**ids) for place in PLACES):
        page.goto(f"{team.base}/projects{place}")
        page.wait_for_selector(f"html[data-at='{place}']")
        page.locator("#dialog").evaluate("el => el.close()")
        assert over_the_edge(page) == [], place
