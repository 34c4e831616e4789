"""Other systems on the texts of `against.py`, in processes of their own: processor time, like ours.

They may be installed elsewhere: `--peers PYTHON` names the interpreter that has them.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

from bench.speed.detectors import SPACY, WITHOUT
from bench.speed.processes import ONE_THREAD

# What all of them do with the texts; `work` takes a list of texts.
_MEASURED: Final = """
import gc, time
work(texts["warm"])
found = {}
for kind in texts:
    if kind != "warm":
        gc.collect()
        began = time.process_time()
        work(texts[kind])
        found[kind] = time.process_time() - began
import resource
found["peak MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(found))
"""
_READ: Final = "import json, sys\ntexts, language, model, without = json.loads(sys.stdin.read())\n"
_SPACY: Final = """
import spacy
pipeline = spacy.load(model, exclude=without)
pipeline.max_length = 10 ** 9
work = lambda texts: [[(e.start_char, e.label_) for e in doc.ents] for doc in pipeline.pipe(texts)]
"""
_PRESIDIO: Final = """
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider
from presidio_anonymizer import AnonymizerEngine
models = [{"lang_code": language, "model_name": model}]
engine = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models}).create_engine()
engine.nlp[language].max_length = 10 ** 9
analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=[language])
anonymizer = AnonymizerEngine()
def work(texts):
    for text in texts:
        anonymizer.anonymize(text, analyzer.analyze(text, language=language))
"""


class Peer(NamedTuple):
    """Another system: what it is called, and the program that makes its `work`."""

    name: str
    needs: tuple[str, ...]
    program: str


PEERS: Final = (
    Peer("spaCy, recognizer alone", ("spacy",), _SPACY),
    Peer("Presidio", ("presidio_analyzer", "presidio_anonymizer"), _PRESIDIO),
)


def missing(peer: Peer, python: str, language: str) -> str | None:
    """Why a peer cannot be measured here; None if it can."""
    needed = [*peer.needs, SPACY[language]]
    asked = f"from importlib.util import find_spec as f; print(*[n for n in {needed!r} if f(n) is None])"
    done = subprocess.run([python, "-c", asked], capture_output=True, text=True)
    lacking = done.stdout.split() if done.returncode == 0 else needed
    return f"{peer.name} ({language}): left out, not installed: {', '.join(lacking)}." if lacking else None


def measure(peer: Peer, python: str, texts: Path, language: str) -> dict[str, float]:
    """Processor seconds for each kind of text, and the most memory."""
    given = json.dumps([json.loads(texts.read_text("utf-8")), language, SPACY[language], WITHOUT])
    program = _READ + peer.program + _MEASURED
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | ONE_THREAD
    done = subprocess.run(
        [python, "-c", program], check=True, input=given, stdout=subprocess.PIPE, text=True, env=environment
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found
