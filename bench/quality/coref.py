"""B³ of the linker with gold mentions, per corpus, against the targets; from the folder NESCIO_DATA."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.reporting import corpora, make_parser, publish, table
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Linker
from nescio.coref.names import NameLinker
from nescio.evaluate.metrics.chains import BCubed, b_cubed
from nescio.packs import languages, load_pack

Groups = list[list[int]]  # the numbers of the mentions that belong together
Row = tuple[str, BCubed, BCubed, tuple[float, float]]  # corpus, by surface, by the linker, asked

TARGETS = {  # precision and recall
    "litbank.en": (0.97, 0.92),
    "emailcoref.en": (0.97, 0.90),
    "corref_pt.pt": (0.97, 0.90),
    "gum.en": (0.97, 0.92),
    "tab.en": (0.97, 0.96),
    "parcorfull.de": (0.94, 0.87),
    "parcorfull.en": (0.94, 0.87),
    "parcorfull.pt": (0.94, 0.87),
}


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


def measure(records: Sequence[dict[str, Any]], link: Callable[[dict[str, Any]], Groups]) -> BCubed:
    documents = []
    for record in records:
        gold = {index: chain for index, (*_, chain) in enumerate(record["mentions"])}
        found = {index: number for number, group in enumerate(link(record)) for index in group}
        documents.append((gold, found))
    return b_cubed(documents)


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
        reached = found.precision >= target[0] and found.recall >= target[1]
        scores = [f"{value:.3f}" for one in (base, found) for value in (one.precision, one.recall)]
        yield [name, *scores, *(f"{value:.2f}" for value in target), "yes" if reached else "no"]


def main() -> None:
    output = make_parser(__doc__).parse_args().output
    head = ("corpus", "surface P", "surface R", "names P", "names R", "target P", "target R", "reached")
    publish(__file__, table(head, lines(rows(corpora()))), output=output)


if __name__ == "__main__":
    main()
