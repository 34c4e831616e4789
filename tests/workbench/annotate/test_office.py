"""What a team does in projects, over HTTP: all tasks, versions, who sees what, and nothing lost."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from nescio.core.keys import Key
from nescio.web.database import file_url
from nescio.workbench.annotate.documents import HIDDEN
from nescio.workbench.store.opening import open_store
from tests.workbench.team import Member, Team, at_work

TEXT = "Anna Meier lives in Berlin. She works for Siemens in Berlin, as Anna Meier says."
ROWS = json.dumps(
    {"id": "one", "text": TEXT, "language": "en",
     "spans": [[0, 10, "PER", "a"], [20, 26, "LOC", "b"], [42, 49, "ORG"], [53, 59, "CITY", "b"],
               [64, 74, "PER", "a"]]}
).encode()  # fmt: skip
XSS = "<img src=x onerror=alert(1)>\"'</script>"


def mark(start: int, end: int, label: str, side: int = 0, entity: str = "") -> dict[str, Any]:
    return {"side": side, "start": start, "end": end, "label": label, "entity": entity}


def value(*marks: dict[str, Any], **answers: str) -> dict[str, Any]:
    return {"marks": list(marks), "answers": answers, "note": ""}


def share(team: Team, project: int, common: int = 1) -> None:
    both = [team.vera.id, team.wim.id]
    team.ada.do("PUT", f"/projects/{project}/assignments", {"annotators": both, "common": common})


def begun(
    team: Team, task: str = "entities", name: str = "one.jsonl", data: bytes = ROWS, **more: Any
) -> str:
    """The path of the only document of a new project that both annotators have."""
    project = team.project(task, language="en", **more)
    [document] = team.add(project, name, data)
    share(team, project)
    return f"/projects/{project}/documents/{document}"


def save(member: Member, path: str, version: int, said: dict[str, Any], *, done: bool = True) -> Any:
    message = {"version": version, "value": said, "done": done}
    return member.do("PUT", f"{path}/annotation", message)


def project_of(path: str) -> str:
    return path.partition("/documents")[0]


def test_what_was_imported_is_where_everybody_begins(team: Team) -> None:
    path = begun(team)
    view = team.vera.do("GET", path)
    assert view["sides"] == [{"language": "en", "text": TEXT}]
    found = [(m["start"], m["end"], m["label"], m["entity"]) for m in view["annotation"]["value"]["marks"]]
    assert found == [
        (0, 10, "PER", "a"), (20, 26, "LOC", "b"), (42, 49, "ORG", ""), (53, 59, "LOC", "b"),
        (64, 74, "PER", "a"),
    ]  # fmt: skip
    assert (view["annotation"]["version"], view["annotation"]["state"]) == (0, "open")


def test_annotators_see_their_own_and_nothing_else(team: Team) -> None:
    path = begun(team)
    save(team.wim, path, 0, value(mark(0, 10, "PER")))
    assert team.vera.do("GET", path)["annotation"]["version"] == 0
    assert {entry["layer"] for entry in team.vera.do("GET", f"{path}/history")} == {"prepared"}
    assert team.vera.ask("GET", f"{path}/history/1?annotator={team.wim.id}").status_code == 404
    assert team.vera.ask("GET", f"{path}/history/1?annotator=gold").status_code == 404
    [entry] = team.vera.do("GET", f"{project_of(path)}/documents")
    assert set(entry) == {"id", "name", "state", "version"}


def test_what_is_not_assigned_is_not_there_for_an_annotator(team: Team) -> None:
    project = team.project(language="en")
    ids = team.add(project, "one.jsonl", ROWS) + team.add(project, "two.txt", TEXT.encode())
    base = f"/projects/{project}"
    assert team.vera.ask("GET", base).status_code == 404
    assert project not in [found["id"] for found in team.vera.do("GET", "/projects")]
    team.ada.do("PUT", f"{base}/documents/{ids[0]}/annotators", {"annotators": [team.vera.id]})
    assert team.vera.do("GET", base)["id"] == project
    other = f"{base}/documents/{ids[1]}"
    for method, where in (("GET", ""), ("GET", "/history"), ("PUT", "/annotation")):
        body = {"version": 0, "value": value()} if method == "PUT" else None
        assert team.vera.ask(method, other + where, body).status_code == 404
    assert [found["id"] for found in team.vera.do("GET", f"{base}/documents")] == [ids[0]]


def test_an_outdated_version_is_refused_with_the_newer_one_and_nothing_is_lost(team: Team) -> None:
    path = begun(team)
    save(team.vera, path, 0, value(mark(0, 10, "PER")), done=False)
    message = {"version": 0, "value": value(mark(20, 26, "LOC")), "done": True}
    late = team.vera.ask("PUT", f"{path}/annotation", message)
    assert (late.status_code, late.json()["code"]) == (409, "changed_elsewhere")
    assert "newest version comes with this answer" in late.json()["sentence"]
    assert late.json()["newest"]["version"] == 1
    assert late.json()["newest"]["value"]["marks"] == [mark(0, 10, "PER")]
    save(team.vera, path, 1, value(mark(20, 26, "LOC")))
    first = team.vera.do("GET", f"{path}/history/1")
    assert first["value"]["marks"] == [mark(0, 10, "PER")]
    said = [(e["version"], e["by"], e["kind"]) for e in team.vera.do("GET", f"{path}/history")]
    assert said == [(2, "Vera", "done"), (1, "Vera", "saved"), (1, "Ada", "imported")]


def test_a_revisor_changes_anothers_annotation_and_the_history_says_who(team: Team) -> None:
    path = begun(team)
    save(team.vera, path, 0, value(mark(0, 10, "PER")))
    message = {"version": 1, "value": value(mark(0, 4, "PER")), "done": True, "annotator": team.vera.id}
    assert team.wim.ask("PUT", f"{path}/annotation", message).status_code == 404
    assert team.rosa.do("PUT", f"{path}/annotation", message)["version"] == 2
    assert team.vera.do("GET", path)["annotation"]["by"] == "Rosa"


@pytest.mark.parametrize(
    "bad",
    [
        value(mark(5, 5, "PER")), value(mark(-1, 5, "PER")), value(mark(0, 4711, "PER")),
        value(mark(0, 5, "KING")),
        value(mark(0, 5, "PER", side=1)), value(mark(0, 5, "PER"), mark(3, 9, "LOC")), value(x="a"),
        {"marks": "none"}, {"strange": 1}, {"marks": [{"start": True, "end": 2, "label": "PER"}]},
    ],
)  # fmt: skip
def test_what_does_not_fit_the_document_is_refused_whole(team: Team, bad: dict[str, Any]) -> None:
    path = begun(team)
    answer = team.vera.ask("PUT", f"{path}/annotation", {"version": 0, "value": bad, "done": True})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_input")
    assert team.vera.do("GET", path)["annotation"]["version"] == 0


def test_words_that_look_like_markup_come_back_as_data(team: Team) -> None:
    tags = [{"name": XSS[:60], "display": XSS[:60]}]
    path = begun(team, "entities", f"{quote(XSS)}.txt", f"{XSS} Anna".encode(), tags=tags, guidelines=XSS)
    team.ada.do("PUT", project_of(path), {"version": 1, "name": XSS})
    save(team.vera, path, 0, {**value(mark(0, 4, XSS[:60], entity=XSS)), "note": XSS})
    answer = team.vera.ask("GET", path)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    view = answer.json()
    assert view["annotation"]["value"]["note"] == XSS
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert team.vera.do("GET", project_of(path))["guidelines"] == XSS
    export = team.ada.ask("GET", f"{project_of(path)}/export/jsonl")
    assert export.headers["content-disposition"].startswith("attachment;")


def test_ten_people_at_once_lose_nothing(database: str) -> None:
    """Ten clients add marks to one annotation, each again with the newer version, until it is taken."""
    with at_work(open_store(database)) as team:
        path = begun(team, "entities", "one.txt", ("word " * 50).encode())
        members = [team.member("Rosa") for _ in range(10)]

        def work(number: int) -> int:
            member, refused = members[number], 0
            for turn in range(3):
                own = mark(5 * (number * 3 + turn), 5 * (number * 3 + turn) + 4, "PER")
                state = member.do("GET", f"{path}/layers")["gold"]
                while True:
                    said = value(*state["value"]["marks"], own)
                    message = {"version": state["version"], "value": said, "done": False}
                    answer = member.ask("PUT", f"{path}/gold", message)
                    if answer.status_code == 200:
                        break
                    assert answer.status_code == 409, answer.text
                    state, refused = answer.json()["newest"], refused + 1
            return refused

        with ThreadPoolExecutor(10) as pool:
            list(pool.map(work, range(10)))
        gold = team.rosa.do("GET", f"{path}/layers")["gold"]
        assert (gold["version"], len(gold["value"]["marks"])) == (30, 30)
        kinds = [e["version"] for e in team.rosa.do("GET", f"{path}/history") if e["layer"] == "gold"]
        assert kinds == list(range(30, 0, -1))


def test_coreference_groups_what_is_given_and_hides_words_if_wished(team: Team) -> None:
    path = begun(team, "coreference", hidden=True)
    answer = team.vera.ask("GET", path)
    assert "Anna" not in answer.text
    assert "Berlin" not in answer.text
    view = answer.json()
    text = view["sides"][0]["text"]
    assert text == f"{HIDDEN} lives in {HIDDEN}. She works for {HIDDEN} in {HIDDEN}, as {HIDDEN} says."
    assert [text[s:e] for item in view["items"] for _, s, e in item["places"]] == [HIDDEN] * 5
    assert view["annotation"]["value"]["answers"] == {"1": "a", "5": "a", "2": "b", "4": "b"}
    save(team.vera, path, 0, {"answers": {"1": "x", "5": "x", "2": "y", "4": "y"}})
    save(team.wim, path, 0, {"answers": {"1": "1", "5": "1", "2": "2"}})
    found = team.rosa.do("GET", f"{project_of(path)}/agreement")
    assert 0 < found["overall"]["b_cubed"] < 1
    assert [d["item"] for d in found["disagreements"]] == ["2", "4"]
    assert text[found["disagreements"][0]["start"] : found["disagreements"][0]["end"]] == HIDDEN
    layers = team.rosa.do("GET", f"{path}/layers")
    assert layers["proposal"]["answers"] == {"1": "1", "5": "1"}
    team.rosa.do(
        "PUT", f"{path}/gold", {"version": 0, "value": {"answers": {"1": "a", "5": "a"}}, "done": True}
    )
    assert team.rosa.do("GET", f"{project_of(path)}/agreement")["disagreements"][0]["settled"] is True


def test_mentions_of_a_plain_text_are_found_for_coreference(team: Team) -> None:
    path = begun(team, "coreference", "plain.txt", TEXT.encode())
    items = team.vera.do("GET", path)["items"]
    assert {TEXT[s:e] for item in items for _, s, e in item["places"]} >= {"Anna Meier", "Berlin"}
    team.ada.do("POST", f"{project_of(path)}/preannotate", {"recognizer": "nescio"})
    answers = team.vera.do("GET", path)["annotation"]["value"]["answers"]
    assert len(answers) > len(set(answers.values())) >= 1


def test_parallel_texts_are_marked_on_both_sides(team: Team) -> None:
    data = b"Anna lives in Berlin.\tAnna wohnt in Berlin.\nShe left.\tSie ging.\n"
    path = begun(team, "parallel", "pairs.tsv", data)
    view = team.vera.do("GET", path)
    left, right = (side["text"] for side in view["sides"])
    assert [(left[a:b], right[c:d]) for (a, b), (c, d) in view["pairs"]] == [
        ("Anna lives in Berlin.", "Anna wohnt in Berlin."), ("She left.", "Sie ging."),
    ]  # fmt: skip
    save(team.vera, path, 0, value(mark(0, 4, "PER", 0, "a"), mark(0, 4, "PER", 1, "a")))
    save(team.wim, path, 0, value(mark(0, 4, "PER", 0, "a"), mark(0, 4, "LOC", 1, "a")))
    [dispute] = team.rosa.do("GET", f"{project_of(path)}/agreement")["disagreements"]
    assert (dispute["side"], [said["answer"] for said in dispute["said"]]) == (1, ["PER", "LOC"])


def test_replacements_are_judged_beside_the_original(team: Team) -> None:
    path = begun(team, "relevance", "plain.txt", TEXT.encode(), method="tag")
    view = team.vera.do("GET", path)
    assert view["sides"][1]["text"] == TEXT
    assert "Anna Meier" not in view["sides"][0]["text"]
    for item in view["items"]:
        (_, start, end), (_, first, last) = item["places"]
        assert view["sides"][0]["text"][start:end]
        assert TEXT[first:last] in ("Anna Meier", "Berlin", "Siemens")
    ids = [item["id"] for item in view["items"]]
    save(team.vera, path, 0, {"answers": dict.fromkeys(ids, "relevant")})
    save(team.wim, path, 0, {"answers": {**dict.fromkeys(ids, "relevant"), ids[0]: "not relevant"}})
    found = team.rosa.do("GET", f"{project_of(path)}/agreement")
    assert found["overall"]["items"] == len(ids)
    assert [d["item"] for d in found["disagreements"]] == [ids[0]]
    rows = team.ada.ask("GET", f"{project_of(path)}/export/tsv?layer=all").text.splitlines()
    assert rows[0].split("\t")[:6] == ["document", "entity", "label", "rater", "available", "relevant"]
    assert len(rows) == 1 + 2 * len(ids)


def test_two_annotations_are_compared(team: Team) -> None:
    source = begun(team)
    save(team.vera, source, 0, value(mark(0, 10, "PER"), mark(20, 26, "LOC")))
    save(team.wim, source, 0, value(mark(0, 4, "PER"), mark(20, 26, "LOC")))
    project = team.project("comparison")
    number = int(project_of(source).rpartition("/")[2])
    message = {"project": number, "left": str(team.vera.id), "right": str(team.wim.id)}
    [document] = team.ada.do("POST", f"/projects/{project}/differences", message)["added"]
    share(team, project)
    [item] = team.vera.do("GET", f"/projects/{project}/documents/{document['id']}")["items"]
    assert (item["left"], item["right"]) == ([[0, 10, "PER"]], [[0, 4, "PER"]])
    save(team.vera, f"/projects/{project}/documents/{document['id']}", 0, {"answers": {"1": "left"}})


def test_agreement_adjudication_export_and_purge(team: Team) -> None:
    path = begun(team)
    base = project_of(path)
    save(team.vera, path, 0, value(mark(0, 10, "PER"), mark(20, 26, "LOC")))
    save(team.wim, path, 0, value(mark(0, 10, "PER"), mark(20, 26, "ORG")))
    found = team.rosa.do("GET", f"{base}/agreement")
    tokens = found["overall"]["items"]
    assert found["overall"]["pairwise"] == pytest.approx((tokens - 1) / tokens)
    assert [(d["start"], d["end"]) for d in found["disagreements"]] == [(20, 26)]
    assert {row["label"] for row in found["by_label"]} == {"PER", "LOC", "ORG"}
    layers = team.rosa.do("GET", f"{path}/layers")
    assert layers["proposal"]["marks"] == [mark(0, 10, "PER")]
    assert team.ada.ask("POST", f"{base}/purge", {"version": 1}).json()["code"] == "not_exported"
    team.rosa.do("PUT", f"{path}/gold", {"version": 0, "value": layers["proposal"], "done": True})
    assert team.ada.ask("GET", f"{base}/export/tsv").text.count("B-PER") == 1
    progress = team.ada.do("GET", f"{base}/progress")
    assert (progress["done"], progress["adjudicated"]) == (1, 1)
    assert team.ada.do("POST", f"{base}/purge", {"version": 1}) == {"purged": 1}
    gone = team.vera.ask("GET", path)
    assert (gone.status_code, gone.json()["code"]) == (410, "purged")
    assert team.rosa.do("GET", f"{base}/agreement")["overall"] == found["overall"]
    assert len(team.rosa.do("GET", f"{path}/history")) == 4


def test_a_closed_project_takes_nothing_and_two_who_change_it_are_told(team: Team) -> None:
    path = begun(team)
    base = project_of(path)
    assert team.ada.do("PUT", base, {"version": 1, "open": False})["version"] == 2
    stale = team.ada.ask("PUT", base, {"version": 1, "open": True})
    assert (stale.status_code, stale.json()["newest"]["version"]) == (409, 2)
    answer = team.vera.ask("PUT", f"{path}/annotation", {"version": 0, "value": value()})
    assert (answer.status_code, answer.json()["code"]) == (409, "closed")


def test_work_stays_with_whom_it_is_and_a_document_with_work_stays(team: Team) -> None:
    path = begun(team)
    save(team.vera, path, 0, value())
    answer = team.ada.ask("PUT", f"{path}/annotators", {"annotators": [team.wim.id]})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_empty")
    assert team.ada.ask("DELETE", path).json()["code"] == "not_empty"
    assert team.ada.ask("PUT", f"{path}/annotators", {"annotators": [4711]}).status_code == 422
    recognized = team.ada.do("POST", f"{project_of(path)}/preannotate", {"recognizer": "patterns"})
    assert recognized == {"changed": 0, "passed": 1, "failed": []}


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    place = tmp_path / "sealed.sqlite"
    with at_work(open_store(file_url(place), Key(b"k" * 32))) as team:
        path = begun(team)
        save(team.vera, path, 0, {**value(mark(0, 10, "PER")), "note": "Zanzibar"})
    return place


def test_with_a_key_no_word_of_a_document_is_on_the_disk(sealed: Path) -> None:
    for place in sealed.parent.iterdir():
        data = place.read_bytes()
        assert not any(word in data for word in (b"Anna", b"Zanzibar", b"Letters", b"Siemens"))
