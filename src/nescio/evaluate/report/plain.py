"""An evaluation as JSON: the stable short form, and the whole."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from nescio.core.errors import ConfigError, InputError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.evaluate.evaluation import COMPARED, Evaluation
from nescio.evaluate.metrics.arrays import Floats
from nescio.evaluate.metrics.scores import Score
from nescio.packs.files import is_there

SCHEMA: Final = 1


def stable(evaluation: Evaluation) -> dict[str, Any]:
    """The form that programs may rely on: keys are never renamed or removed."""
    short = {metric: _three(evaluation.overall(metric)) for metric in COMPARED}
    return {
        "conll": short["conll"],
        "token": short["token"],
        "binary": short["binary"],
        "instance": {**short["instance"], **evaluation.instances},
        "classes": {
            name: {**_three(score), "support": evaluation.support(name)}
            for name, score in evaluation.by_class("conll").items()
        },
        "documents": evaluation.documents,
    }


def whole(evaluation: Evaluation) -> dict[str, Any]:
    """Everything but the text: no surface and no context of a mention is in it."""
    return {
        "nescio_evaluation": SCHEMA,
        "name": evaluation.name,
        "documents": evaluation.documents,
        "views": evaluation.views,
        "labels": list(evaluation.labels),
        "metrics": {metric: _metric(evaluation, metric) for metric in COMPARED},
        "instances": evaluation.instances,
        "muc": {**evaluation.muc._asdict(), **evaluation.muc_scores["muc"]._asdict()},
        "muc6": evaluation.muc_scores["muc6"]._asdict(),
        "coverage": evaluation.coverage,
        "utility": evaluation.utility,
        "chains": evaluation.chains,
        "confusion": {"labels": ["O", *evaluation.labels], "tokens": evaluation.confusion,
                      "mentions": evaluation.mention_confusion},
        "calibration": _calibration(evaluation),
        "agreement": _clean(evaluation.agreement),
        "seconds_per_document": evaluation.seconds,
        "left_out": evaluation.left_out,
        "missed": [[f.document, f.start, f.end, f.label, f.other] for f in evaluation.missed],
        "spurious": [[f.document, f.start, f.end, f.label, f.other] for f in evaluation.spurious],
        "by_document": {
            "ids": list(evaluation.ids),
            **{metric: evaluation.tables[metric].of_documents().tolist() for metric in COMPARED},
        },
    }  # fmt: skip


def _three(score: Score) -> dict[str, float]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _metric(evaluation: Evaluation, metric: str) -> dict[str, Any]:
    table = evaluation.tables[metric]
    result = {"overall": evaluation.overall(metric)._asdict(), "micro_documents": table.micro()._asdict()}
    if metric != "binary":
        result["macro_classes"] = table.macro()._asdict()
        result["classes"] = {name: s._asdict() for name, s in evaluation.by_class(metric).items()}
    return result


def _calibration(evaluation: Evaluation) -> dict[str, Any] | None:
    found, boundary = evaluation.calibration, evaluation.boundary
    if found is None:
        return None
    result = {**found._asdict(), "bins": [one._asdict() for one in found.bins]}
    if boundary is not None:
        result["boundary"] = {
            **boundary._asdict(), "share": boundary.share, "concentration": boundary.concentration
        }  # fmt: skip
    return result


def _clean(value: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """NaN is not JSON: an undefined kappa is null."""
    if value is None:
        return None
    return {k: None if isinstance(v, float) and math.isnan(v) else v for k, v in value.items()}


class Saved(NamedTuple):
    """What a comparison needs of a saved evaluation."""

    name: str
    ids: tuple[str, ...]
    counts: dict[str, Floats]


def saved_of(evaluation: Evaluation) -> Saved:
    counts = {metric: evaluation.tables[metric].of_documents() for metric in COMPARED}
    return Saved(evaluation.name, evaluation.ids, counts)


def is_saved(content: object) -> bool:
    return isinstance(content, Mapping) and "nescio_evaluation" in content


def read_saved(path: Path) -> Saved | None:
    """The evaluation that a file holds; None if it holds something else."""
    if path.suffix.lower() != ".json" or not is_there(path):
        return None
    try:
        content = read_json(path.read_bytes())
    except PlainJsonError:
        return None
    if not is_saved(content):
        return None
    try:
        rows = content["by_document"]
        counts = {metric: _counts(rows[metric]) for metric in COMPARED}
        return Saved(str(content["name"]), tuple(map(str, rows["ids"])), counts)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(f"{path.name!r} is not a whole evaluation.") from None


def need_saved(given: str) -> Saved:
    """The evaluation that a file holds; anything else is refused."""
    found = read_saved(Path(given))
    if found is None:
        raise ConfigError(
            f"{given!r} is no saved evaluation (nescio evaluate … --output FILE.json); "
            "for predictions and configurations name the gold standard with --gold."
        )
    return found


def _counts(rows: Sequence[Sequence[float]]) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
