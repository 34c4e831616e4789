"""How many names of people get a pseudonym in a second on one core, and whether a million stay apart."""

from __future__ import annotations

import time
from collections.abc import Iterable
from random import Random

from bench.reporting import LANGUAGES, make_parser, publish, table
from nescio.core.keys import Key
from nescio.packs import load_pack
from nescio.replace.world.words import WorldWish, WorldWords
from nescio.text.folding import fold_word

KEY = Key(bytes(range(32)))
COUNT = 1_000_000
LETTERS = "aaaeeeiioounnrrssttlldmkgbhvfpzcwjyq"  # about as often as in names


def unknown(count: int) -> list[str]:
    """Words that no list has, all different, as long as family names are."""
    chance = Random(7)  # noqa: S311 - the words are no secret
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(chance.choices(LETTERS, k=chance.randint(5, 10)))] = None
    return list(words)


def people(language: str, count: int) -> list[tuple[str, str]]:
    """Given names of the lists with family names, one in four of the lists."""
    stocks = load_pack(language).pseudonyms.stocks
    given = [*map(fold_word, stocks.given_f.common.split())]
    listed = [*map(fold_word, (stocks.family.common + stocks.family.names).split())]
    rest = unknown(count // len(given) + 1)
    family = [*dict.fromkeys([*listed[: len(rest) // 4], *rest])]
    pairs = ((one, other) for other in family for one in given)
    return [pair for _, pair in zip(range(count), pairs, strict=False)]


def measure(language: str, count: int) -> list[str]:
    world = WorldWords(KEY, load_pack(language), WorldWish())
    words = unknown(count)
    world.word("family", words[0]), world.word("given_f", words[0])
    began = time.process_time()
    new = [world.word("family", word) for word in words]
    each = time.process_time() - began
    pairs = people(language, count)
    began = time.process_time()
    named = [f"{world.word('given_f', given)} {world.word('family', family)}" for given, family in pairs]
    both = time.process_time() - began
    return [
        language, f"{len(words):,}", _twins(new), f"{len(words) / each:,.0f}",
        f"{len(pairs):,}", _twins(named), f"{len(pairs) / both:,.0f}",
    ]  # fmt: skip


def _twins(names: Iterable[str]) -> str:
    """How many names somebody else has too, however they are written."""
    folded = [fold_word(name) for name in names]
    return str(len(folded) - len(set(folded)))


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="names of each kind")
    arguments = parser.parse_args()
    head = ["", "family names of no list", "twins", "per second", "people", "twins", "per second"]
    rows = [measure(language, arguments.count) for language in LANGUAGES]
    lines = ["# Pseudonyms: names per second of one core, and names that two have", "", *table(head, rows)]
    print("\n".join(lines))
    publish(__file__, lines, output=arguments.output)


if __name__ == "__main__":
    main()
