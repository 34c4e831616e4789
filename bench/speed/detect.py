"""Speed, load time and memory of rules and lists, and of the engines that could match them.

Every figure comes from a process of its own and counts processor seconds of one core. Engines that
are not installed (hyperscan, ahocorasick_rs) are left out.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.reporting import LANGUAGES, make_parser, publish, row, sample, say, table
from bench.speed.processes import ONE_THREAD, best_seconds, peak_memory, run_alone, seconds

SIZE = 1_000_000


def detectors(language: str) -> dict[str, float]:
    """Rules and lists of a language as nescio uses them."""
    import numpy  # noqa: F401  # what others need too is not counted as ours

    from nescio import Document, load
    from nescio.detect.gazetteer import GazetteerDetector
    from nescio.detect.patterns import PatternDetector
    from nescio.packs import load_pack

    pack = load_pack(language)
    options = load(language, options={"detect": {"detectors": []}}).settings(language).options
    regions = options("detect", "patterns").get("regions", ())
    made: list[object] = []
    loading = seconds(lambda: made.append(PatternDetector.build(pack, {"regions": regions})))
    mapping = seconds(lambda: made.append(GazetteerDetector.build(pack, {})))
    docs = [Document("bench", sample(language, SIZE), language)]
    patterns, lists = made
    first = seconds(lambda: (patterns.detect(docs), lists.detect(docs)))  # type: ignore[attr-defined]
    return {
        "entries": sum(len(table.index) for table in pack.list_tables),
        "rules": len(pack.rules),
        "load rules": loading,
        "load lists": mapping,
        "first": first,
        "patterns": best_seconds(lambda: patterns.detect(docs)),  # type: ignore[attr-defined]
        "lists": best_seconds(lambda: lists.detect(docs)),  # type: ignore[attr-defined]
        "peak": peak_memory(),
    }


def cold(language: str) -> dict[str, float]:
    """From the start of a process to rules and all lists ready, imports included."""
    from nescio.detect.gazetteer import GazetteerDetector
    from nescio.detect.patterns import PatternDetector
    from nescio.packs import load_pack

    imported = time.process_time()
    pack = load_pack(language)
    PatternDetector.build(pack, {})
    GazetteerDetector.build(pack, {})
    # Processor time since the process began, so the start of Python counts too.
    return {"imports": imported, "ready": time.process_time()}


def engines(language: str) -> dict[str, list[float]]:
    from bench.speed.rule_engines import compare_engines

    return compare_engines(language, sample(language, SIZE))


def automata(language: str) -> dict[str, list[float]]:
    from bench.speed.list_automata import compare_automata

    return compare_automata(language, sample(language, SIZE))


# Imports are inside the parts: each is measured in a process of its own.
PARTS: dict[str, Callable[[str], object]] = {
    "detectors": detectors,
    "cold": cold,
    "engines": engines,
    "automata": automata,
}


def ask(part: str, language: str) -> dict[str, Any]:
    answer: dict[str, Any] = run_alone(__spec__.name, "--part", part, "--language", language, **ONE_THREAD)
    return answer


def language_rows() -> Iterator[list[str]]:
    for language in LANGUAGES:
        found = ask("detectors", language)
        ready = min(ask("cold", language)["ready"] for _ in range(5))
        rate = SIZE / (found["patterns"] + found["lists"]) / 1e6
        times = (found["load rules"], found["load lists"], ready, found["first"])
        cells = [language, f"{found['rules']:.0f}", f"{found['entries']:,.0f}"]
        cells += [*(f"{value:.2f} s" for value in times), f"{rate:.2f} M", f"{found['peak']:.0f}"]
        say(row(cells))
        yield cells


def engine_rows() -> Iterator[list[str]]:
    for name, (compiling, run) in ask("engines", "de").items():
        yield [name, f"{compiling:.2f} s", f"{run:.2f} s"]


def automaton_rows() -> Iterator[list[str]]:
    for name, (built, loaded, run, size) in ask("automata", "de").items():
        yield [name, f"{built:.2f} s", f"{loaded:.3f} s", f"{run:.2f} s", f"{size:.1f}"]


HEAD = (
    *("language", "rules", "rows of lists", "load rules", "load lists", "cold start, imports included"),
    *("first pass", "characters/s", "peak MB"),
)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--part", choices=list(PARTS), help="measure this in this process and print JSON")
    parser.add_argument("--language", default="de", help="of that part")
    wish = parser.parse_args()
    if wish.part:
        print(json.dumps(PARTS[wish.part](wish.language)))
        return
    lines = [
        "# Speed of rules and lists",
        "",
        "Processor seconds of one core; 1,000,000 characters (`make bench`).",
        "",
        *table(HEAD, language_rows()),
        "",
        *table(("engine (German rules)", "compile", "one pass"), engine_rows()),
        "",
        *table(("lists (German and universal)", "build", "load", "one pass", "MB stored"), automaton_rows()),
    ]
    publish(__file__, lines, output=wish.output)


if __name__ == "__main__":
    main()
