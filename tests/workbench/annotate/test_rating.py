"""Revisors rate; annotators see what is said of their own work and of nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.annotate.test_office import begun, mark, project_of, save, value
from tests.workbench.team import Team


def rate(team: Team, path: str, version: int = 0, **more: Any) -> dict[str, Any]:
    return {"annotator": team.vera.id, "version": version, "rating": 4, "note": "", **more}


def test_a_revisor_rates_and_everybody_sees_what_is_theirs(team: Team) -> None:
    path = begun(team)
    save(team.vera, path, 0, value(mark(0, 10, "PER")))
    save(team.wim, path, 0, value())
    first = team.rosa.do("PUT", f"{path}/rating", rate(team, path, note="Berlin is missing."))
    assert (first["version"], first["rating"], first["note"], first["by"]) == (
        1, 4, "Berlin is missing.", "Rosa",
    )  # fmt: skip
    assert first["of"] == 1  # the version that was rated
    where = f"{project_of(path)}/ratings"
    [seen] = team.vera.do("GET", where)
    assert (seen["name"], seen["rating"], seen["note"]) == ("Vera", 4, "Berlin is missing.")
    assert team.wim.do("GET", where) == []
    assert [found["annotator"] for found in team.ada.do("GET", where)] == [team.vera.id]
    layers = team.rosa.do("GET", f"{path}/layers")["layers"]
    assert [layer["rating"]["rating"] for layer in layers] == [4, None]


def test_a_rating_is_changed_by_a_version_and_counted_once(team: Team) -> None:
    path = begun(team)
    save(team.vera, path, 0, value())
    team.rosa.do("PUT", f"{path}/rating", rate(team, path))
    late = team.rosa.ask("PUT", f"{path}/rating", rate(team, path, rating=1))
    assert (late.status_code, late.json()["code"]) == (409, "changed_elsewhere")
    assert late.json()["newest"]["rating"] == 4
    team.rosa.do("PUT", f"{path}/rating", rate(team, path, 1, rating=2))
    vera, wim = team.ada.do("GET", f"{project_of(path)}/progress")["annotators"]
    assert (vera["rated"], vera["rating"]) == (1, 2.0)
    assert (wim["rated"], wim["rating"]) == (0, None)


@pytest.mark.parametrize(
    ("bad", "status"),
    [
        ({"rating": 0}, 422), ({"rating": 6}, 422), ({"rating": 3.5}, 422), ({"rating": True}, 422),
        ({"note": "n" * 10_001}, 422), ({"annotator": 4711}, 404), ({"annotator": 0}, 404),
        ({"stars": 5}, 422), ({"version": 7}, 409),
    ],
)  # fmt: skip
def test_what_is_no_rating_is_refused(team: Team, bad: dict[str, Any], status: int) -> None:
    path = begun(team)
    save(team.vera, path, 0, value())
    assert team.rosa.ask("PUT", f"{path}/rating", rate(team, path, **bad)).status_code == status
    assert team.rosa.do("GET", f"{project_of(path)}/ratings") == []


def test_nobody_rates_themselves_or_what_is_not_there(team: Team) -> None:
    path = begun(team)
    assert team.rosa.ask("PUT", f"{path}/rating", rate(team, path)).status_code == 404
    save(team.rosa, path, 0, value())
    own = team.rosa.ask("PUT", f"{path}/rating", rate(team, path, annotator=team.rosa.id))
    assert (own.status_code, own.json()["sentence"]) == (422, "Nobody rates their own annotation.")
    assert team.vera.ask("PUT", f"{path}/rating", rate(team, path)).status_code == 403
    assert team.ada.ask("PUT", f"{path}/rating", rate(team, path)).status_code == 403


def test_remarks_go_with_the_originals(team: Team) -> None:
    path = begun(team)
    save(team.vera, path, 0, value())
    team.rosa.do("PUT", f"{path}/rating", rate(team, path, note="Anna is missing."))
    base = project_of(path)
    team.ada.ask("GET", f"{base}/export/jsonl?layer=all")
    team.ada.do("POST", f"{base}/purge", {"version": 1})
    [left] = team.rosa.do("GET", f"{base}/ratings")
    assert (left["rating"], left["note"]) == (4, "")
