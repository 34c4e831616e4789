"""Learn from `corpus/train` how far claims are believed; writes `languages/xx/vote/trust.tsv`.

Every claim that the vote of the shipped settings would weigh is one example: right if most of its letters are
marked. A logistic regression over the signs around claims, shared by all labels and per label, gives
the weights. Run it again when the detector, rules or lists have changed a good deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

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
SEEN: Final = 20  # how often a sign must occur to be given a weight
STRENGTH: Final = 0.1  # of the data against weights of zero
HEAVIEST: Final = 12  # letters beyond which a claim counts no more
HEAD: Final = (
    "# Label, sign, weight (natural logarithm of odds); * counts for every label.",
    "# Learnt from corpus/train. Compiled by tools/compile/trust.py.",
)
# More than the shipped settings have floors for: a user may set one for any of them.
MAKERS: Final = (WITNESS, "lists", "patterns")
LABELS: Final = (
    "PER", "LOC", "ORG", "PROFESSION", "NORP", "AGE", "DATE", "TIME", "VALUE", "WORK", "EVENT", "PRODUCT",
    "STREET", "USERNAME",
)  # fmt: skip

Example = tuple[dict[str, float], bool, float]


def examples(docs: Sequence[Annotation]) -> Iterator[Example]:
    """Signs, whether the claim is right, and how much it counts."""
    for language in sorted({doc.language for doc in docs}):
        own = [doc for doc in docs if doc.language == language]
        anonymizer = load(language)
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


def main() -> None:
    weights = learn(list(examples(read_annotations(CORPUS / "train"))))
    path = target() / UNIVERSAL / FILE
    rows = [f"{key}\t{weight:.3f}" for key, weight in sorted(weights.items()) if abs(weight) >= 0.0005]
    path.write_text("\n".join([*HEAD, *rows]) + "\n", encoding="utf-8")
    wrote(path)


if __name__ == "__main__":
    main()
