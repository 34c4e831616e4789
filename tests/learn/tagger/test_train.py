"""The training command: a tiny recipe from corpora to a finished model, interrupted and resumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from nescio.detect.tagger.model import load_tagger  # noqa: E402
from nescio.learn.corpora import CLASSES  # noqa: E402
from nescio.learn.documents import Documents, MarkedText  # noqa: E402
from nescio.learn.tagger import train as training  # noqa: E402
from nescio.learn.tagger.places import files_of  # noqa: E402
from nescio.learn.tagger.resources import Resources  # noqa: E402
from nescio.learn.tagger.run import Run  # noqa: E402
from tests.learn.tagger.tiny import resources  # noqa: E402

RECIPE = """
seed = 3
languages = ["en", "de"]
corpora = "corpora.toml"
dev = "dev.toml"
version = "0"
batch_tokens = 20
dropout = 0.1
log_every = 5
[net]
vector = 8
projected = 4
word = 10
hidden = 6
[rates]
replace = 0.1
[document_rates]
replace = 0.5
[[stage]]
name = "all"
steps = {steps}
rate = 0.02
corpora = "all"
style_kept = 0.5
templates = 2
documents = 1
[branches]
name = "branch"
count = 2
steps = 2
rate = 0.01
corpora = "all"
style_kept = 0.5
templates = 2
documents = 1
[ship]
watched = []
high = {{ all = 12 }}
balanced = {{ all = 2, PER = 4 }}
precise = {{ all = 0.25 }}
caseless_loss = 0.1
"""
CORPORA = """
titles = []
[own]
files = ["own.bio"]
labels = { PER = "PER", LOC = "LOC", ORG = "ORG" }
hold = 2
share = 6
language = "en"
"""
LETTER = "Dear Anna,\nBen is 43.\n"
MARKS = [(5, 9, "PER", "p1"), (11, 14, "PER", "p2"), (18, 20, "AGE", "a1")]
WRITTEN = Documents([MarkedText("en", LETTER, MARKS)] * 3, [MarkedText("en", LETTER, MARKS)])
ROWS = ["Anna\tB-PER", "saw\tO", "Bonn\tB-LOC", "", "Acme\tB-ORG", "hired\tO", "Ben\tB-PER", ""]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "corpora.toml").write_text(CORPORA, encoding="utf-8")
    (tmp_path / "dev.toml").write_text('[own]\nheld = "own"\n', encoding="utf-8")
    (tmp_path / "contractions.toml").write_text("", encoding="utf-8")
    (tmp_path / "templates.toml").write_text(
        'en = ["{GIVEN} met {FAMILY} ."]\nnations = ["Welsh"]\nparticles = ["de"]\n', encoding="utf-8"
    )
    (tmp_path / "own.bio").write_text("\n".join(ROWS * 4) + "\n", encoding="utf-8")
    monkeypatch.setattr(Resources, "open", lambda *_: resources())
    return tmp_path


def train(folder: Path, *, steps: int) -> Path:
    recipe = folder / "tagger.toml"
    recipe.write_text(RECIPE.format(steps=steps), encoding="utf-8")
    return training.train(recipe, folder, folder / "out", lex=folder, vectors=folder, written=WRITTEN)


def test_a_recipe_ends_in_a_model_with_operating_points(folder: Path) -> None:
    found = load_tagger(train(folder, steps=6))
    assert found.dial("high").thresholds["PER"] <= found.dial("precise").thresholds["PER"]
    assert found.labels == set(CLASSES)


def test_a_second_call_goes_on_where_the_first_stopped(folder: Path) -> None:
    train(folder, steps=4)
    train(folder, steps=9)
    log = (folder / "out" / "log.jsonl").read_text("utf-8").splitlines()
    steps = [json.loads(row)["step"] for row in log]
    assert steps == sorted(steps)
    assert steps[-1] == 9
    assert steps[0] <= 4


def test_an_interrupted_training_ends_in_the_same_weights(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (train(folder, steps=30) / "weights.npz").read_bytes()
    (folder / "out").rename(tmp_path_factory.mktemp("old") / "out")
    report, looks = Run._report, []

    def stop(self: Run) -> None:
        report(self)
        looks.append(self)
        if len(looks) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Run, "_report", stop)
    with pytest.raises(KeyboardInterrupt):
        train(folder, steps=30)
    assert (train(folder, steps=30) / "weights.npz").read_bytes() == whole


def test_the_same_seed_gives_the_same_weights(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    first = (train(folder, steps=4) / "weights.npz").read_bytes()
    (folder / "out").rename(tmp_path_factory.mktemp("old") / "out")
    assert (train(folder, steps=4) / "weights.npz").read_bytes() == first


def test_what_is_written_is_what_was_announced(folder: Path) -> None:
    """All but the lists, which the tests do not compile; and nothing is left half-written."""
    train(folder, steps=4)
    out = folder / "out"
    written = {path for path in out.rglob("*") if path.is_file()}
    announced = set(files_of(out, stages=1, branches=2))
    assert announced - written == {out / "names.json", out / "lexicon.npz"}
    assert written <= announced


def test_half_a_line_of_a_killed_training_is_taken_out_of_the_log(folder: Path) -> None:
    train(folder, steps=4)
    log = folder / "out" / "log.jsonl"
    log.write_bytes(log.read_bytes() + b'{"stage": 0, "st')
    train(folder, steps=9)
    assert [json.loads(row)["step"] for row in log.read_text("utf-8").splitlines()][-1] == 9
