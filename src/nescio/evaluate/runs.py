"""A whole request: one gold standard, and everything that is to be judged by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nescio.api import AUTO
from nescio.core.errors import ConfigError
from nescio.evaluate.annotators import annotator_agreement
from nescio.evaluate.evaluation import Evaluation, evaluate
from nescio.evaluate.model import Annotation
from nescio.evaluate.prepare import Choices, make_comparable
from nescio.evaluate.read.bio import BioOptions
from nescio.evaluate.read.files import read_annotations
from nescio.evaluate.systems import Progress, is_system, parse_systems, run_system
from nescio.evaluate.tags import parse_pairs

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


def make_request(
    gold: Path,
    *,
    tags: Sequence[str] = (),
    prediction_tags: Sequence[str] | None = None,
    own_tags: bool = False,
    labels: str = "",
    sentences: int = 1,
    repair: bool = False,
    **others: Any,
) -> Request:
    """A request in the words of a person: `OLD=NEW` for tags, `PER,LOC` or `all` for labels."""
    table = parse_pairs(tags)
    other = table if prediction_tags is None else parse_pairs(prediction_tags)
    count_all = labels == "all"
    wanted = () if count_all else tuple(name.strip() for name in labels.split(",") if name.strip())
    return Request(
        gold,
        bio=BioOptions(sentences=sentences, repair=repair),
        choices=Choices(table, other, own_tags, wanted),
        count_all_labels=count_all,
        **others,
    )


def with_candidate(request: Request, given: str) -> Request:
    """The request for one candidate alone: a configuration or a file of predictions."""
    if is_system(given):
        return replace(request, predictions=(), systems=(given,))
    return replace(request, predictions=(Path(given),), systems=())


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
