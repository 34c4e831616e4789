"""Counts which letter follows which in names: `languages/xx/surrogates/letters.tsv`.

The numbers of names that no list has are made with this table. Every key's pseudonyms depend on it, so it was
written once and is not written again; run it only for another version of the world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from nescio.packs.lists import read_entries
from nescio.text.folding import fold_word
from tools.sources import LANGUAGES, target, wrote

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
SYMBOLS: Final = (*LETTERS, "$", "?")  # the end of a word, any other sign
TOTAL: Final = 4096
HEAD: Final = (
    "# Of 4096 names: how many go on with each letter, end ($) or go on with another sign (?),\n"
    "# by the letter before. ^ is the start of a name and what follows any other sign.\n"
    "# Written once: whoever changes it changes the pseudonyms of every key.\n"
)


def main() -> None:
    counts = _counts(_names())
    rows = ["\t".join(("", *SYMBOLS))]
    rows += ["\t".join((before, *map(str, _scaled(counts[before])))) for before in ("^", *LETTERS)]
    path = target() / "xx" / "surrogates" / "letters.tsv"
    path.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    wrote(path)


def _names() -> Iterable[str]:
    lists = [(code, f"{kind}_names.txt") for code in LANGUAGES for kind in ("family", "given")]
    for code, file in [*lists, ("xx", "family_names_rare.txt"), ("xx", "given_names_rare.txt")]:
        for entry in read_entries(target() / code / "lists" / file):
            yield from map(fold_word, entry.split())


def _counts(words: Iterable[str]) -> dict[str, Counter[str]]:
    counts = {before: Counter[str]() for before in ("^", *LETTERS)}
    for word in set(words):
        before = "^"
        for char in (*word, "$"):
            symbol = char if char in SYMBOLS else "?"
            counts[before][symbol] += 1
            before = symbol if symbol in LETTERS else "^"
    return counts


def _scaled(counts: Counter[str]) -> list[int]:
    """Shares of 4096, none of them nothing."""
    room, whole = TOTAL - len(SYMBOLS), counts.total()
    shares = [1 + counts[symbol] * room // whole for symbol in SYMBOLS]
    shares[max(range(len(shares)), key=shares.__getitem__)] += TOTAL - sum(shares)
    return shares


if __name__ == "__main__":
    main()
