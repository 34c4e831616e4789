"""The desk: what was done is kept, undone, and never lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nescio.core.errors import InputError, JobError
from nescio.workbench.desk import FAILED, READY, WAITING, DeskFile, ReviewDesk
from nescio.workbench.store.opening import ConflictError
from tests.workbench.conftest import TEXT
from tests.workbench.waiting import wait_for


def entity(view: dict[str, Any], name: str) -> dict[str, Any]:
    [found] = [item for item in view["entities"] if name in item["names"]]
    return dict(found)


def shown(view: dict[str, Any]) -> str:
    """The anonymized text, put together as the page does."""
    lines = []
    for start, _, _, text, _, rows, _ in view["blocks"]:
        for row_start, row_end, new, _ in sorted(rows, reverse=True):
            text = text[: row_start - start] + new + text[row_end - start :]
        lines.append(text)
    return "\n".join(lines)


def test_a_view_shows_the_text_and_what_stands_there_now(desk: ReviewDesk, letter: DeskFile) -> None:
    view = desk.view(letter.papers[0].id)
    assert "\n".join(block[3] for block in view["blocks"]) == TEXT.removesuffix("\n")
    assert "Zoraida" not in shown(view)
    assert entity(view, "zoraida@example.org")["root"] == "EMAIL"


def test_the_answer_to_an_act_is_what_changed_and_no_more(desk: ReviewDesk, letter: DeskFile) -> None:
    id = letter.papers[0].id
    view = desk.view(id)
    mail = entity(view, "zoraida@example.org")
    delta = desk.act(id, {"kind": "show", "places": [mail["place"]]}, 0)
    assert [block[0] for block in delta["blocks"]] == [24]
    assert [(item["names"], item["hide"]) for item in delta["entities"]] == [(["zoraida@example.org"], False)]
    assert (delta["block_order"], delta["version"], delta["undo"]) == (None, 1, "show")
    assert "zoraida@example.org" in shown(desk.view(id))


def test_undo_and_redo_have_no_end(desk: ReviewDesk, letter: DeskFile) -> None:
    id = letter.papers[0].id
    names = ["zoraida@example.org", "3 March 2025", "Wilma"]
    texts = [shown(desk.view(id))]
    for version, name in enumerate(names):
        desk.act(id, {"kind": "show", "places": [entity(desk.view(id), name)["place"]]}, version)
        texts.append(shown(desk.view(id)))
    for number in range(3):
        desk.move(id, "undo", 3 + number)
        assert shown(desk.view(id)) == texts[2 - number]
    with pytest.raises(JobError, match="nothing to undo"):
        desk.move(id, "undo", 6)
    for number in range(3):
        desk.move(id, "redo", 6 + number)
    assert shown(desk.view(id)) == texts[3]


def test_an_outdated_version_is_refused_and_changes_nothing(desk: ReviewDesk, letter: DeskFile) -> None:
    id = letter.papers[0].id
    place = entity(desk.view(id), "Wilma")["place"]
    desk.act(id, {"kind": "show", "places": [place]}, 0)
    before = desk.view(id)
    with pytest.raises(ConflictError, match="changed elsewhere"):
        desk.act(id, {"kind": "hide", "places": [place]}, 0)
    assert desk.view(id) == before


def test_a_desk_that_is_opened_again_is_as_it_was(make_desk: Callable[[], ReviewDesk]) -> None:
    first = make_desk()
    file = first.add_file("letter.txt", TEXT.encode())
    wait_for(lambda: file.state == READY)
    id = file.papers[0].id
    first.act(id, {"kind": "show", "places": [entity(first.view(id), "Wilma")["place"]]}, 0)
    first.act(id, {"kind": "show", "places": [entity(first.view(id), "3 March 2025")["place"]]}, 1)
    first.move(id, "undo", 2)
    first.set_term("keep", "Ottokar Brandt", label="PER", there=True)
    expected = first.view(id)
    again = make_desk()
    assert again.view(id) == expected
    assert [item["term"] for item in again.terms] == ["Ottokar Brandt"]


def test_two_desks_on_one_store_do_not_overwrite_each_other(make_desk: Callable[[], ReviewDesk]) -> None:
    first = make_desk()
    file = first.add_file("letter.txt", TEXT.encode())
    wait_for(lambda: file.state == READY)
    second = make_desk()
    id = file.papers[0].id
    place = entity(first.view(id), "Wilma")["place"]
    first.act(id, {"kind": "show", "places": [place]}, 0)
    with pytest.raises(ConflictError):
        second.act(id, {"kind": "show", "places": [place]}, 0)


def test_a_list_of_the_project_holds_for_open_and_later_documents(desk: ReviewDesk, letter: DeskFile) -> None:
    id = letter.papers[0].id
    assert desk.set_term("hide", "friend", label="PER", there=True) == 1
    assert "friend" not in shown(desk.view(id))
    file = desk.add_file("note.txt", b"Her friend came late on Monday and stayed for a long while.")
    wait_for(lambda: file.state != WAITING)
    assert "friend" not in shown(desk.view(file.papers[0].id))
    assert desk.set_term("hide", "friend", label="PER", there=False) == 0
    assert desk.terms == ()


def test_another_method_changes_every_document_and_keeps_what_was_done(
    desk: ReviewDesk, letter: DeskFile
) -> None:
    id = letter.papers[0].id
    desk.act(id, {"kind": "show", "places": [entity(desk.view(id), "Wilma")["place"]]}, 0)
    desk.change_settings({"method": "initials"})
    view = desk.view(id)
    assert "Wilma" in shown(view)
    assert entity(view, "Zoraida Quist")["replacement"] == "Z.Q."
    with pytest.raises(Exception, match="no 'magic'"):
        desk.change_settings({"method": "magic"})
    assert desk.settings["method"] == "initials"


def test_what_cannot_be_read_says_why_and_can_be_read_again(desk: ReviewDesk) -> None:
    file = desk.add_file("short.txt", b"xq zv")
    wait_for(lambda: file.state != WAITING)
    assert file.state == FAILED
    assert "language" in file.failure
    desk.read_again(file.id, "en")
    wait_for(lambda: file.state != WAITING)
    assert file.state == READY


@pytest.mark.parametrize(
    ("name", "data"), [("a.docx", b"PK\x03\x04broken"), ("a.pdf", b"%PDF-1.7 cut off"), ("b.txt", b"   \n")]
)
def test_a_broken_file_fails_with_a_sentence(desk: ReviewDesk, name: str, data: bytes) -> None:
    file = desk.add_file(name, data)
    wait_for(lambda: file.state != WAITING)
    assert file.state == FAILED
    assert file.failure.endswith(".")


def test_an_empty_file_is_refused_at_once(desk: ReviewDesk) -> None:
    with pytest.raises(InputError, match="empty"):
        desk.add_file("a.txt", b"")


def test_what_is_removed_is_gone_for_good(make_desk: Callable[[], ReviewDesk]) -> None:
    desk = make_desk()
    file = desk.add_file("letter.txt", TEXT.encode())
    wait_for(lambda: file.state == READY)
    desk.remove_file(file.id)
    assert make_desk().files == {}
