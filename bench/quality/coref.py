"""B³ of the linker with gold mentions, per corpus, against the targets; from the folder NESCIO_DATA."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.reporting import corpora, make_parser, publish, table
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Linker
from nescio.coref.names import NameLinker
from nescio.packs import languages, load_pack

Groups = list[list[int]]


class BCubedFigures(NamedTuple):
    precision: float
    recall: float


Row = tuple[str, BCubedFigures, BCubedFigures, BCubedFigures]  # corpus, by surface, by the linker, asked


TARGETS = {
    "litbank.en": BCubedFigures(0.97, 0.92),
    "emailcoref.en": BCubedFigures(0.97, 0.90),
    "corref_pt.pt": BCubedFigures(0.97, 0.90),
    "gum.en": BCubedFigures(0.97, 0.92),
    "tab.en": BCubedFigures(0.97, 0.96),
    "parcorfull.de": BCubedFigures(0.94, 0.87),
    "parcorfull.en": BCubedFigures(0.94, 0.87),
    "parcorfull.pt": BCubedFigures(0.94, 0.87),
}


def b_cubed(gold: Sequence[object], groups: Groups) -> tuple[float, float]:
    """Sums over mentions of B³ precision and recall; `gold` gives the chain of each mention."""
    chains: dict[object, set[int]] = defaultdict(set)
    for index, chain in enumerate(gold):
        chains[chain].add(index)
    precision = recall = 0.0
    for group in groups:
        for index in group:
            common = len(chains[gold[index]].intersection(group))
            precision += common / len(group)
            recall += common / len(chains[gold[index]])
    return precision, recall


def by_surface(record: dict[str, Any]) -> Groups:
    groups: dict[str, list[int]] = defaultdict(list)
    for index, (start, end, *_) in enumerate(record["mentions"]):
        groups[" ".join(record["text"][start:end].lower().split())].append(index)
    return list(groups.values())


def by_linker(linker: Linker, labels: LabelSet) -> Callable[[dict[str, Any]], Groups]:
    def link(record: dict[str, Any]) -> Groups:
        spans = [
            Span(start, end, labels.find(label) if label != "OTHER" else "MISC", 1.0, str(index))
            for index, (start, end, label, _) in enumerate(record["mentions"])
        ]
        entities = linker.link(Document(record["id"], record["text"], record["language"]), spans)
        return [[int(span.source) for span in entity.mentions] for entity in entities]

    return link


def measure(records: Sequence[dict[str, Any]], link: Callable[[dict[str, Any]], Groups]) -> BCubedFigures:
    precision = recall = count = 0.0
    for record in records:
        gold = [chain for *_, chain in record["mentions"]]
        p, r = b_cubed(gold, link(record))
        precision, recall, count = precision + p, recall + r, count + len(gold)
    return BCubedFigures(precision / count, recall / count)


def rows(folder: Path) -> Iterator[Row]:
    for name, target in TARGETS.items():
        path = folder / "coref" / f"{name}.dev.jsonl"
        language = name.rpartition(".")[2]
        if not path.is_file() or language not in languages():
            continue
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        pack = load_pack(language)
        linker = NameLinker.build(pack, {})
        yield name, measure(records, by_surface), measure(records, by_linker(linker, pack.labels)), target


def lines(results: Iterable[Row]) -> Iterator[list[str]]:
    for name, base, found, target in results:
        reached = found.precision >= target.precision and found.recall >= target.recall
        scores = [f"{value:.3f}" for pair in (base, found) for value in pair]
        yield [name, *scores, *(f"{value:.2f}" for value in target), "yes" if reached else "no"]


def main() -> None:
    output = make_parser(__doc__).parse_args().output
    head = ("corpus", "surface P", "surface R", "names P", "names R", "target P", "target R", "reached")
    publish(__file__, table(head, lines(rows(corpora()))), output=output)


if __name__ == "__main__":
    main()
