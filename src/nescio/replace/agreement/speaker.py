"""Says a phrase in the place of a name: as a genitive where the name was one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import regex

from nescio.core.scene import Change
from nescio.knowledge.dictionary import Dictionary
from nescio.replace.agreement.genders import NameUses
from nescio.replace.agreement.genitives import Genitives
from nescio.replace.agreement.phrases import NameUse, Phrase
from nescio.replace.agreement.repairer import Repairer
from nescio.replace.agreement.surroundings import Spot

_OWNED: Final = regex.compile(r"[ \u00a0]+(\p{Lu}[\p{L}\p{M}-]+)")


class Speaker:
    """Puts a name or a noun where a name stands, in the form that its sentence asks for."""

    def __init__(
        self, repairer: Repairer, genitives: Genitives, uses: NameUses, dictionary: Dictionary
    ) -> None:
        self._repairer, self._genitives, self._uses = repairer, genitives, uses
        self._dictionary = dictionary

    def say(self, spot: Spot, phrase: Phrase, *, type: str, label: str) -> Change:
        """The edit; `type` is that of the phrase, `label` that of the mention."""
        is_genitive = self.is_genitive(spot)
        if is_genitive and not phrase.proper and (edit := self._turned_round(spot, phrase)) is not None:
            return edit
        if is_genitive and phrase.numbered:
            return Change(spot.start, spot.end, self._repairer.genitive(phrase))
        use = self._uses.of(spot.name, type=type, label=label)
        edit = self._repairer.repair(spot, phrase, use, is_genitive=is_genitive and not phrase.proper)
        if is_genitive and phrase.proper:
            return edit._replace(text=self._genitives.put(edit.text))
        return edit

    def is_genitive(self, spot: Spot) -> bool:
        """Whether a name stands as the genitive of a noun beside it: die Straßen Frankfurts."""
        return self._genitives.base(spot) is not None

    def describes(self, spot: Spot) -> bool:
        """Whether a name stands before a noun that it describes: the Coventry depot."""
        return self._repairer.describes(spot)

    def _turned_round(self, spot: Spot, phrase: Phrase) -> Change | None:
        """A genitive before its noun is turned round: Lissabons Altstadt → die Altstadt einer Stadt."""
        match = _OWNED.match(spot.text, spot.end)
        if match is None or match.end() > spot.right:
            return None
        head = next((noun for noun in self._dictionary.nouns(match[1]) if noun.gender), None)
        if head is None:
            return None
        owned = Phrase(match[1], head.gender, head.number, definite=True)
        front = self._repairer.repair(replace(spot, end=match.end()), owned, NameUse(head.gender))
        return front._replace(text=f"{front.text} {self._repairer.genitive(phrase)}")
