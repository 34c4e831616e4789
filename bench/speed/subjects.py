"""What `linear.py` measures: the stages on one text, and whole commands on many letters."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.speed import dumps, runs
from bench.speed.growth import STEPS
from bench.speed.processes import best_seconds, seconds, steps
from bench.texts import letters
from nescio import pipeline
from nescio.api import Anonymizer, Result
from nescio.core.errors import JobError
from nescio.core.model import Document, Job
from nescio.explain import explain_spans
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table

METHODS = ("tag", "suppress", "substitute", "generalize")
STAGES = ("detect", "vote", "second_pass", "coref", "decide")
LETTER = 1000  # characters of a letter, about
Times = dict[str, float]


@cache
def anonymizer(language: str, method: str) -> Anonymizer:
    """Ready and used once, so that nothing is loaded while it is measured."""
    made = Anonymizer(language, options={"replace": {"default": method}})
    made.run([Job(Document("warm", letter, language)) for letter in letters(language, 3, seed=1)])
    gc.collect()
    gc.freeze()  # what is loaded for good is not looked at again while something is measured
    return made


def stages(language: str, text: str, counted: Collection[str] = ()) -> Times:
    """Seconds of every stage, method, explanation and way back; and the steps of what is to be counted."""
    kit = anonymizer(language, "tag").kit(language)
    times: Times = {}
    job = Job(Document("bench", text, language))
    for stage in STAGES:
        action = partial(_run, job, kit, stage)
        job = _timed(times, stage, action)
        times |= _counted(stage, action, counted)
    for method in METHODS:
        other = anonymizer(language, method).kit(language)
        action = partial(_run, job, other, "replace")
        done = _timed(times, f"replace: {method}", action)
        times |= _counted(f"replace: {method}", action, counted)
        if method == "tag":
            times["detect --explain"] = seconds(lambda: explain_spans(job.spans or (), job, kit))
            times |= _quick("Result.explain", Result(done).explain)
            times |= _ways_back(done)
    return times


def _run(job: Job, kit: object, stage: str) -> Job:
    [done] = pipeline.run([job], kit, start=stage, stop=stage)  # type: ignore[arg-type]  # a kit it is
    if done.failure is not None:
        raise SystemExit(f"{stage}: {done.failure.reason}")
    return done


def _timed(times: Times, name: str, action: Callable[[], Job]) -> Job:
    results: list[Job] = []
    times[name] = seconds(lambda: results.append(action()))
    return results[0]


def _counted(name: str, action: Callable[[], Job], counted: Collection[str]) -> Times:
    return {f"{name}{STEPS}": float(steps(action))} if name in counted else {}


def _ways_back(job: Job) -> Times:
    table, text = make_table(job), job.solution.text if job.solution else ""
    texts = {
        "position": (text, "position"),
        "placeholder": (text, "placeholder"),
        "order": (text, "order"),
        "altered": (text.replace("[", "").lower(), "placeholder"),
        "lost": (text.replace("[", "").replace("]", "x"), "placeholder"),
    }
    times: Times = {}
    for name, given in texts.items():
        times |= _quick(f"reidentify: {name}", partial(_restore, *given, table))
    return times


def _quick(name: str, action: Callable[[], object]) -> Times:
    """Of what takes little time: the best of some goes, and the steps that it takes."""
    return {name: best_seconds(action), f"{name}{STEPS}": float(steps(action))}


def _restore(text: str, by: str, table: object) -> None:
    with suppress(JobError):  # nothing was left to lead back: said after all was looked at
        reidentify(text, table, by=by)  # type: ignore[arg-type]  # a table it is


def commands(language: str, size: int) -> Times:
    """Seconds of every command over so many characters of letters, or a dump of that size."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        return {name: seconds(action) for name, action in _actions(language, size, folder)}


def imports(language: str, size: int) -> Times:
    """Seconds of every import of a dump of that size."""
    with TemporaryDirectory() as place:
        return {name: seconds(action) for name, action in dumps.imports(language, size, Path(place))}


def _actions(language: str, size: int, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """The commands in turn; each is prepared when the one before is done."""
    texts = letters(language, max(1, size // LETTER), seed=2)
    (folder / "in").mkdir()
    for number, text in enumerate(texts):
        (folder / "in" / f"{number:06}.txt").write_text(text, encoding="utf-8")
    lines = folder / "lines.jsonl"
    rows = [{"id": str(number), "language": language, "text": text} for number, text in enumerate(texts)]
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    tag = anonymizer(language, "tag")
    yield "anonymize a folder", partial(runs.folder, tag, folder, "out")
    yield "anonymize --jsonl", partial(runs.lines, tag, lines)
    yield "detect --jsonl", partial(runs.detect, tag, lines)
    for method in ("tag", "substitute"):
        named = anonymizer(language, method)
        yield f"--ledger with {method}", partial(runs.folder, named, folder, f"l-{method}", ledger=True)
    yield "reidentify a folder", partial(runs.restore, folder)
    gold = runs.write_gold(tag, lines, folder)
    yield "coref", partial(runs.coref, gold, language)
    yield "evaluate", partial(runs.evaluate, gold)
    yield from dumps.imports(language, size, folder)
