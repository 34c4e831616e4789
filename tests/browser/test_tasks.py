"""Every path of annotation projects on every screen: one body for mouse, keys and touch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from nescio.web.database import file_url
from nescio.workbench.store.opening import open_store
from tests.browser.conftest import PATIENCE
from tests.browser.hands import DEVICES, Mouse
from tests.browser.sizes import SIZES
from tests.workbench.team import PASSWORD, Member, Team, at_work

TEXT = "Brandt met Quist in Whitby. Later Brandt left."
NAMES = {"Brandt": (0, 6), "Quist": (11, 16), "Whitby": (20, 26), "Brandt again": (34, 40)}
Visit = Callable[..., Mouse]


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Team]:
    """One team for all tests; each works in projects of its own."""
    store = open_store(file_url(tmp_path_factory.mktemp("team") / "store.sqlite"), None)
    with at_work(store) as team:
        yield team


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def visit(browser: Browser, team: Team, device: str) -> Iterator[Visit]:
    """Somebody at an address of the workbench; what the page complains about is a failure of the test."""
    contexts, complaints = [], []
    size, hands = DEVICES[device]

    def go(member: Member | None, where: str = "/projects", *, may_complain: bool = False) -> Mouse:
        context = browser.new_context(**SIZES[size], locale="en-GB", accept_downloads=True)
        contexts.append(context)
        if member is not None:
            jar = member.client.cookies.jar
            context.add_cookies(
                [{"name": one.name, "value": str(one.value), "url": team.base} for one in jar]
            )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not may_complain:
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(team.base + where)
        page.wait_for_selector("html[data-ready]")
        return hands(page)

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def row(*names: str) -> bytes:
    """A document with these names marked."""
    spans = [[*NAMES[name], "LOC" if name == "Whitby" else "PER"] for name in names]
    return json.dumps({"id": "text", "text": TEXT, "language": "en", "spans": spans}).encode()


def begun(team: Team, task: str = "entities", data: bytes | None = None, name: str = "text.txt") -> str:
    """The path of the only document of a new project, which is Vera's and Wim's."""
    project = team.project(task, language="en", name=f"A project of {task}")
    [document] = team.add(project, name, TEXT.encode() if data is None else data)
    both = [team.vera.id, team.wim.id]
    team.ada.do("PUT", f"/projects/{project}/assignments", {"annotators": both, "common": 1})
    return f"/projects/{project}/documents/{document}"


def page_at(path: str) -> str:
    return "/projects#" + path.replace("/projects/", "/p/").replace("/documents/", "/d/")


def says(member: Member, path: str, *names: str, **answers: str) -> None:
    marks = [
        {"side": 0, "start": NAMES[name][0], "end": NAMES[name][1],
         "label": "LOC" if name == "Whitby" else "PER", "entity": ""}
        for name in names
    ]  # fmt: skip
    value = {"marks": marks, "answers": answers, "note": ""}
    member.do("PUT", f"{path}/annotation", {"version": 0, "value": value, "done": True})


def gold_of(team: Team, path: str) -> dict[str, Any]:
    found: dict[str, Any] = team.rosa.do("GET", f"{path}/layers")["gold"]
    return found


def saved(page: Page) -> None:
    """What was done is in the store: nothing is on its way any more."""
    expect(page.locator("#saved.busy")).to_have_count(0)
    expect(page.locator("#saved")).to_have_text("Saved")


def test_signing_in_and_out(team: Team, visit: Visit) -> None:
    hands = visit(None, "/sign-in", may_complain=True)  # a browser complains about every refusal
    page = hands.page
    for words in ("wrong word", PASSWORD):
        page.locator("[name=password]").fill("")
        if words == "wrong word":
            hands.write(page.locator("[name=name]"), "Vera")
        hands.write(page.locator("[name=password]"), words)
        hands.press(page.locator("form.signing button"))
        if words == "wrong word":
            expect(page.locator("[role=alert]")).to_contain_text("wrong")
    page.wait_for_url("**/projects")
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#to-users")).to_be_hidden()  # an annotator's is neither
    expect(page.locator("#to-review")).to_be_hidden()
    hands.press(page.locator("#account"))
    hands.press(page.get_by_role("button", name="Sign out"))
    page.wait_for_url("**/sign-in")


def test_users_are_added_changed_and_kept_out(team: Team, visit: Visit, device: str) -> None:
    hands = visit(team.ada, "/projects#/users")
    page, name = hands.page, f"Yara {device}"
    adding = page.locator("form.inline.wide")
    hands.write(adding.locator("[name=name]"), name)
    hands.write(adding.locator("[name=password]"), PASSWORD)
    hands.press(adding.locator("button"))
    row_ = page.locator("tr", has_text=name)
    row_.locator("select").select_option("revisor")
    expect(page.locator(".toast").last).to_contain_text(name)
    expect(row_.locator("select")).to_have_value("revisor")
    page.reload()  # no answer is under way that would draw the rows again under the finger
    expect(row_.locator("select")).to_have_value("revisor")
    hands.press(row_.locator(".switch"))
    expect(row_.locator(".switch")).to_have_text("Not active")
    found = [one for one in team.ada.do("GET", "/users") if one["name"] == name]
    assert [(one["role"], one["active"]) for one in found] == [("revisor", False)]


def test_a_project_from_its_making_to_the_end_of_its_originals(team: Team, visit: Visit, device: str) -> None:
    hands = visit(team.ada)
    page, name = hands.page, f"Contracts {device}"
    hands.press(page.locator("#new"))
    hands.write(page.locator("#dialog [name=name]"), name)
    hands.press(page.locator("#dialog [value=entities]"))
    hands.press(page.locator("#dialog .primary"))
    hands.write(page.locator("textarea[name=guidelines]"), "Mark parties.")
    hands.press(page.get_by_role("button", name="Add a tag"))
    hands.write(page.get_by_label("Tag 5", exact=True), "PARTY")
    hands.write(page.get_by_label("Shown as 5"), "Party")
    page.locator("[data-setting=project_language]").select_option("en")
    hands.write(page.locator("[name=retention]"), "30")
    hands.press(page.locator("form.settings > .primary"))
    expect(page.locator(".toast").last).to_have_text("Saved")
    [project] = [one["id"] for one in team.ada.do("GET", "/projects") if one["name"] == name]
    kept = team.ada.do("GET", f"/projects/{project}")
    assert (kept["retention"], kept["guidelines"], len(kept["tags"])) == (30, "Mark parties.", 5)

    hands.press(page.get_by_role("link", name="Documents"))
    text = {"name": "one.txt", "mimeType": "text/plain", "buffer": TEXT.encode()}
    page.locator("#import").set_input_files(files=[text])  # type: ignore[arg-type]  # a list of such is taken
    expect(page.locator("tr", has_text="one.txt")).to_be_visible()
    hands.press(page.get_by_role("link", name="People"))
    hands.press(page.get_by_label("Vera"))
    page.get_by_label("Documents that everybody gets").fill("")
    hands.write(page.get_by_label("Documents that everybody gets"), "1")
    hands.press(page.get_by_role("button", name="Assign documents"))
    expect(page.locator("table")).to_contain_text("Vera")
    hands.press(page.get_by_role("link", name="Documents"))
    page.locator("[name=recognizer]").select_option("patterns")
    hands.press(page.get_by_role("button", name="Annotate beforehand"))
    expect(page.locator(".toast").last).to_have_text("One document annotated beforehand.")

    [document] = team.vera.do("GET", f"/projects/{project}/documents")
    says(team.vera, f"/projects/{project}/documents/{document['id']}", "Brandt")
    hands.press(page.get_by_role("link", name="Export"))
    with page.expect_download() as coming:
        hands.press(page.locator("[data-export=conll]"))
    assert coming.value.suggested_filename.endswith(".conll")
    purge = page.get_by_role("button", name="Delete the originals")
    hands.press(purge)
    hands.press(purge)  # what cannot be undone is pressed twice
    expect(page.locator("html")).to_have_attribute("data-at", f"#/p/{project}/export")
    expect(purge).to_have_text("Delete the originals")
    assert team.ada.do("GET", f"/projects/{project}")["purged"] is True


def test_entities_are_marked_moved_undone_and_done(team: Team, visit: Visit) -> None:
    path = begun(team)
    hands = visit(team.vera, page_at(path))
    page = hands.page
    hands.choose("Quist")
    hands.press(page.locator("[data-tag=PER]"))
    mark = page.locator("#reader mark")
    expect(mark).to_have_text("Quist")
    hands.press(page.get_by_role("button", name="Begin earlier"))
    expect(mark).to_have_text("met Quist")
    hands.press(page.locator("#undo"))
    hands.go_to("Quist")
    hands.press(page.locator("[data-tag=ORG]"))
    expect(mark).to_have_attribute("data-sign", "ORG")
    hands.press(page.get_by_role("button", name="Remove", exact=True))
    expect(mark).to_have_count(0)
    hands.press(page.locator("#undo"))
    expect(mark).to_have_count(1)
    hands.press(page.locator("#redo"))
    expect(mark).to_have_count(0)
    hands.press(page.locator("#undo"))
    hands.press(page.locator("#done"))
    page.wait_for_url(re.compile(r"#/p/\d+$"))
    expect(page.locator("tr", has_text="text.txt").locator(".state").first).to_have_text("done")
    [found] = team.vera.do("GET", path)["annotation"]["value"]["marks"]
    assert (found["start"], found["end"], found["label"]) == (11, 16, "ORG")


def test_both_sides_of_a_pair_are_marked_and_joined(team: Team, visit: Visit) -> None:
    path = begun(team, "parallel", b"Brandt left.\tHerr Ost ging.\n", "pairs.tsv")
    hands = visit(team.vera, page_at(path))
    page = hands.page
    for words in ("Brandt", "Ost"):
        if type(hands).__name__ == "Keys":
            if words == "Ost":
                page.keyboard.press("o")  # to the other side, whose first word is chosen
            page.keyboard.press("w")
        else:
            hands.choose(words)
        hands.press(page.locator("[data-tag=PER]"))
        hands.press(page.get_by_role("button", name="Tick to join"))
    hands.press(page.get_by_role("button", name="Join 2 marks"))
    expect(page.locator("mark[data-sign='PER 1']")).to_have_text(["Brandt", "Ost"])
    saved(page)
    marks = team.vera.do("GET", path)["annotation"]["value"]["marks"]
    assert [(mark["side"], mark["entity"]) for mark in marks] == [(0, "1"), (1, "1")]


def test_mentions_are_grouped_and_groups_are_joined(team: Team, visit: Visit) -> None:
    path = begun(team, "coreference", row(*NAMES), "text.jsonl")
    hands = visit(team.vera, page_at(path))
    page = hands.page
    hands.go_to("Brandt")
    for _ in range(2):  # two groups, for the first and the second mention
        hands.press(page.locator("[data-tag=new]"))
    expect(page.locator("#sheet-text")).to_have_text("2 of 4 answered")
    hands.go_to("Quist")
    hands.press(page.get_by_role("button", name="Tick to join"))
    hands.go_to("Whitby")
    hands.press(page.get_by_role("button", name="Tick to join"))
    hands.press(page.get_by_role("button", name="Join 2 marks"))
    expect(page.locator("mark[data-sign='2']")).to_have_text(["Quist", "Whitby"])
    saved(page)
    assert team.vera.do("GET", path)["annotation"]["value"]["answers"] == {"1": "1", "2": "2", "3": "2"}


def test_replacements_are_judged(team: Team, visit: Visit) -> None:
    path = begun(team, "relevance", b"Dear Ms Zoraida Quist, Mr Ottokar Brandt wrote to us on Monday.")
    hands = visit(team.wim, page_at(path))
    page = hands.page
    items = len(team.wim.do("GET", path)["items"])
    expect(page.locator("#sheet-text")).to_have_text(f"0 of {items} answered")
    if type(hands).__name__ != "Keys":
        hands.press(page.locator("mark").first)
    hands.press(page.locator("[data-tag='not relevant']"))
    expect(page.locator("mark[data-sign='Not relevant']")).to_have_count(2)  # on both sides
    saved(page)
    assert list(team.wim.do("GET", path)["annotation"]["value"]["answers"].values()) == ["not relevant"]


def test_two_annotations_are_compared_and_judged(team: Team, visit: Visit, device: str) -> None:
    path = begun(team)
    says(team.vera, path, "Brandt", "Whitby")
    says(team.wim, path, "Brandt", "Quist")
    source = int(re.findall(r"\d+", path)[0])
    team.ada.do("PUT", f"/projects/{source}", {"version": 1, "name": f"Source {device}"})
    project = team.project("comparison", name=f"Vera and Wim {device}")
    hands = visit(team.ada, f"/projects#/p/{project}")
    page = hands.page
    page.locator("select[name=project]").select_option(str(source))
    page.locator("select[name=left]").select_option(str(team.vera.id))
    page.locator("select[name=right]").select_option(str(team.wim.id))
    hands.press(page.get_by_role("button", name="Compare"))
    hands.press(page.get_by_role("link", name="text.txt"))
    expect(page.locator("mark")).to_have_text(["Quist", "Whitby"])
    hands.go_to("Quist")
    expect(page.locator(".card")).to_contain_text("PER “Quist”")
    hands.press(page.locator("[data-tag=right]"))
    expect(page.locator("#sheet-text")).to_have_text("1 of 2 answered")
    saved(page)


def test_a_revisor_goes_from_the_figures_through_the_disagreements(team: Team, visit: Visit) -> None:
    path = begun(team)
    says(team.vera, path, "Brandt", "Whitby")
    says(team.wim, path, "Brandt", "Quist")
    project = re.findall(r"\d+", path)[0]
    hands = visit(team.rosa, f"/projects#/p/{project}/agreement")
    page = hands.page
    expect(page.locator(".tile", has_text="Fleiss")).to_be_visible()
    hands.press(page.get_by_role("link", name="text.txt · 11–16"))
    expect(page.locator("#at-dispute")).to_have_text("1 of 2")
    hands.press(page.locator(".disputes button", has_text="PER (Wim)"))
    expect(page.locator("#reader mark")).to_have_text(["Brandt", "Quist"])
    hands.press(page.get_by_role("button", name="Next disagreement"))
    expect(page.locator("#at-dispute")).to_have_text("2 of 2")
    hands.press(page.locator("[aria-current] button", has_text="LOC (Vera)"))
    expect(page.locator("#reader mark")).to_have_text(["Brandt", "Quist", "Whitby"])
    saved(page)
    hands.press(page.locator("#history"))
    expect(page.locator(".filelist b").first).to_have_text("gold · settled")
    page.keyboard.press("Escape")
    hands.press(page.locator("#done"))
    page.wait_for_url(re.compile(r"#/p/\d+$"))
    gold = gold_of(team, path)
    assert (gold["state"], len(gold["value"]["marks"])) == ("done", 3)


def test_one_of_two_borders_is_taken(team: Team, visit: Visit) -> None:
    """Both said PER: what differs is how far it reaches."""
    path = begun(team)
    says(team.vera, path, "Quist")
    wider = {"side": 0, "start": 7, "end": 16, "label": "PER", "entity": ""}
    value = {"marks": [wider], "answers": {}, "note": ""}
    team.wim.do("PUT", f"{path}/annotation", {"version": 0, "value": value, "done": True})
    hands = visit(team.rosa, f"{page_at(path)}/gold@7")
    page = hands.page
    hands.press(page.locator(".disputes button", has_text="PER “Quist” (Vera)"))
    expect(page.locator("#reader mark")).to_have_text("Quist")
    hands.press(page.locator(".disputes button", has_text="PER (Wim)"))
    expect(page.locator("#reader mark")).to_have_text("met Quist")
    saved(page)
    assert gold_of(team, path)["value"]["marks"] == [wider]


def test_coreference_is_settled_by_entity_by_link_and_by_hand(team: Team, visit: Visit) -> None:
    path = begun(team, "coreference", row(*NAMES), "text.jsonl")
    says(team.vera, path, **{"1": "a", "4": "a"})  # Brandt and Brandt again
    says(team.wim, path, **{"1": "a", "2": "a", "4": "a"})  # and Quist with them
    hands = visit(team.rosa, f"{page_at(path)}/gold@0")
    page = hands.page
    now = page.locator("[aria-current]")
    expect(now.locator("[aria-pressed=true]").first).to_have_text("with Brandt (4) (Vera)")
    hands.press(page.get_by_role("button", name="with Quist, Brandt (4) (Wim)"))  # the entity, as Wim has it
    expect(page.locator("mark[data-sign]")).to_have_text(["Brandt", "Quist", "Brandt"])
    hands.press(page.get_by_role("button", name="Next disagreement"))
    hands.press(now.get_by_role("button", name="apart (Vera)").first)  # the link, as Vera has it
    expect(page.locator("mark[data-sign]")).to_have_text(["Brandt", "Brandt"])
    hands.press(now.get_by_role("button", name="together (Wim)").first)
    expect(page.locator("mark[data-sign]")).to_have_count(3)
    hands.press(page.locator("#undo"))
    expect(page.locator("mark[data-sign]")).to_have_count(2)
    saved(page)
    before = gold_of(team, path)
    assert sorted(id for id, group in before["value"]["answers"].items() if group) == ["1", "4"]
    hands.press(page.locator("#done"))
    page.wait_for_url(re.compile(r"#/p/\d+$"))
    kinds = {one["kind"] for one in team.rosa.do("GET", f"{path}/history") if one["layer"] == "gold"}
    assert (gold_of(team, path)["state"], kinds) == ("done", {"adjudicated"})


def test_a_revisor_rates_and_the_annotator_sees_it(team: Team, visit: Visit) -> None:
    path = begun(team)
    says(team.vera, path, "Brandt")
    says(team.wim, path)
    hands = visit(team.rosa, f"{page_at(path)}/gold")
    page = hands.page
    if page.locator("#sheet").is_visible():
        hands.press(page.locator("#sheet"))
    hands.press(page.locator(".ratings summary"))
    own = page.locator(f".rating[data-of='{team.vera.id}']")
    hands.press(own.locator("[data-rating='2']"))
    expect(own.locator("[data-rating='2']")).to_have_attribute("aria-pressed", "true")
    hands.write(own.locator("input"), "Whitby is missing.")
    hands.press(own.locator("[data-rating='3']"))
    expect(own.locator("[data-rating='3']")).to_have_attribute("aria-pressed", "true")
    expect(own.locator("input")).to_have_value("Whitby is missing.")
    project = re.findall(r"\d+", path)[0]
    seen = visit(team.vera, f"/projects#/p/{project}").page
    expect(seen.get_by_role("img", name="3 of 5")).to_be_visible()
    expect(seen.locator("tr", has_text="text.txt")).to_contain_text("Whitby is missing.")
    led = visit(team.ada, f"/projects#/p/{project}/people").page
    expect(led.locator("tr", has_text="Vera")).to_contain_text("3 (1)")


def test_a_revisor_corrects_the_annotation_of_another(team: Team, visit: Visit) -> None:
    path = begun(team)
    says(team.vera, path, "Brandt", "Quist")
    hands = visit(team.rosa, page_at(path).partition("/d/")[0])
    page = hands.page
    hands.press(page.get_by_role("link", name="Vera"))
    hands.go_to("Quist")
    hands.press(page.get_by_role("button", name="Remove", exact=True))
    expect(page.locator("#reader mark")).to_have_text("Brandt")
    saved(page)
    annotation = team.vera.do("GET", path)["annotation"]
    assert (annotation["by"], annotation["version"]) == ("Rosa", 2)


def test_an_earlier_state_is_brought_back(team: Team, visit: Visit) -> None:
    path = begun(team, data=row("Brandt"), name="text.jsonl")
    says(team.vera, path, "Quist")
    hands = visit(team.vera, page_at(path))
    page = hands.page
    hands.press(page.locator("#history"))
    hands.press(page.get_by_role("button", name="prepared"))  # what everybody began with
    expect(page.locator("#reader mark")).to_have_text("Brandt")
    hands.press(page.locator("#undo"))
    expect(page.locator("#reader mark")).to_have_text("Quist")
