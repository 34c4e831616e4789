"""Whether this checkout answers as another one does: the same claims, spans, entities and texts.

Examples, hostile texts, letters, one long text and, if wished, documents of our corpus, in four languages
and with three methods. Of every text that is answered differently the first layer that differs is said.
Say the folder of the other checkout: `git worktree add` makes one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.hostile import KINDS
from bench.quality.writing.documents import read
from bench.reporting import LANGUAGES, ROOT, example, make_parser, publish, say, table
from bench.speed.against import METHODS, environment
from bench.texts import letters, varied

LAYERS: Final = ("candidates", "voted", "spans", "entities", "decisions", "solution")
SHOWN: Final = 20  # texts that are named
# Runs in either checkout, which may be too old to know this module: it uses what programs use, and no more.
_PROGRAM: Final = """
import dataclasses, hashlib, json, sys
from nescio import Document, Job, load
texts, language, layers = json.load(open(sys.argv[1])), sys.argv[2], sys.argv[3].split()
found = {}
for method in sys.argv[4:]:
    anonymizer = load(language, method=method)
    for name, text in texts.items():
        [job] = anonymizer.run([Job(Document(name, text, language))])
        found[f"{method}: {name}"] = [
            hashlib.sha256(repr(getattr(job, layer)).encode("utf-8", "surrogatepass")).hexdigest()[:16]
            for layer in layers
        ]
    together = anonymizer.run([Job(Document(name, text, language)) for name, text in texts.items()])
    for name, job in zip(texts, together):
        found[f"{method}, together: {name}"] = [
            hashlib.sha256(repr(getattr(job, layer)).encode("utf-8", "surrogatepass")).hexdigest()[:16]
            for layer in layers
        ]
print(json.dumps(found))
"""


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--letters", type=int, default=50)
    parser.add_argument("--long", type=int, default=1_000_000, help="characters of the long text")
    parser.add_argument("--hostile", type=int, default=3_000, help="characters of each hostile text")
    parser.add_argument("--corpus", type=Path, help="folder with documents to compare too: corpus/train")
    parser.add_argument("--every", type=int, default=1, help="of the documents only every so many")
    wish = parser.parse_args()
    rows, differing = [], dict[str, str]()
    with TemporaryDirectory() as place:
        for language in wish.languages:
            texts = made(language, wish.letters, wish.long, wish.hostile)
            texts |= documents(wish.corpus, language, wish.every) if wish.corpus else {}
            path = Path(place) / f"{language}.json"
            path.write_text(json.dumps(texts), encoding="utf-8")
            before, now = (answers(folder, path, language, wish.methods) for folder in (wish.other, ROOT))
            for method in wish.methods:
                found = differences(before, now, method)
                differing |= {f"{language}, {name}": layer for name, layer in found.items()}
                rows.append([language, method, str(len(texts)), str(len(found)), said(found)])
                say(f"{language}, {method}: {len(found)} differ")
    publish(__file__, report(rows, differing), output=wish.output, figures=differing)
    sys.exit(1 if differing else 0)


def made(language: str, number: int, long: int, hostile: int) -> dict[str, str]:
    """The texts by name."""
    found = {f"example {at}": text for at, text in enumerate(example(language), 1)}
    found |= {f"hostile: {kind}": make(language, hostile) for kind, make in KINDS.items()}
    found |= {f"letter {at}": text for at, text in enumerate(letters(language, number, seed=21), 1)}
    found["long"] = varied(language, long, seed=22)
    return {name: text for name, text in found.items() if text.strip()}


def documents(folder: Path, language: str, every: int) -> dict[str, str]:
    """The documents of a corpus in one language."""
    found = [document for document in read(folder) if document.language == language]
    return {f"document {document.id}": document.text or "" for document in found[::every]}


def answers(folder: Path, texts: Path, language: str, methods: Sequence[str]) -> dict[str, list[str]]:
    """What a checkout says of each text, layer by layer, alone and in a batch, as digests."""
    command = [sys.executable, "-c", _PROGRAM, str(texts), language, " ".join(LAYERS), *methods]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment(folder))
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def differences(
    before: Mapping[str, Sequence[str]], now: Mapping[str, Sequence[str]], method: str
) -> dict[str, str]:
    """The texts with other answers, and the first layer in which they are others."""
    found = {}
    for name, old in before.items():
        if name.startswith((f"{method}:", f"{method},")) and old != now[name]:
            found[name] = next(layer for layer, a, b in zip(LAYERS, old, now[name], strict=True) if a != b)
    return found


def said(found: Mapping[str, str]) -> str:
    return ", ".join(f"{layer} {number}" for layer, number in Counter(found.values()).items()) or "–"


def report(rows: Sequence[Sequence[str]], differing: Mapping[str, str]) -> list[str]:
    names = [f"- {name}: {layer}" for name, layer in list(differing.items())[:SHOWN]]
    return [
        "# The same answers as an earlier checkout\n",
        "Each text alone and all of a language together; of those that differ, the first layer that does.\n",
        *table(("language", "method", "texts", "differ", "in"), rows),
        "",
        *names,
    ]


if __name__ == "__main__":
    main()
