"""How good dictionary, knowledge base and repair are, against lists and the corpora of NESCIO_DATA."""

from __future__ import annotations

import re
import sys
import zlib
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

from bench.quality.knowledge_corpora import documents, entities, job_of, sentences
from bench.quality.knowledge_lists import tables
from bench.quality.relevance import summary
from bench.reporting import LANGUAGES, corpora, make_parser, publish, settings_of, table
from nescio import load, pipeline
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.dictionary import Dictionary
from nescio.knowledge.loading import load_base, load_dictionary, load_linker
from nescio.packs import load_pack

CUES = settings_of(__file__)
NOTES = CUES["notes"]


def main() -> None:
    output, data = make_parser(__doc__).parse_args().output, corpora()
    lines = [
        "# Knowledge: figures\n",
        "Written by bench/quality/knowledge.py.\n",
        "## Gender, German genitive and the gender of given names: hand-written lists\n",
        NOTES["lists"],
        *table(("list", "language", "what", "words", "right", "wrong"), [*tables("a"), *tables("b")]),
        "\n## Availability: share of mentions with a type that says more than the label\n",
        NOTES["availability"],
        *table(AVAILABLE, _all_availability(data)),
        "\n## Relevance: replacements that fit their context\n",
        NOTES["relevance"],
        *summary(),
        "\n## Articles against nouns after generalization, 1,000 sentences each\n",
        *table(("language", "checked", "disagree", "share"), [agreement(one, data) for one in LANGUAGES]),
    ]
    publish(__file__, lines, output=output)


AVAILABLE = (
    *("part", "language", "class", "mentions", "available"),
    *("entity", "head word", "context, form", "label only"),
)
GROUNDS = (("name", "part"), ("head",), ("context", "ending"), ("label",))


# Availability


def _all_availability(data: Path) -> list[list[str]]:
    parts = [(part, language) for part in ("tuned", "judged") for language in LANGUAGES]
    rows = [row for part, language in parts for row in availability(part, language, data)]
    return [*rows, *availability("judged", "pt", data, alone=True)]


def availability(part: str, language: str, data: Path, *, alone: bool = False) -> list[list[str]]:
    pack = load_pack(language)
    linker, types = load_linker(pack, load_base(pack)), pack.types
    grounds: dict[str, Counter[str]] = defaultdict(Counter)
    for name in CUES[part][language]:
        for found in documents(data / name):
            mentions = [Mentioned(*mention) for mention in found]
            links = [linker.link([m])[0] for m in mentions] if alone else linker.link(mentions)
            for mention, link in zip(found, links, strict=True):
                if language not in CUES["halved"] or _half(mention.name, part):
                    bare = not types.above.get(link.type)
                    grounds[mention.label]["label" if bare else link.reason] += 1
    rows = []
    for label, counts in sorted(grounds.items()):
        shares = [f"{sum(counts[key] for key in keys)}" for keys in GROUNDS]
        share = 1 - counts["label"] / counts.total()
        shown = f"{part}, each name alone" if alone else part
        rows.append([shown, language, label, f"{counts.total()}", f"{share:.3f}", *shares])
    return rows


def _half(name: str, part: str) -> bool:
    return zlib.crc32(name.lower().encode()) % 2 == CUES[part]["half"]


# Agreement


def agreement(language: str, data: Path) -> list[str]:
    pack = load_pack(language)
    options = {"detect": {"detectors": []}, "replace": {"options": {"generalize": {"persons": "role"}}}}
    kit = load(language, method="generalize", options=options).kit(language)
    dictionary = load_dictionary(pack)
    checked = wrong = count = 0
    for name in CUES["sentences"][language]:
        for tokens in sentences(data / name):
            spans = list(entities(tokens))
            if not spans or count >= 1000:
                continue
            count += 1
            [job] = pipeline.run([job_of(tokens, spans, language)], kit)
            if job.solution is None:
                sys.exit(f"A sentence failed: {job.failure}")
            for row in job.solution.replacements:
                verdict = _agrees(job.solution.text, row.out_start, row.out_end, language, dictionary)
                checked += verdict is not None
                wrong += verdict is False
    return [language, f"{checked}", f"{wrong}", f"{wrong / max(1, checked):.4f}"]


def _agrees(text: str, start: int, end: int, language: str, dictionary: Dictionary) -> bool | None:
    """Whether the determiner nearest to the noun may stand before it; None without a determiner."""
    before = (
        re.findall(r"[\w'’-]+", text[max(0, start - 25) : start])[-1:]
        if text[start - 1 : start] == " "
        else []
    )
    words = [*before, *re.findall(r"[\w'’-]+", text[start:end])]
    if language == "en":
        return _english(words)
    own = CUES["agree"][language]
    genders_of = {word: {g for g in own if word in own[g]} for g in own for word in own[g]}
    for place, word in enumerate(words[:-1]):
        if word.lower() in genders_of:
            # German adjectives stand between; in the others the noun comes first.
            following = [w for w in words[place + 1 :] if language != "de" or w[0].isupper()]
            found = {w.gender for w in dictionary.nouns(following[0])} if following else set()
            if found and found <= {"m", "f", "n"}:
                return bool(found & genders_of[word.lower()])
    return None


def _english(words: list[str]) -> bool | None:
    for left, right in pairwise(words):
        if left.lower() in ("a", "an"):
            vocal = bool(re.match(r"(?i)[aeio]|u(?!ni|s|k\b|n\b)|hour", right))
            return vocal == (left.lower() == "an")
    return None


if __name__ == "__main__":
    main()
