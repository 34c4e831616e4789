"""What is made of the annotations of a project: agreement, what is held to be right, downloads, retention."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import InputError
from nescio.evaluate.agreeing import figures_by_label, pair_figures, panel_figures
from nescio.workbench.annotate.agreeing import JudgedDocument, told_dispute
from nescio.workbench.annotate.documents import Bones, SidePlace, TaskDocument
from nescio.workbench.annotate.leaving import Departure, pack_project
from nescio.workbench.annotate.office import ProjectOffice, read_layer, task_kind, value_of
from nescio.workbench.annotate.rating import ProjectRatings, not_rated
from nescio.workbench.annotate.values import TaskValue
from nescio.workbench.downloads import Download
from nescio.workbench.naming import safe_name
from nescio.workbench.people import Someone
from nescio.workbench.retaining import Retention
from nescio.workbench.store.annotations import DONE
from nescio.workbench.store.opening import MissingError
from nescio.workbench.store.projects import KeptProject
from nescio.workbench.store.team_models import GOLD

_MOST_DISPUTES: Final = 5_000
ALL: Final = "all"


class NotExportedError(InputError):
    """What would be deleted was not taken away yet."""


class ProjectResults:
    """Beside the office: what came out of a project."""

    def __init__(self, office: ProjectOffice) -> None:
        self._office, self._projects, self._annotations = office, office.projects, office.annotations
        self._ratings, self._retention = ProjectRatings(office), Retention(office.store)

    def agreement(self, id: int) -> dict[str, Any]:
        project, names = self._projects.find(id), self._office.users.names()
        documents = {document.id: document.name for document in self._projects.documents(id)}
        judged = self._judged(project)
        panels = [one.panel() for one in judged]
        people = sorted({who for one in judged for who in one.values})
        disputes = [dispute for one in judged for dispute in self._disputes(project, one, names, documents)]
        return {
            "annotators": [{"id": who, "name": names.get(who, "")} for who in people],
            "documents": len(judged),
            "overall": panel_figures(panels),
            "by_label": [{"label": label, **figures} for label, figures in figures_by_label(panels).items()],
            "by_document": [
                {"document": one.document, "name": documents[one.document], **panel_figures([panel])}
                for one, panel in zip(judged, panels, strict=True)
            ],
            "by_pair": [pair.to_json() for pair in pair_figures(panels)],
            "disagreements": disputes[:_MOST_DISPUTES],
            "left_out": max(0, len(disputes) - _MOST_DISPUTES),
        }

    def layers(self, person: Someone, id: int, document: int) -> dict[str, Any]:
        """A document with what everybody said about it, for who adjudicates."""
        project, names = self._projects.find(id), self._office.users.names()
        view = self._office.view(person, id, document)
        newest = self._annotations.newest_of_project(id)
        own = {layer: kept for (found, layer), kept in newest.items() if found == document and layer > GOLD}
        judged = self._judge(project, document, {layer: value_of(kept) for layer, kept in own.items()})
        rated = self._ratings.about(id)
        return {
            **view,
            "layers": [
                {"annotator": layer, "name": names.get(layer, ""), "version": kept.number,
                 "state": kept.state, "value": kept.value,
                 "rating": rated.get((document, layer), not_rated())}
                for layer, kept in sorted(own.items())
            ],
            "gold": self._office.state(document, GOLD),
            "proposal": judged.proposal().to_json(),
            "disagreements": self._disputes(project, judged, names, {document: view["name"]}),
        }  # fmt: skip

    def _judged(self, project: KeptProject) -> list[JudgedDocument]:
        """The documents that two or more have done."""
        values: dict[int, dict[int, TaskValue]] = {}
        for (document, layer), kept in sorted(self._annotations.newest_of_project(project.id).items()):
            if layer > GOLD and kept.state == DONE:
                values.setdefault(document, {})[layer] = value_of(kept)
        return [self._judge(project, d, said) for d, said in values.items() if len(said) > 1]

    def _judge(self, project: KeptProject, document: int, values: Mapping[int, TaskValue]) -> JudgedDocument:
        bones = Bones.from_json(self._projects.bones(project.id, document))
        return JudgedDocument(document, bones, values, task_kind(project))

    def _disputes(
        self,
        project: KeptProject,
        judged: JudgedDocument,
        names: Mapping[int, str],
        documents: Mapping[int, str],
    ) -> list[dict[str, Any]]:
        gold = self._annotations.newest(judged.document, GOLD)
        about = {"document": judged.document, "name": documents[judged.document]}
        settled = gold is not None and gold.state == DONE
        found = judged.disputes()
        shown = self._shown_places(project, judged.document) if found else {}
        return [{**about, **told_dispute(one, names, shown), "settled": settled} for one in found]

    def _shown_places(self, project: KeptProject, document: int) -> dict[str, SidePlace]:
        raw = self._projects.document(project.id, document)[1] if project.value["hidden"] else None
        if raw is None:
            return {}
        return {item.id: item.places[0] for item in TaskDocument.from_json(raw).hidden().items}

    # Documents out.

    def export(self, person: Someone, id: int, kind: str, layer: str) -> Download:
        project = self._projects.find(id)
        if kind not in task_kind(project).exports:
            raise MissingError("There is nothing of that kind to download.")
        departures = self._departures(project, layer)
        if not departures:
            raise InputError("There is no annotation to download yet.")
        name = safe_name(project.value["name"]).replace("/", "-")
        done = pack_project(task_kind(project), kind, departures, name=name)
        self._projects.note_export(id, kind, layer, by=person.id)
        return done

    def _departures(self, project: KeptProject, layer: str) -> list[Departure]:
        names, found = self._office.users.names(), []
        newest = self._annotations.newest_of_project(project.id)
        for document in self._projects.documents(project.id):
            raw = self._projects.document(project.id, document.id)[1]
            own = {who: kept for (d, who), kept in newest.items() if d == document.id}
            for who in _wanted(own, layer) if raw is not None else ():
                name = names.get(who, "") if layer == ALL else ""
                content = TaskDocument.from_json(raw or {})
                found.append(Departure(document.name, name, content, value_of(own[who])))
        return found

    def purge(self, id: int, version: int) -> int:
        """Deletes the originals, after they were taken away; places, labels and history stay."""
        project = self._projects.find(id)
        if version != project.version:
            raise InputError("The project was changed in between: look at it again before its originals go.")
        if not self._projects.is_exported(id):
            raise NotExportedError(
                "Export the project as it stands first: what is deleted does not come back."
            )
        return self._retention.delete_originals(id)


def _wanted(own: Mapping[int, Any], layer: str) -> list[int]:
    people = sorted(who for who in own if who > GOLD)
    if layer == ALL:
        return people
    asked = read_layer(layer, default=GOLD)
    if asked == GOLD and GOLD not in own and len(people) == 1:
        return people
    return [asked] if asked in own else []
