"""`nescio train` and `--recall`."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest

from nescio.detect.crf.model import side_file
from tests.cli.program import FAST, call, refused, tree
from tests.learn.annotated import as_bio, as_jsonl

RECIPE = Path(__file__).parents[2] / "src" / "nescio" / "learn" / "recipes" / "tagger.toml"
TEXT = "Yesterday Ada Quill went to Mirow by train."


@pytest.fixture
def crf() -> None:
    pytest.importorskip("pycrfsuite", reason="needs the extra `crf`")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text(as_jsonl(), encoding="utf-8")
    return path


def run_with(model: Path, folder: Path) -> str:
    config = folder / "mine.toml"
    config.write_text(f'[en.detect]\ndetectors = ["crf"]\n[en.detect.options.crf]\nmodel = "{model.name}"\n')
    return call("anonymize", "-l", "en", "-c", config, stdin=TEXT.encode()).text


@pytest.mark.usefixtures("crf")
def test_a_crf_is_trained_measured_and_used(data: Path, tmp_path: Path) -> None:
    model = tmp_path / "mine.crf"
    outcome = call("train", "crf", data, "-o", model, "-l", "en")
    assert outcome.code == 0
    assert "it holds words of the texts" in outcome.err
    assert "sensitive or not" in outcome.text
    assert run_with(model, tmp_path) == "Yesterday [PERSON1] went to [LOCATION1] by train."
    assert [stat.S_IMODE(path.stat().st_mode) for path in (model, side_file(model))] == [0o600, 0o600]


@pytest.mark.usefixtures("crf")
def test_bio_and_a_file_to_measure_with(data: Path, tmp_path: Path) -> None:
    columns, model = tmp_path / "mine.bio", tmp_path / "mine.crf"
    columns.write_text(as_bio(), encoding="utf-8")
    outcome = call("train", "crf", columns, "-o", model, "--dev", data, "--json")
    figures = json.loads(outcome.out)
    assert figures["entity"]["given"] == 120
    assert figures["labels"].keys() == {"LOC", "PER"}
    assert figures["binary"]["recall"] > 0.9


@pytest.mark.usefixtures("crf")
def test_jobs_that_nescio_wrote_can_be_learnt_from(data: Path, tmp_path: Path) -> None:
    jobs = tmp_path / "jobs.jsonl"
    rows = [{**json.loads(line), "schema": 1} for line in data.read_text("utf-8").splitlines()]
    jobs.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    outcome = call("train", "crf", jobs, "-o", tmp_path / "mine.crf", "--json")
    assert json.loads(outcome.out)["entity"]["f1"] > 0.9


@pytest.mark.usefixtures("crf")
def test_a_label_of_ones_own_is_learnt_with_a_warning(data: Path, tmp_path: Path) -> None:
    data.write_text(as_jsonl().replace('"LOC"', '"HARBOUR"'), encoding="utf-8")
    outcome = call("train", "crf", data, "-o", tmp_path / "mine.crf")
    assert outcome.code == 0
    assert "'HARBOUR' is no label of nescio" in outcome.err


@pytest.mark.usefixtures("crf")
def test_bad_data_leaves_nothing_behind(data: Path, tmp_path: Path) -> None:
    model = tmp_path / "mine.crf"
    before = tree(tmp_path)
    bad = {
        "[[1,2,3]]\n": "mine.jsonl:1",
        '{"text": "x", "spans": []}\n' * 12: "no annotated mention",
        '{"text": "Zeugenwort", "spans": [[0, 99, "PER"]]}\n': "a span ends at 99",
        '{"text": "x", "spans": []}\n': "only 1 annotated",
    }
    for content, message in bad.items():
        data.write_text(content, encoding="utf-8")
        refused("train", "crf", data, "-o", model, code=1, saying=message)
    refused("train", "crf", tmp_path / "none.bio", "-o", model, code=1, saying="no file or folder")
    assert tree(tmp_path).keys() == before.keys()


def test_places_are_checked_before_anything_is_read(data: Path, tmp_path: Path) -> None:
    refused("train", "crf", data, "-o", tmp_path, code=2, saying="is a folder")
    refused("train", "crf", data, "-o", tmp_path / "m", "-l", "qq", code=2, saying="no language 'qq'")


def test_a_missing_library_is_said_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pycrfsuite", None)
    line = "pip install 'nescio[crf]'"
    refused("train", "crf", tmp_path / "none.bio", "-o", tmp_path / "m", code=2, saying=line)


def train_tagger(folder: Path, *more: object, recipe: Path = RECIPE) -> tuple[object, ...]:
    places = ("--data", folder, "--lex", folder, "--vectors", folder)
    return ("train", "tagger", "--recipe", recipe, *places, "-o", folder / "run", *more)


def test_a_training_of_the_tagger_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "last.pt").touch()
    refused(*train_tagger(tmp_path), code=2, saying="--resume")


@pytest.mark.parametrize("name", ["names.json", "lexicon.npz", "model/pieces.txt", "branch-0/log.jsonl"])
def test_a_training_of_the_tagger_writes_over_nothing_that_it_reads(tmp_path: Path, name: str) -> None:
    wheel = tmp_path / "run" / name
    wheel.parent.mkdir(parents=True)
    wheel.write_bytes(b"vectors")
    given = ("--recipe", RECIPE, "--data", tmp_path / "run", "--lex", tmp_path / "run", "--vectors", wheel)
    refused("train", "tagger", *given, "-o", tmp_path / "run", code=2, saying="a file that is an input")
    assert wheel.read_bytes() == b"vectors"


def test_a_wrong_recipe_or_place_is_said_before_the_training(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    refused(*train_tagger(tmp_path, recipe=recipe), code=2, saying="does not exist")
    recipe.write_text("seed = ")
    refused(*train_tagger(tmp_path, recipe=recipe), code=2, saying="is not TOML")
    recipe.write_text("seed = 1")
    refused(*train_tagger(tmp_path, recipe=recipe), code=2, saying="lacks 'languages', 'corpora'")
    whole = RECIPE.read_text(encoding="utf-8")
    recipe.write_text(whole.replace("count = 3", "count = -1"))
    refused(*train_tagger(tmp_path, recipe=recipe), code=2, saying="needs 'branches.count'")


def test_training_the_tagger_without_torch_prints_the_install_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    refused(*train_tagger(tmp_path), code=2, saying="pip install 'nescio[train]'")


@pytest.mark.parametrize("command", ["anonymize", "detect"])
def test_an_unknown_recall_names_the_choices(command: str) -> None:
    refused(command, "--recall", "extreme", code=2, saying="balanced, high, precise")


@pytest.mark.parametrize("command", ["anonymize", "detect"])
def test_recall_without_the_tagger_is_refused(command: str) -> None:
    refused(command, *FAST, "--recall", "high", code=2, saying="the configuration does not use")


def test_high_recall_finds_at_least_what_precise_finds() -> None:
    text = b"Lopes and Acme Holdings wait in Bruges, where Adler said the Commission would meet."
    found = {
        recall: len(call("detect", "-l", "en", "--recall", recall, stdin=text).text.splitlines())
        for recall in ("high", "precise")
    }
    assert found["high"] >= found["precise"] > 0
