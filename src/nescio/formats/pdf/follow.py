"""Hidden words in places that nobody was asked about: names that programs gave, marks of parts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
_SHORTEST: Final = 3  # letters of a word that is looked for by itself


class HiddenFollower:
    """Replaces whole hidden surfaces in any text; spaces in them may be written as other separators."""

    def __init__(self, surfaces: Mapping[str, str]) -> None:
        self._by_word: dict[str, list[tuple[re.Pattern[str], str]]] = defaultdict(list)
        for surface, new in sorted(surfaces.items(), key=lambda pair: -len(pair[0])):
            words = _WORD.findall(surface)
            if words and len("".join(words)) >= _SHORTEST:
                pattern = re.compile(r"(?<![^\W_])" + r"[\W_]*".join(map(re.escape, words)) + r"(?![^\W_])")
                self._by_word[words[0]].append((pattern, new))

    def follow(self, text: str) -> str:
        if not self._by_word:
            return text
        for word in dict.fromkeys(_WORD.findall(text)):
            for pattern, new in self._by_word.get(word, ()):
                text = pattern.sub(lambda _, new=new: new, text)  # type: ignore[misc]
        return text
