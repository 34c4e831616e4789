"""`nescio evaluate` and `nescio compare` from the outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from nescio.cli.app import app

Write = Callable[[str, str], Path]
GOLD = "Anna\tB-PER\nMaia\tI-PER\nsaw\tO\nRio\tB-LOC\n\nOtto\tB-PER\nleft\tO\n"
GOOD = GOLD
BAD = "Anna\tB-PER\nMaia\tO\nsaw\tO\nRio\tB-ORG\n\nOtto\tO\nleft\tO\n"
MAILS = [
    {"id": "a", "text": "Write to ana@example.org today.", "spans": [[9, 24, "EMAIL"]], "language": "en"},
    {
        "id": "b",
        "text": "Call otto@example.org or Otto.",
        "spans": [[5, 21, "EMAIL"], [25, 29, "PER"]],
        "language": "en",
    },
]
PATTERNS = '[xx.detect]\ndetectors = ["patterns"]\n[xx.second_pass]\nenabled = false\n'
NOTHING = "[xx.detect]\ndetectors = []\n[xx.second_pass]\nenabled = false\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_stable_json_is_printed(write: Write) -> None:
    result = run("evaluate", write("g.bio", GOLD), "--predictions", write("p.bio", BAD), "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["conll"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert found["token"] == {"precision": 0.5, "recall": 0.25, "f1": pytest.approx(1 / 3)}
    assert found["binary"]["precision"] == 1.0
    assert found["instance"]["misclassified"] == 1
    assert found["documents"] == 2


def test_bio_gold_meets_jsonl_predictions(write: Write) -> None:
    rows = [
        {"text": "Anna Maia saw Rio", "spans": [[0, 9, "PER"], [14, 17, "CITY"]]},
        {"text": "Otto left", "spans": [[0, 4, "PER"]]},
    ]
    path = write("p.jsonl", "\n".join(map(json.dumps, rows)))
    result = run("evaluate", write("g.bio", GOLD), "-p", path, "--json")
    assert json.loads(result.stdout)["conll"]["f1"] == 1.0


def test_tables_report_and_file_are_written(write: Write, tmp_path: Path) -> None:
    html, output = tmp_path / "r.html", tmp_path / "r.json"
    gold = write("g.bio", GOLD)
    arguments = ("-p", write("p.bio", GOOD), "-p", write("q.bio", BAD), "--html", html, "-o", output)
    result = run("evaluate", gold, *arguments)
    assert result.exit_code == 0, result.output
    for word in ("CoNLL, exact", "p.bio", "q.bio", "mentions hidden in full", "approximate randomization"):
        assert word in result.stdout
    assert html.stat().st_mode & 0o077 == 0  # it holds source text
    assert len(json.loads(output.read_text(encoding="utf-8"))) == 2


def test_configurations_are_run(write: Write) -> None:
    gold = write("g.jsonl", "\n".join(map(json.dumps, MAILS)))
    systems = ("-s", write("patterns.toml", PATTERNS), "-s", f"none={write('n.toml', NOTHING)}")
    result = run("evaluate", gold, *systems, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["patterns"]["classes"]["EMAIL"]["f1"] == 1.0
    assert found["none"]["conll"]["recall"] == 0.0


def test_saved_evaluations_predictions_and_configurations_are_compared(write: Write, tmp_path: Path) -> None:
    gold, good, bad = write("g.bio", GOLD), write("p.bio", GOOD), write("q.bio", BAD)
    saved = [tmp_path / "a.json", tmp_path / "b.json"]
    for path, output in zip((good, bad), saved, strict=True):
        assert run("evaluate", gold, "-p", path, "-o", output).exit_code == 0
    from_saved = json.loads(run("compare", *saved, "--json").stdout)
    from_files = json.loads(run("compare", good, bad, "--gold", gold, "--json").stdout)
    assert from_saved == from_files
    assert from_saved["conll"]["f1"]["difference"] == -1.0
    assert from_saved["conll"]["f1"]["p"] == pytest.approx(0.5, abs=0.03)  # two documents cannot say more
    mails = write("g.jsonl", "\n".join(map(json.dumps, MAILS)))
    configurations = (write("x.toml", PATTERNS), write("n.toml", NOTHING))
    report = tmp_path / "c.html"
    result = run("compare", *configurations, "--gold", mails, "--html", report)
    assert result.exit_code == 0, result.output
    assert "n against x" in result.stdout
    assert "Differences from x" in report.read_text(encoding="utf-8")


def test_annotators_alone_give_their_agreement(write: Write) -> None:
    rows = [
        {"id": "d", "annotator": who, "text": "Anna saw Rio", "spans": [[0, 4, label]]}
        for who, label in (("a", "PER"), ("b", "ORG"))
    ]
    result = run("evaluate", write("g.jsonl", "\n".join(map(json.dumps, rows))))
    assert result.exit_code == 0, result.output
    assert "Fleiss" in result.stdout
    assert "2 annotators, 1 documents, 3 tokens" in result.stdout


def test_ratings_are_shown(write: Write) -> None:
    path = write(
        "r.tsv",
        "document\tentity\tlabel\trater\tavailable\trelevant\nd\t1\tLOC\ta\t1\t1\nd\t1\tLOC\tb\t1\t0\n",
    )
    assert "availability" in run("evaluate", "--ratings", path).stdout
    assert json.loads(run("evaluate", "--ratings", path, "--json").stdout)["overall"]["relevance"] == 0.5


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("{gold}", "-p", "{stray}"), 1, "stray.bio:2: a tag I- stands after O"),
        (("{gold}", "-p", "{other}"), 1, "other.bio:1: this document is not the same text"),
        (("{gold}", "-p", "{unknown}"), 1, "unknown.bio:1: a tag is unknown. Did you mean 'PER'"),
        (("{gold}", "-p", "nowhere.bio"), 1, "There is no file or folder 'nowhere.bio'"),
        (("{twins}", "-p", "{twins}"), 1, "twins.jsonl:2: there are two documents with this id"),
        (("{gold}",), 2, "Name what to judge"),
        ((), 2, "Name the gold standard"),
        (("{gold}", "-s", "nowhere.toml"), 2, "There is no configuration file"),
        (("{gold}", "-s", "default", "-s", "default"), 2, "Two systems are called 'default'"),
    ],
)
def test_bad_input_is_one_sentence(write: Write, arguments: tuple[str, ...], code: int, message: str) -> None:
    files = {
        "gold": write("gold.bio", GOLD),
        "stray": write("stray.bio", GOLD.replace("B-PER", "O", 1)),
        "other": write("other.bio", GOLD.replace("Anna", "Ana")),
        "unknown": write("unknown.bio", GOLD.replace("-PER", "-PERSO")),
        "twins": write("twins.jsonl", '{"id": "x", "text": "a", "spans": []}\n' * 2),
    }
    result = run("evaluate", *(argument.format(**files) for argument in arguments))
    assert result.exit_code == code
    said = " ".join(result.stderr.split())
    assert message in said
    assert "Traceback" not in said


def test_compare_says_what_it_needs(write: Write) -> None:
    result = run("compare", write("p.bio", GOOD), write("q.bio", BAD))
    assert result.exit_code == 2
    assert "--gold" in result.stderr


def test_ratings_and_figures_are_one_json_document(write: Write) -> None:
    head = "document\tentity\tlabel\trater\tavailable\trelevant\n"
    rated = write("r.tsv", f"{head}d\t1\tLOC\ta\t1\t1\nd\t1\tLOC\tb\t1\t0\n")
    gold, bad = write("g.bio", GOLD), write("p.bio", BAD)
    found = json.loads(run("evaluate", gold, "--predictions", bad, "--ratings", rated, "--json").stdout)
    assert found["ratings"]["overall"]["relevance"] == 0.5
    assert found["conll"]["f1"] == 0.0
