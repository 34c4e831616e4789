"""Speed, load time and memory of the detectors on the same text: figures to look at.

The shipped tagger on one core and in two processes, a CRF trained in this run, and spaCy's small
pipelines where they are installed. Each runs in a process of its own with one thread.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.reporting import EXAMPLES, ROOT, example, make_parser, publish, row, say, table
from bench.speed.processes import ONE_THREAD, command_of, peak_memory

SIZE = 300_000  # characters
SPACY = {"en": "en_core_web_sm", "de": "de_core_news_sm", "es": "es_core_news_sm", "pt": "pt_core_news_sm"}
# Only what entities do not need is switched off, so that spaCy is as fast as it can be.
WITHOUT = ["tagger", "morphologizer", "parser", "senter", "attribute_ruler", "lemmatizer"]
LABELS = ("PER", "LOC", "ORG")


class DetectorCase(NamedTuple):
    """One row of the table."""

    system: str
    language: str
    options: dict[str, Any]
    processes: int = 1


def texts(language: str, size: int) -> list[str]:
    """The examples of a language again and again, as many as make up the size."""
    found: list[str] = []
    while sum(map(len, found)) < size:
        found += example(language)
    return found


def measure(case: DetectorCase, size: int) -> None:
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
    answer = {"load": load, "load_busy": load_busy, "seconds": seconds, "busy": busy}
    answer |= {"tokens": tokens, "spans": found, "peak": peak_memory()}
    print(json.dumps(answer))


def run(case: DetectorCase, size: int) -> list[dict[str, float]]:
    """The figures of every process of a case; all begin at the same moment."""
    command = command_of(__spec__.name, "--case", json.dumps(case), "--size", str(size))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    started = [subprocess.Popen(command, env=os.environ | ONE_THREAD, **pipes) for _ in range(case.processes)]  # type: ignore[call-overload]
    for process in started:
        if process.stdout.readline().strip() != "ready":
            raise SystemExit(f"{case.system} {case.language} did not start")
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    return [json.loads(process.communicate()[0]) for process in started]


def cells_of(case: DetectorCase, size: int) -> list[str]:
    figures = run(case, size)
    tokens = sum(one["tokens"] for one in figures)
    by_clock, by_core = (tokens / max(one[key] for one in figures) for key in ("seconds", "busy"))
    name = case.system if case.processes == 1 else f"{case.system}, {case.processes} processes"
    if case.system == "spacy":
        name = f"spacy {case.options['model']} {version(case.options['model'])}"
    load, load_clock, peak = (max(one[key] for one in figures) for key in ("load_busy", "load", "peak"))
    speeds = [f"{by_core:,.0f}", f"{by_clock:,.0f}", f"{load:.2f}", f"{load_clock:.2f}"]
    cells = [case.language, name, *speeds, f"{peak:.0f}", f"{figures[0]['spans']:,.0f}"]
    say(row(cells))
    return cells


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


def cases(folder: Path) -> tuple[list[DetectorCase], list[str]]:
    """What can be measured here, and what cannot, with the reason."""
    found, notes = [], []
    crf: Path | None = None
    if find_spec("pycrfsuite") is None:
        notes.append("crf: left out, python-crfsuite is not installed (pip install 'nescio[crf]').")
    else:
        crf, note = train_crf(folder)
        notes.append(note)
    for language, model in SPACY.items():
        found += [DetectorCase("tagger", language, {}), DetectorCase("tagger", language, {}, processes=2)]
        if crf is not None:
            found.append(DetectorCase("crf", language, {"model": str(crf)}))
        if find_spec("spacy") is None:
            notes.append(f"spacy {model}: left out, spaCy is not installed (pip install 'nescio[spacy]').")
        elif find_spec(model) is None:
            notes.append(f"spacy {model}: left out, the pipeline is not installed.")
        else:
            found.append(DetectorCase("spacy", language, {"model": model, "disable": WITHOUT}))
    return found, notes


HEAD = (
    *("text", "detector", "tokens/s, free cores", "clock"),
    *("load s, free core", "clock", "peak MB", "spans"),
)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--case", help="measure one case in this process")
    parser.add_argument("--size", type=int, default=SIZE, help="characters of text per case")
    wish = parser.parse_args()
    if wish.case:
        measure(DetectorCase(*json.loads(wish.case)), wish.size)
        return
    load = f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores when it began"
    lines = [
        "# Detectors: speed, load time, memory",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {load} (`make bench`).",
        f"{wish.size:,} characters of examples/ per language and process, one thread per process, words as",
        "nescio counts them. *Free cores* is reckoned from the time that a core worked: what the processes",
        "would need or reach with a free core each; *clock* is by the clock on this machine. Load time",
        "includes imports; memory is the peak of one process. Repeated text is kind to a detector that",
        "remembers words (crf, tagger).",
        "",
    ]
    with TemporaryDirectory() as folder:
        found, notes = cases(Path(folder))
        lines += table(HEAD, [cells_of(case, wish.size) for case in found])
    publish(__file__, [*lines, "", *(f"- {note}" for note in notes)], output=wish.output)


if __name__ == "__main__":
    main()
