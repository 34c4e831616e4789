"""How good dictionary, knowledge base and repair are, against lists and corpora.

`NESCIO_DATA=… python bench/knowledge_quality.py` prints and writes bench/results/knowledge.md.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
import zlib
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

from knowledge_corpora import documents, entities, job_of, sentences
from knowledge_lists import tables
from relevance import summary

from nescio import load, pipeline
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.dictionary import Dictionary
from nescio.knowledge.loading import load_base, load_dictionary, load_linker
from nescio.packs import load_pack

HERE = Path(__file__).parent
CUES = tomllib.loads((HERE / "knowledge_cues.toml").read_text(encoding="utf-8"))
NOTES = CUES["notes"]
LANGUAGES = ("en", "de", "pt", "es")


def main() -> None:
    data = Path(os.environ.get("NESCIO_DATA", ""))
    if not (data / "README.md").is_file():
        sys.exit("Set NESCIO_DATA to the folder of corpora.")
    lines = ["# Knowledge: figures\n", "Written by bench/knowledge_quality.py.\n"]
    lines += [
        "## Gender, German genitive and the gender of given names: hand-written lists\n",
        NOTES["lists"],
    ]
    lines += ["| list | language | what | words | right | wrong |", "|---|---|---|---|---|---|"]
    lines += [*tables("a"), *tables("b")]
    lines += [
        "\n## Availability: share of mentions with a type that says more than the label\n",
        NOTES["availability"],
    ]
    lines += [
        "| part | language | class | mentions | available | entity | head word | context, form | label only |"
    ]
    lines += ["|---|---|---|---|---|---|---|---|---|"]
    for part in ("tuned", "judged"):
        lines += [row for language in LANGUAGES for row in availability(part, language, data)]
    lines += availability("judged", "pt", data, alone=True)
    lines += ["\n## Relevance: replacements that fit their context\n", NOTES["relevance"], *summary()]
    lines += ["\n## Articles against nouns after generalization, 1,000 sentences each\n"]
    lines += ["| language | checked | disagree | share |", "|---|---|---|---|"]
    lines += [agreement(language, data) for language in LANGUAGES]
    text = "\n".join(lines) + "\n"
    (HERE / "results" / "knowledge.md").write_text(text, encoding="utf-8")
    print(text)


GROUNDS = (("name", "part"), ("head",), ("context", "ending"), ("label",))


# Availability


def availability(part: str, language: str, data: Path, *, alone: bool = False) -> list[str]:
    linker = load_linker(pack := load_pack(language), load_base(pack))
    types = load_pack(language).types
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
        shares = " | ".join(f"{sum(counts[key] for key in keys)}" for keys in GROUNDS)
        share = 1 - counts["label"] / counts.total()
        shown = f"{part}, each name alone" if alone else part
        rows.append(f"| {shown} | {language} | {label} | {counts.total()} | {share:.3f} | {shares} |")
    return rows


def _half(name: str, part: str) -> bool:
    return zlib.crc32(name.lower().encode()) % 2 == CUES[part]["half"]


# Agreement


def agreement(language: str, data: Path) -> str:
    pack = load_pack(language)
    options = {"detect": {"recognizers": []}, "replace": {"options": {"generalize": {"persons": "role"}}}}
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
    return f"| {language} | {checked} | {wrong} | {wrong / max(1, checked):.4f} |"


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
    table = CUES["agree"][language]
    genders_of = {word: {g for g in table if word in table[g]} for g in table for word in table[g]}
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
