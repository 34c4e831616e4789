"""Places the forms of one document into clusters, the most telling forms first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from nescio.core.labels import ORGANIZATION, PERSON
from nescio.coref.clusters import MAX_NAMES, Cluster, Groups, Index, foremost
from nescio.coref.forms import UNKNOWN, Form, is_acronym
from nescio.coref.organizations import ThingName, ThingReader
from nescio.coref.person_names import PersonName, is_letter
from nescio.coref.persons import PersonReader, Sameness

Name = TypeVar("Name")


class _Distinct(Generic[Name]):
    """The different names of clusters; the first ones, where a cluster has very many."""

    def __init__(self) -> None:
        self._names: dict[int, dict[Name, None]] = {}

    def add(self, cluster: Cluster, name: Name | None) -> None:
        names = self._names.setdefault(id(cluster), {})
        if name is not None and len(names) < MAX_NAMES:
            names[name] = None

    def of(self, cluster: Cluster) -> Iterable[Name]:
        return self._names.get(id(cluster), ())


class Linking:
    """The clusters of one document, or of many, while they grow.

    Within one document a full name that sounds like another is misspelt; across documents it is somebody
    else's: `as_written` takes only what is written alike.
    """

    def __init__(self, persons: PersonReader, things: ThingReader, *, as_written: bool = False) -> None:
        self._persons, self._things = persons, things
        self._as_written = as_written
        self._person_of: dict[int, PersonName] = {}
        self._thing_of: dict[int, ThingName] = {}
        self._cluster_of: dict[int, Cluster] = {}
        self._groups = Groups()
        self._cluster_of_group: dict[int, Cluster] = {}
        self._names = Index()  # whole names
        self._pairs = Index()  # given and family name
        self._words = Index()  # single words of people
        self._parts = Index()  # single words of things
        self._acronyms = Index()
        self._titles = Index()
        self._alone: set[str] = set()  # words that are a whole form
        self._lone: set[str] = set()  # words that are a whole name of somebody
        self._mates: dict[int, list[PersonName]] = {}  # by group the names that stand in fields of their own
        self._kept: list[Form] = []  # forms are told apart by identity, so they must live on
        self._people_in = _Distinct[PersonName]()
        self._things_in = _Distinct[ThingName]()
        self.clusters: list[Cluster] = []

    def place(self, forms: Sequence[Form], groups: Groups) -> None:
        """Every form into a cluster; `groups` are those that the text says to be one."""
        for form in forms:
            self._read(form)
        self._groups = groups
        self._read_again(forms)
        self._mates = self._fields(forms)
        self._alone = {form.words[0].folded for form in forms if len(form.words) == 1}
        self._lone = {
            name.words[0].folded for name in self._person_of.values() if name.words and not name.is_full
        }
        for form in sorted(forms, key=self._rank):
            self._place(form)

    def add(self, form: Form) -> Cluster:
        """Place one more form, after others, and say where it went."""
        self._read(form)
        self._place(form)
        self._kept.append(form)
        return self._cluster_of[id(form)]

    def _read(self, form: Form) -> None:
        """A form of unknown kind is read as a person and as a thing, unless it shows what it is."""
        kind = form.kind
        if kind == UNKNOWN:
            kind = self._guess(form)
        if kind == PERSON or (kind == UNKNOWN and self._persons.may_be_person(form)):
            self._person_of[id(form)] = self._persons.read(form)
        if kind != PERSON:
            self._thing_of[id(form)] = self._things.read(form)

    def _read_again(self, forms: Sequence[Form]) -> None:
        """What looked like titles alone may be the family name of somebody: Dr. Young, Herr Prinz."""
        families = frozenset(name.words[-1].folded for name in self._person_of.values() if name.is_full)
        for form in forms:
            name = self._person_of.get(id(form))
            if name is not None and not name.words and form.words:
                self._person_of[id(form)] = self._persons.read(form, families=families)

    def _fields(self, forms: Sequence[Form]) -> dict[int, list[PersonName]]:
        """Whole names of those whose parts a form keeps in several fields: Lutz Otto, Hennemann."""
        mates: dict[int, list[PersonName]] = {}
        for form in forms:
            person = self._person_of.get(id(form))
            if form.kind == PERSON and person is not None and person.words:
                mates.setdefault(self._groups.of(id(form)), []).append(person)
        return {
            group: list(self._persons.composed(names)) for group, names in mates.items() if len(names) > 1
        }

    def _guess(self, form: Form) -> str:
        if self._persons.looks_like_person(form):
            return PERSON
        if self._things.looks_like_organization(form):
            return ORGANIZATION
        return UNKNOWN

    def _rank(self, form: Form) -> tuple[bool, bool, int, bool, bool, int]:
        person = self._person_of.get(id(form))
        size = len(person.words) if person else len(self._thing_of[id(form)].content)
        titled = person is not None and bool(person.titles)
        letter = person is not None and not person.is_full and any(map(is_letter, person.words))
        return (letter, is_acronym(form.words), -size, form.is_other, not titled, form.start)

    def _place(self, form: Form) -> None:
        person, thing = self._person_of.get(id(form)), self._thing_of.get(id(form))
        traits = {**(person.traits if person else {}), **(thing.traits if thing else {})}
        found = self._introduced(form) or self._candidates(form, traits)
        found = [cluster for cluster in found if not cluster.is_another(form)]
        cluster = self._chosen(found, form)
        if cluster is None:
            cluster = Cluster(form.kind)
            cluster.candidates = found
            self.clusters.append(cluster)
        cluster.add(form)
        self._people_in.add(cluster, person)
        self._things_in.add(cluster, thing)
        cluster.traits = {**traits, **cluster.traits}
        if cluster.kind == UNKNOWN:
            cluster.kind = form.kind
        self._cluster_of[id(form)] = cluster
        self._cluster_of_group.setdefault(self._groups.of(id(form)), cluster)
        self._file(form, cluster)

    def _chosen(self, found: Sequence[Cluster], form: Form) -> Cluster | None:
        """The only one who can be meant; of several people in one document the foremost."""
        if len(found) == 1:
            return found[0]
        return foremost(found, form) if form.kind == PERSON and not self._as_written else None

    def _introduced(self, form: Form) -> list[Cluster]:
        """`European Parliament (EP)`: said by the writer, so nothing else counts."""
        found = self._cluster_of_group.get(self._groups.of(id(form)))
        return [found] if found else []

    def _candidates(self, form: Form, traits: dict[str, str]) -> list[Cluster]:
        person, thing = self._person_of.get(id(form)), self._thing_of.get(id(form))
        same = [item for item in self._same(form) if self._same_agrees(item, person, traits)]
        if len(same) == 1 and (person is None or person.is_full or same[0].is_ambiguous):
            return same
        found = {id(item): item for item in same}
        if person is not None:
            is_state = thing is not None and thing.state is not None
            sure = form.kind == PERSON
            found |= {id(c): c for c in self._people(person, traits, is_state=is_state, sure=sure)}
            if not found and sure:
                found = {id(c): c for c in self._initialled(form, person, traits)}
        if thing is not None:
            found |= {id(c): c for c in self._wholes(form, thing) if c.agrees(traits)}
        if not found and self._things.may_be_acronym(form):
            letters = "".join(word.folded for word in form.words)
            found = {id(c): c for c in self._acronyms.find([letters]) if self._fits(form, c)}
            if not found and form.kind == PERSON:
                found = {id(c): c for c in self._acronyms.find([(PERSON, letters)])}
        return list(found.values())

    def _same_agrees(self, cluster: Cluster, person: PersonName | None, traits: dict[str, str]) -> bool:
        """The same name does not conflict; of a full name only titles tell the gender for sure."""
        titled = person is not None and person.titles and any(p.titles for p in self._names_of(cluster))
        if person is not None and person.is_full and not titled:
            traits = {name: value for name, value in traits.items() if name != "gender"}
        return cluster.agrees(traits)

    def _same(self, form: Form) -> Iterator[Cluster]:
        """Clusters with the same whole name."""
        for cluster in self._names.find(self._name_keys(form)):
            if self._fits(form, cluster):
                yield cluster

    def _name_keys(self, form: Form) -> Iterator[object]:
        person, thing = self._person_of.get(id(form)), self._thing_of.get(id(form))
        if person is not None and not person.words:
            yield ("titles", *sorted(person.titles))
        elif person is not None:
            # In any order: "Higuchi Natsu" is "Natsu Higuchi"; and written as one: "Schön born".
            yield ("person", person.generation, *self._persons.ordered(person))
            if form.kind == PERSON:
                yield ("joined", person.generation, "".join(word.folded for word in person.words))
            if form.kind == PERSON and person.is_full and not self._as_written:
                yield ("sounds", person.generation, *self._persons.sounds(person))
        if thing is not None:
            yield from self._things.same_keys(form, thing)

    def _fits(self, form: Form, cluster: Cluster) -> bool:
        """Kinds agree; what is of unknown kind fits what it was read as."""
        return form.kind == cluster.kind or UNKNOWN in (form.kind, cluster.kind)

    def _people(
        self, name: PersonName, traits: dict[str, str], *, is_state: bool, sure: bool
    ) -> Iterable[Cluster]:
        if name.is_full:
            near = self._pairs.find(self._persons.query_keys(name))
            same = [c for c in near if c.agrees(traits) and self._agree(c, name)]
            return same or (self._of_family(name, traits) if sure else ())
        if not name.words:
            telling = self._persons.telling_titles(name)
            return [c for c in self._titles.find(telling) if c.agrees(traits)]
        return self._called(name, traits, sure=sure) if name.titles or not is_state else ()

    def _of_family(self, name: PersonName, traits: dict[str, str]) -> list[Cluster]:
        """Those of whom a form of two words may be the family names, or the other way round."""
        found = []
        for cluster in self._words.find([word.folded for word in name.words]):
            full = [item for item in self._names_of(cluster) if item.is_full]
            fits = [
                self._persons.may_have_family(item, name) or self._persons.may_have_family(name, item)
                for item in full
            ]
            if fits and all(fits) and cluster.agrees(traits):
                found.append(cluster)
        return found

    def _called(self, name: PersonName, traits: dict[str, str], *, sure: bool) -> list[Cluster]:
        """Who may be called by one word: those of that name, else those who have it as a short name …"""
        for way in self._persons.ways_to_call(name.words[0], sure=sure):
            near = [
                c
                for c in self._words.find([*way.names, *self._words.telling(way.parts)])
                if c.agrees(traits) and not (name.marriage == "married" and self._is_on_first_name_terms(c))
            ]
            for same in way.samenesses:
                found = [c for c in near if self._is_called(c, name, same)] or [
                    c for c in near if same is str.__eq__ and self._is_called(c, name, same, by_any=True)
                ]
                if len(found) > 1 and self._persons.needs_one(same):
                    return []
                if found:
                    return self._preferred(found, name)
        return []

    def _initialled(self, form: Form, name: PersonName, traits: dict[str, str]) -> list[Cluster]:
        """`Oksana` where only `O. Kuznetsova` has that initial, and nobody else is called so by a given name.

        Somebody's daughter is somebody else.
        """
        if form.kin - {""} or not self._persons.may_have_initial(name):
            return []
        near = [c for c in self._words.find([name.initial_key]) if c.agrees(traits)]
        lone = [word for word in self._lone if self._persons.is_given_with(word, name)]
        full = (item for c in near for item in self._names_of(c) if item.is_full)
        return near if len(lone) == 1 and all(item.words[0].is_initial for item in full) else []

    def _is_called(self, cluster: Cluster, name: PersonName, same: Sameness, *, by_any: bool = False) -> bool:
        return any(
            self._persons.may_be_called(item, name, same, by_any=by_any) for item in self._worded(cluster)
        )

    def _preferred(self, found: list[Cluster], name: PersonName) -> list[Cluster]:
        """Of several those whose whole family name it is: `Rehm` is Christa Rehm, not Hilke Rehm-Aho."""
        own = [c for c in found if any(self._persons.is_of_family(n, name) for n in self._worded(c))]
        others = [c for c in found if c not in own]
        joined = all(n.is_full and n.words[-1].is_joined for c in others for n in self._worded(c))
        return own if own and joined else found

    def _is_on_first_name_terms(self, cluster: Cluster) -> bool:
        """The text calls the person by the given name alone, so "Mrs" is somebody else."""
        full = [item.words[0].folded for item in self._names_of(cluster) if item.is_full]
        return not self._alone.isdisjoint(full)

    def _agree(self, cluster: Cluster, name: PersonName) -> bool:
        """The name fits every full name of the cluster: two given names are two people."""
        full = [item for item in self._names_of(cluster) if item.is_full]
        same = [self._persons.same_person(item, name) for item in full]
        agreed = [item for item, is_same in zip(full, same, strict=True) if is_same]
        return bool(agreed) and all(
            is_same or any(self._persons.agree_by(item, name, other) for other in agreed)
            for item, is_same in zip(full, same, strict=True)
        )

    def _names_of(self, cluster: Cluster) -> Iterable[PersonName]:
        return self._people_in.of(cluster)

    def _worded(self, cluster: Cluster) -> Iterator[PersonName]:
        """Its names but those that are a title alone, by which nobody is called."""
        return (name for name in self._names_of(cluster) if name.words)

    def _wholes(self, form: Form, short: ThingName) -> Iterator[Cluster]:
        """Clusters of which the form can be a part."""
        for cluster in self._parts.find(short.content[:1]):
            if form.kind != cluster.kind and UNKNOWN not in (form.kind, cluster.kind):
                continue
            kind = form.kind if form.kind != UNKNOWN else cluster.kind
            if any(self._things.may_be_short_for(kind, short, long) for long in self._things_in.of(cluster)):
                yield cluster

    def _file(self, form: Form, cluster: Cluster) -> None:
        """Where later forms find this one."""
        self._names.add(self._name_keys(form), cluster)
        person, thing = self._person_of.get(id(form)), self._thing_of.get(id(form))
        if person is not None:
            self._pairs.add(self._persons.pair_keys(person), cluster)
            self._words.add(self._persons.word_keys(person, sure=form.kind == PERSON), cluster)
            for whole in self._mates.get(self._groups.of(id(form)), ()):
                self._pairs.add(self._persons.pair_keys(whole), cluster)
                self._people_in.add(cluster, whole)
            self._titles.add(sorted(person.titles), cluster)
            self._acronyms.add(self._persons.acronyms(person), cluster)
            if form.kind == PERSON:
                self._acronyms.add(self._persons.initials(person), cluster)
        if thing is not None:
            self._parts.add(self._things.part_keys(thing), cluster)
            self._acronyms.add(thing.acronyms, cluster)
        if form.aside and is_acronym(form.aside):
            self._acronyms.add(["".join(word.folded for word in form.aside)], cluster)
        elif form.aside and thing is not None:
            alias = Form(form.kind, form.aside, ())
            self._names.add(self._things.same_keys(alias, self._things.read(alias)), cluster)
