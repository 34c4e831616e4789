"""The recognizer trained on CoNLL itself, for comparison with published tables; such models never ship.

Reads the models that `make comparison` trained below `out`, and the CoNLL files below NESCIO_DATA.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from nescio.detect.tagger.model import Dial, load_tagger
from nescio.learn.calibrate import measure, score_once
from nescio.learn.corpora import CLASSES, Corpus, read_corpus

HERE = Path(__file__).parent
FILES = {"en": "conll2003.en", "es": "conll2002.es"}
GOALS = {"en": 0.90, "es": 0.84}


def row(language: str, model: Path, data: Path) -> str:
    """One line of the table: development part, test part, classes of the test part."""
    tagger = load_tagger(model)
    labels = {name: name for name in CLASSES}
    scores = {}
    for part in ("dev", "test"):
        name = f"ner/research-only/{FILES[language]}.{part}.bio"
        sentences = read_corpus(Corpus(part, (name,), labels, language, 0), data)
        scores[part] = measure(tagger, {"x": score_once(tagger, sentences)}, Dial.plain())["x"]
    test = scores["test"]
    cells = [
        FILES[language],
        f"{scores['dev'].entity.f1:.3f}",
        f"{test.entity.f1:.3f}",
        *(f"{test.classes[name].f1:.2f}" for name in CLASSES),
        f"{GOALS[language]:.2f}: {'reached' if test.entity.f1 >= GOALS[language] else 'missed'}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=Path("out"), help="holds conll_en/model and so on")
    parser.add_argument("--output", type=Path, default=HERE / "results" / "conll_comparison.md")
    arguments = parser.parse_args()
    if "NESCIO_DATA" not in os.environ:
        sys.exit("Set NESCIO_DATA to the folder of the corpora.")
    data = Path(os.environ["NESCIO_DATA"])
    head = ["corpus", "dev F1", "test F1", *CLASSES, "asked"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [row(language, arguments.models / f"conll_{language}" / "model", data) for language in FILES]
    table = "\n".join(lines) + "\n"
    arguments.output.write_text(table, encoding="utf-8")
    print(table, end="")


if __name__ == "__main__":
    main()
