"""Learn from `corpus/train` how far claims are believed; writes `languages/xx/vote/trust.tsv`.

Every claim that the vote of the shipped settings would weigh is one example: right if most of its letters are
marked. A logistic regression over the signs around claims, shared by all labels and per label, gives
the weights. Run it again when the detector, rules or lists have changed a good deal.

Only documents that a detector did not learn tell how sure it really is: of what it learnt, its doubts are
nearly always wrong and its claims nearly always right. So each folder is read by a detector that is older
than the folder: `hard5,daily5` by the shipped one, `hard2,chat3@out/older` by that in a folder, such as

    git archive 69e1a01 src/nescio/models/tagger | tar -x -C out/older --strip-components 4
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

import nescio
from bench.quality.letters import letters
from nescio import Document, Job, load
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations
from nescio.packs import UNIVERSAL, load_pack
from nescio.packs.trust import EVERY, FILE
from nescio.vote import stage
from nescio.vote.signs import SignReader
from nescio.vote.trust import Trust
from tools.corpus import CORPUS
from tools.sources import target, wrote

WITNESS: Final = "tagger"
SHIPPED: Final = Path(nescio.__file__).parent / "models" / WITNESS
SEEN: Final = 20  # how often a sign must occur to be given a weight
STRENGTH: Final = 0.1  # of the data against weights of zero
HEAVIEST: Final = 12  # letters beyond which a claim counts no more
HEAD: Final = (
    "# Label, sign, weight (natural logarithm of odds); * counts for every label.",
    "# Learnt from parts of corpus/train that the detector did not. Compiled by tools/compile/trust.py.",
)
# More than the shipped settings have floors for: a user may set one for any of them.
MAKERS: Final = (WITNESS, "lists", "patterns")
LABELS: Final = (
    "PER", "LOC", "ORG", "PROFESSION", "NORP", "AGE", "DATE", "TIME", "VALUE", "WORK", "EVENT", "PRODUCT",
    "STREET", "USERNAME",
)  # fmt: skip

Example = tuple[dict[str, float], bool, float]


def examples(docs: Sequence[Annotation], model: Path | None = None) -> Iterator[Example]:
    """Signs, whether the claim is right, and how much it counts; by the shipped detector or an older one."""
    options = {"detect": {"options": {WITNESS: {"model": str(model)}}}} if model else {}
    for language in sorted({doc.language for doc in docs}):
        own = [doc for doc in docs if doc.language == language]
        anonymizer = load(language, options=options)
        pack, kit = load_pack(language), anonymizer.kit(language)
        trust = Trust(pack, witness=WITNESS, floors=dict.fromkeys(MAKERS, dict.fromkeys(LABELS, 0.0)))
        reader = SignReader(pack, witness=WITNESS)
        jobs = anonymizer.run([Job(Document(doc.id, doc.text or "", language)) for doc in own], stop="detect")
        for doc, job in zip(own, jobs, strict=True):
            said = job.candidates or ()
            claims = stage.unvetoed(stage.witnessed(said, kit), kit.tags.labels, job.document.text)
            marked = letters(job.document.text, ((mark.start, mark.end) for mark in doc.mentions))
            reading = reader.read(job.document, said)
            for claim in claims:
                places = letters(job.document.text, [(claim.start, claim.end)])
                if trust.judges(claim) and places:
                    signs = _per_label(trust.kind(claim), reader.signs(reading, claim))
                    yield signs, 2 * len(places & marked) > len(places), min(len(places), HEAVIEST)


def _per_label(label: str, signs: dict[str, float]) -> dict[str, float]:
    return {f"{name}\t{sign}": value for name in (EVERY, label) for sign, value in signs.items()}


def learn(found: Sequence[Example]) -> dict[str, float]:
    """The weight of each sign that occurs often enough."""
    count = Counter(sign for signs, _, _ in found for sign in signs)
    kept = [{sign: value for sign, value in signs.items() if count[sign] >= SEEN} for signs, _, _ in found]
    table = DictVectorizer()
    model = LogisticRegression(C=STRENGTH, max_iter=500, fit_intercept=False)
    model.fit(
        table.fit_transform(kept),
        np.array([right for _, right, _ in found]),
        sample_weight=np.array([weight / (HEAVIEST / 2) for _, _, weight in found]),
    )
    return dict(zip(table.feature_names_, model.coef_[0].tolist(), strict=True))


def read(source: str) -> list[Example]:
    """The examples of some folders of the corpus, `names@model`."""
    names, _, model = source.partition("@")
    wanted = tuple(f"{name}-" for name in names.split(","))
    docs = [doc for doc in read_annotations(CORPUS / "train") if doc.id.startswith(wanted)]
    return list(examples(docs, _at_shipped_points(Path(model)) if model else None))


def _at_shipped_points(model: Path) -> Path:
    """An older detector that claims from the same probabilities on as the shipped one."""
    path = model / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["operating_points"] = json.loads((SHIPPED / "manifest.json").read_bytes())["operating_points"]
    path.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    return model


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "sources", nargs="+", help="folders of corpus/train, `name,name` or `name,name@model`"
    )
    weights = learn([example for source in parser.parse_args().sources for example in read(source)])
    path = target() / UNIVERSAL / FILE
    rows = [f"{key}\t{weight:.3f}" for key, weight in sorted(weights.items()) if abs(weight) >= 0.0005]
    path.write_text("\n".join([*HEAD, *rows]) + "\n", encoding="utf-8")
    wrote(path)


if __name__ == "__main__":
    main()
