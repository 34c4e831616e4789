"""Silver sentences: annotated text translated by an outside program, mentions carried over."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence

from nescio.core.errors import PluginError
from nescio.detect.tagger.tokens import tokenize
from nescio.learn.corpora import MASKED, OUTSIDE, Sentence, mentions

_SLOT = re.compile(r"[Qq][Zz]x(\d+)[Kk]w", re.ASCII)
_TRANSLATED = frozenset({"LOC", "ORG"})
_PROGRAM = "apertium"


def translate(sentences: Sequence[Sentence], pair: str) -> list[Sentence]:
    """Return the sentences in the other language; what cannot be aligned is dropped.

    Mentions become numbered placeholders, which the translator leaves alone;
    places and organisations are translated by themselves, people are not.
    """
    usable = [s for s in sentences if MASKED not in s.tags]
    texts = _translate_lines([_with_slots(s) for s in usable], pair)
    names = _translate_lines([name for s in usable for name in _names(s)], pair)
    queue = iter(names)
    found = [
        _rebuild(s, text, [next(queue) for _ in _names(s)]) for s, text in zip(usable, texts, strict=True)
    ]
    return [sentence for sentence in found if sentence is not None]


def _names(sentence: Sentence) -> list[str]:
    return [" ".join(sentence.words[a:b]) for a, b, label in mentions(sentence.tags)]


def _with_slots(sentence: Sentence) -> str:
    words = list(sentence.words)
    for number, (start, end, _) in reversed(list(enumerate(mentions(sentence.tags)))):
        words[start:end] = [f"Qzx{number}kw"]
    return " ".join(words)


def _translate_lines(lines: Sequence[str], pair: str) -> list[str]:
    program = shutil.which(_PROGRAM)
    if program is None:
        raise PluginError(
            f"Silver text needs the program {_PROGRAM!r} with the pair {pair!r}: "
            "install it from your distribution."
        )
    text = "\n\n".join(line.replace("\n", " ") for line in lines)
    command = [program, "-u", pair]
    done = subprocess.run(  # noqa: S603 (no shell, fixed program)
        command, input=text, capture_output=True, text=True, check=True
    )
    found = done.stdout.split("\n\n")
    if len(found) < len(lines):
        raise PluginError(f"The translator gave back {len(found)} of {len(lines)} lines.")
    return [line.strip() for line in found[: len(lines)]]


def _rebuild(sentence: Sentence, text: str, names: Sequence[str]) -> Sentence | None:
    labels = [label for _, _, label in mentions(sentence.tags)]
    words: list[str] = []
    tags: list[str] = []
    seen: list[int] = []
    for token in tokenize(text):
        slot = _SLOT.fullmatch(token.text)
        if slot is None:
            words.append(token.text)
            tags.append(OUTSIDE)
            continue
        number = int(slot[1])
        if number >= len(labels):
            return None
        seen.append(number)
        name = names[number] if labels[number] in _TRANSLATED else _names(sentence)[number]
        parts = [part.text for part in tokenize(name)]
        words += parts
        tags += [f"B-{labels[number]}"] + [f"I-{labels[number]}"] * (len(parts) - 1)
    _lower_second(words, tags)
    complete = sorted(seen) == list(range(len(labels))) and len(words) == len(tags) and words
    return Sentence(tuple(words), tuple(tags), sentence.silent) if complete else None


def _lower_second(words: list[str], tags: Sequence[str]) -> None:
    """Undo the capital that the translator moves from a mention at the start to the next word."""
    at = next((i for i, tag in enumerate(tags) if tag == OUTSIDE), 0)
    if at > 0 and words[at].istitle():
        words[at] = words[at].lower()
