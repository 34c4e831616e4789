"""The way of the courts: initials for people, a letter for bodies, an omission mark for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import regex

from nescio.core.errors import check_options
from nescio.core.labels import ORGANIZATION, PERSON
from nescio.core.model import Entity, Span
from nescio.core.options import choice_option, job_options
from nescio.core.scene import Change, Context, Scene, scene_of
from nescio.packs import Pack
from nescio.packs.habits import Habit
from nescio.replace.court_names import Body, CourtNames, Party
from nescio.replace.kinds import Kinds
from nescio.replace.letters import FreeWords, Letters

OPTIONS: Final = {"habit": True}
_BIRTH: Final = "BIRTHDATE"
_YEAR: Final = regex.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_STOP: Final = "."


class InitialsMethod:
    """`William Millar` becomes `W.M.`, a second one `W.M.2`, and `Mr. Millar` becomes `Mr. W.M.`

    Unlike all other answers these depend on the name: whoever knows who may be meant may tell them apart.
    """

    name = "initials"
    reversible = False  # an omission mark stands for anything; initials stand for one person

    def __init__(self, habit: Habit, names: CourtNames, pack: Pack) -> None:
        self._habit, self._names = habit, names
        self._kinds, self._labels = Kinds(pack.labels), pack.labels
        self._given = pack.surrogates.given

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> InitialsMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        habit = choice_option(cls.name, options, "habit", default=cls.name, possible=pack.habits)
        return cls(pack.habits[habit], CourtNames(pack), pack)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without the others of its entity."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def plan(self, scene: Scene) -> dict[Span, Change]:
        answers = _Answers(self._habit, FreeWords(scene), self._given)
        parties = {e.id: self._names.person(scene, e) for e in scene.entities if self._is(e, PERSON)}
        bodies = {e.id: self._names.body(scene, e) for e in scene.entities if self._is(e, ORGANIZATION)}
        answers.number([*parties.values(), *bodies.values()])
        changes: dict[Span, Change] = {}
        for entity in scene.entities:
            if entity.id in parties and parties[entity.id].initials:
                party = parties[entity.id]
                said = answers.person(party)
                texts = [title + said for title in party.titles]
            elif entity.id in bodies and bodies[entity.id].initials:
                texts = [answers.body(bodies[entity.id], self._label(entity))] * len(entity.mentions)
            else:
                texts = self._others(scene, entity, answers)
            pairs = zip(entity.mentions, texts, strict=True)
            changes |= {span: _with_stop(scene, span, text) for span, text in pairs}
        return changes

    def _is(self, entity: Entity, root: str) -> bool:
        return self._kinds.root(entity.label) == root

    def _label(self, entity: Entity) -> str:
        return self._labels[entity.label].display if entity.label in self._labels else entity.label

    def _others(self, scene: Scene, entity: Entity, answers: _Answers) -> list[str]:
        """The omission mark; the year of a birth stays unless a policy has left it out already."""
        mark = answers.other(self._label(entity))
        if entity.label != _BIRTH or entity.id in scene.untold:
            return [mark] * len(entity.mentions)
        years = (_YEAR.search(scene.document.text, span.start, span.end) for span in entity.mentions)
        return [mark if year is None else self._habit.birth.format(year=year[0]) for year in years]


class _Answers:
    """What stands for the entities of one document: no two people, and no two bodies, have the same."""

    def __init__(self, habit: Habit, free: FreeWords, given: Mapping[str, tuple[str, ...]]) -> None:
        self._habit, self._free, self._given = habit, free, given
        self._people = Letters(habit.letters, free)
        self._bodies = Letters(habit.bodies, free) if habit.bodies else self._people
        self._twice: set[str] = set()
        self._last: Counter[str] = Counter()

    def number(self, parties: list[Party | Body]) -> None:
        """Initials that two share, or that stand in the text, get numbers."""
        counts = Counter(party.initials for party in parties)
        self._twice = {text for text, count in counts.items() if count > 1 or not self._free.has(text)}

    def person(self, party: Party) -> str:
        return self._said(self._habit.person, self._people, initials=party.initials, gender=party.gender)

    def body(self, body: Body, label: str) -> str:
        template = self._habit.company if body.form else self._habit.organization
        return self._said(template, self._bodies, initials=body.initials, label=label, form=body.form)

    def other(self, label: str) -> str:
        return self._said(self._habit.other, self._people, label=label)

    def _said(
        self, template: str, letters: Letters, *, initials: str = "", gender: str = "", label: str = "",
        form: str = "",
    ) -> str:  # fmt: skip
        """The template with what it asks for; a letter or a name is taken only if it does."""
        values = {"form": form, "label": label}
        if "{initial" in template:
            values["initials"] = values["initial"] = self._numbered(initials)
        if "{letter}" in template or "{double}" in template:
            values |= letters.take(template.format(form="", letter="{letter}", double="{double}"))
        if "{name}" in template:
            values["name"] = self._free.take(self._given.get(gender or "m", ())) or self._numbered(initials)
        if "{count}" in template:
            values["count"] = self._counted(label)
        return template.format(**values)

    def _numbered(self, initials: str) -> str:
        if initials not in self._twice:
            return initials
        while True:
            self._last[initials] += 1
            if self._free.has(said := f"{initials}{self._last[initials]}"):
                return said

    def _counted(self, label: str) -> str:
        while True:
            count = f"{self._last[label]:03}"
            self._last[label] += 1
            if self._free.has(label + count):
                return count


def _with_stop(scene: Scene, span: Span, text: str) -> Change:
    """The stop of initials is also that of the sentence: the change takes it in, and the text has one."""
    stands = (
        scene.document.text.startswith(_STOP, span.end) and scene.room(span.start, span.end)[1] > span.end
    )
    takes_in = text.endswith(_STOP) and stands
    return Change(span.start, span.end + takes_in, text)
