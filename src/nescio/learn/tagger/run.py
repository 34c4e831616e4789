"""One training of the tagger: updates, checkpoints, dev curve."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from nescio.files.growing import growing
from nescio.files.places import shown
from nescio.files.whole import write_whole
from nescio.learn.corpora import Sentence
from nescio.learn.scoring import TagScores, score
from nescio.learn.tagger.augment import Rates, augment, fill_templates
from nescio.learn.tagger.batches import Styled, WordStore, batches, to_bio
from nescio.learn.tagger.material import Material, TrainingSource
from nescio.learn.tagger.places import LAST, LOG, stage_of
from nescio.learn.tagger.torch_tagger import TorchTagger

_AVERAGE = 0.999


class Run:
    """One training: network, averaged weights, optimizer, place in the plan."""

    def __init__(self, net: TorchTagger, material: Material, plan: Mapping[str, Any], out: Path) -> None:
        self.net = net
        self.average = {name: value.detach().clone() for name, value in net.state_dict().items()}
        self._material = material
        self._plan = plan
        self._out = out
        self._rng = material.rng
        self._stage = 0
        self._step = 0
        self._began = time.monotonic()
        self._optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.01, betas=(0.9, 0.98))

    def begin_with(self, checkpoint: Path) -> None:
        """Take the averaged weights of an earlier training as the first weights."""
        weights = torch.load(checkpoint, weights_only=True)["average"]
        self.net.load_state_dict(weights)
        self.net.settle()
        self.average = {name: value.detach().clone() for name, value in weights.items()}

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one."""
        path = self._out / LAST
        if path.exists():
            state = torch.load(path, weights_only=True)
            self.net.load_state_dict(state["net"])
            self.average = state["average"]
            self._optimizer.load_state_dict(state["optimizer"])
            self._stage, self._step = state["stage"], state["step"]
            self._rng.seed(f"{self._plan['seed']}/{self._stage}/{self._step}")

    def stage(self, number: int) -> None:
        """Run one stage, or the rest of it."""
        if number < self._stage:
            return
        if number > self._stage:
            self._stage, self._step = number, 0
        table = self._plan["stage"][number]
        while self._step < table["steps"]:
            self._epoch(table)
            self._save(LAST)
            self._report()
        self._save(stage_of(number))

    def _epoch(self, table: Mapping[str, Any]) -> None:
        self.net.train()
        losses: list[float] = []
        for items in batches(list(self._items(table)), tokens=self._plan["batch_tokens"], rng=self._rng):
            if self._step >= table["steps"]:
                return
            losses.append(self._update(items, table))
            if self._step % self._plan["log_every"] == 0:
                place = f"stage {table['name']} step {self._step}/{table['steps']}"
                self._say(f"{place} loss {np.mean(losses[-200:]):.4f}")

    def _items(self, stage: Mapping[str, Any]) -> Iterator[Styled]:
        material, rng = self._material, self._rng
        rates = Rates(**{**self._plan["rates"], **stage.get("rates", {})})
        for source in material.sources:
            if stage["corpora"] == "all" or source.core:
                table = material.contractions.get(source.language, {})
                for sentence in _sample(source, rng):
                    changed = augment(sentence, material.pool, rates, contractions=table, rng=rng)
                    yield Styled(changed, source.style if rng.random() < stage["style_kept"] else 0)
        for lines in material.templates.values():
            count = stage["templates"]
            for sentence in fill_templates(lines, material.pool, count=count, rng=rng):
                yield Styled(augment(sentence, material.pool, rates, contractions={}, rng=rng))

    def _update(self, items: Sequence[Styled], table: Mapping[str, Any]) -> float:
        for group in self._optimizer.param_groups:
            group["lr"] = _rate(self._step, table)
        batch = self._material.store.batch(items)
        loss = self.net.loss(batch)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self._optimizer.step()
        self.net.settle()
        self._step += 1
        _blend(self.average, self.net.state_dict(), min(_AVERAGE, 1 - 10 / (10 + self._step)))
        return float(loss.detach())

    def _save(self, name: str) -> None:
        state = {
            "net": self.net.state_dict(),
            "average": self.average,
            "optimizer": self._optimizer.state_dict(),
            "stage": self._stage,
            "step": self._step,
        }
        buffer = BytesIO()
        torch.save(state, buffer)
        write_whole(self._out / name, buffer.getvalue())

    def _report(self) -> None:
        scores = evaluate(self.net, self.average, self._material.store, self._material.dev)
        figures = {
            name: [round(s.entity.f1, 3), round(s.token.recall, 3), round(s.token.precision, 3)]
            for name, s in scores.items()
        }
        mean = np.mean(list(figures.values()), axis=0).round(4).tolist()
        row = {
            "stage": self._stage,
            "step": self._step,
            "seconds": round(time.monotonic() - self._began),
            "mean": mean,
            "dev": figures,
        }
        path = self._out / LOG
        with growing(path, busy=f"Another training is writing {shown(path)}; wait for its end.") as log:
            log.repair(lambda line: line.endswith(b"}"))
            log.append(json.dumps(row).encode() + b"\n")
        self._say(
            "dev mean F1 {:.3f} recall {:.3f} precision {:.3f} ".format(*mean)
            + " ".join(f"{n} {f[0]:.3f}/{f[1]:.3f}" for n, f in figures.items())
        )

    def _say(self, message: str) -> None:
        sys.stderr.write(f"[{time.monotonic() - self._began:6.0f} s] {message}\n")


def _rate(step: int, table: Mapping[str, Any]) -> float:
    warm = min(1.0, (step + 1) / 300)
    return float(table["rate"] * warm * max(0.02, 1 - step / table["steps"]))


def _blend(average: dict[str, Tensor], now: Mapping[str, Tensor], keep: float) -> None:
    for name, value in average.items():
        if value.is_floating_point():
            value.mul_(keep).add_(now[name], alpha=1 - keep)


def _sample(source: TrainingSource, rng: random.Random) -> Iterator[Sentence]:
    whole, rest = divmod(source.share, len(source.sentences))
    for _ in range(whole):
        yield from source.sentences
    yield from rng.sample(source.sentences, rest)


def evaluate(
    net: TorchTagger,
    weights: Mapping[str, Tensor],
    store: WordStore,
    sets: Mapping[str, Sequence[Sentence]],
) -> dict[str, TagScores]:
    """TagScores the given weights on named sets of sentences."""
    own = {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(dict(weights))
    net.eval()
    found = {name: score([s.tags for s in part], predict(net, store, part)) for name, part in sets.items()}
    net.load_state_dict(own)
    return found


def predict(net: TorchTagger, store: WordStore, sentences: Sequence[Sentence]) -> list[list[str]]:
    """Return BIO tags for each sentence."""
    order = sorted(range(len(sentences)), key=lambda i: len(sentences[i].words))
    found: list[list[str]] = [[] for _ in sentences]
    for at in range(0, len(order), 48):
        chosen = order[at : at + 48]
        paths = net.decode(store.batch([Styled(sentences[i]) for i in chosen]))
        for i, path in zip(chosen, paths, strict=True):
            found[i] = to_bio(path)
    return found
