"""Writes a trained tagger as plain arrays with a manifest; no torch is needed to read it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from nescio.detect.tagger.lexicon import FLAGS
from nescio.detect.tagger.model import FORMAT, MANIFEST, Dial, load_tagger
from nescio.detect.tagger.surroundings import SURROUNDINGS
from nescio.files.whole import write_whole
from nescio.learn.corpora import CLASSES, Sentence
from nescio.learn.scoring import TagScores
from nescio.learn.tagger.calibrate import (
    as_manifest,
    crossed_errors,
    find_caseless_share,
    find_dial,
    fit_curves,
    judge,
    lower_caseless,
    measure,
    score_once,
)
from nescio.learn.tagger.places import LEXICON, PIECES, WEIGHTS
from nescio.learn.tagger.resources import Resources, write_arrays
from nescio.learn.tagger.torch_tagger import TAGS, NetShape, allowed_transitions

Arrays = dict[str, NDArray[Any]]
_POINTS = ("high", "balanced", "precise")
_PLAIN = {"balanced": Dial.even(CLASSES, 0.5)}


def ship(
    weights: Mapping[str, Tensor],
    shape: NetShape,
    resources: Resources,
    dev: Mapping[str, Sequence[Sentence]],
    plan: Mapping[str, Any],
    folder: Path,
) -> None:
    """Write the finished model: weights, then what the development sets teach about its scores."""
    head = {"name": "nescio-tagger", "version": plan["version"], "languages": plan["languages"]}
    export(weights, shape, resources, folder, {**head, "operating_points": as_manifest(_PLAIN)})
    write_manifest(folder, {**head, **learn_manifest(folder, dev, plan["ship"])})


def learn_manifest(
    folder: Path, dev: Mapping[str, Sequence[Sentence]], plan: Mapping[str, Any]
) -> dict[str, Any]:
    """Return operating points, calibration curves and the figures on the development sets."""
    tagger = load_tagger(folder)
    sets = {name: score_once(tagger, part) for name, part in dev.items()}
    taught = {name: part for name, part in sets.items() if name not in plan["watched"]}
    dials = {name: find_dial(tagger, taught.values(), _lean(plan[name])) for name in _POINTS}
    share = find_caseless_share(tagger, taught, dials["balanced"], loss=plan["caseless_loss"])
    dials = {name: lower_caseless(dial, share) for name, dial in dials.items()}
    judged = [j for part in taught.values() for j in judge(tagger, part, dials["high"])]
    return {
        "operating_points": as_manifest(dials),
        "calibration": fit_curves(judged),
        "calibration_error": crossed_errors(judged),
        "dev": {name: _figures(measure(tagger, sets, dial)) for name, dial in dials.items()},
    }


def _lean(plan: Mapping[str, float]) -> dict[str, float]:
    return {label: plan.get(label, plan["all"]) for label in CLASSES}


def _figures(scores: Mapping[str, TagScores]) -> dict[str, list[float]]:
    """Return entity F1, token recall and token precision of each set."""
    return {
        name: [round(s.entity.f1, 4), round(s.token.recall, 4), round(s.token.precision, 4)]
        for name, s in scores.items()
    }


def export(
    weights: Mapping[str, Tensor],
    shape: NetShape,
    resources: Resources,
    folder: Path,
    manifest: Mapping[str, Any],
) -> None:
    """Write weights, pieces, gazetteer and manifest into `folder`, each whole, the manifest last."""
    arrays = word_arrays(weights, resources) | net_arrays(weights, shape)
    arrays["piece_scores"] = np.array(resources.scores, dtype=np.float32)
    write_arrays(folder / WEIGHTS, arrays)
    write_arrays(folder / LEXICON, resources.tables._asdict())
    write_whole(folder / PIECES, "\n".join(resources.pieces).encode())
    write_manifest(folder, manifest)


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write the manifest with the checksum of every file beside it."""
    files = {name: _entry(folder / name) for name in (WEIGHTS, LEXICON, PIECES)}
    whole = {"format": FORMAT, **manifest, "tags": list(TAGS), "flags": list(FLAGS), "files": files}
    whole["surroundings"] = list(SURROUNDINGS)
    write_whole(folder / MANIFEST, json.dumps(whole, indent=1, ensure_ascii=False).encode() + b"\n")


def _entry(path: Path) -> dict[str, Any]:
    blob = path.read_bytes()
    return {"sha256": sha256(blob).hexdigest(), "bytes": len(blob)}


def word_arrays(weights: Mapping[str, Tensor], resources: Resources) -> Arrays:
    """Return the word encoder: the piece table projected once and for all, then cut to int8."""
    table = resources.table @ _numpy(weights["project.weight"]).T
    scale = np.abs(table).max(1) / 127 + 1e-9
    filters = _numpy(weights["char_filter.weight"])  # (filters, chars, 3)
    return {
        "table": np.round(table / scale[:, None]).astype(np.int8),
        "table_scale": scale.astype(np.float32),
        "char_vectors": _half(weights["char_vectors.weight"]),
        "char_filter": filters.transpose(2, 1, 0).reshape(-1, filters.shape[0]).astype(np.float16),
        "char_bias": _half(weights["char_filter.bias"]),
        "shape_vectors": _half(weights["shape_vectors.weight"]),
        "word_w": _half(weights["word_layer.weight"].T),
        "word_b": _half(weights["word_layer.bias"]),
    }


def net_arrays(weights: Mapping[str, Tensor], shape: NetShape) -> Arrays:
    """Return everything above the word encoder."""
    arrays: Arrays = {
        "layers": np.array(shape.layers),
        "extra_w": _half(weights["extra_layer.weight"].T),
        "style": _half(weights["style_vectors.weight"][0]),
        "out_w": _half(weights["output.weight"].T),
        "out_b": _half(weights["output.bias"]),
        "transitions": np.maximum(_numpy(weights["transitions"]) + allowed_transitions().numpy(), -1e4),
        "first": _numpy(weights["first"]),
        "last": _numpy(weights["last"]),
    }
    for layer in range(shape.layers):
        ends = (f"l{layer}", f"l{layer}_reverse")
        arrays[f"lstm{layer}_w_in"] = np.stack([_half(weights[f"lstm.weight_ih_{end}"].T) for end in ends])
        arrays[f"lstm{layer}_w_rec"] = np.stack([_half(weights[f"lstm.weight_hh_{end}"].T) for end in ends])
        arrays[f"lstm{layer}_bias"] = np.stack(
            [_half(weights[f"lstm.bias_ih_{end}"] + weights[f"lstm.bias_hh_{end}"]) for end in ends]
        )
    return arrays


def _numpy(value: Tensor) -> NDArray[np.float32]:
    return value.detach().numpy().astype(np.float32)


def _half(value: Tensor) -> NDArray[np.float16]:
    return value.detach().numpy().astype(np.float16)
