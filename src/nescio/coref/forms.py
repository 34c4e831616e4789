"""Forms: the distinct ways in which a document names things, cleaned and folded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from nescio.core.labels import OTHER_NAME, PERSON
from nescio.core.model import Span
from nescio.coref.context import ContextReader
from nescio.knowledge.people import GivenNames, PersonWords
from nescio.packs.naming import Naming
from nescio.text.folding import fold_word

FAMILY: Final = "family"  # a kind of its own: all who share a name
UNKNOWN: Final = OTHER_NAME  # a mention of this kind may be a person, a place or an organisation

_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]?")
_QUOTED = re.compile(r"[“\"„«]([^“”\"»]{1,200})[”“\"»]")
_POSSESSIVE = re.compile(r"['’ʼ´`](\w?)$")
_INITIALS = re.compile(r"(?:[^\W\d_]\.){2,}|(?:[^\W\d_]\.-?)+|[^\W\d_]\.?")
_SPLIT = re.compile(r"[-‐‑–/&+·]+")
_SPELLED = re.compile(r"[^\W\d_](?:[-, ]{1,2}[^\W\d_]){2,}")  # letter by letter: H-A-L-E
_LETTER = re.compile(r"[^\W\d_]")
_DRAWN_OUT = re.compile(r"([^\W\d_])\1{2,}")  # luisaaa
_MIN_STEM: Final = 3
_COMMON: Final = 3  # frequency class (Zipf) of words that are seldom a name
_GENITIVE: Final = "s"


class Word(NamedTuple):
    """One word of a name: as written, folded, and whether it is an initial."""

    surface: str
    folded: str
    is_initial: bool = False
    is_joined: bool = False  # by a hyphen to the word before
    is_complement: bool = False  # a link stands before it: "Bank of Scotland"
    is_quoted: bool = False  # 'Tripp' of Harold "Tripp" Marsh
    is_cut: bool = False  # a full stop says that it is an abbreviation: Univ.


@dataclass(eq=False, slots=True)
class Form:
    """One way of naming, with every span that uses it."""

    kind: str
    words: tuple[Word, ...]
    aside: tuple[Word, ...]  # what stood in brackets inside the mention
    spans: list[Span] = field(default_factory=list)
    is_trimmed: bool = False  # a word behind the name was taken off
    kin: set[str] = field(default_factory=set)  # genders that words for relatives before it tell
    is_other: bool = False  # the text says that it is another of that name
    others: set[int] = field(default_factory=set)  # forms that the text lists beside it, by identity

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(word.folded for word in self.words)

    @property
    def start(self) -> int:
        return self.spans[0].start


class FormReader:
    """Turns mentions into forms by the small words of a language."""

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self._determiners = naming["determiners"]
        self._possessives = naming["possessives"]
        self._people, self._given = PersonWords(naming), GivenNames(naming)
        self._context = ContextReader(naming)

    def read(self, text: str, spans: Iterable[tuple[Span, str]]) -> list[Form]:
        """One form per kind and spelling; `spans` come with their kind, in order.

        Whoever the text calls another of a name has a form of their own.
        """
        kinds = list(spans)
        people = [span for span, kind in kinds if kind == PERSON]
        families = self._context.families(text, people)
        shared = self._context.shared_names(text, people)
        namesakes = frozenset(self._context.namesakes(text, people))
        forms: dict[tuple[str, str, bool], Form] = {}
        for span, kind in kinds:
            surface = " ".join(text[span.start : span.end].split())
            is_other = False
            if kind == PERSON:
                before = (
                    self._context.titles_before(text, span.start)
                    if not self._context.is_parted(surface)
                    else []
                )
                after = self._context.suffix_after(text, span.end)
                surface = " ".join([*before, surface, *filter(None, [shared.get(span)]), *after])
                kind = FAMILY if span in families else kind
                is_other = span in namesakes or self._context.is_other(text, span.start)
            form = forms.get((kind, surface, is_other))
            if form is None:
                form = forms[kind, surface, is_other] = self._form(surface, kind)
                form.is_other = is_other
            form.spans.append(span)
            form.kin |= {self._context.kin_gender(text, span.start)} if kind == PERSON else set()
        form_of = {span: form for form in forms.values() for span in form.spans}
        for one, other in self._context.listed_together(text, people):
            if len(form_of[one].words) == 1 or len(form_of[other].words) == 1:
                form_of[one].others.add(id(form_of[other]))
        return self._uninflected(self._trimmed(list(forms.values())))

    def _trimmed(self, forms: list[Form]) -> list[Form]:
        """Names of people without the words at their edges that are none: `Hubers Begleiter`, `Gruß Eva`.

        What stays must be known from elsewhere: another name of the document, or a given name.
        """
        people = [form for form in forms if form.kind == PERSON]
        whole = {form.key for form in people}
        times = Counter(word for form in people for word in set(form.key))
        whole |= {form.key[:1] for form in people if len(form.words) > 1 and form.key[0] in self._given}
        for form in people:
            while len(form.words) > 1 and self._ends_idle(form.words, times):
                form.words, form.is_trimmed = form.words[:-1], True
            while len(form.words) > 1 and self._begins_idle(form, whole, times):
                form.words = form.words[1:]
        return forms

    def _begins_idle(self, form: Form, whole: set[tuple[str, ...]], times: Mapping[str, int]) -> bool:
        """The first word is none of the name: what follows is one, or begins with a title or given name."""
        first, second = form.words[:2]
        if not self._is_idle(first, times):
            return False
        named = second.folded in self._people.titles or second.folded in self._given
        return form.key[1:] in whole or (named and len(form.words) > 2) or self._is_determiner(second)

    def _ends_idle(self, words: tuple[Word, ...], times: Mapping[str, int]) -> bool:
        """The last word is what somebody has or what is called after somebody: a genitive or hyphen tells."""
        before, last = words[-2:]
        stem = before.folded.removesuffix(_GENITIVE)
        owned = stem != before.folded and times[stem] > 0 and times[last.folded] < 2
        named = len(words) == 2 and last.is_joined and times[before.folded] > 1 and self._is_idle(last, times)
        return self._naming.inflected and (named or (owned and last.folded not in self._given))

    def _is_idle(self, word: Word, times: Mapping[str, int]) -> bool:
        """A word of the language that is in no other name and in no list of names."""
        folded = word.folded
        is_common = self._naming.frequency_of.get(folded, 0) >= _COMMON
        is_name = word.is_initial or folded in self._given or folded in self._people.titles
        return is_common and not is_name and folded not in self._people.suffixes and times[folded] < 2

    def _form(self, surface: str, kind: str) -> Form:
        if kind == PERSON:
            if _SPELLED.fullmatch(surface):
                surface = "".join(_LETTER.findall(surface))
            surface = _DRAWN_OUT.sub(r"\1", surface)
        inside = _BRACKETED.search(surface)
        outside = _BRACKETED.sub(" ", surface) if inside else surface
        if kind == PERSON and outside.count(",") == 1:
            outside = self._turned(outside)
        words = self._without_determiner(list(self._words(outside)))
        aside = self._aside(inside[1]) if inside else []
        if not words:
            words, aside = aside, []
        return Form(kind, tuple(words), tuple(aside))

    def _aside(self, inside: str) -> list[Word]:
        """What stands in brackets; if a part of it is quoted, that part: `(hereinafter “the Bank”)`."""
        quoted = _QUOTED.search(inside)
        return self._without_determiner(list(self._words(quoted[1] if quoted else inside)))

    def _turned(self, surface: str) -> str:
        """`Silva, João` as `João Silva`; `John Smith, Jr.` stays."""
        family, given = (part.strip() for part in surface.split(","))
        if not given or fold_word(given) in self._people.suffixes:
            return f"{family} {given}"
        return f"{given} {family}"

    def _words(self, surface: str) -> Iterator[Word]:
        after_link = False
        quoted = {word for part in _QUOTED.findall(surface) for word in part.split()}
        for raw in surface.split():
            token = self._without_possessive(raw.strip("\"“”„«»‹›,;:!?*_`´'’‘…"))
            if _INITIALS.fullmatch(token) and token[:1].isupper():
                letters = [char for char in token if char.isalpha()]
                for place, letter in enumerate(letters):
                    yield Word(letter, fold_word(letter), True, place > 0 and "-" in token)
                continue
            joined = False
            for part in _SPLIT.split(token):
                folded = fold_word(part)
                if folded:
                    yield Word(
                        part.strip("."),
                        folded,
                        joined and len(folded) == 1 and part.endswith("."),  # Meyer-L.
                        joined,
                        after_link,
                        token in quoted,
                        part.endswith("."),
                    )
                    joined = True
            after_link = fold_word(token) in self._naming["links"]

    def _without_possessive(self, token: str) -> str:
        match = _POSSESSIVE.search(token)
        if match and match[1].lower() in self._possessives and match.start() > 1:
            return token[: match.start()]
        return token

    def _without_determiner(self, words: list[Word]) -> list[Word]:
        first = 0
        while first < len(words) - 1 and self._is_determiner(words[first]):
            first += 1
        return words[first:]

    def _is_determiner(self, word: Word) -> bool:
        if word.folded not in self._determiners or word.surface.isupper():
            return False
        # "La Fontaine", "Das Neves"
        return not (word.surface[:1].isupper() and word.folded in self._people.particles)

    def _uninflected(self, forms: list[Form]) -> list[Form]:
        """Case endings taken off words whose bare form stands in the document too.

        Where names have none, only what is written in small letters or made of a given name is
        taken for a genitive: freds, Freds.
        """
        known = {word.folded for form in forms for word in form.words}
        for form in forms:
            is_family = form.kind == FAMILY
            form.words = tuple(self._bare(word, known, is_family=is_family) for word in form.words)
        return forms

    def _bare(self, word: Word, known: set[str], *, is_family: bool) -> Word:
        if word.folded in self._given:
            return word
        free = self._naming.inflected or word.surface.islower() or is_family
        for ending in self._naming.endings:
            stem = word.folded.removesuffix(ending)
            if (
                stem != word.folded
                and len(stem) >= _MIN_STEM
                and stem in known
                and (free or stem in self._given)
            ):
                return word._replace(folded=stem)
        return word


def is_acronym(words: Sequence[Word]) -> bool:
    """Letters that may stand for words: `EP`, `E.P.`, `DoD`, `GmbH`."""
    if words and all(word.is_initial for word in words):
        return len(words) > 1
    if len(words) != 1:
        return False
    surface = words[0].surface
    capitals = sum(char.isupper() for char in surface)
    return 2 <= len(surface) <= 8 and surface[0].isupper() and capitals * 2 > len(surface)
