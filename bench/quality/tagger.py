"""Quality of the shipped detector: corpora, case, names of many origins, calibration, speed.

Reads the corpora of NESCIO_DATA; the table has the chief figures, the JSON file beside it all of them.
"""

from __future__ import annotations

import os
import resource
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # speed is reported for one core

from bench.reporting import corpora, make_parser, publish, settings_of, table
from nescio.core.model import Document
from nescio.detect.tagger.detector import SHIPPED, TaggerDetector
from nescio.detect.tagger.model import Tagger, load_tagger
from nescio.detect.tagger.passages import lone_sentence
from nescio.detect.tagger.tokens import tokenize
from nescio.learn.corpora import Corpus, Sentence, read_corpus
from nescio.learn.harem import read_harem
from nescio.learn.scoring import Answered, TagScores, score
from nescio.learn.tagger.calibrate import calibration_error, judge, measure, score_once
from nescio.packs import load_pack

DIALS = ("high", "balanced", "precise")


def read_set(name: str, table: Mapping[str, Any], data: Path) -> list[Sentence]:
    if "harem" in table:
        return read_harem(data / table["harem"])
    masked = frozenset(table.get("masked", ()))
    handles = table.get("handles", False)
    corpus = Corpus(name, tuple(table["files"]), table["labels"], "", 0, masked, handles=handles)
    sentences = read_corpus(corpus, data)
    return sentences[-table["last"] :] if "last" in table else sentences


def figures(found: TagScores) -> dict[str, Any]:
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
    tables = _names("names.toml")
    frames = [frame for lines in tables.pop("sentences").values() for frame in lines]
    tables |= {f"{origin}, sealed": kinds for origin, kinds in _names("names_second.toml").items()}
    return {
        origin: {kind: _name_recall(tagger, names, frames) for kind, names in kinds.items()}
        for origin, kinds in tables.items()
    }


def _names(file: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / file).read_text("utf-8"))


def _name_recall(tagger: Tagger, names: Sequence[str], frames: Sequence[str]) -> dict[str, float]:
    texts = [(frame.format(name).split(" "), name) for name in names for frame in frames]
    answers = tagger.tag([lone_sentence(words) for words, _ in texts], tagger.dial("balanced"))
    hits = [[m for m in a if w[m.start] == n] for (w, n), a in zip(texts, answers, strict=True)]
    any_class = sum(bool(h) for h in hits) / len(texts)
    person = sum(any(m.label == "PER" for m in h) for h in hits) / len(texts)
    return {"recall": round(any_class, 4), "as_person": round(person, 4)}


def raw_text_figures(sets: Mapping[str, list[Sentence]], languages: Mapping[str, str]) -> dict[str, Any]:
    """Token recall and precision when the words are joined and nescio tokenizes itself."""
    found: dict[str, Any] = {}
    for name, language in languages.items():
        detector = TaggerDetector.build(load_pack(language), {})
        answers = []
        for sentence in sets[name]:
            text = " ".join(sentence.words)
            [spans] = detector.detect([Document("d", text, language)])
            answers.append(Answered(sentence.tags, _project(sentence, spans), sentence.silent))
        found[name] = figures(score(answers))
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


def calibration_figures(tagger: Tagger, sets: Mapping[str, list[Sentence]]) -> dict[str, float]:
    """The calibration error of each set, and of all together."""
    whole = [sentence for part in sets.values() for sentence in part]
    dial = tagger.dial("balanced")
    return {
        name: round(calibration_error(judge(tagger, score_once(tagger, part), dial)), 4)
        for name, part in [*sets.items(), ("all", whole)]
    }


def rows(results: Mapping[str, Any], plan: Mapping[str, Any]) -> Iterator[list[str]]:
    for name, one in results["corpora"].items():
        own, high, goal = one["balanced"], one["high"], plan[name].get("goal")
        figures = [f"{own[key]:.3f}" for key in ("entity_f1", "token_recall", "token_precision")]
        wanted = reached = "–"
        if goal is not None:
            wanted = f"{goal[0]:.2f} / {goal[1]:.2f}"
            reached = "yes" if own["entity_f1"] >= goal[0] and own["token_recall"] >= goal[1] else "no"
        yield [name, *figures, wanted, reached, f"{high['token_recall']:.3f} / {high['token_precision']:.3f}"]


HEAD = ("set", "entity F1", "token recall", "token precision", "goal", "reached", "high: recall / precision")
RAW_TEXT = {"conll2003_en_test": "en", "germeval_held": "de", "bosque_dev": "pt", "ancora_held": "es"}


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--model", type=Path, default=SHIPPED, help="another model than the one that ships")
    wish, plan, data = parser.parse_args(), settings_of(__file__), corpora()
    sets = {name: read_set(name, entry, data) for name, entry in plan.items()}
    dev = {name: part for name, part in sets.items() if plan[name].get("dev")}
    tagger = load_tagger(wish.model)
    results: dict[str, Any] = {
        "model": tagger.version,
        "corpora": corpus_figures(tagger, sets),
        "case": case_figures(tagger, dev),
        "names": name_figures(tagger),
        "raw_text": raw_text_figures(sets, RAW_TEXT),
        "calibration_error": calibration_figures(tagger, dev),
        "speed": speed_figures(sets),
    }
    results["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    publish(__file__, table(HEAD, rows(results, plan)), output=wish.output, figures=results)


if __name__ == "__main__":
    main()
