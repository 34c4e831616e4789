"""What each policy hides of what people marked: one table for the docs, from the corpora of NESCIO_DATA.

The whole pipeline runs once per corpus up to the entities; then each policy decides. A mention counts
as hidden if every letter and figure of it is; the years of dates are not counted, because some
policies keep them, nor the titles before names, which no policy hides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.quality.letters import letters
from bench.reporting import corpora, make_parser, publish, say, settings_of, table
from nescio import Document, Job, load
from nescio.decide.policy import build_table
from nescio.evaluate.model import DIRECT, HARMLESS, INDIRECT, Annotation, Mark
from nescio.evaluate.read.files import read_annotations
from nescio.explain import policy_spans
from nescio.packs import load_pack
from nescio.text.word_matcher import Words

POLICIES = ("blanket", "selective", "judicial", "hipaa", "names-only")
KINDS = {DIRECT: "direct", INDIRECT: "quasi", HARMLESS: "need not go"}
YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
DATES = {"DATETIME", "FECHAS", "TEMPO"}
PEOPLE = {"PERSON", "PESSOA", "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"}


def asked(text: str, mention: Mark, titles: frozenset[str]) -> set[int]:
    """The letters of a mention that must go for it to count as hidden."""
    wanted = letters(text, [(mention.start, mention.end)])
    if mention.label in DATES:
        years = YEAR.finditer(text, mention.start, mention.end)
        return wanted - letters(text, (match.span() for match in years))
    if mention.label in PEOPLE:
        words = Words(text[mention.start : mention.end])
        named = [span for span, word in zip(words.spans, words.folded, strict=True) if word in titles]
        return wanted - letters(text, ((a + mention.start, b + mention.start) for a, b in named))
    return wanted


def kinds_of(mention: Mark) -> tuple[str, ...]:
    kind = KINDS.get(mention.identifier)
    return (mention.label,) if kind is None else (kind, f"{kind} {mention.label}")


def hidden(policy: str, language: str, jobs: Sequence[Job]) -> list[list[tuple[int, int]]]:
    made = build_table(load_pack(language), {"name": policy})
    answers = []
    for job in jobs:
        decided = replace(job, decisions=tuple(made.decide(job.document, job.entities or ())))
        answers.append([span[:2] for span in policy_spans(decided)])
    return answers


def measure(
    docs: Sequence[Annotation], answers: Sequence[Sequence[tuple[int, int]]], titles: frozenset[str]
) -> dict[str, float]:
    """Share of hidden mentions by kind, and of the hidden letters that somebody marked to go."""
    gold: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    claimed = right = 0
    for doc, spans in zip(docs, answers, strict=True):
        text = doc.text or ""
        everything = letters(text, spans)
        marked = letters(text, ((m.start, m.end) for m in doc.mentions if m.identifier != HARMLESS))
        claimed, right = claimed + len(everything), right + len(everything & marked)
        for mention in doc.mentions:
            wanted = asked(text, mention, titles)
            for kind in kinds_of(mention):
                gold[kind] += bool(wanted)
                gone[kind] += bool(wanted) and wanted <= everything
    shares = {kind: gone[kind] / gold[kind] for kind in gold if gold[kind]}
    return {**shares, "precision": right / max(1, claimed)}


def shares(kinds: Sequence[str], row: dict[str, float]) -> list[str]:
    return [f"{row.get(kind, 0):.2f}" for kind in (*kinds, "precision")]


def judge(corpus: Mapping[str, Any], data: Path) -> list[str]:
    """The table of one corpus: a row for every policy."""
    language, kinds = corpus["language"], corpus["kinds"]
    docs = read_annotations(data / corpus["file"])[: corpus.get("documents")]
    jobs = [Job(Document(str(n), doc.text or "", language)) for n, doc in enumerate(docs)]
    done = load(language).run(jobs, stop="coref")
    titles = load_pack(language).naming["person.role_titles"]
    head = (f"{corpus['name']} ({language})", *(f"{kind} hidden" for kind in kinds), "precision")
    found = {name: measure(docs, hidden(name, language, done), titles) for name in POLICIES}
    return table(head, [[f"`{name}`", *shares(kinds, row)] for name, row in found.items()])


def main() -> None:
    output, data = make_parser(__doc__).parse_args().output, corpora()
    lines = [
        "# What each policy hides",
        "",
        "The whole pipeline with the detector that ships (`make quality`). A mention counts as hidden if",
        "all of it is, the years of dates and the titles before names aside. Precision: of the hidden",
        "letters, those that somebody marked to go (TAB), or marked at all.",
    ]
    for corpus in settings_of(__file__)["corpus"]:
        found = judge(corpus, data)
        say("\n".join(found))
        lines += ["", *found]
    publish(__file__, lines, output=output)


if __name__ == "__main__":
    main()
