"""Names of organisations and places: what identifies them, and what their short forms can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from nescio.core.labels import PLACE
from nescio.coref.forms import Form, Word, is_acronym
from nescio.packs.naming import Naming
from nescio.text.acronyms import is_made_of
from nescio.text.numerals import is_roman

_MAX_ACRONYM: Final = 12
_MIN_STEM: Final = 4
_MIN_CUT: Final = 3
_MAX_WORDS: Final = 64  # no name is longer, so nothing is short for it


@dataclass(frozen=True, slots=True)
class ThingName:
    """The words of a name that carry meaning, and what was found out about them."""

    content: tuple[str, ...]  # without links, determiners and legal forms
    complements: frozenset[int]  # places in `content` that follow a link
    joined: frozenset[int]  # places in `content` that follow a hyphen
    state: str | None
    legal_form: str
    numbers: frozenset[str]
    acronyms: tuple[str, ...]  # which acronyms it may have

    @property
    def traits(self) -> dict[str, str]:
        said = {"number": " ".join(sorted(self.numbers)), "legal": self.legal_form}
        return {name: value for name, value in said.items() if value}


class ThingReader:
    """Reads names of organisations, places and other things by the small words of a language."""

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self._links = naming["links"]
        self._legal = naming["organization.legal_forms"]
        self._legal_of = {
            word: group for group in naming["organization.legal_synonyms"] for word in group.split()
        }
        self._heads = naming["organization.heads"]
        self._bare_legal = self._legal - self._heads
        self._governments = naming["organization.governments"]
        self._kinds = naming["place.kinds"]
        self._compass = naming["place.compass"]
        self._settlements = naming["place.settlements"]
        self._general = frozenset(map(self._stem, self._heads | self._legal))

    def read(self, form: Form) -> ThingName:
        words = self._spelled(form.words)
        kept = self._content(words)
        content = tuple(self._stem(word.folded) for word in kept)
        return ThingName(
            content,
            frozenset(place for place, word in enumerate(kept) if word.is_complement),
            frozenset(place for place, word in enumerate(kept) if word.is_joined),
            self._state(form),
            self._legal_form(words) if form.kind != PLACE else "",
            frozenset(word for word in content if word.isdigit() or (len(content) > 1 and is_roman(word))),
            tuple(dict.fromkeys(self._acronyms(words))) if len(words) > 1 else (),
        )

    def _spelled(self, words: Sequence[Word]) -> Sequence[Word]:
        """The words with dotted legal forms as one and abbreviated heads written out: S.A., Univ."""
        first = len(words)
        while first > 1 and (words[first - 1].is_initial or len(words[first - 1].folded) == 1):
            first -= 1
        tail = "".join(word.folded for word in words[first:])
        if tail in self._legal:
            words = (*words[:first], words[first]._replace(folded=tail, surface=tail, is_initial=False))
        return tuple(self._written_out(word) if word.is_cut else word for word in words)

    def _written_out(self, word: Word) -> Word:
        heads = [head for head in self._heads if head.startswith(word.folded)]
        return word._replace(folded=heads[0]) if len(heads) == 1 and len(word.folded) >= _MIN_CUT else word

    def _content(self, words: Sequence[Word]) -> Sequence[Word]:
        bare = [word for word in words if word.folded not in self._links or word.is_initial]
        while len(bare) > 1 and bare[-1].folded in self._legal:
            bare.pop()
        first = 0
        while first < len(bare) - 1 and bare[first].folded in self._bare_legal:
            first += 1
        return bare[first:] or words

    def _legal_form(self, words: Sequence[Word]) -> str:
        """The legal form in short: companies that differ in it are two."""
        tail: list[str] = []
        for word in reversed(words[1:]):
            if word.folded not in self._legal or word.folded in self._heads:
                break
            tail.append(self._legal_of.get(word.folded, word.folded))
        return " ".join(reversed(tail))

    def _stem(self, word: str) -> str:
        """Words of organisations without case endings: `europaische` and `europaischen` are one."""
        for ending in self._naming.case_endings:
            if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
                return word[: -len(ending)]
        return word

    def _state(self, form: Form) -> str | None:
        words = form.key
        if all(word.is_initial for word in form.words):
            words = ("".join(words),)  # U.S.
        found = self._naming.state_named(words)
        if found is not None or len(words) < 2 or self._governments.isdisjoint((words[0], words[-1])):
            return found
        # A government is not its state: "Turkish Government" is "Government of Turkey".
        rest = [word for word in words if word not in self._links and word not in self._governments]
        state = self._naming.state_meant(rest) or self._naming.state_named(rest)
        return state and f"government of {state}"

    def _acronyms(self, words: Sequence[Word]) -> Iterator[str]:
        """First letters: of all words, of those with a capital, of all but the links and legal forms."""
        bare = list(words)
        while len(bare) > 1 and bare[-1].folded in self._legal:
            bare.pop()
        for some in (words, bare):
            chosen = (
                some,
                [word for word in some if word.surface[:1].isupper()],
                [word for word in some if word.folded not in self._links],
            )
            for few in chosen:
                if 2 <= len(few) <= _MAX_ACRONYM:
                    yield "".join(word.folded[0] for word in few)

    def looks_like_organization(self, form: Form) -> bool:
        words = form.key
        return any(word in self._heads or word in self._legal for word in words) and len(words) > 1

    def may_be_acronym(self, form: Form) -> bool:
        """`EP`, `E.P.`; or no word of the language, written like a name: `Osesp`."""
        if is_acronym(form.words) or len(form.words) != 1:
            return is_acronym(form.words)
        [word] = form.words
        unknown = word.folded not in self._naming.frequency_of and word.surface.istitle()
        return unknown and _MIN_STEM <= len(word.folded) <= _MAX_ACRONYM

    def same_keys(self, form: Form, name: ThingName) -> Iterator[object]:
        """Keys that two forms of one thing share: equal words in any order, written together, a state."""
        yield ("bag", *sorted(name.content))
        yield ("joined", "".join(name.content))
        if name.state is not None:
            yield ("state", name.state)

    def part_keys(self, name: ThingName) -> Iterator[str]:
        yield from dict.fromkeys(name.content)

    def may_be_short_for(self, kind: str, short: ThingName, long: ThingName) -> bool:
        """The short form is the end of the long one, or its beginning and what follows adds no new thing.

        `Parliament` for `European Parliament`, `Assembleia` for `Assembleia da República`, `Rice`
        for `Rice University`; never `Rondônia` for `Assembleia de Rondônia`: that is a complement.
        """
        few, many = short.content, long.content
        if not len(few) < len(many) <= _MAX_WORDS or short.state is not None or long.state is not None:
            return False
        if len(few) in long.joined and many[: len(few)] == few:
            return False  # "Inter-Roma" is neither
        if many[: len(few)] == few and self._is_class(few):
            return False
        if many[: len(few)] == few:
            if kind == PLACE:
                return self._place_part(few, many[len(few) :])
            return self._begins_name(few, long)
        if many[-len(few) :] != few:
            return False
        first = len(many) - len(few)
        if kind == PLACE:
            return self._place_part(few, many[:first])
        if self._is_class(few):
            return False
        return first not in long.complements and first not in long.joined

    def _begins_name(self, few: Sequence[str], long: ThingName) -> bool:
        """The words before a link or a general word, or a company's own name: Novalis Wind SE."""
        if (
            len(few) in long.complements
            or self._are_general(few)
            or self._are_general(long.content[len(few) :])
        ):
            return True
        own = len(few) == 1 and few[0] not in self._general and few[0] not in self._naming.frequency_of
        return own or bool(long.legal_form)

    def _is_class(self, words: Sequence[str]) -> bool:
        """`Regional Court`: several everyday words name a kind of body, of which there are many."""
        known = self._naming.frequency_of
        has_head = not self._general.isdisjoint((words[0], words[-1]))
        return len(words) > 1 and has_head and all(word in known for word in words)

    def _are_general(self, words: Sequence[str]) -> bool:
        return all(word in self._general for word in words)

    def _place_part(self, few: Sequence[str], rest: Sequence[str]) -> bool:
        if any(word in self._compass for word in rest):
            return False
        return all(word in self._settlements for word in rest) or all(word in self._kinds for word in few)


def is_introduced(short: Iterable[Word], long: Iterable[Word]) -> bool:
    """The letters of the short form come from the long one."""
    return is_made_of("".join(word.folded for word in short), "".join(word.folded for word in long))
