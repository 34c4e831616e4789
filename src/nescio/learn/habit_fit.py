"""Which way of writing is most like what a court puts in place of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from nescio.core.labels import ORGANIZATION, PERSON
from nescio.learn.profiles import form_of
from nescio.packs.habits import Habit

_METHOD: Final = "initials"  # which writes all habits
_NAMES: Final = "another name"
_SUBSTITUTE: Final = "substitute"
_TAG: Final = "tag"
# One person and one body as a habit may write them; only the form of what comes out is looked at.
_SAMPLE: Final = {
    "initials": "Z.H.", "initial": "Z", "letter": "A", "double": "AA", "form": "Ltd", "name": "Zoe",
    "year": "1970", "label": "ORGANIZATION", "count": "000",
}  # fmt: skip


def fit_replacement(forms: Mapping[str, Counter[str]], habits: Mapping[str, Habit]) -> dict[str, str]:
    """The method and perhaps the habit; nothing where most people got a form that nothing here writes."""
    people = forms.get(PERSON, Counter())
    scores = {name: _score(forms, habit) for name, habit in habits.items()}
    best = max(scores, key=lambda name: (scores[name], name), default="")
    common = people.most_common(1)[0][0] if people else ""
    if best and scores[best][0] and _form(habits[best].person) == common:
        return {"method": _METHOD, "habit": best}
    if common == _NAMES:
        return {"method": _SUBSTITUTE}
    return {"method": _TAG} if common == _TAG else {}


def _score(forms: Mapping[str, Counter[str]], habit: Habit) -> tuple[int, int, int]:
    """How many people, bodies and other things the court wrote in this form."""
    rest = [found for label, found in forms.items() if label not in (PERSON, ORGANIZATION)]
    bodies = forms.get(ORGANIZATION, Counter[str]())
    return (
        forms.get(PERSON, Counter[str]())[_form(habit.person)],
        max(bodies[_form(habit.organization)], bodies[_form(habit.company)]),
        sum(found[_form(habit.other)] for found in rest),
    )


def _form(template: str) -> str:
    return form_of(template.format(**_SAMPLE))
