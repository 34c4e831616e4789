"""How good dictionary, knowledge base and repair are, against lists that nothing was tuned on.

`NESCIO_DATA=… NESCIO_LEX=… python bench/knowledge_quality.py` prints and writes
bench/results/knowledge.md. Gender and genitive are checked against articles in running text
(the corpora named in knowledge_cues.toml), given names against the shares of women in a list
that is not in the package, availability against the entities of CoNLL and Second HAREM.
"""

from __future__ import annotations

import csv
import os
import random
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from nescio import load, pipeline
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.knowledge.dictionary import Dictionary
from nescio.knowledge.linking import Mentioned
from nescio.knowledge.loading import load_base, load_dictionary, load_linker
from nescio.packs import load_pack

HERE = Path(__file__).parent
CUES = tomllib.loads((HERE / "knowledge_cues.toml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "de", "pt", "es")
CLASSES = {"LOCAL": "LOC", "ORGANIZACAO": "ORG", "PESSOA": "PER", "LOCderiv": "", "PERSON": "PER"}


class Found(NamedTuple):
    name: str
    label: str
    before: str
    after: str


def main() -> None:
    data, lex = Path(os.environ.get("NESCIO_DATA", "")), Path(os.environ.get("NESCIO_LEX", ""))
    if not (data / "README.md").is_file() or not (lex / "README.md").is_file():
        sys.exit("Set NESCIO_DATA to the folder of corpora and NESCIO_LEX to that of lexical files.")
    lines = ["# Knowledge: figures\n", "Written by bench/knowledge_quality.py.\n"]
    lines += ["## Gender and genitive of 200 nouns per language, by the articles of running text\n"]
    lines += ["| language | list | right |", "|---|---|---|"]
    for language in ("de", "pt", "es"):
        lines += heads(language, data)
    lines += ["\n## Gender of given names (names that a list outside the package knows)\n"]
    lines += ["| language | names | known | right of all |", "|---|---|---|---|"]
    lines += [names(language, data, lex) for language in LANGUAGES]
    lines += ["\n## Availability: share of mentions with a type from name, head or context\n"]
    lines += ["| language | class | mentions | available | by ground |", "|---|---|---|---|---|"]
    for language in LANGUAGES:
        lines += availability(language, data)
    lines += ["\n## Articles against nouns after generalization, 1,000 sentences each\n"]
    lines += ["| language | checked | disagree | share |", "|---|---|---|---|"]
    lines += [agreement(language, data) for language in LANGUAGES]
    text = "\n".join(lines) + "\n"
    (HERE / "results" / "knowledge.md").write_text(text, encoding="utf-8")
    print(text)


def sentences(path: Path) -> Iterator[list[tuple[str, str]]]:
    # One corpus has lost its ß; ÿ stands in its place.
    for block in path.read_text(encoding="utf-8").replace("ÿ", "ß").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if "\t" in line]
        if rows:
            yield [(row[0], row[1]) for row in rows]


def named(tokens: list[tuple[str, str]]) -> Iterator[tuple[int, int, str]]:
    """Names of any class but persons."""
    start = 0
    while start < len(tokens):
        end = start + 1
        tag = tokens[start][1]
        if tag.startswith("B-") and tag[2:] not in ("PER", "PESSOA"):
            while end < len(tokens) and tokens[end][1] == f"I-{tag[2:]}":
                end += 1
            yield start, end, tag[2:]
        start = end


def entities(tokens: list[tuple[str, str]]) -> Iterator[tuple[int, int, str]]:
    start = 0
    while start < len(tokens):
        tag = tokens[start][1]
        end = start + 1
        if tag.startswith("B-"):
            while end < len(tokens) and tokens[end][1] == f"I-{tag[2:]}":
                end += 1
            label = CLASSES.get(tag[2:], tag[2:])
            if label in ("PER", "LOC", "ORG"):
                yield start, end, label
        start = end


# Gender and genitive


def heads(language: str, data: Path) -> list[str]:
    cues = {word: gender for gender in "mfn" for word in CUES[language].get(gender, ())}
    genitive = set(CUES[language].get("genitive", ()))
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    forms: Counter[str] = Counter()
    small: set[str] = set()
    first_words = set[str]()
    alone: set[str] = set()
    for name in CUES["nouns"][language]:
        for tokens in sentences(data / name):
            # The heads: words that names of two words and more begin with.
            first_words |= {tokens[start][0].lower() for start, end, _ in named(tokens) if end - start > 1}
            small |= {word for word, _ in tokens if word.islower()}
            alone |= {tokens[start][0].lower() for start, end, _ in named(tokens) if end - start == 1}
            for (left, _), (word, _) in pairwise(tokens):
                if not word.isalpha() or len(word) < 4 or (language == "de" and not word[0].isupper()):
                    continue
                if left.lower() in cues:
                    seen[word if language == "de" else word.lower()][cues[left.lower()]] += 1
                if left.lower() in genitive and word.endswith("s"):
                    forms[word] += 1
    dictionary = load_dictionary(load_pack(language))
    sure = {
        word: counts.most_common(1)[0][0]
        for word, counts in seen.items()
        if counts.total() >= 3 and counts.most_common(1)[0][1] / counts.total() >= 0.9
        if word not in CUES[language].get("not_nouns", ()) and not word.isupper()
        # German adjectives are also written small; what is a name by itself is no head.
        if (language == "de" and word.lower() not in small) or word in first_words - alone
    }
    chosen = _sample(sure, 200)
    right = [word for word in chosen if sure[word] in _genders(dictionary, word)]
    first = [word for word in chosen if _genders(dictionary, word)[:1] == [sure[word]]]
    wrong = [word for word in chosen if word not in first]
    print(language, "gender misses:", wrong, file=sys.stderr)
    rows = [f"| {language} | gender, {len(chosen)} nouns (any reading) | {len(right) / len(chosen):.3f} |"]
    rows.append(
        f"| {language} | gender, {len(chosen)} nouns (first reading) | {len(first) / len(chosen):.3f} |"
    )
    if genitive:
        chosen = _sample({word: "" for word, count in forms.items() if count >= 2}, 200)
        good = [word for word in chosen if _has_genitive(dictionary, word)]
        print("genitive misses:", [word for word in chosen if word not in good], file=sys.stderr)
        rows.append(f"| {language} | genitive, {len(chosen)} forms | {len(good) / len(chosen):.3f} |")
    return rows


def _sample(words: dict[str, str], size: int) -> list[str]:
    ordered = sorted(words)
    random.Random(7).shuffle(ordered)  # noqa: S311
    return ordered[:size]


def _genders(dictionary: Dictionary, word: str) -> list[str]:
    found = list(dict.fromkeys(found.gender for found in dictionary.nouns(word)))
    return found or [dictionary.gender(word)]


def _has_genitive(dictionary: Dictionary, form: str) -> bool:
    """The form, or the other of -s and -es, is the genitive of what the dictionary says it is."""
    other = f"{form[:-2]}s" if form.endswith("es") else f"{form[:-1]}es"
    for base in (form, form[:-1], form[:-2]):
        for word in dictionary.nouns(base):
            if word.form("s", "GEN") in (form, other):
                return True
    return False


# Given names


def names(language: str, data: Path, lex: Path) -> str:
    shares: dict[str, str] = {}
    with (lex / "first_names_gender.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["p_female"] and (float(row["p_female"]) > 0.95 or float(row["p_female"]) < 0.05):
                shares[row["name"]] = "f" if float(row["p_female"]) > 0.5 else "m"
    found: Counter[str] = Counter()
    for name in CUES["people"][language]:
        for tokens in sentences(data / name):
            for start, end, label in entities(tokens):
                if label == "PER" and end - start > 1 and tokens[start][0] in shares:
                    found[tokens[start][0]] += 1
    chosen = _sample(dict.fromkeys(found, ""), 200)
    dictionary = load_dictionary(load_pack(language))
    known = [name for name in chosen if dictionary.name_gender(name)]
    right = [name for name in chosen if dictionary.name_gender(name) == shares[name]]
    wrong = [name for name in chosen if name not in right]
    print(language, "names wrong or unknown:", wrong, file=sys.stderr)
    return f"| {language} | {len(chosen)} | {len(known) / len(chosen):.3f} | {len(right) / len(chosen):.3f} |"


# Availability


def mentions(path: Path, *, share: float = 0.0) -> Iterator[Found]:
    """The names of a corpus; of one that some rules were looked up in, only what lies behind `share`."""
    if path.suffix == ".xml":
        text = path.read_text(encoding="latin-1")
        for match in re.finditer(r'<EM [^>]*CATEG="([^"|]*)[^>]*>(.*?)</EM>', text, re.S):
            label = CLASSES.get(match[1], "")
            if label:
                before = re.sub(r"<[^>]+>", "", text[max(0, match.start() - 300) : match.start()])[-120:]
                after = re.sub(r"<[^>]+>", "", text[match.end() : match.end() + 300])[:120]
                yield Found(re.sub(r"<[^>]+>", "", match[2]), label, before, after)
        return
    whole = list(sentences(path))
    for tokens in whole[int(len(whole) * share) :]:
        words = [word for word, _ in tokens]
        for start, end, label in entities(tokens):
            yield Found(
                " ".join(words[start:end]), label, " ".join(words[:start])[-120:], " ".join(words[end:])[:120]
            )


def availability(language: str, data: Path) -> list[str]:
    linker = load_linker(load_pack(language), load_base())
    grounds: dict[str, Counter[str]] = defaultdict(Counter)
    for name in CUES["corpora"][language]:
        for found in mentions(data / name, share=0.5 if "train" in name else 0.0):
            if found.label in ("LOC", "ORG"):
                [link] = linker.link([Mentioned(*found)])
                grounds[found.label][link.reason] += 1
    rows = []
    for label, counts in sorted(grounds.items()):
        total = counts.total()
        shown = ", ".join(f"{ground} {count}" for ground, count in counts.most_common())
        rows.append(f"| {language} | {label} | {total} | {1 - counts['label'] / total:.3f} | {shown} |")
    return rows


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
            [job] = pipeline.run([_job(tokens, spans, language)], kit)
            if job.solution is None:
                sys.exit(f"A sentence failed: {job.failure}")
            for row in job.solution.replacements:
                verdict = _agrees(job.solution.text, row.out_start, row.out_end, language, dictionary)
                checked += verdict is not None
                wrong += verdict is False
    return f"| {language} | {checked} | {wrong} | {wrong / max(1, checked):.4f} |"


def _job(tokens: list[tuple[str, str]], spans: list[tuple[int, int, str]], language: str) -> Job:
    starts, text = [], ""
    for word, _ in tokens:
        starts.append(len(text))
        text += f"{word} "
    made = tuple(
        Span(starts[start], starts[end - 1] + len(tokens[end - 1][0]), label, 1.0, "gold")
        for start, end, label in spans
    )
    groups: dict[tuple[str, str], list[Span]] = {}
    for span in made:  # the same name is the same thing
        groups.setdefault((text[span.start : span.end], span.label), []).append(span)
    things = tuple(Entity(n, key[1], tuple(spans)) for n, (key, spans) in enumerate(groups.items()))
    decisions = tuple(Decision(thing.id, True, "gold") for thing in things)
    return Job(Document("s", text.rstrip(), language), entities=things, decisions=decisions)


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
