"""Names of persons: their parts, their gender, and the same parts of another name."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import regex

from nescio.knowledge.people import FEMALE, GivenNames, PersonWords
from nescio.knowledge.short_names import ShortNames
from nescio.replace.substitutes.same_names import FAMILY, GIVEN, JOINT, SameNames, key
from nescio.text.folding import fold_entry, fold_word, key_of

_ADJACENT: Final = regex.compile(r"\p{L}[.,]?[ \u00a0]*[\"“„«(]?$")  # between a word and a name
_TOKEN: Final = regex.compile(r"[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*")
_AGED: Final = regex.compile(r"[ \u00a0]?(?:\(|, )\d{1,2}(?!\d|[.:/]\d)")  # behind a name: (5), or , 5
_NOUN_BEFORE: Final = regex.compile(r"\p{Ll}[ \u00a0]$")
_INITIALS: Final = regex.compile(r"\p{Lu}{2,3}")  # SD, and no name that is known

_SHORT_SUFFIX: Final = 3  # letters: a longer one, such as Neto, is a part of the name
TITLE: Final = "title"
PARTICLE: Final = "particle"
INITIAL: Final = "initial"
SUFFIX: Final = "suffix"  # Jr.
NAME: Final = "name"


class Part(NamedTuple):
    """A word of a name: where it stands and what it is."""

    text: str
    start: int
    end: int
    role: str  # TITLE, PARTICLE, INITIAL, SUFFIX or NAME


class NamePlace(NamedTuple):
    """What stands around a form of a name."""

    before: str
    after: str = ""
    follows_name: bool = False  # something else that is hidden stands right before it: a profession
    is_several: bool = False  # an article of several stands before it, who share a family name: os Sottomayor
    told: str = ""  # GIVEN or FAMILY, if a label says that all of its words are that


class _Shown(NamedTuple):
    """What a form shows of its words by where it stands and how it is written."""

    titled: bool  # a title of those before family names stands before it
    is_kin: bool  # a word for a relative does
    is_given: bool  # so it is, if no title speaks against it: an age or an initial stands behind it
    family: int  # how many words stand before a comma that turns the name
    is_surname: bool  # what is unknown is a family name: a word for an office stands before it
    told: str = ""  # what all of them are, GIVEN or FAMILY, if the label of the mention says so


@dataclass(frozen=True)
class Person:
    """Someone with the parts of all the forms under which they appear."""

    gender: str
    roles: Mapping[str, str]  # folded word -> GIVEN or FAMILY
    given: tuple[str, ...]
    family: tuple[str, ...]
    others: Mapping[str, str]  # folded word -> the folded word that it is another form of: bob -> robert
    pets: frozenset[str] = frozenset()  # those of them that are short names, and no slips of the pen


class NameReader:
    """Takes names apart with the titles, particles and given names of a language."""

    def __init__(
        self,
        words: PersonWords,
        given: GivenNames,
        short: ShortNames,
        *,
        families: Container[str] = frozenset(),
        surnames: Container[str] = frozenset(),
        capital_nouns: bool = False,
    ) -> None:
        self._words, self._given, self._short = words, given, short
        self._same = SameNames(given, short)
        self._families, self._surnames, self._capital_nouns = families, surnames, capital_nouns

    def read(
        self,
        forms: Sequence[str],
        places: Sequence[NamePlace],
        gender: str = "",
        families: Container[str] = frozenset(),
    ) -> Person:
        """The person behind several forms of a name and what stands around each.

        `families` are the family names of others in the text, as they are compared.
        """
        parts = [self.parts(form) for form in forms]
        names = [[part.text for part in form if part.role == NAME] for form in parts]
        full = max(range(len(names)), key=lambda place: len(names[place]), default=-1)
        roles: dict[str, str] = {}
        shown = [
            self._shown(form, own, place, is_longest=number == full)
            for number, (form, own, place) in enumerate(zip(forms, parts, places, strict=True))
        ]
        # The longest form first, then where a title, a relative or a given name tells what a word is.
        begins = [bool(own) and self._given.has(own[0]) for own in names]
        order = sorted(
            range(len(names)),
            key=lambda n: (not shown[n].told, -len(names[n]), not _tells(shown[n]), not begins[n]),
        )
        for place in order:
            self._assign(names[place], roles, shown[place], families)
        words = dict.fromkeys(word for form in names for word in form)
        others = self._others(names[full] if names else (), names, roles)
        main = [word for word in words if key(word) not in others]
        given = tuple(word for word in main if roles.get(key(word)) == GIVEN)
        family = tuple(word for word in main if roles.get(key(word)) == FAMILY)
        told = self.told_gender(parts, [place.before for place in places]) or gender
        known = (*given, *(word for word in others if roles[word] == GIVEN))
        pets = frozenset(word for word, name in others.items() if self._same.is_pet(word, name))
        return Person(told or self._listed_gender(known), roles, given, family, others, pets)

    def _others(
        self, full: Sequence[str], names: Sequence[Sequence[str]], roles: Mapping[str, str]
    ) -> dict[str, str]:
        """Short names and slips of the pen to the word of the longest form that they stand for."""
        own = [key(word) for word in full]
        by_role = {role: [word for word in own if roles.get(word) == role] for role in (GIVEN, FAMILY)}
        others: dict[str, str] = {}
        for form in names:
            for place, word in enumerate(map(key, form)):
                if word not in own and (same := self._same.word_of(word, by_role[roles[word]], place == 0)):
                    others[word] = same
        return others

    def parts(self, form: str) -> list[Part]:
        """The words of one form; names proper have the role "name"."""
        if _INITIALS.fullmatch(form) and not self._given.has(form):
            return [Part(char, place, place + 1, INITIAL) for place, char in enumerate(form)]
        found: list[Part] = []
        is_first, turned = True, form.find(",")
        for match in _TOKEN.finditer(form):
            has_dot = form[match.end() : match.end() + 1] == "."
            shouted = form.isupper() or form[match.start() :].isupper()  # Ilse DE GROOTE
            # What stands before a comma is a family name, whatever it means: Herzog, Jana.
            may_be_title = is_first and match.end() > turned
            role = self._role(match[0], has_dot=has_dot, is_first=may_be_title, shouted=shouted)
            found.append(Part(match[0], match.start(), match.end(), role))
            is_first = is_first and role != NAME
        if found and not any(part.role in (NAME, INITIAL) for part in found):
            found[-1] = found[-1]._replace(role=NAME)
        return found

    def _role(self, word: str, *, has_dot: bool, is_first: bool, shouted: bool) -> str:
        """What a word of a form is; `is_first` says that no name stands before it."""
        if len(word) == 1 and (word.isupper() or has_dot):
            return INITIAL
        folded = fold_entry(word)
        is_particle = folded in self._words.particles
        if folded in self._words.titles and is_first and not is_particle:
            return TITLE
        if is_particle and (word[:1].islower() or shouted):
            return PARTICLE
        if not is_first and len(word) <= _SHORT_SUFFIX and folded in self._words.suffixes:
            return SUFFIX
        return NAME

    def _shown(self, form: str, parts: Sequence[Part], place: NamePlace, *, is_longest: bool) -> _Shown:
        """What the place and the marks of a form show of its words."""
        titled = self._family_title(place.before) or (
            is_longest and any(part.role == TITLE for part in parts)
        )
        comma = form.find(",")
        rest = [part for part in parts if part.start > comma >= 0]
        is_turned = any(fold_entry(part.text) not in self._words.suffixes for part in rest)
        family = sum(part.role == NAME and part.end <= comma for part in parts) if is_turned else 0
        if place.is_several:
            family = sum(part.role == NAME for part in parts)
        roles = [part.role for part in parts if part.role in (NAME, INITIAL)]
        is_before_initial = len(roles) > 1 and roles[0] == NAME and NAME not in roles[1:]  # Hannah P.
        is_given = is_before_initial or _AGED.match(place.after) is not None
        is_surname = roles[:1] == [INITIAL] or self._is_office(place)
        return _Shown(titled, self._is_kin(place.before), is_given, family, is_surname, place.told)

    def _is_office(self, place: NamePlace) -> bool:
        """Whether a word for what somebody is stands before a name: a title, a profession, a German noun."""
        words = _right_before(place.before)
        if place.follows_name or (words and fold_entry(words[-1]) in self._words.titles):
            return True
        last = place.before.split()[-1:] if _NOUN_BEFORE.search(place.before) else []
        return self._capital_nouns and bool(last) and last[0][0].isupper() and len(words) > 1

    def _family_title(self, before: str) -> bool:
        """Whether a title of those before family names, "family" or "née" ends what stands before a name."""
        last = (_right_before(before) or [""])[-1]
        word = fold_entry(last)
        is_title = word in self._words.titles and not self._words.may_stand_before_given(word)
        return is_title or word in self._words.born or self._words.names_family(last)

    def _is_kin(self, before: str) -> bool:
        """Whether what stands before a name makes it a given name: "my daughter Anwen", "mum, Maureen"."""
        return bool(self._words.kin_gender((_right_before(before) or [""])[-1]))

    def _assign(
        self, words: Sequence[str], roles: dict[str, str], shown: _Shown, families: Container[str]
    ) -> None:
        """Which words are given names: by what is known, by place, by what stands before."""
        unknown = [word for word in words if key(word) not in roles]
        if not unknown:
            return
        if shown.told:
            roles |= {key(word): shown.told for word in unknown}
            return
        if shown.family:  # Huber, Maria
            for place, word in enumerate(words):
                roles.setdefault(key(word), FAMILY if place < shown.family else GIVEN)
            return
        if len(words) == 1:
            roles[key(words[0])] = self._lone_role(words[0], roles, shown, families)
            return
        if _is_given(shown) and all(map(self._given.has, words)):  # my niece Ana Rita
            roles |= {key(word): GIVEN for word in unknown}
            return
        if words[0].isupper() and len(words[0]) > 2 and not words[-1].isupper():  # HUBER Maria
            for word in unknown:
                roles[key(word)] = FAMILY if word.isupper() else GIVEN
            return
        if not self._given.has(words[0]) and all(key_of(word) in self._families for word in words):
            roles |= {key(word): FAMILY for word in unknown}  # Ortega Ruiz
            return
        last_given = 0
        for place, word in enumerate(words[:-1]):
            is_family = key(word) in families or self._is_surname(word, words[0])
            if place == 0 or (self._given.has(word) and place == last_given + 1 and not is_family):
                last_given = place
        for place, word in enumerate(words):
            roles.setdefault(key(word), GIVEN if place <= last_given else FAMILY)

    def _lone_role(self, word: str, roles: Mapping[str, str], shown: _Shown, families: Container[str]) -> str:
        """What a single word is: who is known by one word that no list has is known by a given name."""
        if fold_word(word) not in self._given and any(part in families for part in key(word).split(JOINT)):
            return FAMILY  # his wife OKAFOR-LINDQVIST, beside a Lindqvist
        if _is_given(shown):
            return GIVEN
        if shown.titled or (shown.is_surname and self._is_surname(word)):
            return FAMILY
        folded = fold_word(word)
        if part := self._same.role_of_whole(folded, roles):
            return part
        if self._given.has(word) or self._same.is_short(word, roles):
            return GIVEN
        slips = (role for other, role in roles.items() if self._short.slips(folded, fold_word(other)))
        is_surname = shown.is_surname or key_of(word) in self._families
        return next(slips, FAMILY if is_surname else GIVEN)

    def _is_surname(self, word: str, first: str = "") -> bool:
        """Whether many have a word as a family name: Dra. Palma, Ana Vidal Ponce, but not Ana Rosa Ponce.

        Behind a first given name it is none if it is a common one of the same gender.
        """
        folded = fold_word(word)
        if folded not in self._surnames:
            return False
        own, other = self._given.common_gender(folded), self._given.common_gender(fold_word(first))
        return folded not in self._given if not first else not own or own != other

    def told_gender(self, parts: Sequence[Sequence[Part]], befores: Sequence[str]) -> str:
        """What titles inside and before the forms tell, else words for relatives before them."""
        titles = [part.text.lower() for form in parts for part in form if part.role == TITLE]
        # "do Heitor" of "mãe do Heitor": what stands before a particle is said of somebody else.
        near = [
            [] if form and form[0].role == PARTICLE else _right_before(before)
            for form, before in zip(parts, befores, strict=True)
        ]
        if any(words and words[-1] in self._words.title_marks for words in near):
            return FEMALE  # Dr.ª
        for words in near:
            while words and fold_entry(words[-1]) in self._words.titles:
                titles.append(words.pop())
        kin = (self._words.kin_gender(words[-1]) for words in near if words)
        return self._words.title_gender(titles) or next(filter(None, kin), "")

    def pronoun_gender(self, text: str) -> str:
        """The gender of all pronouns of a text; empty if they tell none or two."""
        return self._words.pronoun_gender(word.lower() for word in _TOKEN.findall(text))

    def _listed_gender(self, given: Sequence[str]) -> str:
        """What the lists say of the names of one person, of those first that others are short for."""
        full = {name for word in given for name in self._short.stands_for.get(key(word), ())}
        order = sorted(given, key=lambda word: key(word) not in full)
        return next((gender for name in order if (gender := self._gender(name))), "")

    def _gender(self, name: str) -> str:
        """As it is written or with a capital; of a short name that of all names it is short for."""
        known = self._given.gender(name) or self._given.gender(name.capitalize())
        full = {self._given.gender(other) for other in self._short.stands_for.get(key(name), ())}
        return known or (full.pop() if len(full) == 1 else "")


def _tells(shown: _Shown) -> bool:
    return shown.titled or _is_given(shown)


def _is_given(shown: _Shown) -> bool:
    return shown.is_kin or (shown.is_given and not shown.titled)


def _right_before(text: str) -> list[str]:
    """The words of the line before a name, in small letters, unless something parts them from it."""
    line = text.rpartition("\n")[2]
    return [word.lower() for word in _TOKEN.findall(line)] if _ADJACENT.search(line) else []
