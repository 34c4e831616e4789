"""This checkout beside another one: processor time of the whole pipeline, in turn and in one run.

Both get the same texts, made here once; each works in processes of its own, one after the other, again and
again, and the best go of each counts. Say the folder of the other checkout: `git worktree add` makes one.
spaCy and Presidio take turns with them where they are installed (`--peers`). `--sizes` asks for the exponent
of the time over the size of one text as well, up to twenty megabytes.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.reporting import LANGUAGES, ROOT, make_parser, publish, say, table
from bench.speed.linear import machine
from bench.speed.peers import PEERS, Peer, measure, missing
from bench.speed.processes import ONE_THREAD
from bench.texts import letters, varied

METHODS: Final = ("tag", "substitute", "generalize")
SHORT: Final = 84  # characters
COLD: Final = "cold start"
# Runs in either checkout, which may be too old to know this module: it uses what programs use, and no more.
_PROGRAM: Final = """
import gc, json, resource, sys, time
from nescio import Document, Job, load
texts, method, language, goes = json.load(open(sys.argv[1])), sys.argv[2], sys.argv[3], int(sys.argv[4])
anonymizer = load(language, method=method)
jobs = lambda kind: [Job(Document(str(n), t, language)) for n, t in enumerate(texts[kind])]
anonymizer.run(jobs("warm"))
found = {}
for kind in texts:
    if kind == "warm":
        continue
    for _ in range(goes):
        gc.collect()
        began = time.process_time()
        done = anonymizer.run(jobs(kind))
        spent = time.process_time() - began
        if any(job.failure is not None for job in done):
            raise SystemExit("a text failed")
        found[kind] = min(spent, found.get(kind, spent))
found["peak MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(found))
"""


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--times", type=int, default=2, help="goes of each, of which the best counts")
    parser.add_argument("--letters", type=int, default=150)
    parser.add_argument("--long", type=int, default=1_000_000, help="characters of the long text")
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="which has spaCy, Presidio")
    parser.add_argument("--sizes", nargs="+", type=int, default=(), help="100000 1000000 20000000")
    wish = parser.parse_args()
    load = os.getloadavg()[0]
    rows, figures = [], dict[str, Any]()
    others, notes, grown = list[list[str]](), list[str](), list[list[str]]()
    with TemporaryDirectory() as place:
        for language in wish.languages:
            texts = made(language, wish.letters, wish.long)
            path = Path(place) / f"{language}.json"
            path.write_text(json.dumps(texts), encoding="utf-8")
            peers = [peer for peer in PEERS if told(missing(peer, wish.peers, language), notes)]
            for method in wish.methods:
                asked = partial(in_turn, (wish.other, ROOT), path, method, language, wish.times)
                both, beside = asked(peers if method == wish.methods[0] else (), wish.peers)
                figures[f"{language} {method}"] = [*both, beside]
                rows += rows_of(language, method, texts, both)
                others += peer_rows(language, method, texts, both[1], beside)
                say(f"{language}, {method} done")
                if wish.sizes:
                    grown.append(growth(Path(place), language, method, wish.sizes))
    about = f"{machine()}. Load {load:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end."
    publish(__file__, report(about, rows, others, notes, grown), output=wish.output, figures=figures)


def told(reason: str | None, notes: list[str]) -> bool:
    """Whether there is nothing to say; what there is goes to the notes."""
    notes += [] if reason is None else [reason]
    return reason is None


def made(language: str, number: int, size: int) -> dict[str, list[str]]:
    """The texts of each kind; none of them shares more words with another than texts do."""
    some = letters(language, number, seed=11)
    cut = [
        letter[at : at + SHORT].strip() for letter in letters(language, number, seed=12) for at in (60, 300)
    ]
    return {
        "warm": letters(language, 3, seed=1),
        "letters": some,
        "short texts": [text for text in cut if text],
        "one long text": [varied(language, size, seed=13)],
    }


def in_turn(
    folders: Sequence[Path],
    texts: Path,
    method: str,
    language: str,
    times: int,
    peers: Sequence[Peer],
    python: str,
) -> tuple[list[dict[str, float]], dict[str, dict[str, float]]]:
    """The best figures of each checkout and peer; they take turns, so that a busy minute meets all."""
    best: list[dict[str, float]] = [{} for _ in folders]
    beside: dict[str, dict[str, float]] = {peer.name: {} for peer in peers}
    for _ in range(times):
        for found, folder in zip(best, folders, strict=True):
            new = {**run_in(folder, texts, method, language), COLD: cold_start(folder, language, method)}
            keep_best(found, new)
        for peer in peers:
            keep_best(beside[peer.name], measure(peer, python, texts, language))
    return best, beside


def keep_best(found: dict[str, float], new: dict[str, float]) -> None:
    for kind, value in new.items():
        found[kind] = min(value, found.get(kind, value))


def growth(place: Path, language: str, method: str, sizes: Sequence[int]) -> list[str]:
    """Seconds and memory of one text of each size, and the slope of the one over the other."""
    times, peak = [], 0.0
    for size in sizes:
        path = place / "growth.json"
        texts = {"warm": letters(language, 3, seed=1), "text": [varied(language, size, seed=14)]}
        path.write_text(json.dumps(texts), encoding="utf-8")
        found = run_in(ROOT, path, method, language)
        times.append(found["text"])
        peak = found["peak MB"]
        say(f"{language}, {method}, {size:,} characters: {found['text']:.1f} s")
    slope = math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0]) if len(sizes) > 1 else 1.0
    return [language, method, " / ".join(f"{time:.1f}" for time in times), f"{slope:.2f}", f"{peak:.0f}"]


def run_in(folder: Path, texts: Path, method: str, language: str) -> Any:
    command = [sys.executable, "-c", _PROGRAM, str(texts), method, language, "1"]
    done = subprocess.run(command, check=True, capture_output=True, env=environment(folder))
    return json.loads(done.stdout)


def environment(folder: Path) -> dict[str, str]:
    own = {
        "PYTHONPATH": str(folder.resolve() / "src"),
        "PYTHONDONTWRITEBYTECODE": "",
    }  # compiled once, as installed
    return os.environ | ONE_THREAD | own


def cold_start(folder: Path, language: str, method: str) -> float:
    """Processor seconds of the command on one small file."""
    small = ROOT / "examples" / language / "mail.txt"
    command = [sys.executable, "-m", "nescio", "anonymize", str(small), "-l", language, "-m", method]
    before = os.times()
    subprocess.run(command, check=True, capture_output=True, env=environment(folder))
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def rows_of(
    language: str, method: str, texts: dict[str, list[str]], both: Sequence[dict[str, float]]
) -> list[list[str]]:
    before, after = both
    rows = []
    for kind in before:
        cells = [language, method, kind]
        if kind in texts:
            size = sum(map(len, texts[kind]))
            cells += [f"{size / time / 1000:.1f} k" for time in (before[kind], after[kind])]
        else:
            cells += [
                f"{value:.2f} s" if kind == COLD else f"{value:.0f}" for value in (before[kind], after[kind])
            ]
        rows.append([*cells, f"{before[kind] / after[kind]:.2f}"])
    return rows


def peer_rows(
    language: str,
    method: str,
    texts: dict[str, list[str]],
    ours: dict[str, float],
    beside: dict[str, dict[str, float]],
) -> list[list[str]]:
    rows = []
    for name, found in beside.items():
        for kind in [kind for kind in found if kind in texts]:
            size = sum(map(len, texts[kind]))
            speeds = [f"{size / value / 1000:.1f} k" for value in (found[kind], ours[kind])]
            rows.append([language, kind, name, *speeds, f"{found[kind] / ours[kind]:.1f}"])
    return rows


def report(
    about: str,
    rows: Sequence[Sequence[str]],
    others: Sequence[Sequence[str]],
    notes: Sequence[str],
    grown: Sequence[Sequence[str]],
) -> list[str]:
    beside = table(("language", "what", "system", "theirs", f"ours, {METHODS[0]}", "times"), others)
    sizes = table(("language", "method", "seconds of each size", "exponent", "peak MB"), grown)
    return [
        "# Beside an earlier checkout\n",
        f"Characters per second of processor time, whole pipeline, one core, varied text. {about}",
        f"Letters of 1 to 1.6 kB, texts of {SHORT} characters, one long text; seconds of processor time of",
        "`nescio anonymize` on one small file; the most memory that a process had. Both took turns.\n",
        *table(("language", "method", "what", "before", "now", "times"), rows),
        *(("\n## Beside others\n", *beside) if others else ()),
        *(("\n## Growth of one text\n", *sizes) if grown else ()),
        "",
        *(f"- {note}" for note in notes),
    ]


if __name__ == "__main__":
    main()
