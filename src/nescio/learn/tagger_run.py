"""One training of the tagger: material, updates, checkpoints, dev curve."""

from __future__ import annotations

import json
import random
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from nescio.detect.tagger.lexicon import Lexicon
from nescio.detect.tagger.pieces import PieceSplitter
from nescio.learn.augment import NamePool, Rates, augment, contract, fill_templates
from nescio.learn.corpora import (
    Corpus,
    Sentence,
    load_corpora,
    read_corpus,
    read_marked,
    split_held,
    thin_empty,
)
from nescio.learn.resources import Resources
from nescio.learn.scoring import Score, score
from nescio.learn.silver import translate
from nescio.learn.tagger_data import Styled, WordStore, batches, to_bio
from nescio.learn.torch_tagger import TaggerNet

LAST = "last.pt"
_AVERAGE = 0.999
_DEV_SENTENCES = 500


class Source(NamedTuple):
    """Sentences of one origin, how many an epoch takes, and in which stage they serve."""

    sentences: list[Sentence]
    share: int
    style: int
    language: str
    core: bool


@dataclass(frozen=True, slots=True)
class Material:
    """Everything a training needs besides the network."""

    sources: list[Source]
    dev: dict[str, list[Sentence]]  # short, for the curve
    dev_whole: dict[str, list[Sentence]]  # for calibration and operating points
    pool: NamePool
    templates: Mapping[str, Sequence[str]]
    contractions: Mapping[str, Mapping[str, str]]
    store: WordStore
    rng: random.Random  # shared with the pool, so that one seed fixes every draw


def gather(
    plan: Mapping[str, Any], folder: Path, data: Path, resources: Resources, rng: random.Random
) -> Material:
    """Read corpora, make silver sentences, keep the held parts aside."""
    corpora = load_corpora(folder / plan["corpora"])
    contractions = tomllib.loads((folder / "contractions.toml").read_text("utf-8"))
    parts = {name: split_held(corpus, read_corpus(corpus, data)) for name, corpus in corpora.items()}
    kept = {name: thin_empty(corpora[name], part[0], rng) for name, part in parts.items()}
    sources = [
        Source(kept[name], corpus.share, number + 1, corpus.language, corpus.core)
        for number, (name, corpus) in enumerate(corpora.items())
    ]
    for number, table in enumerate(plan.get("silver", ()), len(corpora) + 1):
        sentences = _silver(table, corpora[table["corpus"]], parts[table["corpus"]][0], contractions, rng)
        sources.append(Source(sentences, table["share"], number, table["language"], table.get("core", False)))
    for number, table in enumerate(plan.get("invented", ()), len(sources) + 1):
        sentences = read_marked(folder / table["file"])
        sources.append(Source(sentences, table["share"], number, table["language"], table.get("core", False)))
    templates = tomllib.loads((folder / "templates.toml").read_text("utf-8"))
    seen = [s for source in sources for s in source.sentences]
    pool = NamePool(resources.names, seen, rng, nations=templates.pop("nations"))
    store = WordStore(
        PieceSplitter(resources.pieces, resources.scores), resources.table, Lexicon(resources.tables)
    )
    held = {name: part[1] for name, part in parts.items()}
    whole = read_dev(folder / plan["dev"], data, held)
    return Material(sources, shorten(whole), whole, pool, templates, contractions, store, rng)


def _silver(
    table: Mapping[str, Any],
    corpus: Corpus,
    sentences: Sequence[Sentence],
    contractions: Mapping[str, Mapping[str, str]],
    rng: random.Random,
) -> list[Sentence]:
    joined = [contract(s, contractions.get(corpus.language, {}), rng, rate=1.0) for s in sentences]
    for pair in table["pairs"]:
        joined = translate(joined, pair)
    return joined


def read_dev(path: Path, data: Path, held: Mapping[str, list[Sentence]]) -> dict[str, list[Sentence]]:
    """Return the development sets; held parts of training corpora come ready."""
    found: dict[str, list[Sentence]] = {}
    for name, table in tomllib.loads(path.read_text("utf-8")).items():
        if "held" in table:
            found[name] = held[table["held"]]
            continue
        corpus = Corpus(
            name,
            tuple(table["files"]),
            table["labels"],
            language="",
            share=0,
            masked=frozenset(table.get("masked", ())),
        )
        found[name] = read_corpus(corpus, data)
    return found


def shorten(sets: Mapping[str, list[Sentence]]) -> dict[str, list[Sentence]]:
    """Return every n-th sentence of large sets, so that a look during training is quick."""
    return {name: part[:: 1 + len(part) // _DEV_SENTENCES] for name, part in sets.items()}


class Run:
    """One training: network, averaged weights, optimizer, place in the plan."""

    def __init__(self, net: TaggerNet, material: Material, plan: Mapping[str, Any], out: Path) -> None:
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
        self._save(f"stage-{number}.pt")

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
        part = self._out / "last.part"
        torch.save(state, part)
        part.replace(self._out / name)

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
        with (self._out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
        self._say(
            "dev mean F1 {:.3f} recall {:.3f} precision {:.3f} ".format(*mean)
            + " ".join(f"{n} {f[0]:.3f}/{f[1]:.3f}" for n, f in figures.items())
        )

    def _say(self, message: str) -> None:
        sys.stderr.write(f"[{time.monotonic() - self._began:6.0f} s] {message}\n")


def _sample(source: Source, rng: random.Random) -> Iterator[Sentence]:
    whole, rest = divmod(source.share, len(source.sentences))
    for _ in range(whole):
        yield from source.sentences
    yield from rng.sample(source.sentences, rest)


def _rate(step: int, table: Mapping[str, Any]) -> float:
    warm = min(1.0, (step + 1) / 300)
    return float(table["rate"] * warm * max(0.02, 1 - step / table["steps"]))


def _blend(average: dict[str, Tensor], now: Mapping[str, Tensor], keep: float) -> None:
    for name, value in average.items():
        if value.is_floating_point():
            value.mul_(keep).add_(now[name], alpha=1 - keep)


def evaluate(
    net: TaggerNet,
    weights: Mapping[str, Tensor],
    store: WordStore,
    sets: Mapping[str, Sequence[Sentence]],
) -> dict[str, Score]:
    """Score the given weights on named sets of sentences."""
    own = {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(dict(weights))
    net.eval()
    found = {name: score([s.tags for s in part], predict(net, store, part)) for name, part in sets.items()}
    net.load_state_dict(own)
    return found


def predict(net: TaggerNet, store: WordStore, sentences: Sequence[Sentence]) -> list[list[str]]:
    """Return BIO tags for each sentence."""
    order = sorted(range(len(sentences)), key=lambda i: len(sentences[i].words))
    found: list[list[str]] = [[] for _ in sentences]
    for at in range(0, len(order), 48):
        chosen = order[at : at + 48]
        paths = net.decode(store.batch([Styled(sentences[i]) for i in chosen]))
        for i, path in zip(chosen, paths, strict=True):
            found[i] = to_bio(path)
    return found
