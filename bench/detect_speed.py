"""Speed, load time and memory of rules and lists, and of the engines that could match them.

Every figure comes from a process of its own and counts processor seconds of one core. Engines that
are not installed (hyperscan, ahocorasick_rs) are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
RESULTS = HERE / "results" / "detect_speed.md"
LANGUAGES = ("en", "de", "pt", "es")
SIZE = 1_000_000


def sample(language: str) -> str:
    text = "\n\n".join(path.read_bytes().decode() for path in sorted((EXAMPLES / language).glob("*.txt")))
    return (text * (SIZE // len(text) + 1))[:SIZE]


def seconds(action: Callable[[], object]) -> float:
    began = time.process_time()
    action()
    return time.process_time() - began


def best(action: Callable[[], object], times: int = 3) -> float:
    return min(seconds(action) for _ in range(times))


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def recognizers(language: str) -> dict[str, float]:
    """Rules and lists of a language as nescio uses them."""
    import numpy  # noqa: F401  # what others need too is not counted as ours

    from nescio import Document, load
    from nescio.detect.gazetteer import GazetteerDetector
    from nescio.detect.patterns import PatternDetector
    from nescio.packs import load_pack

    pack = load_pack(language)
    options = load(language, options={"detect": {"recognizers": []}}).settings(language).options
    regions = options("detect", "patterns").get("regions", ())
    made: list[object] = []
    loading = seconds(lambda: made.append(PatternDetector.build(pack, {"regions": regions})))
    mapping = seconds(lambda: made.append(GazetteerDetector.build(pack, {})))
    docs = [Document("bench", sample(language), language)]
    patterns, lists = made
    first = seconds(lambda: (patterns.detect(docs), lists.detect(docs)))  # type: ignore[attr-defined]
    return {
        "entries": sum(len(table.index) for table in pack.list_tables),
        "rules": len(pack.rules),
        "load rules": loading,
        "load lists": mapping,
        "first": first,
        "patterns": best(lambda: patterns.detect(docs)),  # type: ignore[attr-defined]
        "lists": best(lambda: lists.detect(docs)),  # type: ignore[attr-defined]
        "peak": peak(),
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
    """Engine to seconds of compiling and of one pass over the sample, with all rules of a language."""
    import re2

    from nescio.detect.pattern_matcher import Haystack, PatternMatcher
    from nescio.packs import load_pack
    from nescio.text.alphabet import WORD, regex_to_alphabet

    rules = load_pack(language).rules
    text = sample(language)
    answer: dict[str, list[float]] = {}
    kept: list[list[PatternMatcher]] = []
    compiling = seconds(lambda: kept.append([PatternMatcher(rule) for rule in rules]))
    hay = Haystack(text)
    run = best(lambda: [sum(1 for _ in matcher.find(hay)) for matcher in kept[0]])
    answer["RE2, one byte per character (chosen)"] = [compiling, run]

    edge = r"[^\pL\pM\pN_]"

    def whole(rule: object, edge: str) -> str:
        before, after = (getattr(rule, key) for key in ("before", "after"))
        left = f"(?:^|{edge})" if rule.boundary else ""  # type: ignore[attr-defined]
        right = f"(?:{after})" if after else f"(?:$|{edge})"
        return f"{left}(?:{before or ''})(?P<span>{rule.regex}){right}"  # type: ignore[attr-defined]

    data = text.encode()
    wide: list[list[object]] = []
    roomy = re2.Options()
    roomy.max_mem = 256 << 20
    compiling = seconds(
        lambda: wide.append([re2.compile(whole(rule, edge).encode(), roomy) for rule in rules])
    )
    run = best(lambda: [sum(1 for _ in regex.finditer(data)) for regex in wide[0]])  # type: ignore[attr-defined]
    answer["RE2 over UTF-8, one pass per rule"] = [compiling, run]

    # The mark stands for the edge while the rest is translated: the edge is in the alphabet already.
    narrow = [(rule, regex_to_alphabet(whole(rule, "@EDGE@"))) for rule in rules]
    narrow = [(rule, regex and regex.replace("@EDGE@", f"[^{WORD}]")) for rule, regex in narrow]
    latin = re2.Options()
    latin.encoding, latin.max_mem = re2.Options.Encoding.LATIN1, 256 << 20
    group = re2.Set.SearchSet(latin)

    def fill() -> None:
        for _, regex in narrow:
            if regex is not None:
                group.Add(regex.encode("latin-1"))
        group.Compile()

    compiling = seconds(fill)
    pages = [page for page in hay.narrow.split(b"\n\n") if page]
    run = seconds(lambda: [group.Match(page) for page in pages])
    answer["RE2 set, which rules match a paragraph (no places)"] = [compiling, run]
    answer |= _hyperscan([(rule.ignore_case, regex) for rule, regex in narrow if regex], hay.narrow)
    return answer


def _hyperscan(regexes: list[tuple[bool, str]], data: bytes) -> dict[str, list[float]]:
    try:
        import hyperscan
    except ImportError:
        return {}
    found = {}
    kinds = {"ends only": 0, "with starts": hyperscan.HS_FLAG_SOM_LEFTMOST}
    for name, flag in kinds.items():
        usable = []
        for ignore_case, regex in regexes:
            flags = flag | (hyperscan.HS_FLAG_CASELESS if ignore_case else 0)
            plain = re.sub(r"\(\?P<span>", "(?:", regex).encode("latin-1")
            try:
                hyperscan.Database().compile(expressions=[plain], ids=[0], elements=1, flags=[flags])
            except Exception:  # noqa: S112  # what it refuses is what is counted
                continue
            usable.append((plain, flags))
        database = hyperscan.Database()
        sources, flags = [item[0] for item in usable], [item[1] for item in usable]
        numbers = list(range(len(usable)))

        def compile_all(
            database: object = database,
            sources: object = sources,
            numbers: object = numbers,
            flags: object = flags,
        ) -> None:
            database.compile(expressions=sources, ids=numbers, elements=len(usable), flags=flags)  # type: ignore[attr-defined]  # noqa: B023

        compiling = seconds(compile_all)
        run = best(lambda database=database: database.scan(data, match_event_handler=lambda *_: None))  # type: ignore[misc]
        found[f"hyperscan, {name}, {len(usable)} of {len(regexes)} rules"] = [compiling, run]
    return found


def automata(language: str) -> dict[str, list[float]]:
    """Structure to seconds of building, of loading, of one pass, and megabytes on disk, for all entries."""
    from daachorse import CharwiseDoubleArrayAhoCorasick

    from nescio.packs import load_pack
    from nescio.packs.list_table import build_table, load_table
    from nescio.text.folding import fold_entry
    from nescio.text.word_matcher import Words

    pack = load_pack(language)
    folders = [folder / "lists" for folder in pack.folders]
    text = sample(language)
    lists = [words for words in pack.lists if words.entries]
    built = seconds(lambda: build_table(lists))
    mapped = seconds(lambda: [load_table(folder) for folder in folders])
    run = best(lambda: [table.index.find(Words(text)) for table in pack.list_tables])
    size = sum((folder / "compiled.bin").stat().st_size for folder in folders) / 1e6
    answer = {"sorted keys, mapped (chosen)": [built, mapped, run, size]}
    entries = sorted({f" {fold_entry(entry)} " for words in lists for entry in words.entries})
    kept: list[CharwiseDoubleArrayAhoCorasick] = []
    built = seconds(lambda: kept.append(CharwiseDoubleArrayAhoCorasick(entries)))
    data = kept[0].serialize()
    loaded = seconds(lambda: CharwiseDoubleArrayAhoCorasick.deserialize(data))
    run = best(lambda: kept[0].find_overlapping(f" {' '.join(Words(text).folded)} "))
    answer["daachorse, serialised"] = [built, loaded, run, len(data) / 1e6]
    try:
        from ahocorasick_rs import AhoCorasick, Implementation
    except ImportError:
        return answer
    more: list[AhoCorasick] = []
    built = seconds(lambda: more.append(AhoCorasick(entries, implementation=Implementation.ContiguousNFA)))
    line = f" {' '.join(Words(text).folded)} "
    run = best(lambda: more[0].find_matches_as_indexes(line, overlapping=True))
    answer["ahocorasick-rs, cannot be stored"] = [built, built, run, 0.0]
    return answer


def ask(part: str, language: str) -> dict[str, object]:
    command = [sys.executable, __file__, "--part", part, "--language", language]
    # Waiting threads of the linear algebra count as processor time though they do nothing.
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, check=True, capture_output=True, env=alone)
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=("recognizers", "cold", "engines", "automata"))
    parser.add_argument("--language", default="de")
    arguments = parser.parse_args()
    if arguments.part:
        parts: dict[str, Callable[[str], object]] = {
            "recognizers": recognizers,
            "cold": cold,
            "engines": engines,
            "automata": automata,
        }
        print(json.dumps(parts[arguments.part](arguments.language)))
        return
    lines = [
        "# Speed of rules and lists",
        "",
        "Processor seconds of one core; 1,000,000 characters (`make bench`).",
        "",
    ]
    heads = ("language", "rules", "rows of lists", "load rules", "load lists", "cold start, imports included")
    lines += [f"| {' | '.join((*heads, 'first pass', 'characters/s', 'peak MB'))} |"]
    lines += ["|---|---|---|---|---|---|---|---|---|"]
    for language in LANGUAGES:
        row = {key: float(str(value)) for key, value in ask("recognizers", language).items()}
        ready = min(float(str(ask("cold", language)["ready"])) for _ in range(5))
        rate = SIZE / (row["patterns"] + row["lists"]) / 1e6
        lines.append(
            f"| {language} | {row['rules']:.0f} | {row['entries']:,.0f} | {row['load rules']:.2f} s "
            f"| {row['load lists']:.2f} s | {ready:.2f} s | {row['first']:.2f} s | {rate:.2f} M "
            f"| {row['peak']:.0f} |"
        )
        print(lines[-1], flush=True)
    lines += ["", "| engine (German rules) | compile | one pass |", "|---|---|---|"]
    for name, (compiling, run) in ask("engines", "de").items():  # type: ignore[misc]
        lines.append(f"| {name} | {compiling:.2f} s | {run:.2f} s |")
    lines += [
        "",
        "| lists (German and universal) | build | load | one pass | MB stored |",
        "|---|---|---|---|---|",
    ]
    for name, (built, loaded, run, size) in ask("automata", "de").items():  # type: ignore[misc]
        lines.append(f"| {name} | {built:.2f} s | {loaded:.3f} s | {run:.2f} s | {size:.1f} |")
    print("\n".join(lines[-12:]))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
