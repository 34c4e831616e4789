"""What a writer says to be another name of the same: in brackets, in quotes, after "known as"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from nescio.core.labels import ORGANIZATION, PERSON
from nescio.core.model import Span
from nescio.coref.forms import Form, is_acronym
from nescio.coref.organizations import is_introduced
from nescio.packs.naming import Naming
from nescio.text.folding import fold_words

_OPENS = re.compile(r"\s*[(\[]\s*(?:\w{1,12}\s+)?[\"“„«'‘]?\s*(?:\w{1,4}\s+)?")
_CLOSES = re.compile(r"\s?[)\],;–-]")
_QUOTE_OPENS = re.compile(r",?\s*[(\[]?\s*[\"“„«‚‘]\s*")
_QUOTE_CLOSES = re.compile(r"[\"”“»’]")
_ENDS = re.compile(r"[.!?]\s+[^\W\d_]|\n\s*\n")
_MAX_OPENING: Final = 60


class AliasWords:
    """The phrases after which another name of the same person comes."""

    def __init__(self, naming: Naming) -> None:
        self._phrases = frozenset(naming["person.aliases"])
        self._small = naming.small_words

    def join(self, between: str) -> bool:
        """Whether what stands between two names says that both are of one."""
        if _ENDS.search(between.rstrip()):
            return False
        words = list(fold_words(between))
        while words and " ".join(words) not in self._phrases and words[-1] in self._small:
            words.pop()
        return " ".join(words) in self._phrases


def introductions(text: str, forms: Sequence[Form], aliases: AliasWords) -> dict[int, Form]:
    """Forms to their partner in brackets or before them: `European Parliament (EP)`."""
    placed: list[tuple[Span, Form]] = sorted(
        ((span, form) for form in forms for span in form.spans), key=lambda item: item[0]
    )
    found: dict[int, Form] = {}
    for (left, one), (right, other) in pairwise(placed):
        # A bracket may have been taken into the mention: "Ministry [(Ministerium)]".
        between = text[left.end : right.start + (text[right.start] in "([")]
        if one is other or not 0 < len(between) < _MAX_OPENING:
            continue
        if _are_one_person(text, one, other, between, right, aliases) or (
            _OPENS.fullmatch(between) and _are_one_body(text, one, other, right)
        ):
            # Whichever is placed later finds the other there.
            found.setdefault(id(one), other)
            found.setdefault(id(other), one)
    return found


def _are_one_person(
    text: str, one: Form, other: Form, between: str, right: Span, aliases: AliasWords
) -> bool:
    if not one.kind == other.kind == PERSON:
        return False
    if _QUOTE_OPENS.fullmatch(between):
        return len(other.words) == 1 and _QUOTE_CLOSES.match(text, right.end) is not None
    return aliases.join(between)


def _are_one_body(text: str, one: Form, other: Form, right: Span) -> bool:
    return _is_acronym_of(one, other) or _is_acronym_of(other, one) or _is_other_name(text, one, other, right)


def _is_acronym_of(long: Form, short: Form) -> bool:
    return is_acronym(short.words) and is_introduced(short.words, long.words)


def _is_other_name(text: str, form: Form, bracketed: Form, span: Span) -> bool:
    """`Supreme Court (Oberster Gerichtshof)`: the bracket begins with another organisation."""
    if form.kind != bracketed.kind or form.kind != ORGANIZATION:
        return False
    return text[span.end - 1] in ")]" or _CLOSES.match(text, span.end) is not None
