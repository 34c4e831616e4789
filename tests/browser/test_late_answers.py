"""An answer that comes late disturbs nobody: it takes no field, list or button away from who is at it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gate, Open
from tests.browser.test_review import choose, entry, walk_to

pytestmark = pytest.mark.usefixtures("letter")


def test_a_kind_that_keys_pass_over_is_not_chosen(open_page: Open) -> None:
    """An answer that comes between two keys neither takes the list away nor what was chosen in it."""
    page = open_page()
    choose(page, "Wilma Ostertag")
    gate = Gate(page, "**/acts")
    page.keyboard.press("x")
    page.keyboard.press("l")
    walk_to(page, "LOC")
    gate.open()
    expect(page.locator("#saved")).to_have_text("Saved")
    walk_to(page, "ORG")
    assert len(gate.asked) == 1
    page.keyboard.press("Escape")
    expect(page.locator(".entry.open select.label")).to_have_value("PER")
    page.keyboard.press("l")
    walk_to(page, "ORG")
    page.keyboard.press("Tab")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator(".entry.open .sub").first).to_contain_text("Organization")
    assert [route.request.post_data_json["act"]["kind"] for route in gate.asked] == ["show", "relabel"]


def test_a_replacement_that_is_being_written_is_not_lost_when_an_answer_comes(open_page: Open) -> None:
    page = open_page()
    choose(page, "Wilma Ostertag")
    gate = Gate(page, "**/acts")
    page.keyboard.press(",")
    gate.wait()
    page.keyboard.press("r")
    page.keyboard.type("N.")
    gate.open()
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator(".o mark.at")).to_have_text("Wilma")
    page.keyboard.type("N.")
    page.keyboard.press("Enter")
    expect(page.locator(".line .a").last).to_contain_text("N.N. Ostertag")


def test_a_button_is_pressed_though_an_answer_comes_while_it_is_down(open_page: Open) -> None:
    page = open_page()
    choose(page, "Wilma Ostertag")
    gate = Gate(page, "**/acts")
    page.keyboard.press("x")
    gate.wait()
    page.locator(".entry.open .more").get_by_role("button", name="Hide", exact=True).hover()
    page.mouse.down()
    gate.open()
    expect(page.locator("#saved")).to_have_text("Saved")
    page.mouse.up()
    expect(page.locator(".line .a").last).not_to_contain_text("Wilma")
    expect(entry(page, "Wilma Ostertag")).to_have_class("entry open checked")


def test_what_is_being_written_is_not_lost_when_an_answer_comes(open_page: Open) -> None:
    page = open_page()
    gate = Gate(page, "**/acts")
    page.locator("[data-view=terms]").first.click()
    first, second = (
        page.locator("#terms tbody tr", has_text=name).locator("input[type=text]")
        for name in ("Zoraida Quist", "Wilma Ostertag")
    )
    first.fill("N.N.")
    first.press("Enter")
    second.fill("O.O.")
    gate.open()
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(second).to_have_value("O.O.")
    second.press("Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.locator("[data-view=both]").first.click()
    expect(page.locator("mark", has_text="O.O.").first).to_be_visible()


def test_edits_that_are_quicker_than_the_answers_all_arrive(open_page: Open) -> None:
    """The answers are held back until everything is written."""
    page = open_page()
    gate = Gate(page, re.compile("/acts$|/api/terms$"))
    page.locator("[data-view=terms]").first.click()
    fields = {
        name: page.locator("#terms tbody tr", has_text=name).locator("input[type=text]")
        for name in ("Zoraida Quist", "Wilma Ostertag", "Ottokar Brandt")
    }
    for name, field in fields.items():
        field.fill(f"N{name[0]}")
        field.press("Enter")
    lists = page.locator("[aria-label*='Always hide']").first
    for term in ("plimsolla", "Harbour"):
        lists.press_sequentially(term)
        lists.press("Enter")
    expect(page.locator(".lists li")).to_have_text(["plimsolla×", "Harbour×"])
    for name, field in fields.items():
        expect(field).to_have_value(f"N{name[0]}")
    gate.wait()
    assert len(gate.asked) == 1  # one waits for another, so that only the first was asked
    gate.open()
    expect(page.locator("#saved")).to_have_text("Saved")
    page.reload()
    expect(page.locator(".lists li")).to_have_text(["plimsolla×", "Harbour×"])
    for name, field in fields.items():
        expect(field).to_have_value(f"N{name[0]}")
    expect(page.locator("#terms tbody tr", has_text="plimsolla")).to_be_visible()
