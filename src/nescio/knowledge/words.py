"""A word of the dictionary and the forms it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class WordForm(NamedTuple):
    """One inflected form; languages without case leave it empty."""

    text: str
    number: str = "s"
    case: str = ""


@dataclass(frozen=True, slots=True)
class DictionaryWord:
    """One entry: a lemma with one part of speech and one gender."""

    lemma: str
    language: str
    pos: str  # noun, proper, name, family, verb, adj, adv, adp, other
    gender: str = ""  # m, f, n, o for genderless; empty when unknown
    number: str = "s"  # s, p, d: of the form that was looked up
    case: str = ""  # NOM, ACC, DAT, GEN: likewise, when only one fits
    forms: tuple[WordForm, ...] = ()
    definition: str = ""
    translations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def form(self, number: str = "s", case: str = "") -> str | None:
        """The form of a number and case; None if the dictionary does not know it."""
        return next((f.text for f in self.forms if f.number == number and f.case == case), None)


class Paradigm(NamedTuple):
    """How forms are made from a lemma: (number, case, end taken off, end put on)."""

    steps: tuple[tuple[str, str, str, str], ...]

    def forms(self, lemma: str) -> tuple[WordForm, ...]:
        return tuple(
            WordForm(lemma[: len(lemma) - len(off)] + on, number, case)
            for number, case, off, on in self.steps
            if lemma.endswith(off)
        )

    def encode(self) -> str:
        return ";".join(f"{number}{case}:{off}:{on}" for number, case, off, on in self.steps)

    @classmethod
    def decode(cls, text: str) -> Paradigm:
        steps = (step.split(":") for step in text.split(";") if step)
        return cls(tuple((slot[0], slot[1:], off, on) for slot, off, on in steps))


def paradigm_of(lemma: str, forms: tuple[WordForm, ...]) -> Paradigm:
    """The shortest changes of the end that turn the lemma into its forms."""
    steps = []
    for form in forms:
        same = 0
        for mine, other in zip(lemma, form.text, strict=False):
            if mine != other:
                break
            same += 1
        step = (form.number, form.case, lemma[same:], form.text[same:])
        if not any(mark in "".join(step) for mark in ":;"):  # they divide the steps of a paradigm
            steps.append(step)
    return Paradigm(tuple(dict.fromkeys(steps)))
