"""Letters and names that stand for somebody, none of which stands in the document already."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from nescio.core.scene import Scene
from nescio.replace.numbers import visible_text
from nescio.text.folding import fold_word

_TOKEN = regex.compile(r"[^\s,;:!?()\"“”„«»…]+")
_WORD = regex.compile(r"[\p{L}\p{M}]+")


class FreeWords:
    """Which words do not stand in a document outside its hidden names; names not even inside of them."""

    def __init__(self, scene: Scene) -> None:
        visible = visible_text(scene.document.text, scene.fences)
        tokens = {token for piece in visible.split("\0") for token in _TOKEN.findall(piece)}
        self._standing = tokens | {token.strip(".[]") for token in tokens}
        self._words = {fold_word(word) for word in _WORD.findall(scene.document.text)}

    def has(self, text: str) -> bool:
        """Whether a text can be taken for nothing that is there."""
        first = (_TOKEN.findall(text) or [""])[0]
        return first not in self._standing and first.strip(".[]") not in self._standing

    def take(self, names: Sequence[str]) -> str:
        """The first name that no word of the document is; empty if there is none."""
        name = next((name for name in names if fold_word(name) not in self._words), "")
        self._words.add(fold_word(name))
        return name


class Letters:
    """Letters in their order; when all are used, with numbers, or more of the same."""

    def __init__(self, letters: str, free: FreeWords) -> None:
        self._letters, self._free, self._next = letters, free, 0

    def take(self, template: str) -> dict[str, str]:
        """The next letter, once and twice, with which the template is not in the document already."""
        while True:
            round, place = divmod(self._next, len(self._letters))
            self._next += 1
            letter = self._letters[place]
            found = {"letter": f"{letter}{round or ''}", "double": letter * (2 + round)}
            if self._free.has(template.format(**found)):
                return found
