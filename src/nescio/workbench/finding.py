"""Every place of a text where the same words stand, however the lines are broken between them."""

from __future__ import annotations

import regex

from nescio.core.edits import Place


def same_words(text: str, surface: str) -> list[Place]:
    """The places of these words as whole words, in order and without overlap; in capitals too.

    Written small they may be other words ("Will", "will"), so that only capitals count as the same.
    """
    words = surface.split()
    if not words:
        return []
    forms = {tuple(words), tuple(word.upper() for word in words)}
    either = "|".join(r"\s+".join(map(regex.escape, form)) for form in sorted(forms))
    before = r"(?<!\w)" if words[0][0].isalnum() else ""
    behind = r"(?!\w)" if words[-1][-1].isalnum() else ""
    return [Place(*match.span()) for match in regex.finditer(f"{before}(?:{either}){behind}", text)]
