"""Names of people: what their words are, and when two names can be of one person."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from nescio.core.labels import PERSON
from nescio.coref.forms import Form, Word
from nescio.coref.person_names import (
    PersonName,
    begins_with_one_initial,
    edges,
    has_double_name,
    is_letter,
    kept,
    may_begin,
)
from nescio.knowledge.people import DEGREE, FEMALE, MALE, GivenNames, PersonWords
from nescio.knowledge.short_names import ShortNames
from nescio.packs.naming import Naming

Sameness = Callable[[str, str], bool]  # whether two folded words may be one name
_MAX_WORDS: Final = 8
_COMPARED: Final = 32  # words of a name that are compared with another; a longer one is no name


class CallingWay(NamedTuple):
    """Where somebody is looked up who is called by one word, and how words are compared then."""

    names: tuple[str, ...]
    parts: tuple[str, ...]  # beginnings and ends of words, which say nothing where very many share them
    samenesses: tuple[Sameness, ...]


class PersonReader:
    """Reads names of people by the titles, particles and suffixes of a language."""

    def __init__(self, naming: Naming) -> None:
        self._words, self._given = PersonWords(naming), GivenNames(naming)
        self._short, self._heads = ShortNames(naming), naming["organization.heads"]
        self._family_names, self._courtesy = naming.family_names, naming["person.courtesy"]
        # From what is sure to what is a guess: who is found by one is not looked for by the next.
        self._listed: tuple[Sameness, ...] = (self._short.listed,)
        self._guessed: tuple[Sameness, ...] = (
            self._short.alike,
            self._short.made,
            self._short.is_cut,
            self._short.slips,
            self._short.begins,
        )

    def read(self, form: Form, *, families: frozenset[str] = frozenset()) -> PersonName:
        """The name of a form; a word that looks like a title is a name if `families` has it: Dr. Young."""
        first = 0
        while first < len(form.words) and self._is_title(form.words[first : first + 3]):
            first += 1
        if first and first == len(form.words) and form.words[-1].folded in families:
            first -= 1
        titles, words = [word.folded for word in form.words[:first]], list(form.words[first:])
        generation = None
        while len(words) > 1 and (found := self._suffix(words[-1], is_alone=len(words) == 2)):
            words.pop()
            generation = found if found != DEGREE else generation
        particles = self._words.particles
        content = kept(words, particles)
        given = self.given_gender(content[0]) if len(content) > 1 else None
        told = form.kin - {""}
        gender = self._words.title_gender(titles) or given or (told.pop() if len(told) == 1 else None)
        if titles and gender == FEMALE and given == MALE:
            content = content[1:]  # "Mrs Charles Musgrove" is called by her husband's name
        return PersonName(
            content or tuple(words),
            frozenset(titles),
            gender,
            generation,
            self._words.marriage(titles) or None,
            all(map(self._words.may_stand_before_given, titles)),
        )

    def telling_titles(self, name: PersonName) -> list[str]:
        """The titles by which somebody is called who has no other name; "Mr" alone says nothing."""
        return sorted(name.titles - self._courtesy or name.titles)

    def has_title(self, form: Form) -> bool:
        return len(form.words) > 1 and self._is_title(list(form.words))

    def _is_title(self, words: Sequence[Word]) -> bool:
        word = words[0]
        if word.folded not in self._words.titles:
            return False
        # "D. Silva", "St. Clair" or "Major" alone: a title needs a name after it, or no dot; where a
        # title may stand before a given name, "D. Piedade" is one too, and links to either part.
        if word.is_initial and len(words) > 1 and words[1].is_initial:
            return False  # "H.-P. Greiner"
        return not word.is_initial or len(words) > 2 or self._words.may_stand_before_given(word.folded)

    def _suffix(self, word: Word, *, is_alone: bool) -> str:
        surface = word.surface.lower() if word.is_initial else word.surface  # "I." is an initial, no number
        return self._words.suffix(surface, word.folded, is_alone=is_alone)

    def given_gender(self, word: Word) -> str | None:
        return self._given.common_gender(word.folded) or None

    def looks_like_person(self, form: Form) -> bool:
        """A title, or a known given name before other words."""
        words = form.words
        if self.has_title(form):
            return True
        if not 2 <= len(words) <= 6 or words[0].folded not in self._given:
            return False
        return all(word.folded not in self._heads for word in words)

    def may_be_person(self, form: Form) -> bool:
        """Nothing speaks against a person: no acronym beside other words, no chain of hyphens."""
        words = form.words
        if len(words) == 1:
            return True
        shouted = all(word.surface.isupper() for word in words)
        capitals = any(len(word.surface) > 1 and word.surface.isupper() for word in words)
        return (shouted or not capitals) and not all(word.is_joined for word in words[1:])

    def _filed(self, given: Word) -> list[str]:
        """Under which keys a given name is filed: itself, what it is short for, where initials look."""
        initial = f"{given.folded[:1]}."
        return [initial] if given.is_initial else [*self._called_in_full(given), f"{initial}…"]

    def _asked(self, given: Word) -> list[str]:
        """Under which keys it is looked for: a name among names and initials, not among all of one letter."""
        initial = f"{given.folded[:1]}."
        return [initial, f"{initial}…"] if given.is_initial else [*self._called_in_full(given), initial]

    def _called_in_full(self, given: Word) -> list[str]:
        return [given.folded, *self._short.stands_for.get(given.folded, ())]

    def pair_keys(self, name: PersonName) -> Iterator[tuple[str, str]]:
        """Every given or middle word with every word after it: where a shorter form is looked up."""
        words = edges(name.words, _MAX_WORDS)
        for place, given in enumerate(words[:-1]):
            filed = self._filed(given)
            for family in words[place + 1 :]:
                for variant in filed:
                    yield (variant, family.folded)
                    yield (variant, f"{family.folded[:1]}.")
                    if is_letter(family):
                        yield (variant, f"{family.folded[:1]}…")

    def query_keys(self, name: PersonName) -> Iterator[tuple[str, str]]:
        last = name.words[-1]
        family = f"{last.folded[:1]}." if last.is_initial else last.folded
        for variant in self._asked(name.words[0]):
            yield (variant, family)
            if not is_letter(last):
                yield (variant, f"{last.folded[:1]}…")  # Carla Menezes, who was Carla M.

    def word_keys(self, name: PersonName, *, sure: bool) -> Iterator[str]:
        """Single words by which the person may be called; `sure` that it is one."""
        if name.is_full:
            yield "".join(word.folded for word in name.words[:2])  # Hape is Hans-Peter
        if name.words and sure:
            yield f"^{name.words[0].folded[:1]}"  # "R." under a letter of Ruth
        if sure and not name.titles and begins_with_one_initial(name.words):
            yield name.initial_key
        for place, word in enumerate(name.words):
            if place == len(name.words) - 1:
                yield f"{word.folded[:1]}."  # "Dr. P."
            if word.is_initial:
                continue
            if not sure and place == 0 and name.is_full and word.folded not in self._given:
                continue  # a person only if the first word is a given name
            yield word.folded
            yield from self._short.keys(word.folded)
            if place == 0 or word.is_quoted:
                yield from self._short.stands_for.get(word.folded, ())

    def may_have_initial(self, name: PersonName) -> bool:
        """A given name alone, of which an initial may stand elsewhere."""
        told = not name.titles or name.takes_given
        return told and len(name.words) == 1 and name.words[0].folded in self._given

    def is_given_with(self, word: str, name: PersonName) -> bool:
        """Whether a word is a given name with the same initial."""
        return word[:1] == name.words[0].folded[:1] and word in self._given

    def composed(self, names: Sequence[PersonName]) -> Iterator[PersonName]:
        """The names of one person that stand apart as one: each before each that is a single word."""
        for given in names:
            if given.is_full and given.words[-1].folded not in self._given:
                continue  # it has its family name
            for family in names:
                own = {word.folded for word in given.words}
                if (
                    not family.is_full
                    and family.words[0].folded not in own
                    and not is_letter(family.words[0])
                ):
                    yield replace(given, words=(*given.words, *family.words))

    def ordered(self, name: PersonName) -> list[str]:
        """The words of a name in an order of their own; given names stay: Paul Lukas is not Lukas Paul."""
        words = [word.folded for word in name.words]
        return words if all(word in self._given for word in words) else sorted(words)

    def sounds(self, name: PersonName) -> Iterator[str]:
        """The words of a full name as they sound."""
        return map(self._short.sound, self.ordered(name))

    def acronyms(self, name: PersonName) -> Iterator[str]:
        """Initials by which the person may be called: of all names, and of the given names."""
        letters = "".join(word.folded[0] for word in name.words)
        if len(letters) > 2:
            yield from (letters, letters[:-1])

    def initials(self, name: PersonName) -> Iterator[tuple[str, str]]:
        """Initials under which only people are looked up, for two letters may be anything else."""
        if name.is_full:
            letters = "".join(word.folded[0] for word in name.words)
            yield from ((PERSON, letters), (PERSON, letters[0] + letters[-1]))

    def same_person(self, one: PersonName, other: PersonName) -> bool:
        """Two full names agree: the words of the shorter appear in the longer, in order."""
        if one.generation != other.generation:
            return False
        short, long = sorted((one.words, other.words), key=len)
        by_initial = one.words[0].is_initial != other.words[0].is_initial
        if by_initial and has_double_name(one) != has_double_name(other):
            return False  # K. Reimann-Voss is not Karl Reimann, but Dr Reimann-Voss
        if by_initial and short[0].is_initial and not may_begin(short[0], long):
            return False  # M. Hale is not Leo Matti Hale
        return self._within(edges(short, _COMPARED), edges(long, _COMPARED))

    def may_have_family(self, person: PersonName, family: PersonName) -> bool:
        """`Ortega Ruiz` for Javier Ortega, where people have two family names and are called by both."""
        if self._family_names == 1 or any(word.folded in self._given for word in family.words):
            return False
        given, *rest = person.words
        return len(rest) == 1 and given.folded in self._given and rest[0].folded == family.words[0].folded

    def agree_by(self, one: PersonName, other: PersonName, agreed: PersonName) -> bool:
        """Two names that differ are of one who has both, or a nickname: Ana Luz, Ana Reis, Ana Luz Reis."""
        longer = len(agreed.words) > max(len(one.words), len(other.words))
        has_both = longer and not any(word.is_initial for word in agreed.words)
        return self.differ_by_nickname(one, agreed) or (has_both and self.same_person(one, agreed))

    def differ_by_nickname(self, one: PersonName, other: PersonName) -> bool:
        """`Bob Hale` and `Robert Hale`: who agrees with one of them agrees with both."""
        first, second = one.words[0], other.words[0]
        initials = first.is_initial or second.is_initial
        return one.words[1:] == other.words[1:] and not initials and self._same_word(first, second)

    def _within(self, short: Sequence[Word], long: Sequence[Word]) -> bool:
        place = 0
        for word in short:
            while place < len(long) and not self._same_word(word, long[place]):
                place += 1
            if place == len(long):
                return False
            place += 1
        return True

    def _same_word(self, one: Word, other: Word) -> bool:
        if one.is_initial or other.is_initial:
            return one.folded[:1] == other.folded[:1]
        return one.folded == other.folded or self._short.listed(one.folded, other.folded)

    def ways_to_call(self, word: Word, *, sure: bool) -> Iterator[CallingWay]:
        """How somebody is looked up who is called by a word, one way after the other.

        Most are called by a word of their name. `sure` that it is a person.
        """
        if is_letter(word):
            yield CallingWay((f"^{word.folded}", f"{word.folded}."), (), (str.__eq__,))
            return
        yield CallingWay((word.folded,), (), (str.__eq__,))
        names = (word.folded, *self._short.stands_for.get(word.folded, ()))
        samenesses = self._listed + self._guessed if sure else self._listed
        yield CallingWay(names, tuple(self._short.keys(word.folded)), samenesses)

    def needs_one(self, same: Sameness) -> bool:
        """A guess that counts only where one person alone comes into question."""
        return same == self._short.begins

    def is_of_family(self, person: PersonName, single: PersonName) -> bool:
        """The word is the whole family name, not one of two that a hyphen joins."""
        last = person.words[-1]
        return person.is_full and last.folded == single.words[0].folded and not last.is_joined

    def may_be_called(
        self, person: PersonName, single: PersonName, same: Sameness, *, by_any: bool = False
    ) -> bool:
        """One word can name the person; `by_any` takes a title before any word of the name: "prof. Pádua"."""
        [word] = single.words
        names = edges(person.words, _COMPARED)
        if single.generation and single.generation != person.generation:
            return False  # "Quast senior" is not Ronny Quast
        if is_letter(word):
            if single.titles:  # "Dr. P." is Dr. Pizzo
                return bool(person.titles & single.titles) and names[-1].folded[:1] == word.folded
            is_family = all(map(is_letter, names)) and names[-1].folded == word.folded  # K. of A. K.
            return is_family or names[0].folded[:1] == word.folded
        if single.marriage == "married" and person.gender is None and person.titles - single.titles:
            return False  # "Mrs Tarn" is not Dr Owen Tarn
        if not person.is_full:
            differ = person.titles and single.titles and not person.titles & single.titles
            return not differ and not names[0].is_initial and same(word.folded, names[0].folded)
        called = [name for name in self._callable(person, names, by_any=by_any) if not name.is_initial]
        if same in (self._short.is_cut, self._short.begins):  # nobody cuts a family name so short
            longer = same == self._short.is_cut or names[0].folded.startswith(word.folded)
            first = [] if names[0].is_initial else called[:1]  # F. Rezai is not Reza
            return longer and any(same(word.folded, name.folded) for name in first)
        only_family = self._names_family(person, single) and not (by_any and self._family_names != 1)
        if only_family:
            called = [name for name in called if name is not names[0]]
        return any(self._is_called(same, word, name, is_first=name is names[0]) for name in called) or (
            not only_family and same(word.folded, "".join(name.folded for name in names[:2]))
        )

    def _is_called(self, same: Sameness, word: Word, name: Word, *, is_first: bool) -> bool:
        """No family name is a pet name of somebody: Reza is not F. Rezai, but Fitz may be Dr Fitzgerald."""
        if same == self._short.made and not is_first:
            return self._short.is_pet(word.folded, name.folded)
        return same(word.folded, name.folded)

    def _names_family(self, person: PersonName, single: PersonName) -> bool:
        """A title stands before the family name: "Mrs Brook", but "Herr Frei" for Frei Hansueli too."""
        if not single.titles or single.takes_given or single.titles & person.titles:
            return False
        is_turned = person.words[0].folded not in self._given and person.words[-1].folded in self._given
        is_given = self._family_names != 1 and single.words[0].folded in self._given
        return not is_turned and not is_given

    def _callable(self, person: PersonName, names: Sequence[Word], *, by_any: bool) -> Sequence[Word]:
        """The words by which somebody is called alone.

        Of one family name not the second given name, if anybody else comes into question.
        """
        if self._family_names != 1:
            return names
        last = () if names[-1].is_joined and len(names) > 2 else names[-1:]  # the second of Reimann-Voss
        if by_any:
            return (*names[:-1], *last)
        middle = [
            name
            for name, after in pairwise(names[1:])
            if name.is_quoted or after.is_joined or (person.titles and name.folded not in self._given)
        ]
        return (names[0], *middle, *last)
