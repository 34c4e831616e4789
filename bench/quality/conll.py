"""The detector trained on CoNLL itself, for comparison with published tables; such models never ship.

Reads the models that `make comparison` trained below `out`, and the CoNLL files below NESCIO_DATA.
"""

from __future__ import annotations

from pathlib import Path

from bench.reporting import corpora, make_parser, publish, table
from nescio.detect.tagger.model import Dial, load_tagger
from nescio.learn.corpora import NAMES, Corpus, read_corpus
from nescio.learn.tagger.calibrate import measure, score_once

FILES = {"en": "conll2003.en", "es": "conll2002.es"}
GOALS = {"en": 0.90, "es": 0.84}


def figures(language: str, model: Path, data: Path) -> list[str]:
    """One line of the table: development part, test part, classes of the test part."""
    tagger = load_tagger(model)
    labels = {name: name for name in NAMES}
    scores = {}
    for part in ("dev", "test"):
        name = f"ner/research-only/{FILES[language]}.{part}.bio"
        sentences = read_corpus(Corpus(part, (name,), labels, language, 0), data)
        dial = Dial.even(tagger.labels, 0.5)
        scores[part] = measure(tagger, {"x": score_once(tagger, sentences)}, dial)["x"]
    test = scores["test"]
    return [
        FILES[language],
        f"{scores['dev'].entity.f1:.3f}",
        f"{test.entity.f1:.3f}",
        *(f"{test.classes[name].f1:.2f}" for name in NAMES),
        f"{GOALS[language]:.2f}: {'reached' if test.entity.f1 >= GOALS[language] else 'missed'}",
    ]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--models", type=Path, default=Path("out"), help="holds conll_en/model and so on")
    wish, data = parser.parse_args(), corpora()
    head = ("corpus", "dev F1", "test F1", *NAMES, "asked")
    rows = [figures(language, wish.models / f"conll_{language}" / "model", data) for language in FILES]
    publish(__file__, table(head, rows), output=wish.output)


if __name__ == "__main__":
    main()
