"""Whether a type fits a label, which type a word names, how likely an entry is meant."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from nescio.core.labels import ORGANIZATION, OTHER_NAME, PLACE, LabelSet
from nescio.core.protocols import Entry
from nescio.packs.linking import LinkRules
from nescio.packs.types import Types
from nescio.text.folding import key_of
from nescio.text.headwords import HeadRules, find_head

WELL_KNOWN: Final = 3.0  # the prominence of a large city, or of what is kept by hand


@dataclass(frozen=True)
class Judge:
    """The types of one language under the labels of its pack."""

    types: Types
    labels: LabelSet
    heads: HeadRules
    rules: LinkRules
    lent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # words of other languages

    def fits(self, type: str, label: str) -> int:
        """2 when the type is of the label, 1 when it may also be called so, 0 when not."""
        own = self.types.label(type)
        lineage = self.labels.lineage(label) if label in self.labels else (label,)
        if own == label or label in self.labels.lineage(own):
            return 2
        if own in lineage or lineage[-1] == self.labels.root(own):
            return 2 if len(lineage) == 1 else 1
        if lineage[-1] == OTHER_NAME:
            return 1
        both = {lineage[-1], self.labels.root(own)} == {PLACE, ORGANIZATION}
        return 1 if both and self.rules.is_both(self.types.lineage(type)) else 0

    def is_wider(self, type: str, label: str) -> bool:
        """Whether a type is of a label above another: a river is a place, which may be taken for a region."""
        own = self.types.label(type)
        return own != label and label in self.labels and own in self.labels.lineage(label)

    def best(self, word: str, label: str) -> str | None:
        """The type that a word names under a label, the one that fits it best."""
        types = [type for type in self.types_of(word) if self.fits(type, label) and self._says_more(type)]
        return max(types, key=lambda type: self.fits(type, label)) if types else None

    def of_noun(self, word: str, label: str) -> str | None:
        """The type that a word names, as a compound also by its last part: Kreisstadt."""
        found = self.best(word, label)
        if found or self.heads.splitter is None or not word[:1].isupper():
            return found
        # A compound ends in a word of the language: that of another ends many a name, "Caroline", "Dagmar".
        is_own = self.types.of_word
        head = find_head(word, self.heads, lambda part: bool(is_own(part)) and bool(self.best(part, label)))
        return self.best(head.base, label) if head and head.reason == "known" else None

    def types_of(self, word: str) -> tuple[str, ...]:
        return self.types.of_word(word) or self.lent.get(key_of(word), ())

    def _says_more(self, type: str) -> bool:
        """Whether a type says more than the label: "group" is no more than an organisation."""
        return bool(self.types.above.get(type))

    def hint(self, word: str, label: str) -> str | None:
        """The type that a word somewhere in the sentence points to."""
        found = self.rules.cues.get(word)
        return found if found and self.fits(found, label) == 2 else None

    def prominence(self, entry: Entry) -> float:
        """How likely a name without context means the entry: by size, else by what it is."""
        if entry.size:
            return math.log10(entry.size + 10) / 2 + (0.3 if entry.type == "country" else 0.0)
        if not entry.country:  # kept by hand because it is well known
            return 4.0
        known = self.rules.prominence
        return next((known[type] for type in self.types.lineage(entry.type) if type in known), 1.0)

    def type_of(self, entry: Entry) -> str:
        """The type of an entry; a little known brand is no more than a company."""
        lineage = self.types.lineage(entry.type)
        if self.prominence(entry) >= WELL_KNOWN or "company" not in lineage or self.rules.is_kept(lineage):
            return entry.type
        return "company"

    def as_body(self, type: str, name: str = "", cue: str | None = None) -> str | None:
        """The body that bears the name of such a place: a government for a country, else a team.

        Near words of sport, and as a short code, a country is its team. Of a town that other
        words say something of, they decide: the answer is None.
        """
        lineage = self.types.lineage(type)
        sport = bool(cue) and self.types.label(str(cue)) == "CLUB"
        code = name.isupper() and len(name) == 3
        if cue and not sport and self.fits(cue, ORGANIZATION) == 2 and self.rules.is_town(lineage):
            return None
        return self.rules.body_of(lineage, code=code or sport)

    def fallback(self, label: str) -> str:
        """The type that says no more than the label does."""
        lineage = self.labels.lineage(label) if label in self.labels else (label,)
        table = self.types.by_label
        return next((table[step] for step in lineage if step in table), "")
