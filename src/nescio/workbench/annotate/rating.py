"""Revisors rate what annotators did, document by document; annotators see what is said of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import InputError
from nescio.workbench.annotate.office import OutdatedError, ProjectOffice
from nescio.workbench.people import Someone
from nescio.workbench.store.opening import ConflictError, MissingError
from nescio.workbench.store.ratings import KeptRating
from nescio.workbench.store.team_models import GOLD

WORST, BEST = 1, 5
_LONGEST_NOTE: Final = 10_000
_NOT_YET: Final = {"version": 0, "rating": None, "note": "", "by": "", "at": None, "of": 0}


class ProjectRatings:
    """Beside the office: how good the work of everybody is held to be."""

    def __init__(self, office: ProjectOffice) -> None:
        self._office, self._ratings = office, office.ratings

    def rate(
        self, person: Someone, id: int, document: int, annotator: int, version: int, *,
        rating: int, note: str,
    ) -> dict[str, Any]:  # fmt: skip
        """The next version of a rating of the annotation as it stands now."""
        self._office.projects.bones(id, document)
        if not WORST <= rating <= BEST:
            raise InputError(f"A rating is a whole number from {WORST} to {BEST}.")
        if len(note) > _LONGEST_NOTE:
            raise InputError(f"A remark has at most {_LONGEST_NOTE} signs.")
        if annotator == person.id:
            raise InputError("Nobody rates their own annotation.")
        rated = self._office.annotations.newest(document, annotator) if annotator > GOLD else None
        if rated is None:
            raise MissingError("There is no annotation of theirs to rate.")
        value = {"rating": rating, "note": note, "version": rated.number}
        try:
            self._ratings.add(document, annotator, version + 1, by=person.id, value=value)
        except ConflictError as conflict:
            raise OutdatedError(conflict, self.about(id).get((document, annotator), not_rated())) from None
        return self.about(id)[document, annotator]

    def list_all(self, person: Someone, id: int) -> list[dict[str, Any]]:
        """All ratings of a project for who leads it, one's own for an annotator; the newest first."""
        self._office.project(person, id)
        names = self._office.users.names()
        found = sorted(self._ratings.newest(id).values(), key=lambda kept: kept.at, reverse=True)
        return [
            {"document": kept.document, "annotator": kept.annotator,
             "name": names.get(kept.annotator, ""), **_told(kept, names)}
            for kept in found
            if person.leads or kept.annotator == person.id
        ]  # fmt: skip

    def about(self, id: int) -> dict[tuple[int, int], dict[str, Any]]:
        """The newest of every rating, by document and annotator."""
        names = self._office.users.names()
        return {key: _told(kept, names) for key, kept in self._ratings.newest(id).items()}

    def averages(self, id: int) -> dict[int, dict[str, Any]]:
        """How many annotations of everybody were rated, and the mean."""
        own: dict[int, list[int]] = {}
        for (_, annotator), kept in self._ratings.newest(id).items():
            own.setdefault(annotator, []).append(int(kept.value["rating"]))
        return {who: {"rated": len(all_), "rating": sum(all_) / len(all_)} for who, all_ in own.items()}


def not_rated() -> dict[str, Any]:
    return dict(_NOT_YET)


def _told(kept: KeptRating, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "version": kept.number, "rating": kept.value["rating"], "note": kept.value["note"],
        "of": kept.value["version"], "by": names.get(kept.by, ""), "at": kept.at.isoformat(),
    }  # fmt: skip
