"""Quality of each list and of each of its entries alone, without a model: figures for the docs.

Reads the corpora under the folder that NESCIO_DATA names. An entry with at least three claims
of which fewer than three in ten touch an entity is weak: it must be guarded. `--show` prints the weak
entries; it quotes the corpora, so it goes to the screen only, never into a file.
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nescio import Document, Job, Span, load
from nescio.detect.gazetteer import GazetteerDetector
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations
from nescio.packs import Pack, load_pack
from nescio.packs.lists import WordList
from nescio.text.folding import fold_entry
from nescio.vote.stage import unvetoed

RESULTS = Path(__file__).parent / "results" / "list_quality.md"
PLAIN = {"detect": {"recognizers": ["patterns", "lists"]}, "second_pass": {"enabled": False}}
CLAIMS = 3  # fewer say nothing about an entry
WEAK = 0.3

Counts = dict[str, Counter[bool]]  # entry or list to how many claims were right and wrong


class Corpus(NamedTuple):
    """A corpus and what the lists claim in it."""

    name: str
    language: str
    docs: Sequence[Annotation]
    claims: Sequence[Sequence[Span]]


def read_corpus(raw: Mapping[str, Any], data: Path, detector: GazetteerDetector) -> Corpus:
    docs = read_annotations(data / raw["file"])
    claims = detector.detect([Document("d", doc.text or "", raw["language"]) for doc in docs])
    return Corpus(raw["name"], raw["language"], docs, [unvetoed(spans) for spans in claims])


def judged(corpus: Corpus, lists: Mapping[str, WordList]) -> Iterator[tuple[str, str, bool]]:
    """For each claim its list, its entry, and whether it touches an entity."""
    for doc, spans in zip(corpus.docs, corpus.claims, strict=True):
        for span in spans:
            name = span.source.partition(":")[2]
            entry = fold_entry((doc.text or "")[span.start : span.end])
            if name in lists and lists[name].extend:
                entry = entry.partition(" ")[0]  # the name grew over what is no entry
            right = any(m.start < span.end and span.start < m.end for m in doc.mentions)
            yield name, entry, right


def is_guarded(words: WordList) -> bool:
    return bool(words.context or words.beside or words.grown or not words.at_start)


def share(count: Counter[bool]) -> float:
    return count[True] / max(1, count.total())


def table_of_lists(corpus: Corpus, lists: Mapping[str, WordList]) -> list[str]:
    counts: Counts = defaultdict(Counter)
    for name, _, right in judged(corpus, lists):
        counts[name][right] += 1
    lines = []
    for name, count in sorted(counts.items()):
        guarded = "yes" if name in lists and is_guarded(lists[name]) else ""
        where = f"{corpus.name} ({corpus.language})"
        lines.append(f"| {where} | {name} | {guarded} | {count.total():,} | {share(count):.2f} |")
    return lines


def weak_entries(corpora: Sequence[Corpus], lists: Mapping[str, WordList]) -> dict[str, Counts]:
    """The weak entries of each list over all corpora of one language."""
    counts: dict[str, Counts] = defaultdict(lambda: defaultdict(Counter))
    for corpus in corpora:
        for name, entry, right in judged(corpus, lists):
            counts[name][entry][right] += 1
    weak = {
        name: {entry: c for entry, c in entries.items() if c.total() >= CLAIMS and share(c) < WEAK}
        for name, entries in counts.items()
    }
    return {name: entries for name, entries in sorted(weak.items()) if entries}


def lists_of(pack: Pack) -> dict[str, WordList]:
    return {words.name: words for table in pack.list_tables for words in table.lists}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", type=int, default=0, help="print so many weak entries per list")
    parser.add_argument("--language", help="only this one")
    arguments = parser.parse_args()
    data = Path(os.environ.get("NESCIO_DATA", ""))
    if not (data / "ner").is_dir():
        sys.exit("Set NESCIO_DATA to the folder of corpora.")
    config = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    lines = ["| corpus | list | guarded | claims | precision (any entity) |", "|---|---|---|---|---|"]
    weak_lines = ["| language | list | guarded | weak entries | claims of them |", "|---|---|---|---|---|"]
    unguarded = 0
    for language in dict.fromkeys(raw["language"] for raw in config["corpus"]):
        if arguments.language not in (None, language):
            continue
        pack = load_pack(language)
        detector, lists = GazetteerDetector.build(pack, {}), lists_of(pack)
        wanted = [raw for raw in config["corpus"] if raw["language"] == language]
        corpora = [read_corpus(raw, data, detector) for raw in wanted]
        for corpus in corpora:
            lines += table_of_lists(corpus, lists)
        for name, entries in weak_entries(corpora, lists).items():
            guarded = name in lists and is_guarded(lists[name])
            unguarded += 0 if guarded else len(entries)
            total = sum(c.total() for c in entries.values())
            weak_lines.append(
                f"| {language} | {name} | {'yes' if guarded else 'NO'} | {len(entries)} | {total:,} |"
            )
            if arguments.show:
                worst = sorted(entries.items(), key=lambda item: -item[1][False])[: arguments.show]
                print(language, name, [(entry, c[True], c[False]) for entry, c in worst])
    said = f"Entries below {WEAK} without a guard: {unguarded}."
    print("\n".join([*lines, "", *weak_lines, "", said]))
    if not arguments.show and arguments.language is None:
        classes = table_of_classes(config, data)
        print("\n".join(classes))
        write(lines, weak_lines, classes, said)
    sys.exit(1 if unguarded else 0)


def table_of_classes(config: Mapping[str, Any], data: Path) -> list[str]:
    """Peoples and professions where they are annotated: how many mentions are touched, by rules and lists."""
    lines = [
        "| corpus and label | our labels | mentions | touched | claims | precision |",
        "|---|---|---|---|---|---|",
    ]
    for raw in config["class"]:
        docs = read_annotations(data / raw["file"])
        jobs = [Job(Document(str(n), doc.text or "", raw["language"])) for n, doc in enumerate(docs)]
        done = load(raw["language"], options=PLAIN).run(jobs, stop="vote")
        gold = touched = claims = right = 0
        for doc, job in zip(docs, done, strict=True):
            ours = [span for span in job.spans or () if span.label in raw["ours"]]
            theirs = [mention for mention in doc.mentions if mention.label == raw["label"]]
            gold, claims = gold + len(theirs), claims + len(ours)
            touched += sum(any(s.start < m.end and m.start < s.end for s in ours) for m in theirs)
            right += sum(any(s.start < m.end and m.start < s.end for m in doc.mentions) for s in ours)
        lines.append(
            f"| {raw['name']} | {', '.join(raw['ours'])} | {gold:,} | {touched / max(1, gold):.3f} "
            f"| {claims:,} | {right / max(1, claims):.2f} |"
        )
    return lines


def write(lines: Sequence[str], weak_lines: Sequence[str], classes: Sequence[str], said: str) -> None:
    head = [
        "# Quality of each list alone",
        "",
        "Lists alone, no rules, no model (`make quality`). A claim is right if it touches an entity of the",
        "corpus. Peoples are annotated in the English and partly in the German corpora, professions in TAB",
        "and MEDDOCAN: elsewhere those lists cannot be right, and stand behind a guard.",
        "",
    ]
    middle = [
        "",
        f"Entries with {CLAIMS} claims or more in the corpora of their language, fewer than {WEAK} right:",
        "",
    ]
    RESULTS.parent.mkdir(exist_ok=True)
    last = [
        "",
        said,
        "",
        "Peoples and professions where a corpus annotates them, rules and lists together:",
        "",
    ]
    text = "\n".join([*head, *lines, *middle, *weak_lines, *last, *classes])
    RESULTS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
