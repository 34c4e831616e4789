"""Speed, load time and memory of the recognizers on the same text: figures to look at.

The shipped tagger on one core and in two processes, a CRF trained in this run, and spaCy's small
pipelines where they are installed. Each runs in a process of its own with one thread. Prints a
table and keeps it in bench/results/recognizers.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
RESULTS = HERE / "results" / "recognizers.md"
SIZE = 300_000  # characters
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
SPACY = {"en": "en_core_web_sm", "de": "de_core_news_sm", "es": "es_core_news_sm", "pt": "pt_core_news_sm"}
# Only what entities do not need is switched off, so that spaCy is as fast as it can be.
WITHOUT = ["tagger", "morphologizer", "parser", "senter", "attribute_ruler", "lemmatizer"]
LABELS = ("PER", "LOC", "ORG")


class Case(NamedTuple):
    """One row of the table."""

    system: str
    language: str
    options: dict[str, Any]
    processes: int = 1


def texts(language: str, size: int) -> list[str]:
    """The examples of a language again and again, as many as make up the size."""
    files = sorted((EXAMPLES / language).glob("*.txt"))
    some = [path.read_bytes().decode() for path in files]
    found: list[str] = []
    while sum(map(len, found)) < size:
        found += some
    return found


def measure(case: Case, size: int) -> None:
    """One case in this process: prints when it is ready, waits for a line, prints its figures."""
    began, busy = time.perf_counter(), time.process_time()
    from nescio.core.model import Document
    from nescio.packs import load_pack
    from nescio.registry import Registry
    from nescio.text.segment import tokenize

    pack = load_pack(case.language)
    detector = Registry.installed().find("nescio.detectors", case.system)(pack, case.options)
    load, load_busy = time.perf_counter() - began, time.process_time() - busy
    docs = [Document(str(n), text, case.language) for n, text in enumerate(texts(case.language, size))]
    tokens = sum(len(tokenize(doc.text)) for doc in docs)
    detector.detect(docs[:1])
    print("ready", flush=True)
    sys.stdin.readline()
    began, busy = time.perf_counter(), time.process_time()
    found = sum(map(len, detector.detect(docs)))
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answer = {"load": load, "load_busy": load_busy, "seconds": seconds, "busy": busy}
    answer |= {"tokens": tokens, "spans": found, "peak": peak}
    print(json.dumps(answer))


def run(case: Case, size: int) -> list[dict[str, float]]:
    """The figures of every process of a case; all begin at the same moment."""
    command = [sys.executable, __file__, "--case", json.dumps(case), "--size", str(size)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    started = [subprocess.Popen(command, env=os.environ | ONE_THREAD, **pipes) for _ in range(case.processes)]  # type: ignore[call-overload]
    for process in started:
        if process.stdout.readline().strip() != "ready":
            raise SystemExit(f"{case.system} {case.language} did not start")
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    return [json.loads(process.communicate()[0]) for process in started]


def row(case: Case, size: int) -> str:
    figures = run(case, size)
    tokens = sum(one["tokens"] for one in figures)
    by_clock, by_core = (tokens / max(one[key] for one in figures) for key in ("seconds", "busy"))
    name = case.system if case.processes == 1 else f"{case.system}, {case.processes} processes"
    if case.system == "spacy":
        name = f"spacy {case.options['model']} {version(case.options['model'])}"
    load, load_clock, peak = (max(one[key] for one in figures) for key in ("load_busy", "load", "peak"))
    speeds = f"{by_core:,.0f} | {by_clock:,.0f} | {load:.2f} | {load_clock:.2f}"
    return f"| {case.language} | {name} | {speeds} | {peak:.0f} | {figures[0]['spans']:,.0f} |"


def train_crf(folder: Path) -> tuple[Path, str]:
    """A CRF learnt from the annotated examples: it knows its text by heart, which costs the same time."""
    from nescio.detect.crf.model import side_file
    from nescio.evaluate.read.files import read_annotations
    from nescio.learn.crf import to_sentences, train
    from nescio.packs import load_pack
    from nescio.text.segment import Segmenter

    labels, segmenter = load_pack("xx").labels, Segmenter([])
    sentences = [
        sentence
        for item in read_annotations(EXAMPLES / "gold.jsonl")
        for sentence in to_sentences(
            item.text or "",
            [(m.start, m.end, labels.root(m.label)) for m in item.mentions if labels.root(m.label) in LABELS],
            segmenter,
        )
    ]
    began = time.perf_counter()
    done = train(sentences, [])
    path = folder / "bench.crf"
    path.write_bytes(done.model)
    side_file(path).write_text(json.dumps(done.manifest), encoding="utf-8")
    seconds = time.perf_counter() - began
    return path, f"The CRF was trained on {len(sentences)} sentences of examples/ in {seconds:.1f} s."


def cases(folder: Path) -> tuple[list[Case], list[str]]:
    """What can be measured here, and what cannot, with the reason."""
    found, notes = [], []
    crf: Path | None = None
    if find_spec("pycrfsuite") is None:
        notes.append("crf: left out, python-crfsuite is not installed (pip install 'nescio[crf]').")
    else:
        crf, note = train_crf(folder)
        notes.append(note)
    for language, model in SPACY.items():
        found += [Case("tagger", language, {}), Case("tagger", language, {}, processes=2)]
        if crf is not None:
            found.append(Case("crf", language, {"model": str(crf)}))
        if find_spec("spacy") is None:
            notes.append(f"spacy {model}: left out, spaCy is not installed (pip install 'nescio[spacy]').")
        elif find_spec(model) is None:
            notes.append(f"spacy {model}: left out, the pipeline is not installed.")
        else:
            found.append(Case("spacy", language, {"model": model, "disable": WITHOUT}))
    return found, notes


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", help="measure one case in this process")
    parser.add_argument("--size", type=int, default=SIZE, help="characters of text per case")
    given = parser.parse_args(arguments)
    if given.case:
        measure(Case(*json.loads(given.case)), given.size)
        return
    load = f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores when it began"
    lines = [
        "# Recognizers: speed, load time, memory",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {load} (`make bench`).",
        f"{given.size:,} characters of examples/ per language and process, one thread per process, words as",
        "nescio counts them. *Free cores* is reckoned from the time that a core worked: what the processes",
        "would need or reach with a free core each; *clock* is by the clock on this machine. Load time",
        "includes imports; memory is the peak of one process. Repeated text is kind to a recognizer that",
        "remembers words (crf, tagger).",
        "",
        "| text | recognizer | tokens/s, free cores | clock | load s, free core | clock | peak MB | spans |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines))
    with TemporaryDirectory() as folder:
        found, notes = cases(Path(folder))
        for case in found:
            lines.append(row(case, given.size))
            print(lines[-1], flush=True)
    lines += ["", *(f"- {note}" for note in notes)]
    print("\n".join(lines[-len(notes) :]))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
