"""Short forms: names found once in full are looked up by their parts in the whole document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.labels import ORGANIZATION, PERSON, LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.packs.naming import Naming
from nescio.second_pass.evidence import AGREED, Evidence
from nescio.second_pass.guards import Guard
from nescio.second_pass.lookup import Alias, Cover, Use, find, merged, usage
from nescio.second_pass.sources import Found, found_names
from nescio.text.acronyms import is_made_of
from nescio.text.folding import fold_words
from nescio.text.word_matcher import Words

OPTIONS: Final = {"strictness": True}
_ACRONYM: Final = re.compile(r"\s{0,3}[(\[]\s?[\"“„«'‘]?(?P<short>[^\W\d_][\w.&-]{1,11})[\"”“»'’]?[)\]]")
_DISCOUNT: Final = 0.9  # a short form is a little less sure than the name it comes from
_MAX_SMALL: Final = 0.3  # a word written small more often than this is no name here
_MIN_SHARE: Final = 0.3  # of the occurrences of a word that the detector must have found
_SURE: Final = 0.9  # or one mention as sure as this
_MIN_OWNER: Final = 0.55  # of the support of a headword that one organisation must have
_CAUTION: Final = 2.0  # times the support that headwords and short words in capitals need
_CARRIED: Final = 4 / 3  # a headword stands alone at most once for three names that it heads
_GENERIC: Final = 4.0  # times that again for one that stands alone more often
_EVERYDAY: Final = 5  # frequency class from which a part of a person's name is a word like any other
_JOINED: Final = 0.5  # several words of a family name together mean less easily something else
_MAX_NAME: Final = 8  # words; a longer span is no name whose parts are used
_LETTERS: Final = 4  # a word this short in capitals may stand for anything


class ShortFormPass:
    """Finds other mentions of a name: in full, by family or given name, by headword, by acronym.

    Guards: a word needs the more support the more common it is; a word that the document also
    writes small is no name; what a second pass added is never support.
    """

    def __init__(self, naming: Naming, labels: LabelSet, *, strictness: float = 1.0) -> None:
        self._naming = naming
        self._labels = labels
        self._guard = Guard(naming, strictness=strictness)
        self._small, self._titles = naming.small_words, naming.titles
        self._heads = naming["organization.heads"]

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> ShortFormPass:
        check_options("The second pass 'short_forms'", options, OPTIONS)
        for key, value in options.items():
            if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
                raise ConfigError(f"The option {key!r} of 'short_forms' must be a number above 0.")
        return cls(pack.naming, pack.labels, strictness=float(options.get("strictness", 1.0)))

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        return self.reconsider(doc, spans, ())

    def reconsider(self, doc: Document, spans: Sequence[Span], claims: Sequence[Span]) -> list[Span]:
        """Look again, knowing what the detectors said beside the spans: `claims` with their doubts."""
        found = found_names(doc, spans, self._labels)
        if not found:
            return list(spans)
        words = Words.of(doc.text)
        alone = {item.words[0]: item for item in found if len(item.words) == 1}
        evidence = Evidence(claims, self._labels)
        aliases = [alias for item in found for alias in self._aliases(doc, item, evidence)]
        cover = Cover(sorted(spans))
        return merged(spans, find(words, self._admitted(aliases, words, alone), cover, evidence))

    def _aliases(self, doc: Document, item: Found, evidence: Evidence) -> Iterator[Alias]:
        """What the entity may be called, with its support as the score."""
        label, support = item.label, item.support[item.label]
        kind = item.kind
        yield Alias(item.words, label, support, "same")
        if kind == PERSON:
            for word in self._undisputed(doc.text, item, evidence):
                yield Alias((word,), label, support, "name_part")
            for part in self._family_parts(item):
                yield Alias(part, label, support, "family")
            return
        if kind == ORGANIZATION:
            head = self._head(item)
            if head is not None:
                yield Alias((head,), label, support, "headword", carriers=len(item.spans))
        for span in item.spans:
            introduced = _ACRONYM.match(doc.text, span.end, span.end + 24)
            if introduced and _is_short_for(introduced["short"], item.words):
                yield Alias(fold_words(introduced["short"]), label, support, "acronym", "upper")

    def _name_words(self, item: Found) -> list[str]:
        words = [word for word in item.words if word not in self._small and word not in self._titles]
        if len(words) < 2:
            return []
        return [word for word in words if len(word) > 2 and word not in self._naming.adjectives]

    def _family_parts(self, item: Found) -> Iterator[tuple[str, ...]]:
        """`de la Torre` and `de la Torre Blanco` of `Anselmo de la Torre Blanco`."""
        words = [word for word in item.words if word not in self._titles]
        if len(words) > _MAX_NAME:
            return
        for first, last in combinations(range(1, len(words)), 2):
            if words[last] not in self._small:
                yield tuple(words[first : last + 1])

    def _undisputed(self, text: str, item: Found, evidence: Evidence) -> list[str]:
        """The words of a name without those at its edges that not every detector took into it."""
        words = self._name_words(item)
        if not words:
            return words
        told: set[str] = set()
        for span in item.spans:
            start, end = evidence.agreed(span)
            if (start, end) == (span.start, span.end):
                return words
            told.update(fold_words(text[start:end]))
        return [word for word in words if word in told]

    def _head(self, item: Found) -> str | None:
        """`Commission` of `European Commission`, `Conselho` of `Conselho da Europa`."""
        if len(item.words) < 2:
            return None
        for word in (item.words[0], item.words[-1], self._before_link(item)):
            if word in self._heads:
                return word
        return None

    def _before_link(self, item: Found) -> str:
        for word, following in zip(item.words, item.words[1:], strict=False):
            if following in self._naming["links"]:
                return word
        return ""

    def _admitted(self, aliases: Sequence[Alias], words: Words, found: Mapping[str, Found]) -> list[Alias]:
        """Aliases that pass the guards, the label by majority of support, the score a probability."""
        support: dict[tuple[tuple[str, ...], str], dict[str, float]] = {}
        for alias in aliases:
            votes = support.setdefault((alias.words, alias.case), {})
            votes[alias.label] = votes.get(alias.label, 0.0) + alias.score
        rule_of = {(alias.words, alias.case): alias.rule for alias in reversed(aliases)}
        largest: dict[tuple[str, ...], float] = {}
        for alias in aliases:
            largest[alias.words] = max(alias.score, largest.get(alias.words, 0.0))
        carriers: dict[tuple[str, ...], int] = {}
        for alias in aliases:
            carriers[alias.words] = carriers.get(alias.words, 0) + alias.carriers
        use_of = usage(words, frozenset(key[0] for key, _ in support if len(key) == 1))
        admitted = []
        for (key, case), votes in support.items():
            total = sum(votes.values())
            rule = rule_of[key, case]
            if not key or (rule == "headword" and largest[key] < _MIN_OWNER * total):
                continue
            use = use_of.get(key[0], Use())
            strength = self._guard.strength(key, total) / self._times(key, rule, use, carriers.get(key, 0))
            if strength < AGREED:
                continue
            if len(key) == 1 and not _is_name_here(use, found.get(key[0]), rule):
                continue
            label = max(sorted(votes), key=lambda item: votes[item])
            score = min(0.95, _DISCOUNT * votes[label] / max(1.0, total))
            admitted.append(Alias(key, label, score, rule, self._case(key, case, rule), strength))
        return admitted

    def _times(self, key: tuple[str, ...], rule: str, use: Use, carriers: int) -> float:
        """How many times the usual support these words need."""
        if rule == "headword":
            # Often alone, it means the kind and not the one: "the Court" in a text of many courts.
            return _CAUTION if use.capital <= _CARRIED * carriers else _CAUTION * _GENERIC
        if rule == "family":
            return _JOINED
        is_letters = rule == "same" and len(key) == 1 and len(key[0]) <= _LETTERS and use.shouted
        return _CAUTION if is_letters else 1.0

    def _case(self, key: tuple[str, ...], case: str, rule: str) -> str:
        """A common word counts only inside a sentence, where its capital means something."""
        if case != "capital" or len(key) > 1:
            return case
        # People are called by words that are not rare: "Hale left." must not stay.
        common = self._guard.is_common(key[0], at_least=_EVERYDAY if rule == "name_part" else None)
        return "inside" if common else case


def _is_name_here(use: Use, item: Found | None, rule: str) -> bool:
    """The document does not write the word small, and the detector did not pass over most of it."""
    if use.small_share > _MAX_SMALL:
        return False
    if rule != "same" or item is None or item.score >= _SURE:
        return True
    return len(item.spans) >= _MIN_SHARE * use.capital


def _is_short_for(short: str, words: Sequence[str]) -> bool:
    """The acronym has two capitals, is not the name itself, and is made of its letters."""
    letters = "".join(fold_words(short))
    capitals = sum(char.isupper() for char in short)
    return capitals > 1 and tuple(words) != (letters,) and is_made_of(letters, "".join(words))
