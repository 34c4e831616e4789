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

from nescio.detect.tagger.passages import FRAME, LINE, SENTENCE
from nescio.files.growing import growing
from nescio.files.places import shown
from nescio.files.whole import write_whole
from nescio.learn.corpora import OUTSIDE, Sentence
from nescio.learn.scoring import Answered, TagScores, score
from nescio.learn.tagger.augment import Rates, augment, fill_templates, spoil
from nescio.learn.tagger.batches import Styled, WordStore, batches, to_bio
from nescio.learn.tagger.material import Material, TrainingSource
from nescio.learn.tagger.places import LAST, LOG, stage_of
from nescio.learn.tagger.rewrite import rewrite
from nescio.learn.tagger.torch_tagger import TorchTagger

_AVERAGE = 0.999
_TOGETHER = (1, 1, 2, 3)  # how many sentences of a corpus make a frame, one as likely as another
_OWN_LINES = 0.3  # of the frames: each sentence begins a line


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
        self._optimizer = torch.optim.AdamW(
            net.parameters(), lr=1e-3, weight_decay=0.01, betas=(0.9, 0.98), fused=True
        )

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
        # Every epoch has seeds of its own and a checkpoint at its end: an interrupted training that
        # goes on gives the same weights as one that was left alone.
        place = f"{self._plan['seed']}/{self._stage}/{self._step}"
        self._rng.seed(place)
        torch.manual_seed(self._rng.getrandbits(62))
        self.net.train()
        losses: list[float] = []
        for items in batches(list(self._items(table)), tokens=self._plan["batch_tokens"], rng=self._rng):
            if self._step >= table["steps"]:
                return
            losses.append(self._update(items, table))
            if self._step % self._plan["log_every"] == 0:
                done = f"stage {table['name']} step {self._step}/{table['steps']}"
                self._say(f"{done} loss {np.mean(losses[-200:]):.4f}")

    def _items(self, stage: Mapping[str, Any]) -> Iterator[Styled]:
        yield from self._from_corpora(stage)
        yield from self._from_templates(stage)
        for _ in range(stage["documents"]):
            yield from self._from_documents(stage)

    def _from_corpora(self, stage: Mapping[str, Any]) -> Iterator[Styled]:
        material, rng = self._material, self._rng
        rates = self._rates(stage)
        for source in material.sources:
            if stage["corpora"] == "all" or source.core:
                table = material.contractions.get(source.language, {})
                for sentences in _sample(source, rng):
                    changed = [
                        augment(s, material.pool, rates, contractions=table, rng=rng) for s in sentences
                    ]
                    style = source.style if rng.random() < stage["style_kept"] else 0
                    yield Styled(join(changed, rng), style)

    def _from_templates(self, stage: Mapping[str, Any]) -> Iterator[Styled]:
        material, rng = self._material, self._rng
        rates = self._rates(stage)
        for lines in material.templates.values():
            for sentence in fill_templates(lines, material.pool, count=stage["templates"], rng=rng):
                yield Styled(augment(sentence, material.pool, rates, contractions={}, rng=rng))

    def _from_documents(self, stage: Mapping[str, Any]) -> Iterator[Styled]:
        material, rng = self._material, self._rng
        rates = Rates(**{**self._plan["document_rates"], **stage.get("document_rates", {})})
        for language, document in material.documents:
            changed = rewrite(document, language, material.slots, material.pool, rng, rate=rates.replace)
            yield from (own for _, own in material.store.frames(spoil(changed, rates, rng)))

    def _rates(self, stage: Mapping[str, Any]) -> Rates:
        return Rates(**{**self._plan["rates"], **stage.get("rates", {})})

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


def _sample(source: TrainingSource, rng: random.Random) -> Iterator[list[Sentence]]:
    """Return about as many sentences as an epoch takes: alone, or with those that follow."""
    sentences = source.sentences
    whole, rest = divmod(source.share, len(sentences))
    starts = [*range(len(sentences))] * whole + rng.sample(range(len(sentences)), rest)
    rng.shuffle(starts)
    left = source.share
    for start in starts:
        if left <= 0:
            return
        found = sentences[start : start + rng.choice(_TOGETHER)]
        while len(found) > 1 and sum(len(s.words) for s in found) > FRAME:
            found.pop()
        left -= len(found)
        yield found


def join(sentences: Sequence[Sentence], rng: random.Random) -> Sentence:
    """Return sentences as one frame; now and then each begins a line."""
    begin = SENTENCE | (LINE if rng.random() < _OWN_LINES else 0)
    breaks: list[int] = []
    for sentence in sentences:
        breaks += sentence.breaks or [begin] + [0] * (len(sentence.words) - 1)
    return Sentence(
        tuple(word for sentence in sentences for word in sentence.words),
        tuple(tag for sentence in sentences for tag in sentence.tags),
        sentences[0].silent,
        tuple(breaks),
    )


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
    found = {}
    for name, part in sets.items():
        answers = zip(part, predict(net, store, part), strict=True)
        found[name] = score(Answered(s.tags, tags, s.silent) for s, tags in answers)
    net.load_state_dict(own)
    return found


def predict(net: TorchTagger, store: WordStore, sentences: Sequence[Sentence]) -> list[list[str]]:
    """Return BIO tags for each sentence or document."""
    frames = [(i, *own) for i, sentence in enumerate(sentences) for own in store.frames(sentence)]
    frames.sort(key=lambda own: own[1].end - own[1].start)
    found = [[OUTSIDE] * len(sentence.words) for sentence in sentences]
    for at in range(0, len(frames), 48):
        chosen = frames[at : at + 48]
        paths = net.decode(store.batch([styled for _, _, styled in chosen]))
        for (i, frame, _), path in zip(chosen, paths, strict=True):
            kept = slice(frame.keep_from - frame.start, frame.keep_to - frame.start)
            found[i][frame.keep_from : frame.keep_to] = to_bio(path)[kept]
    return found
