"""Counts the trigrams of free corpora into `languages/<code>/trigrams.txt`; run by `make resources`.

The folder of corpora is named by the environment variable NESCIO_DATA; each corpus and its
licence stands in DATA_SOURCES.md. A corpus weighs by its size up to 100,000 characters, so that
no genre rules. A capitalised word weighs 0.4, as in text/language_id.py. Of corpora named dev
the last fifth is kept aside.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

from tools.sources import corpora, target, wrote

SIZE = 3000  # trigrams per profile
FULL_WEIGHT = 100_000  # characters
CAPITALISED = 0.4
GROUP = 20  # sentences per sampled group
WORD = re.compile(r"[^\W\d_]+")


class CountedCorpus(NamedTuple):
    """A file, and how much of it is counted."""

    path: str
    groups: int | None = None  # of 20 sentences, or documents; None: all
    aside: bool = False  # keep the last fifth
    contract: bool = False  # the corpus has split "do" into "de o"


SETTINGS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CORPORA = {
    language: [CountedCorpus(**table) for table in tables] for language, tables in SETTINGS["corpora"].items()
}


def contract(words: list[str]) -> Iterator[str]:
    skip = False
    for word, following in pairwise([*words, ""]):
        joined = None if skip else SETTINGS["contracted"].get(f"{word} {following}".lower())
        if joined:
            yield joined.capitalize() if word[:1].isupper() else joined
        elif not skip:
            yield word
        skip = joined is not None


def read_groups(path: Path) -> list[list[str]]:
    """White-space separated pieces: of a document, or of twenty sentences."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".jsonl":
        return [json.loads(line)["text"].split() for line in lines]
    sentences: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            sentences[-1].append(line.split("\t")[0])
        elif sentences[-1]:
            sentences.append([])
    starts = range(0, len(sentences), GROUP)
    return [list(chain.from_iterable(sentences[at : at + GROUP])) for at in starts]


def pieces(corpus: CountedCorpus) -> list[str]:
    path = corpora() / corpus.path
    groups = read_groups(path)
    if corpus.aside:
        groups = groups[: int(0.8 * len(groups))]
    if corpus.groups and path.suffix == ".bio":
        random.Random(1).shuffle(groups)  # noqa: S311
    words = [word for group in groups[: corpus.groups] for word in group]
    return list(contract(words)) if corpus.contract else words


def count(corpus: CountedCorpus) -> tuple[dict[str, float], float]:
    """Trigrams with their shares, and the weight of the corpus."""
    words: Counter[str] = Counter()
    length = 0
    for piece in pieces(corpus):
        length += len(piece) + 1
        if "@" not in piece and "://" not in piece:
            words.update(WORD.findall(piece))
    trigrams: defaultdict[str, float] = defaultdict(float)
    for word, times in words.items():
        padded = f"_{word.lower()}_"
        weight = times if word == word.lower() else CAPITALISED * times
        for at in range(len(padded) - 2):
            trigrams[padded[at : at + 3]] += weight
    total = sum(trigrams.values())
    return {trigram: times / total for trigram, times in trigrams.items()}, min(1.0, length / FULL_WEIGHT)


def profile(language: str) -> dict[str, int]:
    mixed: defaultdict[str, float] = defaultdict(float)
    for corpus in CORPORA[language]:
        shares, weight = count(corpus)
        for trigram, share in shares.items():
            mixed[trigram] += weight * share
    total = sum(mixed.values())
    frequent = sorted(mixed.items(), key=lambda pair: (-pair[1], pair[0]))[:SIZE]
    return {trigram: round(1e6 * share / total) for trigram, share in frequent}


def main() -> None:
    head = (
        f"# The {SIZE} most frequent trigrams of words in lower case and their occurrences per million;\n"
        '# "_" is the edge of a word. Counted on the free corpora that DATA_SOURCES names.\n'
    )
    for language in CORPORA:
        lines = [f"{trigram}\t{times}\n" for trigram, times in sorted(profile(language).items())]
        path = target() / language / "trigrams.txt"
        path.write_text(head + "".join(lines), encoding="utf-8")
        wrote(path)


if __name__ == "__main__":
    main()
