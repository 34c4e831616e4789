"""A whole request: one gold standard, and everything that is to be judged by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from nescio.api import AUTO
from nescio.core.errors import ConfigError
from nescio.evaluate.annotators import annotator_agreement
from nescio.evaluate.evaluation import Evaluation, evaluate
from nescio.evaluate.model import Annotation
from nescio.evaluate.prepare import Choices, make_comparable
from nescio.evaluate.read.bio import BioOptions
from nescio.evaluate.read.files import read_annotations
from nescio.evaluate.systems import Progress, parse_systems, run_system

ANNOTATORS = "annotators"  # the name of an evaluation that only tells their agreement


@dataclass(frozen=True)
class Request:
    """What a user asks for; systems are `default`, a configuration file, or NAME=FILE."""

    gold: Path
    predictions: Sequence[Path] = ()
    systems: Sequence[str] = ()
    language: str = AUTO
    bio: BioOptions = field(default_factory=BioOptions)
    choices: Choices = field(default_factory=Choices)
    count_all_labels: bool = False  # of systems too, not only the labels of the gold


def run_request(
    request: Request, *, progress: Callable[[str], Progress | None] | None = None
) -> list[Evaluation]:
    """One evaluation for each prediction file, then one for each configuration.

    A gold standard alone is answered with the agreement of its annotators.
    """
    gold = read_annotations(request.gold, request.bio)
    systems = parse_systems(request.systems)
    if not request.predictions and not systems:
        if annotator_agreement(gold) is None:
            raise ConfigError("Name what to judge: --predictions FILE or --system CONFIG.")
        return [judge(gold, _without_mentions(gold), ANNOTATORS, request.choices)]
    found = [
        judge(gold, read_annotations(path, request.bio), path.name, request.choices)
        for path in request.predictions
    ]
    wanted = bool(request.choices.labels) or request.count_all_labels
    choices = replace(request.choices, only_gold_labels=not wanted, prediction_tags={})
    for system in systems:
        bar = progress(system.name) if progress else None
        answers = run_system(system, gold, language=request.language, progress=bar)
        found.append(judge(gold, answers, system.name, choices))
    return found


def judge(
    gold: Sequence[Annotation], predicted: Sequence[Annotation], name: str, choices: Choices
) -> Evaluation:
    ready = make_comparable(gold, predicted, choices)
    return evaluate(ready.pairs, ready.labels, name=name, left_out=dict(ready.left_out))


def _without_mentions(gold: Sequence[Annotation]) -> list[Annotation]:
    return list({item.id: replace(item, mentions=(), annotator="") for item in gold}.values())
