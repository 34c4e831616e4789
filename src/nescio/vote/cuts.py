"""Cuts claims where two names were taken for one: at the end of a sentence or line, at an "and"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Final

from nescio.core.labels import NAMES, ORGANIZATION, OUTSIDE, PERSON, LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.core.stretches import Stretches
from nescio.packs import Pack
from nescio.text.folding import fold_entry, fold_word, fold_words
from nescio.text.pieces import trimmed
from nescio.text.segment import Segmenter
from nescio.vote.couples import Couples, NamePart
from nescio.vote.owners import Owners
from nescio.vote.people_inside import PeopleInside

_SENTENCE_END: Final = re.compile(
    r"[\"'”’»)]{0,2}(?:\s{0,3}\Z|[ \t]*\r?\n[ \t]*\r?\n|\s{1,3}[^\W\d_a-zß-öø-ÿ])"
)
_STOP: Final = re.compile(r"[.!?…\n]")
_LETTER: Final = re.compile(r"\w")
_LINE_END: Final = re.compile(r"\r?\n")
_WORD: Final = re.compile(r"[^\W_][\w'’-]*\.?")
_COLUMN: Final = re.compile(
    r"[ \u00a0]{3,}+|\t[ \t\u00a0]*+|[ \u00a0]\|[ \u00a0]"
)  # between the columns of a table
_SURE: Final = 0.5  # of the claim of somebody else that ends a name


_COURT: Final = "COURT"
_ADDRESS: Final = "ADDRESS"  # has a form, which knows where it ends
_PLAIN: Final = 3  # frequency class of a word that is no name unless somebody says so
_SHORT: Final = 40  # characters: a shorter line was ended on purpose


class CutVoter:
    """Lets another voter vote about claims that were cut where they run over two names.

    No name runs over the end of a sentence, a line that was ended on purpose or two columns of a table;
    `couples.py` says where two people part; "and" before an article parts two bodies; a particle before a
    body ends a person's name (Mr Lopes *da* Câmara Municipal). A user's own claims are never cut.
    """

    def __init__(self, inner: Voter, pack: Pack) -> None:
        naming = pack.naming
        self._inner = inner
        self._labels: LabelSet = pack.labels
        self._segmenter = Segmenter(pack.abbreviations)
        self._conjunctions = naming["person.conjunctions"]
        self._particles = naming["person.particles"] - self._conjunctions
        self._determiners = naming["determiners"]
        self._heads = naming["organization.heads"]
        self._given = naming.gender_of
        self._couples, self._owners, self._inside = Couples(naming), Owners(pack), PeopleInside(pack)
        self._idle = frozenset(map(fold_entry, pack.name_words.stop)) | naming.small_words
        self._frequency_of = naming.frequency_of if pack.grammar.capital_nouns else {}
        self._kin = naming["person.kin_m"] | naming["person.kin_f"]
        self._born = naming["person.born"]
        self._never, self._rarely = naming["person.not_names"], naming["person.rarely_names"]
        self._is_cut: dict[str, bool] = {}  # by label, asked for every claim

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return self._inner.vote(doc, list(self.cut(doc.text, candidates)))

    def cut(self, text: str, claims: Sequence[Span]) -> Iterator[Span]:
        """The claims, those over two names in parts; of parts that others claim too the vote decides."""
        names = [claim for claim in claims if self._may_be_cut(claim)]
        borders, rows = self._borders(text, names), sorted(set(self._rows(text, names)))
        others = _Others(text, claims, self._labels)
        people = chain.from_iterable(self._inside.parted(text, claim) for claim in claims)
        parts = (self._owners.parted(text, claim, others.is_called_elsewhere) for claim in people)
        for claim in chain.from_iterable(parts):
            if not self._may_be_cut(claim):
                yield _without_stop(text, claim) if self._is_address(claim) else claim
                continue
            for one in _parted_at(text, claim, rows):
                for piece in self._sentences(text, _without_stop(text, one), borders, others):
                    yield from self._named(text, self._without_next_field(text, piece), others)

    def _may_be_cut(self, claim: Span) -> bool:
        found = self._is_cut.get(claim.label)
        if found is None:
            known = claim.label not in OUTSIDE and claim.label in self._labels
            names = known and self._labels.root(claim.label) in NAMES
            found = self._is_cut[claim.label] = names and _ADDRESS not in self._labels.lineage(claim.label)
        return found and not claim.is_told

    def _is_address(self, claim: Span) -> bool:
        known = claim.label in self._labels and not claim.is_told
        return known and _ADDRESS in self._labels.lineage(claim.label)

    def _rows(self, text: str, names: Iterable[Span]) -> Iterator[int]:
        """Where people begin who are named in a row, whoever claims how many of them."""
        people = [claim for claim in names if self._labels.root(claim.label) == PERSON]
        several = [claim for claim in people if " " in text[claim.start : claim.end]]
        alone = self._alone(text, people, Stretches(several)) if several else frozenset()
        for claim in several:
            parts = _parts(text, claim)
            if len(parts) > 1:
                yield from (part.start for part in self._couples.row(text, parts, alone))

    def _alone(self, text: str, people: Iterable[Span], longer: Stretches) -> frozenset[str]:
        """Whoever is called by one word, without a title; the detector is sure of it."""
        return frozenset(
            fold_word(text[claim.start : claim.end])
            for claim in people
            if claim.score >= _SURE
            and " " not in text[claim.start : claim.end]
            and not self._couples.is_titled(text, claim.start)
            and not longer.cover(claim)
        )

    def _borders(self, text: str, names: Iterable[Span]) -> list[int]:
        """Where columns begin, and sentences if a claim could run over such a place."""
        columns = {match.end() for match in _COLUMN.finditer(text)}
        if not any(_goes_on_behind_a_stop(text, claim) for claim in names):
            return sorted(columns)
        starts = {start for start, _ in self._segmenter.sentences(text)}
        return sorted(columns.union(starts, _lines_of_their_own(text)))

    def _sentences(self, text: str, claim: Span, borders: Sequence[int], others: _Others) -> Iterator[Span]:
        inside = borders[bisect_right(borders, claim.start) : bisect_left(borders, claim.end)]
        if not inside:
            yield claim
            return
        edges = [claim.start, *inside, claim.end]
        for start, end in pairwise(edges):
            for piece in trimmed(text, claim._replace(start=start, end=end)):
                kept = piece if start == claim.start else self._without_first_words(text, piece)
                # Of the parts the last was meant: the form of a company stands at its end.
                if kept is not None and (end == claim.end or not others.claim(kept)):
                    yield kept

    def _without_first_words(self, text: str, piece: Span) -> Span | None:
        """The words that begin a sentence have a capital and are no part of a name: `At Harper Ltd`."""
        for part in _parts(text, piece):
            is_initial = (
                part.end - part.start == 2 and text[part.start].isupper() and text[part.start + 1] == "."
            )
            if is_initial or part.folded not in self._idle:
                return piece._replace(start=part.start)
        return None

    def _named(self, text: str, claim: Span, others: _Others) -> Iterator[Span]:
        kind = self._labels.root(claim.label)
        # Most are one word, in which nothing is to be parted.
        one_word = text[claim.start : claim.end].isalnum()
        parts = [] if one_word or kind not in (PERSON, ORGANIZATION) else _parts(text, claim)
        while len(parts) > 1:
            cut = (
                self._couples.parted(text, parts, partial(others.tell_apart, claim.maker))
                if kind == PERSON
                else self._bodies_part(parts)
            )
            if cut is None:
                yield from (
                    self._one_person(text, parts, claim, others)
                    if kind == PERSON
                    else self._body(parts, claim, others)
                )
                return
            last, at = cut
            yield claim._replace(end=parts[last].end)
            while at < len(parts) - 1 and parts[at].folded in self._determiners:
                at += 1
            claim, parts = claim._replace(start=parts[at].start), parts[at:]
        yield claim

    def _without_next_field(self, text: str, claim: Span) -> Span:
        """`Rosa Klein To` before a colon: the last word says what comes next in the form."""
        parts = _parts(text, claim) if text[claim.end : claim.end + 1] == ":" else []
        if len(parts) > 1 and parts[-1].folded in self._idle and parts[-2].end < parts[-1].start:
            return claim._replace(end=parts[-2].end)
        return claim

    def _bodies_part(self, parts: Sequence[NamePart]) -> tuple[int, int] | None:
        """The "and" between two bodies: an article stands behind it."""
        for at in range(1, len(parts) - 2):
            article, head = parts[at + 1].folded, parts[at + 2].folded
            # "e das Florestas" goes on, "e a Câmara" is another.
            anew = article not in self._particles or head in self._heads
            if parts[at].folded in self._conjunctions and article in self._determiners and anew:
                return at - 1, at + 1
        return None

    def _body(self, parts: Sequence[NamePart], claim: Span, others: _Others) -> Iterator[Span]:
        """Nobody calls a court by a given name: `LG Swenja` is a greeting and whom it is from."""
        greeting = claim.label == _COURT and len(parts) == 2
        greeting = greeting and (parts[1].folded in self._given or others.has_person(parts[1].start))
        yield claim._replace(start=parts[1].start, label=PERSON) if greeting else claim

    def _one_person(
        self, text: str, parts: Sequence[NamePart], claim: Span, others: _Others
    ) -> Iterator[Span]:
        if parts[0].folded in self._born and text[claim.start].islower():  # née Hale
            claim, parts = claim._replace(start=parts[1].start), parts[1:]
        for at in range(1, len(parts) - 1):
            if parts[at].folded not in self._particles:
                continue
            behind = next((p for p in parts[at + 1 :] if p.folded not in self._particles), None)
            if behind is not None and (
                behind.folded in self._heads or others.has_body(behind.start, self._labels)
            ):
                yield claim._replace(end=parts[at - 1].end)
                if behind.folded in self._heads:
                    yield claim._replace(start=behind.start, label=ORGANIZATION)
                return
        owner = self._owner(text, parts, claim, others) if self._frequency_of else None
        if owner is None:
            yield self._without_last_word(text, parts, claim)
            return
        yield claim._replace(end=parts[owner].end)
        following = owner + 1 if parts[owner + 1].folded in self._given else owner + 2
        if following < len(parts):
            yield claim._replace(start=parts[following].start)

    def _owner(self, text: str, parts: Sequence[NamePart], claim: Span, others: _Others) -> int | None:
        """Where somebody's thing or kin follows: `Jörgs Drucker`, `Brandts Ehemann Heinz`, `Hubers Vroni`."""
        for at, (whose, what) in enumerate(pairwise(parts)):
            stem = whose.folded[:-1]
            if not whose.folded.endswith("s") or whose.folded in self._given:
                continue
            is_known = others.is_called(stem)  # somewhere in the text
            if what.folded in self._given:
                if at == 0 and is_known:
                    return at
                continue
            titled = at == 0 and self._couples.is_titled(text, claim.start)
            is_owner = stem in self._given or what.folded in self._kin or is_known or titled
            is_noun = self._frequency_of.get(what.folded, 0) >= _PLAIN  # Maltus Koch may be a name
            if is_owner and is_noun and not others.begin(claim.maker, what.start):
                return at
        return None

    def _without_last_word(self, text: str, parts: Sequence[NamePart], claim: Span) -> Span:
        """Without a pronoun behind the name: I told Ade *I* would. An initial has its full stop."""
        last = parts[-1]
        if len(parts) < 2:
            return claim
        is_listed = "," in text[parts[-2].end : last.start]  # Rowse, A.
        is_letter = last.end - last.start == 1 and last.folded in self._rarely and not is_listed
        return claim._replace(end=parts[-2].end) if is_letter or last.folded in self._never else claim


def _without_stop(text: str, claim: Span) -> Span:
    """Without the full stop that ends the sentence: of `Harper Ltd.` there it must stay in the text."""
    if text[claim.end - 1] == "." and claim.end - claim.start > 1 and _SENTENCE_END.match(text, claim.end):
        return claim._replace(end=claim.end - 1)
    return claim


def _goes_on_behind_a_stop(text: str, claim: Span) -> bool:
    stop = _STOP.search(text, claim.start, claim.end)
    return stop is not None and _LETTER.search(text, stop.end(), claim.end) is not None


def _lines_of_their_own(text: str) -> Iterator[int]:
    """Where a line begins behind one that is too short to have been wrapped."""
    before = 0
    for match in _LINE_END.finditer(text):
        if match.start() - before < _SHORT:
            yield match.end()
        before = match.end()


def _parted_at(text: str, claim: Span, places: Sequence[int]) -> Iterator[Span]:
    """The pieces of a claim between the places inside it."""
    inside = places[bisect_right(places, claim.start) : bisect_left(places, claim.end)]
    for start, end in pairwise([claim.start, *inside, claim.end]):
        yield from trimmed(text, claim._replace(start=start, end=end)) if inside else (claim,)


class _Others:
    """What was claimed beside a claim, by other detectors."""

    def __init__(self, text: str, claims: Sequence[Span], labels: LabelSet) -> None:
        believed = [claim for claim in claims if claim.label not in OUTSIDE and not claim.is_doubt]
        people = [c for c in believed if c.label in labels and labels.root(c.label) == PERSON]
        self._people_end = {(claim.maker, claim.end) for claim in people}
        self._people_begin = {(claim.maker, claim.start) for claim in people}
        self._text, self._people = text, people
        self._makers = frozenset(claim.maker for claim in people)
        self._makers_at: dict[int, set[str]] = {}
        for claim in believed:
            self._makers_at.setdefault(claim.start, set()).add(claim.maker)
        self._claims = Stretches(believed)
        self._begin = {(claim.start, claim.label) for claim in believed if claim.score >= _SURE}
        self._labels_at: dict[int, set[str]] = {}
        for start, label in self._begin:
            self._labels_at.setdefault(start, set()).add(label)

    def claim(self, piece: Span) -> bool:
        """Whether another detector claims a part of this, or all."""
        return any(other.maker != piece.maker for other in self._claims.touching(piece.start, piece.end))

    def tell_apart(self, maker: str, end: int, start: int) -> bool:
        """Whether another detector lets one person end and another begin at these places."""
        return any(
            (other, end) in self._people_end and (other, start) in self._people_begin
            for other in self._makers
            if other != maker
        )

    def begin(self, maker: str, start: int) -> bool:
        """Whether another detector lets anything begin exactly here."""
        return not self._makers_at.get(start, frozenset()) <= {maker}

    @cached_property
    def _called(self) -> Mapping[str, set[int]]:
        """The words of all people's names, and up to two places where each stands."""
        found: dict[str, set[int]] = {}
        for claim in self._people:
            for word in fold_words(self._text[claim.start : claim.end]):
                places = found.setdefault(word, set())
                if len(places) < 2:
                    places.add(claim.start)
        return found

    def is_called(self, word: str) -> bool:
        """Whether the name of somebody in the text has this word."""
        return word in self._called

    def is_called_elsewhere(self, word: str, place: int) -> bool:
        """Whether that is so not only at a place."""
        return not self._called.get(word, set()) <= {place}

    def has_person(self, start: int) -> bool:
        """Whether somebody else lets a person begin exactly here."""
        return any((other, start) in self._people_begin for other in self._makers)

    def has_body(self, start: int, labels: LabelSet) -> bool:
        """Whether an organisation begins exactly here."""
        return any(labels.root(label) == ORGANIZATION for label in self._labels_at.get(start, ()))


def _parts(text: str, claim: Span) -> list[NamePart]:
    found = []
    for match in _WORD.finditer(text, claim.start, claim.end):
        word = match[0]
        begun, hyphen, _ = word.partition("-")
        folded = fold_word(word)
        found.append(NamePart(*match.span(), folded, fold_word(begun) if hyphen else folded))
    return found
