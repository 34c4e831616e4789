"""Every act of a run on the disk fails, or kills the run: nothing is lost and nobody is mixed up."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError
from nescio.files.keys import read_key
from nescio.packs import Packs
from nescio.registry import Registry
from nescio.replace.world.manifest import Manifest
from nescio.run import opening
from nescio.solutions import vault
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import Table, fingerprint, table_from_json
from nescio.solutions.vault import read_vault
from tests.cli.program import MARKER, call
from tests.run.shim import DEADLY, Done, Fault, records, run

NAMES: Final = ("Ada Quirk", "Bea Lund", "Cleo Marsh", "Dora Finch", "Enid Vale")
TEXTS: Final = {
    "a.txt": f"{NAMES[0]} met {NAMES[1]} at the {MARKER} gate.\n",
    "b.txt": f"{NAMES[1]} wrote to {NAMES[2]} about the {MARKER}.\n",
    "sub/c.txt": f"{NAMES[3]} answered {NAMES[0]}, and the {MARKER} was shut.\n",
}
LATER: Final = f"{NAMES[4]} asked {NAMES[2]} about the {MARKER}.\n"
RULE: Final = """
[[rule]]
name = "people"
label = "PER"
regex = '''(?:Ada|Bea|Cleo|Dora|Enid) \\p{Lu}\\p{Ll}{1,20}'''
score = 0.9
source = "invented"
"""
CONFIG: Final = """
[xx.detect]
detectors = ["patterns"]
[xx.detect.options.patterns]
files = ["people.toml"]
"""


class Place(NamedTuple):
    """The files of one call."""

    folder: Path

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    @property
    def keys(self) -> Path:
        return self / "keys.jsonl"

    @property
    def ledger(self) -> Path:
        return self / "who.json"

    @property
    def leftovers(self) -> list[Path]:
        return sorted(self.folder.rglob(".nescio-*"))

    @property
    def state(self) -> frozenset[tuple[str, bytes]]:
        """Every file, however its temporary name was drawn."""
        files = [path for path in self.folder.rglob("*") if path.is_file() and path.parent.name != "streams"]
        return frozenset((str(_settled(path)), path.read_bytes()) for path in files)

    def nescio(self, *args: object, fault: Fault | None = None) -> Done:
        done = run(self / "streams", *args, fault=fault)
        for word in (MARKER, *NAMES, "Traceback", "bug in nescio"):
            assert word not in done.err
        return done

    def anonymize(self, *args: object, fault: Fault | None = None) -> Done:
        return self.nescio("anonymize", *args, "-l", "en", fault=fault)

    def texts(self, folder: str) -> dict[str, str]:
        """The texts in a folder; a temporary file is none."""
        root = self / folder
        found = [path for path in sorted(root.rglob("*")) if path.is_file() and path.name[0] != "."]
        return {path.relative_to(root).as_posix(): path.read_bytes().decode() for path in found}

    @property
    def vault(self) -> tuple[object, ...]:
        """How a call names the vault, and its key."""
        return "-s", self.keys, "--key", self / "my.key"

    @property
    def tables(self) -> list[Table]:
        """The whole tables, in clear or in a vault."""
        if not (self / "my.key").exists():
            return [table_from_json(record) for record in records(self.keys)]
        data = self.keys.read_bytes() if self.keys.exists() else b""
        key = read_key(str(self / "my.key")).key
        return list(read_vault(data, key, name="keys")[0].tables)

    def original_of(self, text: str) -> str | None:
        """Where the table leads a text back to, if it speaks of it at all."""
        for table in self.tables:
            if table.output_sha256 == fingerprint(text):
                return reidentify(text, table, by="position").text
        return None


def _settled(path: Path) -> Path:
    return path.with_name("temporary") if path.name.startswith(".nescio-") else path


class Scenario(NamedTuple):
    """A call, what must be true wherever it is broken off, and how the next call mends it."""

    call: Callable[[Place, Fault | None], Done]
    check: Callable[[Place, Done], None]
    mend: Callable[[Place, Done], Done]
    least: int  # acts on the disk; with fewer the shim would be blind
    prepare: Callable[[Place], None] = lambda place: None
    acts: frozenset[str] = frozenset(
        {"open", "write", "fsync", "fchmod", "replace", "close"}
    )  # all are there


# What must be true at any moment


def nothing_is_lost_in_place(place: Place, done: Done) -> None:
    texts = place.texts("texts")
    assert set(texts) == set(TEXTS)
    for name, text in texts.items():
        assert TEXTS[name] in (text, place.original_of(text)), name


def outputs_are_whole(place: Place, done: Done) -> None:
    assert place.texts("texts") == TEXTS
    for name, text in place.texts("out").items():
        assert place.original_of(text) == TEXTS[name]


def answers_have_their_way_back(place: Place, done: Done) -> None:
    for text in answers(done):
        assert place.original_of(text) in TEXTS.values()


def answers(done: Done) -> list[str]:
    return [json.loads(line)["text"] for line in done.out.splitlines()]


def restored_are_whole(place: Place, done: Done) -> None:
    assert place.texts("out") == place.texts("hidden")
    for name, text in place.texts("back").items():
        assert text == TEXTS[name]


def nobody_is_mixed_up(place: Place, *texts: str) -> None:
    """One number is one person and one person has one number, in all texts of all calls."""
    who: dict[str, set[str]] = {}
    number: dict[str, set[str]] = {}
    for text in texts:
        for record in records(place.keys):
            if record["output_sha256"] == fingerprint(text):
                for entry in record["entries"]:
                    who.setdefault(entry["replacement"], set()).add(entry["original"])
                    number.setdefault(entry["original"], set()).add(entry["replacement"])
    assert all(len(found) == 1 for found in (*who.values(), *number.values())), (who, number)


def ledger_is_whole(place: Place, done: Done) -> None:
    if place.ledger.exists():
        book = json.loads(place.ledger.read_bytes())
        ids = [item["id"] for item in book["identities"]]
        assert len(ids) == len(set(ids))


# What the next call makes of it


def says_what_it_found(place: Place, call: Callable[[], Done]) -> Done:
    left = place.leftovers
    journal = place / "who.json.journal"
    begun = journal.exists() and journal.read_bytes().count(b"\n") > 0
    torn = place.keys.exists() and not (b"\n" + place.keys.read_bytes()).endswith(b"\n")
    done = call()
    assert done.code == 0, done.err
    assert ("was left by a run that was killed" in done.err) == bool(left)
    assert place.leftovers == []
    assert ("An earlier run was broken off" in done.err) == begun
    assert ("ended in half a record" in done.err) == torn
    assert not journal.exists()
    return done


def all_come_back(place: Place, folder: str) -> None:
    assert place.nescio("reidentify", place / folder, "-s", place.keys, "-o", place / "again").code == 0
    assert place.texts("again") == TEXTS


def come_back_at_once(place: Place, folder: str) -> None:
    """Also before the next call: whoever wants the originals need not wait for it."""
    changed = {name for name, text in place.texts(folder).items() if text != TEXTS[name]}
    if changed:
        place.nescio("reidentify", place / folder, "-s", place.keys, "-o", place / "soon")
        soon = place.texts("soon")
        assert {name: soon.get(name) for name in changed} == {name: TEXTS[name] for name in changed}


def to_folder(place: Place, fault: Fault | None = None) -> Done:
    return place.anonymize(place / "texts", "-o", place / "out", "-s", place.keys, fault=fault)


def mend_folder(place: Place, broken: Done) -> Done:
    come_back_at_once(place, "out")
    done = says_what_it_found(place, lambda: to_folder(place))
    outputs_are_whole(place, done)
    assert set(place.texts("out")) == set(TEXTS)
    all_come_back(place, "out")
    assert len(records(place.keys)) == len(TEXTS)
    return done


def in_place(place: Place, fault: Fault | None = None) -> Done:
    return place.anonymize(place / "texts", "--in-place", "-s", place.keys, fault=fault)


def mend_in_place(place: Place, broken: Done) -> Done:
    come_back_at_once(place, "texts")
    done = says_what_it_found(place, lambda: in_place(place))
    all_come_back(place, "texts")
    assert len(records(place.keys)) == len(TEXTS)
    return done


def in_place_with_ledger(place: Place, fault: Fault | None = None) -> Done:
    ledger = ("--ledger", place.ledger)
    return place.anonymize(place / "texts", "--in-place", "-s", place.keys, *ledger, fault=fault)


def check_ledger_in_place(place: Place, done: Done) -> None:
    nothing_is_lost_in_place(place, done)
    ledger_is_whole(place, done)
    nobody_is_mixed_up(place, *place.texts("texts").values())


def mend_ledger_in_place(place: Place, broken: Done) -> Done:
    come_back_at_once(place, "texts")
    done = says_what_it_found(place, lambda: in_place_with_ledger(place))
    all_come_back(place, "texts")
    later_text_knows_everybody(place, *place.texts("texts").values())
    return done


def later_text_knows_everybody(place: Place, *texts: str) -> None:
    (place / "later.jsonl").write_text(json.dumps({"id": "later", "text": LATER}) + "\n")
    lines = ("--jsonl", place / "later.jsonl")
    later = place.anonymize(*lines, "--ledger", place.ledger, "-s", place / "keys.jsonl")
    assert later.code == 0
    nobody_is_mixed_up(place, *texts, *answers(later))
    assert len(json.loads(place.ledger.read_bytes())["identities"]) == len(NAMES)


def lines_with_ledger(place: Place, fault: Fault | None = None) -> Done:
    side = ("-s", place.keys, "--ledger", place.ledger)
    return place.anonymize("--jsonl", place / "lines.jsonl", *side, fault=fault)


def check_lines(place: Place, done: Done) -> None:
    answers_have_their_way_back(place, done)
    ledger_is_whole(place, done)
    nobody_is_mixed_up(place, *answers(done))


def mend_lines(place: Place, broken: Done) -> Done:
    done = says_what_it_found(place, lambda: lines_with_ledger(place))
    assert len(answers(done)) == len(TEXTS)
    answers_have_their_way_back(place, done)
    answers_have_their_way_back(place, broken)
    later_text_knows_everybody(place, *answers(broken), *answers(done))
    return done


def back(place: Place, fault: Fault | None = None) -> Done:
    return place.nescio("reidentify", place / "out", "-s", place.keys, "-o", place / "back", fault=fault)


def prepare_back(place: Place) -> None:
    assert to_folder(place).code == 0
    shutil.copytree(place / "out", place / "hidden")


def mend_back(place: Place, broken: Done) -> Done:
    done = says_what_it_found(place, lambda: back(place))
    assert place.texts("back") == TEXTS
    return done


def in_place_with_vault(place: Place, fault: Fault | None = None) -> Done:
    return place.anonymize(place / "texts", "--in-place", *place.vault, fault=fault)


def prepare_vault(place: Place) -> None:
    assert place.nescio("key", "new", place / "my.key").code == 0


def mend_vault(place: Place, broken: Done) -> Done:
    done = says_what_it_found(place, lambda: in_place_with_vault(place))
    vault_leads_back(place)
    return done


def vault_leads_back(place: Place, key: str = "my.key") -> None:
    back = (place / "texts", "-s", place.keys, "--key", place / key, "-o", place / "again")
    assert place.nescio("reidentify", *back).code == 0
    assert place.texts("again") == TEXTS


def rekey(place: Place, fault: Fault | None = None) -> Done:
    keys = ("--key", place / "my.key", "--new-key", place / "new.key")
    return place.nescio("vault", "rekey", place.keys, *keys, fault=fault)


def prepare_rekey(place: Place) -> None:
    prepare_vault(place)
    assert place.nescio("key", "new", place / "new.key").code == 0
    assert in_place_with_vault(place).code == 0


def check_rekey(place: Place, done: Done) -> None:
    """It opens with one of the two, whole."""
    opened = [place.nescio("vault", "verify", place.keys, "--key", place / key).code
              for key in ("my.key", "new.key")]  # fmt: skip
    assert sorted(opened) == [0, 2]


def mend_rekey(place: Place, broken: Done) -> Done:
    done = rekey(place)  # refused if it was done already
    assert done.code in (0, 2)
    vault_leads_back(place, "new.key")
    return done


def new_key(place: Place, fault: Fault | None = None) -> Done:
    return place.nescio("key", "new", place / "my.key", fault=fault)


def _whole_key(place: Place) -> bool:
    """Whether there is a key; half of one is refused, and never another key."""
    try:
        return bool(read_key(str(place / "my.key")).key.derive("test"))
    except ConfigError:
        return False


def key_is_private(place: Place, done: Done) -> None:
    if _whole_key(place):
        assert (place / "my.key").stat().st_mode & 0o077 == 0
    elif done.code == 0:
        raise AssertionError("a key is said to be there, and is not")


def mend_new_key(place: Place, broken: Done) -> Done:
    """What is there is never written over; half a key is to be taken away by its owner."""
    if (place / "my.key").exists():
        before = (place / "my.key").read_bytes()
        assert new_key(place).code == 2
        assert (place / "my.key").read_bytes() == before
        if not _whole_key(place):
            (place / "my.key").unlink()
    done = broken if _whole_key(place) else new_key(place)
    assert in_place_with_vault(place).code == 0
    vault_leads_back(place)
    return done


def import_table(place: Place, fault: Fault | None = None) -> Done:
    given = (place.keys, place / "names.csv", place / "texts", "-o", place / "new")
    return place.nescio("vault", "import", *given, "--key", place / "my.key", fault=fault)


def prepare_import(place: Place) -> None:
    prepare_vault(place)
    assert in_place_with_vault(place).code == 0
    table = place / "names.csv"
    assert place.nescio("vault", "export", place.keys, "--key", place / "my.key", "-o", table).code == 0
    table.write_text(table.read_text().replace("[PERSON1],no", "[WITNESS-A],yes"))


def check_import(place: Place, done: Done) -> None:
    """The texts that were there lead back, and so does each new one that is there."""
    assert all(place.original_of(text) == TEXTS[name] for name, text in place.texts("texts").items())
    assert all(place.original_of(text) == TEXTS[name] for name, text in place.texts("new").items())


def mend_import(place: Place, broken: Done) -> Done:
    """A table that was imported already has nothing more to say; else it has now."""
    done = import_table(place)
    assert done.code in (0, 1), done.err
    check_import(place, done)
    vault_leads_back(place)
    return done


def prepare_killed(place: Place) -> None:
    """A call that was killed when it had overwritten one text and noted the next."""
    clean = Place(place / "clean")
    shutil.copytree(place / "texts", clean / "texts")
    acts = in_place_with_ledger(clean).acts
    shutil.rmtree(clean.folder)
    second = [number for number, act in enumerate(acts) if act == "replace"][1]
    assert in_place_with_ledger(place, Fault(second, "kill")).code < 0
    assert sum(text != TEXTS[name] for name, text in place.texts("texts").items()) == 1


def add(place: Place, fault: Fault | None = None) -> Done:
    return place.nescio("ledger", "add", place.ledger, place / "texts", "-l", "en", fault=fault)


def mend_add(place: Place, broken: Done) -> Done:
    done = says_what_it_found(place, lambda: add(place))
    names = {name for item in json.loads(place.ledger.read_bytes())["identities"] for name in item["names"]}
    assert names == set(NAMES[:4])
    return done


def merge(place: Place, fault: Fault | None = None) -> Done:
    return place.nescio("ledger", "merge", place.ledger, "PER-1", "PER-2", fault=fault)


def prepare_merge(place: Place) -> None:
    assert add(place).code == 0
    shutil.copy(place.ledger, place / "before.json")


def check_merge(place: Place, done: Done) -> None:
    book = json.loads(place.ledger.read_bytes())
    before = json.loads((place / "before.json").read_bytes())
    assert book == before or [item["id"] for item in book["identities"]] == ["PER-1", "PER-3", "PER-4"]


def mend_merge(place: Place, broken: Done) -> Done:
    if len(json.loads(place.ledger.read_bytes())["identities"]) == 4:
        return says_what_it_found(place, lambda: merge(place))
    return says_what_it_found(place, lambda: place.nescio("ledger", "split", place.ledger, "PER-1", NAMES[0]))


def scan(place: Place, fault: Fault | None = None) -> Done:
    given = (place / "texts", "--key", place / "my.key", "-o", place / "corpus.names")
    return place.nescio("names", "scan", *given, "-l", "en", fault=fault)


def manifest_is_whole(place: Place, done: Done) -> None:
    """It is there whole or not at all: half of one would let a pseudonym be a name of the corpus."""
    path = place / "corpus.names"
    if path.exists():
        manifest = Manifest.read(path.read_text(), read_key(str(place / "my.key")).key, where="corpus.names")
        assert all(manifest.has(name.split()[-1]) for name in NAMES[:4])
    else:
        assert done.code != 0, "a manifest is said to be there, and is not"


def mend_scan(place: Place, broken: Done) -> Done:
    done = says_what_it_found(place, lambda: scan(place))
    manifest_is_whole(place, done)
    return done


SCENARIOS: Final = {
    "a folder to a folder": Scenario(to_folder, outputs_are_whole, mend_folder, 40),
    "a folder again": Scenario(
        to_folder, outputs_are_whole, mend_folder, 40, prepare=lambda place: _again(place)
    ),
    "in place": Scenario(in_place, nothing_is_lost_in_place, mend_in_place, 35),
    "in place with a ledger": Scenario(in_place_with_ledger, check_ledger_in_place, mend_ledger_in_place, 50),
    "lines with a ledger": Scenario(lines_with_ledger, check_lines, mend_lines, 20),
    "the way back": Scenario(back, restored_are_whole, mend_back, 30, prepare_back),
    "a killed call goes on": Scenario(
        in_place_with_ledger, check_ledger_in_place, mend_ledger_in_place, 35, prepare_killed
    ),
    "in place with a vault": Scenario(
        in_place_with_vault, nothing_is_lost_in_place, mend_vault, 35, prepare_vault
    ),
    "another key for a vault": Scenario(rekey, check_rekey, mend_rekey, 8, prepare_rekey),
    "a new key": Scenario(new_key, key_is_private, mend_new_key, 5, acts=frozenset({"write", "fsync"})),
    "an edited table for a vault": Scenario(import_table, check_import, mend_import, 15, prepare_import),
    "the names of a corpus": Scenario(scan, manifest_is_whole, mend_scan, 5, prepare_vault),
    "ledger add": Scenario(add, ledger_is_whole, mend_add, 15),
    "ledger merge": Scenario(merge, check_merge, mend_merge, 10, prepare_merge),
}


def _again(place: Place) -> None:
    assert to_folder(place).code == 0


# The suite


@pytest.fixture(scope="module")
def anonymizer(tmp_path_factory: pytest.TempPathFactory) -> Anonymizer:
    folder = tmp_path_factory.mktemp("own")
    (folder / "people.toml").write_text(RULE)
    (folder / "own.toml").write_text(CONFIG)
    made = opening.open_anonymizer("en", config=folder / "own.toml")
    _warm_up(folder)
    return made


def _warm_up(folder: Path) -> None:
    """Everything is imported before the processes part, or each would do it again."""
    text, keys, who = folder / "warm.txt", folder / "keys.jsonl", folder / "who.json"
    text.write_text(TEXTS["a.txt"])
    common = ("-l", "en", "-c", folder / "own.toml")
    assert call("anonymize", text, "-o", folder / "out.txt", "-s", keys, "--ledger", who, *common).code == 0
    assert call("reidentify", folder / "out.txt", "-s", keys, "-o", folder / "back.txt").code == 0
    assert call("ledger", "add", who, text, *common).code == 0
    assert call("ledger", "merge", who, "PER-1", "PER-2").code == 0
    assert call("key", "new", folder / "my.key").code == 0
    vault = ("-s", folder / "vault", "--key", folder / "my.key")
    assert call("anonymize", text, "-o", folder / "two.txt", *vault, *common).code == 0
    assert call("vault", "verify", *vault[1:]).code == 0


@pytest.fixture
def start(tmp_path: Path, anonymizer: Anonymizer, monkeypatch: pytest.MonkeyPatch) -> Place:
    """The texts, and one anonymizer for all calls: what is tested here is the disk."""
    registry, packs = anonymizer.registry, anonymizer.packs
    monkeypatch.setattr(opening, "open_anonymizer", lambda *_, **__: anonymizer)
    monkeypatch.setattr(Registry, "installed", lambda: registry)
    monkeypatch.setattr(Packs, "installed", lambda **_: packs)
    same = SimpleNamespace(token_bytes=bytes, compare_digest=secrets.compare_digest)
    monkeypatch.setattr(vault, "secrets", same)  # the same acts leave the same bytes
    place = Place(tmp_path / "start")
    for name, text in TEXTS.items():
        (place / "texts" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "texts" / name).write_bytes(text.encode())
    lines = [json.dumps({"id": name, "text": text}) + "\n" for name, text in TEXTS.items()]
    (place / "lines.jsonl").write_text("".join(lines))
    return place


@contextmanager
def copy_of(place: Place) -> Iterator[Place]:
    copy = Place(place.folder.with_name("copy"))
    shutil.copytree(place.folder, copy.folder)
    try:
        yield copy
    finally:
        shutil.rmtree(copy.folder)


def faults(kind: str, acts: tuple[str, ...]) -> Iterator[Fault]:
    for number, act in enumerate(acts):
        if kind in ("short", "torn"):
            if act == "write":
                yield Fault(number, kind)
        else:
            yield Fault(number, "ENOSPC" if kind == "full" else kind, lasting=kind == "full")


ERRORS: Final = ("ENOSPC", "EIO", "full", "short")
SUDDEN_ENDS: Final = ("kill", "torn", "power", "names")
_QUICK: Final = {
    ("in place", "ENOSPC"), ("in place", "kill"), ("lines with a ledger", "torn"),
    ("in place with a vault", "torn"), ("a sealed copy", "ENOSPC"),
}  # fmt: skip


def cases(kinds: tuple[str, ...], scenarios: Mapping[str, Scenario] = SCENARIOS) -> list[Any]:
    """Every call with every kind of fault; all but a few are slow."""
    return [
        pytest.param(name, kind, marks=() if (name, kind) in _QUICK else pytest.mark.slow)
        for name in scenarios
        for kind in kinds
    ]


def inject(start: Place, name: str, kind: str, scenarios: Mapping[str, Scenario] = SCENARIOS) -> int:
    """Let every act of a call fail in turn, check what is left and that it can be mended; count faults."""
    scenario = scenarios[name]
    scenario.prepare(start)
    with copy_of(start) as place:
        clean = scenario.call(place, None)
        assert clean.code == 0, clean.err
    assert len(clean.acts) >= scenario.least
    assert set(clean.acts) >= scenario.acts
    tried = list(faults(kind, clean.acts))
    mended = set()
    for fault in tried:
        with copy_of(start) as place:
            broken = scenario.call(place, fault)
            _ended_well(broken, fault, place, start)
            scenario.check(place, broken)
            state = (place.state, broken.out)
            if state not in mended:  # the next call sees the same as it did before
                mended.add(state)
                scenario.mend(place, broken)
    assert tried
    return len(tried)


def _ended_well(broken: Done, fault: Fault, place: Place, start: Place) -> None:
    """A killed run says nothing; another says what was wrong, and leaves no temporary file of its own."""
    if fault.kind in DEADLY:
        assert broken.code < 0
        return
    assert broken.code in (0, 1), broken
    assert broken.code == 0 or "cannot be written" in broken.err or "does not confirm" in broken.err
    if broken.acts[fault.act] != "unlink":
        assert {path.name for path in place.leftovers} <= {path.name for path in start.leftovers}
