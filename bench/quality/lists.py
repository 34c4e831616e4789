"""Quality of each list and of each of its entries alone, without a model: figures for the docs.

Reads the corpora of NESCIO_DATA. An entry with at least three claims
of which fewer than three in ten touch an entity is weak: it must be guarded. `--show` prints the weak
entries; it quotes the corpora, so it goes to the screen only, never into a file.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.reporting import corpora, make_parser, publish, say, settings_of, table
from nescio import Document, Job, Span, load
from nescio.config import load_settings
from nescio.detect.gazetteer import GazetteerDetector
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations
from nescio.packs import Pack, load_pack
from nescio.packs.lists import WordList
from nescio.text.folding import fold_entry
from nescio.vote.stage import unvetoed

PLAIN = {"detect": {"detectors": ["patterns", "lists"]}, "second_pass": {"enabled": False}}
CLAIMS = 3  # fewer say nothing about an entry
WEAK = 0.3
WITNESSED = frozenset(load_settings(load_pack("xx"), None).table("vote", "witnessed")["lists"])

Claims = dict[str, Counter[bool]]  # entry or list to how many claims were right and wrong


class ClaimedCorpus(NamedTuple):
    """A corpus and what the lists claim in it."""

    name: str
    language: str
    docs: Sequence[Annotation]
    claims: Sequence[Sequence[Span]]


def read_corpus(raw: Mapping[str, Any], data: Path, detector: GazetteerDetector) -> ClaimedCorpus:
    docs = read_annotations(data / raw["file"])
    claims = detector.detect([Document("d", doc.text or "", raw["language"]) for doc in docs])
    labels = load_pack(raw["language"]).labels
    return ClaimedCorpus(raw["name"], raw["language"], docs, [unvetoed(spans, labels) for spans in claims])


def judged(corpus: ClaimedCorpus, lists: Mapping[str, WordList]) -> Iterator[tuple[str, str, bool]]:
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
    """By its own conditions, or because a witness must have at least a doubt there."""
    return (
        bool(words.context or words.beside or words.grown or not words.at_start) or words.label in WITNESSED
    )


def share(count: Counter[bool]) -> float:
    return count[True] / max(1, count.total())


def rows_of_lists(corpus: ClaimedCorpus, lists: Mapping[str, WordList]) -> Iterator[list[str]]:
    counts: Claims = defaultdict(Counter)
    for name, _, right in judged(corpus, lists):
        counts[name][right] += 1
    for name, count in sorted(counts.items()):
        guarded = "yes" if name in lists and is_guarded(lists[name]) else ""
        where = f"{corpus.name} ({corpus.language})"
        yield [where, name, guarded, f"{count.total():,}", f"{share(count):.2f}"]


def weak_entries(read: Sequence[ClaimedCorpus], lists: Mapping[str, WordList]) -> dict[str, Claims]:
    """The weak entries of each list over all corpora of one language."""
    counts: dict[str, Claims] = defaultdict(lambda: defaultdict(Counter))
    for corpus in read:
        for name, entry, right in judged(corpus, lists):
            counts[name][entry][right] += 1
    weak = {
        name: {entry: c for entry, c in entries.items() if c.total() >= CLAIMS and share(c) < WEAK}
        for name, entries in counts.items()
    }
    return {name: entries for name, entries in sorted(weak.items()) if entries}


def lists_of(pack: Pack) -> dict[str, WordList]:
    return {words.name: words for table in pack.list_tables for words in table.lists}


class LanguageRows(NamedTuple):
    """The rows of one language."""

    lists: list[list[str]]
    weak: list[list[str]]
    unguarded: int  # weak entries without a guard


def judge_language(language: str, config: Mapping[str, Any], data: Path, show: int) -> LanguageRows:
    pack = load_pack(language)
    detector, lists = GazetteerDetector.build(pack, {}), lists_of(pack)
    wanted = [raw for raw in config["corpus"] if raw["language"] == language]
    read = [read_corpus(raw, data, detector) for raw in wanted]
    weak, unguarded = [], 0
    for name, entries in weak_entries(read, lists).items():
        guarded = name in lists and is_guarded(lists[name])
        unguarded += 0 if guarded else len(entries)
        total = sum(c.total() for c in entries.values())
        weak.append([language, name, "yes" if guarded else "NO", f"{len(entries)}", f"{total:,}"])
        if show:
            worst = sorted(entries.items(), key=lambda item: -item[1][False])[:show]
            print(language, name, [(entry, c[True], c[False]) for entry, c in worst])
    return LanguageRows([row for corpus in read for row in rows_of_lists(corpus, lists)], weak, unguarded)


def rows_of_classes(config: Mapping[str, Any], data: Path) -> Iterator[list[str]]:
    """Peoples and professions where they are annotated: how many mentions are touched, by rules and lists."""
    for raw in config["class"]:
        docs = read_annotations(data / raw["file"])
        jobs = [Job(Document(str(n), doc.text or "", raw["language"])) for n, doc in enumerate(docs)]
        done = load(raw["language"], options=PLAIN).run(jobs, stop="vote")
        gold = touched = claims = right = 0
        for doc, job in zip(docs, done, strict=True):
            ours = [span for span in job.voted or () if span.label in raw["ours"]]
            theirs = [mention for mention in doc.mentions if mention.label == raw["label"]]
            gold, claims = gold + len(theirs), claims + len(ours)
            touched += sum(any(s.start < m.end and m.start < s.end for s in ours) for m in theirs)
            right += sum(any(s.start < m.end and m.start < s.end for m in doc.mentions) for s in ours)
        shares = [f"{touched / max(1, gold):.3f}", f"{claims:,}", f"{right / max(1, claims):.2f}"]
        yield [raw["name"], ", ".join(raw["ours"]), f"{gold:,}", *shares]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--show", type=int, default=0, help="print so many weak entries per list; write nothing"
    )
    parser.add_argument("--language", help="only this one; write nothing")
    wish, config, data = parser.parse_args(), settings_of(__file__), corpora()
    found = []
    for language in dict.fromkeys(raw["language"] for raw in config["corpus"]):
        if wish.language in (None, language):
            found.append(judge_language(language, config, data, wish.show))
            say(f"{language}: {found[-1].unguarded} weak entries without a guard")
    if not wish.show and wish.language is None:
        publish(__file__, page(found, list(rows_of_classes(config, data))), output=wish.output)
    sys.exit(1 if any(one.unguarded for one in found) else 0)


HEAD = """\
# Quality of each list alone

Lists alone, no rules, no model (`make quality`). A claim is right if it touches an entity of the
corpus. Peoples are annotated in the English and partly in the German corpora, professions in TAB
and MEDDOCAN: elsewhere those lists cannot be right, and stand behind a guard.
"""


def page(found: Sequence[LanguageRows], classes: Sequence[list[str]]) -> list[str]:
    lists = [row for one in found for row in one.lists]
    weak = [row for one in found for row in one.weak]
    unguarded = sum(one.unguarded for one in found)
    return [
        HEAD,
        *table(("corpus", "list", "guarded", "claims", "precision (any entity)"), lists),
        (
            f"\nEntries with {CLAIMS} claims or more in the corpora of their language, "
            f"fewer than {WEAK} right:\n"
        ),
        *table(("language", "list", "guarded", "weak entries", "claims of them"), weak),
        f"\nEntries below {WEAK} without a guard: {unguarded}.",
        "\nPeoples and professions where a corpus annotates them, rules and lists together:\n",
        *table(("corpus and label", "our labels", "mentions", "touched", "claims", "precision"), classes),
    ]


if __name__ == "__main__":
    main()
