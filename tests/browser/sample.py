"""A team with a project of each task, and work in it."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.workbench.team import Member, Team

LETTER: Final = (
    "Dear Ms Zoraida Quist,\n"
    "your doctor, Mr Ottokar Brandt, wrote to the Harbour Clinic in Whitby. Mr Brandt will call you.\n"
    "Kind regards, Wilma Ostertag\n"
)
NOTE: Final = "Mr Balthasar Hohlweg came from Whitby to Leeds. Hohlweg works for Tidewater Ltd.\n"
PAIRS: Final = (
    "Ottokar Brandt lives in Whitby.\tOttokar Brandt wohnt in Whitby.\n"
    "He met Wilma Ostertag on Monday.\tEr traf Wilma Ostertag am Montag.\n"
)
GUIDE: Final = "Mark every name, without titles.\nA place inside the name of a company is no place."


def furnish(team: Team) -> dict[str, int]:
    """Five projects, one for each task; answers the first document of each."""
    entities = team.project("entities", guidelines=GUIDE, palette="colour-blind", language="en")
    [letter] = team.add(entities, "letter.txt", LETTER.encode())
    team.add(entities, "note.txt", NOTE.encode())
    parallel = team.project("parallel", name="Two languages")
    [pair] = team.add(parallel, "pairs.tsv", PAIRS.encode())
    groups = team.project("coreference", name="Who is who", language="en")
    [mentions] = team.add(groups, "letter.txt", LETTER.encode())
    relevance = team.project("relevance", name="Replacements", language="en", method="generalize")
    [replaced] = team.add(relevance, "letter.txt", LETTER.encode())
    for project in (entities, parallel, groups, relevance):
        assign(team, project)
    says(team.vera, entities, letter, ["Zoraida Quist", "Ottokar Brandt", "Whitby", "Brandt will"])
    says(team.wim, entities, letter, ["Zoraida Quist", "Ottokar Brandt", "Harbour Clinic"])
    groups_of(team.vera, groups, mentions, ["Ottokar Brandt", "Brandt"])
    groups_of(team.wim, groups, mentions, ["Ottokar Brandt", "Brandt", "Wilma Ostertag"])
    rating = {"annotator": team.vera.id, "version": 0, "rating": 4, "note": "One border is wrong."}
    team.rosa.do("PUT", f"/projects/{entities}/documents/{letter}/rating", rating)
    comparison = team.project("comparison", name="Vera and Wim")
    message = {"project": entities, "left": team.vera.id, "right": team.wim.id}
    [compared] = [
        doc["id"] for doc in team.ada.do("POST", f"/projects/{comparison}/differences", message)["added"]
    ][:1]
    assign(team, comparison)
    return {"e": letter, "p": pair, "c": mentions, "r": replaced, "m": compared}


def assign(team: Team, project: int) -> None:
    common = len(team.ada.do("GET", f"/projects/{project}/documents"))
    message = {"annotators": [team.vera.id, team.wim.id], "common": common}
    team.ada.do("PUT", f"/projects/{project}/assignments", message)


def says(member: Member, project: int, document: int, names: list[str]) -> None:
    """Somebody marks these words as persons, and is done."""
    marks = [_mark(name) for name in names]
    message = {"version": 0, "value": {"marks": marks, "answers": {}, "note": ""}, "done": True}
    member.do("PUT", f"/projects/{project}/documents/{document}/annotation", json.loads(json.dumps(message)))


def groups_of(member: Member, project: int, document: int, names: list[str]) -> None:
    """Somebody puts the mentions that are written so into one group, and is done."""
    path = f"/projects/{project}/documents/{document}"
    seen = member.do("GET", path)
    text = seen["sides"][0]["text"]
    places = {item["id"]: text[item["places"][0][1] : item["places"][0][2]] for item in seen["items"]}
    answers = {id: "1" for id, words in places.items() if words in names}
    value = {"marks": [], "answers": answers, "note": ""}
    member.do("PUT", f"{path}/annotation", {"version": 0, "value": value, "done": True})


def _mark(name: str) -> dict[str, Any]:
    start = LETTER.index(name)
    label = "LOC" if name == "Whitby" else "ORG" if "Clinic" in name else "PER"
    end = start + len(name.removesuffix(" will"))
    return {"side": 0, "start": start, "end": end, "label": label, "entity": ""}
