"""What is fuzzed: each subject writes its files and says which commands read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.fuzz import documents, examples
from tests.fuzz.mutate import TEXTS, WORD, as_json, as_toml, json_of, mutated, spoilt, toml_of

Command = list[str]
Subject = Callable[[Path, Random], Iterator[Command]]
LANGUAGES: Final = ("en", "en", "de", "pt", "es", "auto")
METHODS: Final = ("tag", "tag", "suppress", "substitute", "generalize", "PER=tag")
FAST: Final = '[xx.detect]\ndetectors = ["patterns"]\n'
TRAPS: Final = ("detect", "replace", "decide", "second_pass", "coref", "vote", "output", "job", "text")


def _call(random: Random) -> Command:
    return ["-l", random.choice(LANGUAGES), "-m", random.choice(METHODS), "-c", "fast.toml"]


def job(folder: Path, random: Random) -> Iterator[Command]:
    make = random.choice((examples.job, examples.thesis_job, examples.old_job))
    value = mutated(make(), random)
    if isinstance(value, dict) and random.random() < 0.4:
        value["options"] = _options(random)
    (folder / "job.json").write_bytes(as_json(value, random))
    yield ["anonymize", "job.json", "-o", "out", *_call(random)]
    yield ["anonymize", "job.json", "--json", "-l", random.choice(LANGUAGES), "-c", "fast.toml"]
    yield ["detect", "job.json", "--explain", "-l", "en", "-c", "fast.toml"]


def _options(random: Random) -> Any:
    """Options of a job that would reach far, and some that lead nowhere."""
    part = random.choice(("remote", "lists", "patterns", "tagger", "own", "generalize", "tag", "crf", WORD))
    option = random.choice(("url", "files", "file", "model", "remote", "cache", "knowledge", "open", WORD))
    places = ("../outside/trap", "http://127.0.0.1:1/", ["../outside/trap"], WORD, 5)
    stage = random.choice((*TRAPS, WORD))
    table: dict[str, Any] = {"options": {part: {option: random.choice(places)}}, "detectors": [part]}
    table |= {"policy": part, "method": part, "default": part, "format": "json", "allow": ["detect"]}
    keys = [key for key in table if random.random() < 0.4] or ["options"]
    return mutated({stage: {key: table[key] for key in keys}}, random)


def lines(folder: Path, random: Random) -> Iterator[Command]:
    rows = [as_json(mutated(examples.line(), random), random) for _ in range(3)]
    (folder / "lines.jsonl").write_bytes(b"\n".join(rows))
    (folder / "table.jsonl").write_bytes(_table(random))
    yield ["anonymize", "--jsonl", "lines.jsonl", *_call(random)]
    yield ["detect", "--jsonl", "lines.jsonl", "-c", "fast.toml"]
    yield ["coref", "--jsonl", "lines.jsonl", "-c", "fast.toml"]
    yield ["reidentify", "--jsonl", "lines.jsonl", "-s", "table.jsonl"]


def _table(random: Random) -> bytes:
    return as_json(mutated(examples.table(), random), random)


def table(folder: Path, random: Random) -> Iterator[Command]:
    (folder / "table.jsonl").write_bytes(b"\n".join(_table(random) for _ in range(random.randrange(1, 3))))
    text = spoilt(examples.anonymized().encode(), random)
    (folder / f"id {WORD}").write_bytes(text)
    (folder / "a.txt").write_bytes(text)
    by = random.choice(("auto", "position", "placeholder", "order"))
    yield ["reidentify", "a.txt", "-s", "table.jsonl", "-o", "out", "--by", by]


def ledger(folder: Path, random: Random) -> Iterator[Command]:
    path = folder / "who.json"
    path.write_bytes(as_json(mutated(examples.ledger(), random), random))
    (folder / "a.txt").write_text(examples.TEXT)
    yield ["ledger", "show", "who.json"]
    yield ["ledger", "export", "who.json"]
    yield ["anonymize", "a.txt", "--ledger", "who.json", *_call(random)]
    yield ["ledger", "merge", "who.json", "PER-1", random.choice(("PER-2", "PER-1", "ORG-1"))]


def config(folder: Path, random: Random) -> Iterator[Command]:
    value = mutated(random.choice((examples.CONFIG, examples.THESIS_CONFIG)), random)
    if random.random() < 0.5 or not isinstance(value, dict):
        name, data = "c.json", as_json(value, random)
    else:
        name, data = "c.toml", as_toml(value, random)
    (folder / name).write_bytes(data)
    _user_files(folder, random)
    (folder / "a.txt").write_text(examples.TEXT)
    yield ["config", "check", name]
    yield ["config", "show", "en", "-c", name]
    yield ["anonymize", "a.txt", "-l", "en", "-c", name]


def user_files(folder: Path, random: Random) -> Iterator[Command]:
    """Rules, lists and policies of a user, named by a configuration that is well."""
    _user_files(folder, random)
    (folder / "c.toml").write_bytes(toml_of(examples.CONFIG))
    (folder / "a.txt").write_text(examples.TEXT)
    yield ["anonymize", "a.txt", "-l", "en", "-c", "c.toml"]
    yield ["policy", "show", "policy.toml", "-l", "en"]
    yield ["anonymize", "a.txt", "-l", "en", "-c", "fast.toml", "--policy", "policy.toml"]
    yield ["anonymize", "a.txt", "-l", "en", "--hide-list", "words.txt", "--keep-list", "titles.txt"]


def _user_files(folder: Path, random: Random) -> None:
    policy, rules = mutated(examples.POLICY, random), mutated(examples.RULES, random)
    (folder / "policy.toml").write_bytes(as_toml(policy if isinstance(policy, dict) else {}, random))
    (folder / "rules.toml").write_bytes(as_toml(rules if isinstance(rules, dict) else {}, random))
    (folder / "rules.csv").write_bytes(spoilt(b'"[0-9]{4}",CODE\n"B-[0-9]+",PLATE\n', random))
    (folder / "list.csv").write_bytes(spoilt(b"Nordhaus,ORG\nKiel,LOC\nnobody,O\n", random))
    for name in ("words.txt", "none.txt", "titles.txt"):
        (folder / name).write_bytes(spoilt("# invented\nNordhaus\nFräulein\n".encode(), random))


def knowledge(folder: Path, random: Random) -> Iterator[Command]:
    rows = [as_json(mutated(examples.ITEM, random), random) for _ in range(3)]
    (folder / "dump.json").write_bytes(b"[\n" + b",\n".join(rows) + b"\n]\n")
    name = random.choice(("things.nt", "things.ttl"))
    (folder / name).write_bytes(spoilt(examples.TRIPLES.encode(), random))
    yield ["kb", "import", "dump.json", "--to", "out/kb.sqlite"]
    yield ["kb", "import", name, "--to", "out/kb.sqlite"]
    yield ["kb", "find", random.choice(TEXTS), "-k", "out/kb.sqlite"]


def dictionary(folder: Path, random: Random) -> Iterator[Command]:
    rows = [as_json(mutated(examples.EXTRACT, random), random) for _ in range(3)]
    (folder / "words.jsonl").write_bytes(b"\n".join(rows))
    (folder / "pages.xml").write_bytes(spoilt(examples.PAGES.encode(), random))
    yield ["dictionary", "import", "words.jsonl", "-l", "de", "--to", "out/de.sqlite"]
    yield ["dictionary", "import", "pages.xml", "-l", "de", "--to", "out/de.sqlite"]
    yield ["dictionary", "find", random.choice(TEXTS), "-l", "de", "-d", "out/de.sqlite"]


def stores(folder: Path, random: Random) -> Iterator[Command]:
    """Dictionaries and knowledge bases that are files of somebody else."""
    for name in ("kb.sqlite", "de.sqlite"):
        data = spoilt(spoilt(b"SQLite format 3\x00" + bytes(100), random), random)
        (folder / name).write_bytes(data)
    yield ["kb", "find", "Kiel", "-k", "kb.sqlite"]
    yield ["dictionary", "find", "Haus", "-l", "de", "-d", "de.sqlite"]


def annotations(folder: Path, random: Random) -> Iterator[Command]:
    for name in ("gold.jsonl", "mine.jsonl"):
        rows = [as_json(mutated(examples.annotation(), random), random) for _ in range(2)]
        (folder / name).write_bytes(b"\n".join(rows))
    for name in ("gold.bio", "mine.bio", "mine.tsv"):
        (folder / name).write_bytes(spoilt(examples.BIO.encode(), random))
    (folder / "ratings.tsv").write_bytes(spoilt(examples.RATINGS.encode(), random))
    (folder / "saved.json").write_bytes(
        as_json(mutated({"nescio_evaluation": 1, "name": WORD}, random), random)
    )
    yield ["evaluate", "gold.jsonl", "mine.jsonl", "-o", "out/saved.json"]
    yield ["evaluate", "gold.bio", random.choice(("mine.bio", "mine.tsv")), "--html", "out/report.html"]
    yield ["evaluate", "--ratings", "ratings.tsv"]
    yield ["compare", "out/saved.json", "saved.json", "--shuffles", "9"]


def texts(folder: Path, random: Random) -> Iterator[Command]:
    """A text with hostile characters, and bytes that are hardly a text."""
    parts = [examples.TEXT, *(random.choice(TEXTS) for _ in range(random.randrange(5)))]
    random.shuffle(parts)
    encoding = random.choice(("utf-8", "utf-16", "cp1252", "utf-32"))
    data = " ".join(parts).encode(encoding, "surrogatepass" if "utf" in encoding else "replace")
    (folder / "a.txt").write_bytes(spoilt(data, random))
    (folder / "job.json").write_bytes(json_of({"text": " ".join(parts), "language": "en"}))
    yield ["anonymize", "a.txt", "-o", "out", "-s", "out/keys.jsonl", *_call(random)]
    yield ["anonymize", "job.json", "-l", "en", "-m", random.choice(METHODS)]
    yield [
        "detect",
        "a.txt",
        "--encoding",
        random.choice(("utf-8", "utf-7", "idna", "punycode", "hex", WORD)),
    ]


def arguments(folder: Path, random: Random) -> Iterator[Command]:
    (folder / "a.txt").write_text(examples.TEXT)
    (folder / "keys.jsonl").write_bytes(_table(random))
    command = random.choice((
        ["anonymize"], ["detect"], ["reidentify"], ["coref"], ["evaluate"], ["compare"], ["headword"],
        ["config", "show"], ["config", "check"], ["policy", "show"], ["policy", "list"], ["ledger", "show"],
        ["ledger", "add"], ["ledger", "merge"], ["ledger", "split"], ["kb", "find"], ["kb", "ladder"],
        ["kb", "import"], ["dictionary", "find"], ["dictionary", "import"],
    ))  # fmt: skip
    options = (
        "-l", "-m", "-c", "-o", "-s", "--policy", "--recall", "--jsonl", "--json", "--encoding", "--by",
        "--dry-run", "--output-format", "--ledger", "--hide", "--keep", "--hide-list", "--allow-job-option",
        "--gold", "--tags", "--label", "--to", "-k", "-d", "--languages", "--properties", "--ratings",
        "--explain", "--before",
    )  # fmt: skip
    values = (
        "a.txt",
        "keys.jsonl",
        "out/x",
        "out",
        ".",
        "fast.toml",
        "en",
        "de",
        *TEXTS[:20],
        "PER=tag",
        "é" * 300,
    )
    given = [random.choice(values if random.random() < 0.6 else options) for _ in range(random.randrange(7))]
    yield [*command, *(str(item).replace("\0", "") for item in given)]


SUBJECTS: Final[dict[str, Subject]] = {
    "jobs": job, "lines": lines, "tables": table, "ledgers": ledger, "configurations": config,
    "rules, lists and policies": user_files, "knowledge": knowledge, "dictionaries": dictionary,
    "stores": stores, "annotations": annotations, "texts": texts, "command lines": arguments,
    "documents": documents.documents, "drawings and objects": documents.parts,
    "lists of terms": documents.terms, "learnt decisions": documents.models,
    "review copies": documents.reviews,
}  # fmt: skip
# What a user writes himself may be shown, though not at full length.
OWN: Final = frozenset({"configurations", "rules, lists and policies", "command lines"})
