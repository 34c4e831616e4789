"""Random substitution: another name of the same kind, gender and form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import regex

from nescio.core.errors import ConfigError, check_options
from nescio.core.model import Entity, Span
from nescio.core.protocols import Context
from nescio.knowledge.base import key_of
from nescio.knowledge.linking import Link
from nescio.packs import Pack
from nescio.replace.agreement import Phrase
from nescio.replace.dates import DateForms
from nescio.replace.people import Part, Person, key
from nescio.replace.planning import Edit, Scene, scene_of
from nescio.replace.surrogates import Drawer, Surrogate, Surrogates
from nescio.replace.world import World, kept_text

OPTIONS = ("seed", "knowledge", "dictionary", "remote", "cache")
_THINGS = frozenset({"LOC", "ORG", "EVENT", "WORK", "PRODUCT", "MISC"})
_SLOT = regex.compile(r"\{(\w+)\}")


class SubstituteMethod:
    """City for city, woman for woman; every form of a name gets the matching form.

    What is drawn never depends on the name that it replaces, so knowing the lists does not
    help to lead a name back.
    """

    name = "substitute"
    reversible = False

    def __init__(self, world: World, surrogates: Surrogates, dates: DateForms, seed: str = "") -> None:
        self._world, self._lists, self._dates, self._seed = world, surrogates, dates, seed

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SubstituteMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        seed = options.get("seed", "")
        if not isinstance(seed, str | int):
            raise ConfigError("The option 'seed' of 'substitute' must be a string or a number.")
        return cls(World.build(pack, options), Surrogates.load(pack), DateForms.load(pack), str(seed))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without its neighbours."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def problems(self) -> dict[str, int]:
        """What went wrong on the way, by kind, since it was last asked for."""
        return self._world.problems()

    def plan(self, scene: Scene) -> dict[Span, Edit]:
        return _Run(self._world, self._lists, self._dates, scene, self._seed).edits()


class _Run:
    """The substitution of one document."""

    def __init__(self, world: World, lists: Surrogates, dates: DateForms, scene: Scene, seed: str) -> None:
        self._world, self._lists, self._dates, self._scene = world, lists, dates, scene
        self._text = scene.document.text
        self._drawer = Drawer(seed, scene.document.id, kept_text(scene))
        folded = key_of(self._text)
        self._padded = f" {folded} "
        self._words = frozenset(folded.split())
        self._taken: set[str] = set()
        self._families: dict[str, str] = {}
        self._family = self._drawer.shuffled(lists.family)
        self._given = {gender: self._drawer.shuffled(names) for gender, names in lists.given.items()}
        self._places = self._drawer.shuffled(lists.places)
        self._patterns = self._drawer.shuffled(lists.patterns)
        self._shift = self._drawer.days(20, 170)

    def edits(self) -> dict[Span, Edit]:
        order = sorted(self._scene.entities, key=lambda entity: entity.mentions[0])
        things = [entity for entity in order if self._is_thing(entity)]
        links = self._world.link(self._scene.document, things) if things else {}
        found: dict[Span, Edit] = {}
        for entity in order:
            root = self._world.root(entity.label)
            if root == "PER":
                found |= self._person(entity)
            elif entity.id in links:
                found |= self._thing(entity, links[entity.id])
            elif root == "DATE":
                found |= self._date(entity)
            elif entity.label in ("EMAIL", "URL"):
                found |= self._contact(entity)
            else:
                found |= self._tag(entity)
        return found

    def _is_thing(self, entity: Entity) -> bool:
        """Whether a name can stand for it: not for a postcode or a bare number."""
        first = self._text[entity.mentions[0].start : entity.mentions[0].end]
        named = any(char.isalpha() for char in first)
        return named and self._world.root(entity.label) in _THINGS and entity.label != "POSTCODE"

    def _tag(self, entity: Entity) -> dict[Span, Edit]:
        tag = self._scene.tags[entity.id]
        return {span: Edit(span.start, span.end, tag) for span in entity.mentions}

    # Persons

    def _person(self, entity: Entity) -> dict[Span, Edit]:
        forms, marks = [], []
        for span in entity.mentions:
            form = self._text[span.start : span.end]
            base = self._world.genitive_base(self._text, span) or self._genitive_of(form, entity)
            forms.append(base if base is not None else form)
            marks.append(form[len(base) :] if base is not None else "")
        befores = [self._text[max(0, span.start - 30) : span.start] for span in entity.mentions]
        person = self._world.names.read(forms, befores, entity.features.get("gender", "")[:1])
        words = self._names_for(person, entity)
        if words is None:
            return self._tag(entity)
        edits = {}
        for span, form, mark in zip(entity.mentions, forms, marks, strict=True):
            text = self._render(form, person, words)
            edits[span] = Edit(span.start, span.end, self._with_genitive(text, mark))
        return edits

    def _genitive_of(self, form: str, entity: Entity) -> str | None:
        """The name without its genitive mark, when the same name stands elsewhere without it."""
        others = {
            self._text[s.start : s.end].split()[-1]
            for s in entity.mentions
            if s.end > s.start and self._text[s.start : s.end].split()
        }
        for mark in self._world.grammar.raw.get("genitive", ()):
            base = form.removesuffix(mark)
            if base != form and base.split() and base.split()[-1] in others:
                return base
        return None

    def _names_for(self, person: Person, entity: Entity) -> dict[str, str] | None:
        """A new word for each word of the person's names; None when the lists are exhausted."""
        gender = person.gender if person.gender in self._given else self._shown_gender(entity)
        words: dict[str, str] = {}
        # At least one of each, for initials and nicknames that stand for a part never written out.
        for name in person.given or ("",):
            words[key(name)] = self._draw(self._given[gender])
        for name in person.family or (" ",):
            # Relatives keep sharing a name; a bare "Meier" may be somebody else.
            shared = self._families.get(key(name)) if person.given else None
            words[key(name)] = shared or self._draw(self._family)
            if person.given:
                self._families[key(name)] = words[key(name)]
        if not all(words.values()):
            return None
        return words

    def _draw(self, pool: Sequence[str]) -> str:
        """The next free name; empty when the list is exhausted."""
        new = next((word for word in pool if self._is_free(word, parts=True)), "")
        self._take(new)
        return new

    def _shown_gender(self, entity: Entity) -> str:
        gender, _ = self._world.observed(self._scene, entity)
        return gender if gender in self._given else "m"

    def _render(self, form: str, person: Person, words: Mapping[str, str]) -> str:
        parts = self._world.names.parts(form)
        given = words[key(person.given[0])] if person.given else words[""]
        family = words[key(person.family[-1])] if person.family else words[" "]
        names = [part for part in parts if part.role in ("name", "initial")]
        if not names:
            return family
        new: list[str] = []
        for place, part in enumerate(names):
            new.append(self._word(part, place, names, person, words, given=given, family=family))
        head = form[: _first_start(parts)]
        tail = form[names[-1].end :]
        if names[-1].role == "initial" and tail.startswith("."):
            tail = tail[1:]
        return head + _joined(form, names, new) + tail

    def _word(
        self,
        part: Part,
        place: int,
        names: list[Part],
        person: Person,
        words: Mapping[str, str],
        *,
        given: str,
        family: str,
    ) -> str:
        if part.role == "initial":
            is_last = (
                place == len(names) - 1
                and place > 0
                and not any(person.roles.get(key(other.text)) == "family" for other in names)
            )
            return f"{(family if is_last else given)[0]}."
        new = words.get(key(part.text)) or (given if person.roles.get(key(part.text)) == "given" else family)
        return new.upper() if part.text.isupper() and len(part.text) > 2 else new

    def _with_genitive(self, text: str, mark: str) -> str:
        if not mark:
            return text
        sibilants = tuple(self._world.grammar.raw.get("sibilants", ()))
        return f"{text}’" if text.endswith(sibilants) else f"{text}s"

    # Places, bodies and the rest

    def _thing(self, entity: Entity, link: Link) -> dict[Span, Edit]:
        seen, article = self._world.observed(self._scene, entity)
        longest = max((self._text[s.start : s.end] for s in entity.mentions), key=len)
        gender = seen or self._world.genders(longest)[:1]
        choice = self._choose(link.type, gender, article)
        if choice is None:
            return self._tag(entity)
        return {span: self._say(span, entity, choice, longest) for span in entity.mentions}

    def _choose(self, type: str, gender: str, article: bool) -> Surrogate | None:
        for step in self._world.types.lineage(type):
            pool = [
                *(s for s in self._places if s.type == step),
                *(s for s in self._patterns if s.type == step),
            ]
            pool.sort(
                key=lambda s: (bool(gender) and s.gender != gender, s.number != "s", s.article != article)
            )
            for item in pool:
                if (name := self._fill(item.text)) is not None and self._is_free(name):
                    self._take(name)
                    return item._replace(text=name)
        return None

    def _fill(self, pattern: str) -> str | None:
        """A pattern with names from the lists that nothing else uses."""
        values: dict[str, str] = {}
        for slot in _SLOT.findall(pattern):
            pool = {
                "family": self._family,
                "given_m": self._given.get("m", []),
                "given_f": self._given.get("f", []),
                "city": [p.text for p in self._places if p.type in ("city", "town") and not p.article],
            }[slot]
            suffix = pattern.partition("{" + slot + "}")[2][:2]
            fits = (
                w
                for w in pool
                if self._is_free(w, parts=True) and not (suffix == "er" and w.endswith(("e", "n", "r", "s")))
            )
            value = next(fits, None)
            if value is None:
                return None
            self._take(value)
            values[slot] = value
        return pattern.format(**values)

    def _say(self, span: Span, entity: Entity, choice: Surrogate, longest: str) -> Edit:
        name = self._text[span.start : span.end]
        left, right = self._scene.room(span.start, span.end)
        base = self._world.genitive_base(self._text, span)
        genders = self._world.genders(name)
        takes = self._world.takes_article(choice.type, entity.label, genders)
        around = self._world.repairer.look(
            self._text, span.start, left=left, genders=genders, takes_article=takes
        )
        shown = self._form(name, longest, choice)
        phrase = Phrase(shown, choice.gender, choice.number, proper=True, article=choice.article)
        edit = self._world.repairer.repair(
            self._text, span.start, span.end, phrase, around=around, room=(left, right), genders=genders
        )
        return edit._replace(text=self._with_genitive(edit.text, "s")) if base is not None else edit

    def _form(self, name: str, longest: str, choice: Surrogate) -> str:
        """The form of the new name that matches the form of the old one."""
        text = choice.text
        letters = [c for c in name if c.isalpha()]
        if name != longest and len(letters) <= 6 and name.isupper() and len(text.split()) > 1:
            return "".join(word[0] for word in text.split() if word[0].isupper())
        if name != longest and " " not in name and " " in text and self._world.types.of_word(name):
            return text.split()[0] if self._world.types.of_word(text.split()[0]) else text.split()[-1]
        return text.upper() if name.isupper() and len(letters) > 5 else text

    # The rest

    def _date(self, entity: Entity) -> dict[Span, Edit]:
        edits = {}
        for span in entity.mentions:
            shifted = self._dates.shift(self._text[span.start : span.end], self._shift)
            if shifted is None:
                return self._tag(entity)
            edits[span] = Edit(span.start, span.end, shifted)
        return edits

    def _contact(self, entity: Entity) -> dict[Span, Edit]:
        """An address under a domain that is reserved for examples."""
        word = next((w for w in self._family if self._is_free(w, parts=True)), None)
        if word is None:
            return self._tag(entity)
        self._take(word)
        plain = key_of(word).replace(" ", "")
        text = f"{plain}@example.org" if entity.label == "EMAIL" else f"https://{plain}.example.org"
        return {span: Edit(span.start, span.end, text) for span in entity.mentions}

    def _is_free(self, name: str, *, parts: bool = False) -> bool:
        """Whether a name clashes with nothing: no word of the document, no other substitute."""
        folded = key_of(name)
        if folded in self._taken or f" {folded} " in self._padded:
            return False
        return not parts or not any(word in self._words for word in folded.split())

    def _take(self, name: str) -> None:
        self._taken.add(key_of(name))


def _first_start(parts: list[Part]) -> int:
    """Where the name proper begins: after titles, before particles."""
    return next(part.start for part in parts if part.role != "title")


def _joined(form: str, names: list[Part], new: list[str]) -> str:
    """The new words with what stood between the old ones, but without particles."""
    text = new[0]
    for left, right, word in zip(names, names[1:], new[1:], strict=False):
        gap = form[left.end : right.start]
        if left.role == "initial":
            gap = gap.removeprefix(".")
        text += (gap if not regex.search(r"\p{L}", gap) else " ") + word
    return text
