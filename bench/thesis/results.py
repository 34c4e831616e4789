"""The ancestors' tables beside ours, in one command: `make results` writes docs/results.md.

Runs the five configurations of the multilingual thesis over the corpora below NESCIO_DATA, the
linkers over gold mentions, the replacement methods, and the benchmarks of anonymization.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.reporting import ROOT, corpora, make_parser, publish, say, settings_of
from bench.thesis.tables import ThesisRow, page
from nescio.api import Anonymizer
from nescio.core.model import Document, Job, Span
from nescio.evaluate.compare import compare, letters
from nescio.evaluate.evaluation import Evaluation, evaluate
from nescio.evaluate.metrics.chains import Chains, b_cubed, b_cubed_by_document, singletons
from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.prepare import Choices, make_comparable
from nescio.evaluate.read.bio import BioOptions
from nescio.evaluate.read.files import read_annotations
from nescio.evaluate.report.plain import saved_of
from nescio.evaluate.systems import System, run_system
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.loading import load_base, load_linker
from nescio.packs import load_pack
from nescio.registry import Registry

METHODS = ("suppress", "tag", "substitute", "generalize")
CONFIGURATIONS = ("BL", "+PM", "+2P", "+2NER", "+All")


@dataclass
class Results:
    """Everything that the page shows."""

    plan: Mapping[str, Any]
    systems: dict[str, System] = field(default_factory=dict)
    rows: list[ThesisRow] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)  # configuration -> the part it lacks
    notes: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)  # corpora that are not there
    parts: dict[str, str] = field(default_factory=dict)
    chains: list[dict[str, Any]] = field(default_factory=list)
    privacy: list[tuple[str, Evaluation]] = field(default_factory=list)
    availability: dict[str, dict[str, float]] = field(default_factory=dict)
    methods: dict[str, list[float]] = field(default_factory=dict)  # seconds and documents


def train_second(plan: Mapping[str, Any], data: Path, folder: Path) -> Path:
    """Train a CRF per language; returns the configuration that names the models."""
    lines = []
    for language, file in plan["second"].items():
        gold = folder / f"{language}.jsonl"
        with gold.open("w", encoding="utf-8") as out:
            for item in read_annotations(data / file, BioOptions(sentences=plan["sentences"], repair=True)):
                spans = [[s.start, s.end, s.label] for s in item.mentions if s.label in plan["labels"]]
                out.write(json.dumps({"text": item.text, "spans": spans}) + "\n")
        model = folder / f"{language}.crf"
        command = [sys.executable, "-m", "nescio", "train", "crf", str(gold)]
        subprocess.run([*command, "-o", str(model), "-l", language], check=True, capture_output=True)
        lines.append(f'[{language}.detect.options.crf]\nmodel = "{model.name}"\n')
        say(f"second detector trained: {language}")
    config = folder / "second.toml"
    config.write_text("\n".join(lines), encoding="utf-8")
    return config


def systems(plan: Mapping[str, Any], results: Results, models: Path) -> dict[str, System]:
    """The five configurations as far as their parts are installed, and what ships."""
    registry = Registry.installed()
    parts, known = plan["parts"], registry.names("nescio.detectors")
    main = next((name for name in parts["main"] if name in known), None)
    second = next((name for name in parts["second"] if name in known), None)
    patterns = [name for name in parts["patterns"] if name in known]
    passes = [name for name in parts["passes"] if name in registry.names("nescio.second_passes")]
    results.parts = {
        "main detector": main or "none installed",
        "second detector": second or "none installed",
        "pattern matching": ", ".join(patterns),
        "second pass": ", ".join(passes) or "none installed",
    }
    wanted = {
        "BL": ([main], []),
        "+PM": ([main, *patterns], []),
        "+2P": ([main], passes),
        "+2NER": ([main, second], []),
        "+All": ([main, *patterns, *([second] if second else [])], passes),
        "PM alone": (patterns, []),
    }
    if main is not None and second is None:
        results.notes.append("+All was run without a second detector: none is installed")
    found = {"as shipped": System("as shipped")}
    for name, (detectors, own) in wanted.items():
        if None in detectors:
            lacks = "main" if main is None else "second"
            results.missing[name] = f"no {lacks} detector is installed ({', '.join(parts[lacks])})"
        elif "2P" in name and not own:
            results.missing[name] = "no second pass is installed"
        else:
            config = models if "crf" in detectors else None
            found[name] = System(name, config=config, options=_options(detectors, own))
    return {name: found[name] for name in (*CONFIGURATIONS, "PM alone", "as shipped") if name in found}


def _options(detectors: Sequence[str | None], passes: Sequence[str]) -> dict[str, Any]:
    """Detectors have the precedence that they have in the settings that ship."""
    shipped: list[str] = Anonymizer().settings("xx").get("detect", "detectors")
    names = [name for name in detectors if name]
    names.sort(key=lambda name: shipped.index(name) if name in shipped else len(shipped))
    return {
        "detect": {"detectors": names},
        "second_pass": {"enabled": bool(passes), "passes": list(passes)},
    }


def read(corpus: Mapping[str, Any], plan: Mapping[str, Any], data: Path) -> list[Annotation]:
    return read_annotations(data / corpus["file"], BioOptions(sentences=plan["sentences"], repair=True))


def judge(
    corpus: Mapping[str, Any], gold: list[Annotation], system: System, plan: Mapping[str, Any]
) -> Evaluation:
    answers = run_system(system, gold, language=corpus["language"], stop="second_pass")
    choices = Choices(tags=corpus.get("tags", {}), labels=tuple(plan["labels"]))
    ready = make_comparable(gold, answers, choices)
    return evaluate(ready.pairs, ready.labels, name=system.name)


def run_corpus(corpus: Mapping[str, Any], plan: Mapping[str, Any], data: Path, results: Results) -> None:
    gold = read(corpus, plan, data)
    first: Evaluation | None = None
    for name, system in results.systems.items():
        found = judge(corpus, gold, system, plan)
        first = first or (found if name == "BL" else None)
        differs = ""
        if first is not None and found is not first:
            differs = letters(compare(saved_of(first), saved_of(found))["token"])
        results.rows.append(ThesisRow(corpus["name"], name, found, differs))
        say(f"{corpus['name']}: {name}: token F1 {found.overall('token').f1:.3f}")
    _availability(corpus, gold, plan, results)


def gold_jobs(gold: Sequence[Annotation], language: str, choices: Choices) -> list[Job]:
    """Jobs that enter after recognition, with the gold mentions as their spans."""
    ready = make_comparable(gold, [_empty(item) for item in gold], choices)
    return [
        Job(
            Document(pair.gold.id, pair.text, language),
            voted=tuple(Span(m.start, m.end, m.label, 1.0, "gold") for m in flat(pair.gold.mentions)),
        )
        for pair in ready.pairs
    ]


def _empty(item: Annotation) -> Annotation:
    return Annotation(item.id, item.text, (), named=item.named, file=item.file, line=item.line)


def flat(mentions: Sequence[Mark]) -> list[Mark]:
    """Without nested and overlapping mentions: the longest stays."""
    kept: list[Mark] = []
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        if all(mention.end <= other.start or other.end <= mention.start for other in kept):
            kept.append(mention)
    return sorted(kept)


def run_chains(corpus: Mapping[str, Any], plan: Mapping[str, Any], data: Path, results: Results) -> None:
    gold = read(corpus, plan, data)
    choices = Choices(tags={"OTHER": "MISC"})
    jobs = gold_jobs(gold, corpus["language"], choices)
    done = Anonymizer(corpus["language"]).run(jobs, start="coref", stop="coref")
    documents: list[tuple[Chains, Chains]] = []
    for item, job in zip(gold, done, strict=True):
        truth: Chains = {(m.start, m.end): m.entity for m in flat(item.mentions)}
        answer: Chains = {
            (m.start, m.end): entity.id for entity in job.entities or () for m in entity.mentions
        }
        documents.append((truth, answer))
    results.chains.append(
        {
            "name": corpus["name"],
            "documents": len(documents),
            "mentions": sum(len(truth) for truth, _ in documents),
            "pooled": b_cubed(documents),
            "mean": b_cubed_by_document(documents),
            "alone": b_cubed([(truth, singletons(truth)) for truth, _ in documents]),
        }
    )
    say(f"{corpus['name']}: B³ {results.chains[-1]['pooled'].f1:.3f}")


def _availability(
    corpus: Mapping[str, Any], gold: list[Annotation], plan: Mapping[str, Any], results: Results
) -> None:
    """Each method over the gold mentions: its time, and for generalization what it could offer."""
    choices = Choices(tags=corpus.get("tags", {}), labels=tuple(plan["labels"]))
    jobs = gold_jobs(gold, corpus["language"], choices)
    installed = Registry.installed().names("nescio.methods")
    for method in (name for name in METHODS if name in installed):
        anonymizer = Anonymizer(corpus["language"], options={"replace": {"default": method}})
        began = time.perf_counter()
        done = anonymizer.run(jobs, start="coref")
        total = results.methods.setdefault(method, [0.0, 0.0])
        total[0] += time.perf_counter() - began
        total[1] += len(jobs)
        if method == "generalize":
            results.availability[corpus["published"]] = dict(
                _offered(done, ("LOC", "ORG"), corpus["language"])
            )


def _offered(jobs: Sequence[Job], labels: Sequence[str], language: str) -> Iterator[tuple[str, float]]:
    """The share of entities of a class for which a type was found: by name, head word or context.

    Where none is found the method still answers, with the bare word for the class ("an
    organization"); that does not count.
    """
    linker = load_linker(pack := load_pack(language), load_base(pack))
    for label in labels:
        mentioned = [
            Mentioned(
                text[m.start : m.end], label, text[max(0, m.start - 120) : m.start], text[m.end : m.end + 120]
            )
            for job in jobs
            for text in (job.document.text,)
            for m in (entity.mentions[0] for entity in job.entities or () if entity.label == label)
        ]
        found = [link.reason != "label" for item in mentioned for link in linker.link([item])]
        yield label, sum(found) / max(len(found), 1)


def run_privacy(corpus: Mapping[str, Any], plan: Mapping[str, Any], data: Path, results: Results) -> None:
    gold = read(corpus, plan, data)
    answers = run_system(System("as shipped"), gold, language=corpus["language"])
    tags = corpus.get("tags", {})
    ready = make_comparable(gold, answers, Choices(tags=tags))
    results.privacy.append((corpus["name"], evaluate(ready.pairs, ready.labels, name="as shipped")))
    say(f"{corpus['name']}: mentions hidden {results.privacy[-1][1].coverage['full']:.3f}")


def main() -> None:
    parser = make_parser(__doc__)
    parser.set_defaults(output=ROOT / "docs" / "results.md")
    parser.add_argument("--only", default="", help="only corpora whose name contains this")
    wish, plan, data = parser.parse_args(), settings_of(__file__), corpora()
    results = Results(plan)
    with tempfile.TemporaryDirectory() as folder:
        results.systems = systems(plan, results, train_second(plan, data, Path(folder)))
        for kind, run in (("corpus", run_corpus), ("chains", run_chains), ("privacy", run_privacy)):
            for corpus in plan[kind]:
                if wish.only not in corpus["name"]:
                    continue
                if (data / corpus["file"]).is_file():
                    run(corpus, plan, data, results)
                else:
                    results.absent.append(corpus["name"])
    publish(__file__, page(results), output=wish.output)


if __name__ == "__main__":
    main()
