"""Quality of the shipped recognizer: corpora, case, names of many origins, calibration, speed.

Reads the corpora below the folder in NESCIO_DATA; writes a table and a JSON file with all figures.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # speed is reported for one core

from nescio.core.model import Document
from nescio.detect.tagger.detector import SHIPPED, TaggerDetector
from nescio.detect.tagger.model import Tagger, load_tagger
from nescio.detect.tagger.tokens import tokenize
from nescio.learn.calibrate import calibration_error, judge, measure, score_once
from nescio.learn.corpora import Corpus, Sentence, read_corpus
from nescio.learn.harem import read_harem
from nescio.learn.scoring import Score, score
from nescio.packs import load_pack

HERE = Path(__file__).parent
DIALS = ("high", "balanced", "precise")


def read_set(name: str, table: Mapping[str, Any], data: Path) -> list[Sentence]:
    if "harem" in table:
        return read_harem(data / table["harem"])
    masked = frozenset(table.get("masked", ()))
    handles = table.get("handles", False)
    corpus = Corpus(name, tuple(table["files"]), table["labels"], "", 0, masked, handles=handles)
    sentences = read_corpus(corpus, data)
    return sentences[-table["last"] :] if "last" in table else sentences


def figures(found: Score) -> dict[str, Any]:
    return {
        "entity_f1": round(found.entity.f1, 4),
        "token_recall": round(found.token.recall, 4),
        "token_precision": round(found.token.precision, 4),
        "classes": {name: round(counts.f1, 4) for name, counts in found.classes.items()},
    }


def corpus_figures(tagger: Tagger, sets: Mapping[str, list[Sentence]]) -> dict[str, Any]:
    scored = {name: score_once(tagger, part) for name, part in sets.items()}
    rows = {dial: measure(tagger, scored, tagger.dial(dial)) for dial in DIALS}
    return {name: {dial: figures(rows[dial][name]) for dial in DIALS} for name in sets}


def case_figures(tagger: Tagger, sets: Mapping[str, list[Sentence]]) -> dict[str, Any]:
    """Recall of the same sets as written, in small letters and in capitals."""
    ways = {"written": str, "lower": str.lower, "upper": str.upper}
    found: dict[str, Any] = {}
    for name, part in sets.items():
        found[name] = {}
        for way, change in ways.items():
            changed = [s._replace(words=tuple(change(w) for w in s.words)) for s in part]
            scored = {"x": score_once(tagger, changed)}
            found[name][way] = measure(tagger, scored, tagger.dial("balanced"))["x"].token.recall
    return found


def name_figures(tagger: Tagger) -> dict[str, Any]:
    """Share of names found as a person, and as anything, in simple sentences of all languages."""
    tables = tomllib.loads((HERE / "names.toml").read_text("utf-8"))
    frames = [frame for lines in tables.pop("sentences").values() for frame in lines]
    found: dict[str, Any] = {}
    for origin, kinds in tables.items():
        found[origin] = {kind: _name_recall(tagger, names, frames) for kind, names in kinds.items()}
    return found


def _name_recall(tagger: Tagger, names: Sequence[str], frames: Sequence[str]) -> dict[str, float]:
    texts = [(frame.format(name).split(" "), name) for name in names for frame in frames]
    answers = tagger.tag([words for words, _ in texts], tagger.dial("balanced"))
    hits = [[m for m in a if w[m.start] == n] for (w, n), a in zip(texts, answers, strict=True)]
    any_class = sum(bool(h) for h in hits) / len(texts)
    person = sum(any(m.label == "PER" for m in h) for h in hits) / len(texts)
    return {"recall": round(any_class, 4), "as_person": round(person, 4)}


def raw_text_figures(sets: Mapping[str, list[Sentence]], languages: Mapping[str, str]) -> dict[str, Any]:
    """Token recall and precision when the words are joined and nescio tokenizes itself."""
    found: dict[str, Any] = {}
    for name, language in languages.items():
        detector = TaggerDetector.build(load_pack(language), {})
        gold, answers = [], []
        for sentence in sets[name]:
            text = " ".join(sentence.words)
            [spans] = detector.detect([Document("d", text, language)])
            gold.append(sentence.tags)
            answers.append(_project(sentence, spans))
        found[name] = figures(score(gold, answers))
    return found


def _project(sentence: Sentence, spans: Sequence[Any]) -> list[str]:
    tags, at = [], 0
    for word in sentence.words:
        inside = next((s for s in spans if s.start < at + len(word) and at < s.end), None)
        tags.append("O" if inside is None else ("B-" if inside.start >= at else "I-") + inside.label)
        at += len(word) + 1
    return tags


def speed_figures(sets: Mapping[str, list[Sentence]]) -> dict[str, float]:
    text = "\n".join(" ".join(s.words) for part in sets.values() for s in part[:400])
    start = time.perf_counter()
    load_tagger(SHIPPED)
    loaded = time.perf_counter() - start
    detector = TaggerDetector.build(load_pack("en"), {})
    docs = [Document(str(i), text[at : at + 4000]) for i, at in enumerate(range(0, len(text), 4000))]
    words = sum(len(tokenize(doc.text)) for doc in docs)
    rates = []
    for _ in range(2):
        start = time.process_time()
        detector.detect(docs)
        rates.append(words / (time.process_time() - start))
    return {
        "load_seconds": round(loaded, 3),
        "cold_tokens_per_second": round(rates[0]),
        "warm_tokens_per_second": round(rates[1]),
    }


def table(results: Mapping[str, Any], plan: Mapping[str, Any]) -> str:
    lines = [
        "| set | entity F1 | token recall | token precision | goal | reached | high: recall / precision |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, row in results["corpora"].items():
        own, high, goal = row["balanced"], row["high"], plan[name].get("goal")
        reached = (
            "–"
            if goal is None
            else "yes"
            if own["entity_f1"] >= goal[0] and own["token_recall"] >= goal[1]
            else "no"
        )
        wanted = "–" if goal is None else f"{goal[0]:.2f} / {goal[1]:.2f}"
        lines.append(
            f"| {name} | {own['entity_f1']:.3f} | {own['token_recall']:.3f} | {own['token_precision']:.3f} "
            f"| {wanted} | {reached} | {high['token_recall']:.3f} / {high['token_precision']:.3f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=SHIPPED)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    arguments = parser.parse_args()
    if "NESCIO_DATA" not in os.environ:
        sys.exit("Set NESCIO_DATA to the folder of the corpora.")
    data = Path(os.environ["NESCIO_DATA"])
    plan = tomllib.loads((HERE / "quality_tagger.toml").read_text("utf-8"))
    sets = {name: read_set(name, entry, data) for name, entry in plan.items()}
    dev = {name: part for name, part in sets.items() if plan[name].get("dev")}
    tagger = load_tagger(arguments.model)
    results: dict[str, Any] = {
        "model": tagger.version,
        "corpora": corpus_figures(tagger, sets),
        "case": case_figures(tagger, dev),
        "names": name_figures(tagger),
        "raw_text": raw_text_figures(
            sets, {"conll2003_en_test": "en", "germeval_held": "de", "bosque_dev": "pt", "ancora_held": "es"}
        ),
        "calibration_error": {
            name: round(
                calibration_error(judge(tagger, score_once(tagger, part), tagger.dial("balanced"))), 4
            )
            for name, part in [*dev.items(), ("all", [s for part in dev.values() for s in part])]
        },
        "speed": speed_figures(sets),
    }
    results["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "quality_tagger.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (arguments.out / "quality_tagger.md").write_text(table(results, plan) + "\n", encoding="utf-8")
    print(table(results, plan))
    for part in ("case", "names", "raw_text", "calibration_error", "speed", "peak_megabytes"):
        print(part, json.dumps(results[part], ensure_ascii=False))


if __name__ == "__main__":
    main()
