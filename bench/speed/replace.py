"""How long a natural replacement takes, on one core: per replaced entity, and to get ready."""

from __future__ import annotations

import time

from bench.reporting import make_parser, publish, table
from nescio import load, pipeline
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.knowledge.sqlite import open_sqlite
from nescio.packs import languages, load_pack

TEXTS = {
    "en": ("{0} moved from {1} to work at the {2}. ", ("Anna Smith", "Leeds", "University of Norfield")),
    "de": ("{0} zog aus {1} fort und arbeitet bei der {2}. ", ("Anna Meier", "Hamburg", "Universität Bonn")),
    "pt": ("{0} saiu de {1} e trabalha na {2}. ", ("Ana Silva", "Lisboa", "Universidade de Lisboa")),
    "es": ("{0} salió de {1} y trabaja en la {2}. ", ("Ana Pérez", "Santander", "Universidad de León")),
}


def job_of(language: str, sentences: int) -> Job:
    """A document in which every sentence names three things; some of them come again."""
    pattern, names = TEXTS[language]
    text, entities = "", []
    for number in range(sentences):
        ending = "" if number % 3 else "x" * (number // 3 % 5)
        parts = [f"{name}{ending}" for name in names]
        start = len(text)
        text += pattern.format(*parts)
        for part, label in zip(parts, ("PER", "LOC", "ORG"), strict=True):
            at = text.index(part, start)
            entities.append(Entity(len(entities), label, (Span(at, at + len(part), label, 1.0, "bench"),)))
    decisions = tuple(Decision(entity.id, True, "bench") for entity in entities)
    return Job(Document("d", text, language), entities=tuple(entities), decisions=decisions)


def opening() -> str:
    """How long the knowledge base takes to answer for the first time, and how large the files are."""
    began = time.perf_counter()
    store = open_sqlite(load_pack("xx").knowledge_file)
    store.find("Lisboa")
    opened = time.perf_counter() - began
    packs = [load_pack(language) for language in languages()]
    files = [packs[0].knowledge_file, *(pack.dictionary_file for pack in packs)]
    size = sum(path.stat().st_size for path in files if path is not None) / 1e6
    return f"Knowledge base opened, first name found: {opened * 1000:.1f} ms; files shipped: {size:.1f} MB.\n"


def measure(language: str, method: str) -> list[str]:
    began = time.perf_counter()
    kit = load(language, method=method, options={"detect": {"detectors": []}}).kit(language)
    ready = time.perf_counter() - began
    jobs = [job_of(language, 12) for _ in range(40)]
    entities = len(jobs[0].entities or ())
    began = time.perf_counter()
    pipeline.run(jobs[:1], kit)
    first = (time.perf_counter() - began) / entities
    began = time.perf_counter()
    done = pipeline.run(jobs, kit)
    each = (time.perf_counter() - began) / (len(jobs) * entities)
    if any(job.failure for job in done):
        raise SystemExit("A document failed.")
    return [language, method, f"{ready:.2f}", f"{first * 1000:.2f}", f"{each * 1000:.3f}"]


def main() -> None:
    output = make_parser(__doc__).parse_args().output
    head = ("language", "method", "ready (s)", "first document (ms/entity)", "ms per replaced entity")
    lines = [
        "# Natural replacement: speed\n",
        "Written by bench/speed/replace.py, one core.\n",
        opening(),
        *table(head, [measure(one, method) for one in TEXTS for method in ("substitute", "generalize")]),
    ]
    publish(__file__, lines, output=output)


if __name__ == "__main__":
    main()
