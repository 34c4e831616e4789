"""Reports: the stable JSON, the whole JSON, the page, and ratings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from nescio.core.errors import InputError
from nescio.evaluate.compare import compare, to_json
from nescio.evaluate.evaluation import Evaluation, evaluate
from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.prepare import make_comparable
from nescio.evaluate.read.ratings import read_ratings
from nescio.evaluate.report.page import page
from nescio.evaluate.report.plain import read_saved, saved_of, stable, whole
from nescio.evaluate.report.rated import rated

TEXT = "Anna Maia <b>lives</b> in Rio & works."


def judge(name: str, *mentions: Mark) -> Evaluation:
    gold = Annotation("d<1>", TEXT, (Mark(0, 9, "PER", entity="a"), Mark(26, 29, "LOC", entity="b")))
    ready = make_comparable([gold], [Annotation("d<1>", TEXT, mentions)])
    return evaluate(ready.pairs, ready.labels, name=name)


@pytest.fixture
def found() -> list[Evaluation]:
    return [
        judge("one", Mark(0, 9, "PER", 0.9), Mark(10, 12, "ORG", 0.4)),
        judge("<two>", Mark(0, 4, "PER", 0.7), Mark(26, 29, "LOC", 0.6)),
    ]


def test_the_stable_form_has_exactly_its_keys(found: list[Evaluation]) -> None:
    result = json.loads(json.dumps(stable(found[0])))
    assert list(result) == ["conll", "token", "binary", "instance", "classes", "documents"]
    assert result["conll"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}
    assert set(result["token"]) == set(result["binary"]) == {"precision", "recall", "f1"}
    assert set(result["instance"]) >= {"precision", "recall", "f1", "correct", "spurious"}
    assert result["classes"]["PER"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "support": 1}
    assert list(result["classes"]) == ["LOC", "ORG", "PER"]
    assert result["documents"] == 1


def test_the_whole_form_is_json_without_text_and_can_be_compared_again(
    found: list[Evaluation], tmp_path: Path
) -> None:
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path, item in zip(paths, found, strict=True):
        content = json.dumps(whole(item), allow_nan=False)
        assert "Anna" not in content
        path.write_text(content, encoding="utf-8")
    first, second = (read_saved(path) for path in paths)
    assert first is not None
    assert second is not None
    direct = compare(saved_of(found[0]), saved_of(found[1]))
    assert to_json(compare(first, second)) == to_json(direct)


def test_other_json_is_no_saved_evaluation(write: Callable[[str, str], Path]) -> None:
    assert read_saved(write("a.json", "[]")) is None
    assert read_saved(write("b.json", "{")) is None
    assert read_saved(write("c.toml", "")) is None
    with pytest.raises(InputError, match="not a whole evaluation"):
        read_saved(write("d.json", '{"nescio_evaluation": 1}'))


class _Balance(HTMLParser):
    """Fails on a tag that is closed in the wrong place, or never."""

    void = frozenset({"meta", "line", "rect", "circle"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.void or (tag == "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else(found: list[Evaluation]) -> None:
    content = page(found, [compare(saved_of(found[0]), saved_of(found[1]))])
    balance = _Balance()
    balance.feed(content)
    assert balance.open == []
    assert "<script" not in content
    assert not re.search(r"(?:src|href)=[\"'](?!#)", content)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", content)
    for part in (
        "All figures",
        "Classes",
        "Confusion",
        "Calibration",
        "Differences",
        "Errors in context",
        "<svg",
    ):
        assert part in content


def test_the_page_shows_errors_in_context_and_escapes_text(found: list[Evaluation]) -> None:
    content = page(found)
    assert "<mark>&lt;b</mark>&gt;lives&lt;/b&gt;" in content
    assert "<b>lives" not in content
    assert "d&lt;1&gt;" in content
    assert "Evaluation of one, &lt;two&gt;" in content


def test_a_page_of_one_system_without_errors_is_a_page() -> None:
    balance = _Balance()
    balance.feed(page([judge("one", Mark(0, 9, "PER"), Mark(26, 29, "LOC"))]))
    assert balance.open == []


def test_scores_bring_calibration_and_the_boundary(found: list[Evaluation]) -> None:
    item = found[0]
    assert item.calibration is not None
    assert item.boundary is not None
    # Errors: the spurious prediction (0.4, near) and the missed mention (0, far).
    assert (item.boundary.errors, item.boundary.near_errors) == (2, 1)
    assert judge("sure", Mark(0, 9, "PER")).calibration is None


def test_chains_are_judged_where_the_gold_has_them(found: list[Evaluation]) -> None:
    assert found[0].chains["b_cubed"]["recall"] == 0.5
    assert found[0].chains["singletons"]["precision"] == 1.0


RATINGS = (
    "document\tentity\tlabel\trater\tavailable\trelevant\n"
    "d\t1\tLOC\ta\t1\t1\nd\t1\tLOC\tb\t1\tyes\nd\t2\tORG\ta\t1\t0\nd\t2\tORG\tb\t1\t1\n"
    "d\t3\tORG\ta\t0\t\nd\t3\tORG\tb\tno\t\n"
)


def test_ratings_give_availability_relevance_and_agreement(write: Callable[[str, str], Path]) -> None:
    summary = rated(read_ratings(write("r.tsv", RATINGS)))
    assert summary["overall"] == {
        "availability": pytest.approx(2 / 3),
        "entities": 3,
        "relevance": 0.75,
        "rated": 4,
    }
    assert summary["classes"]["ORG"] == {"availability": 0.5, "entities": 2, "relevance": 0.5, "rated": 2}
    assert summary["agreement"]["pairwise"] == 0.5
    assert rated(read_ratings(write("r.tsv", RATINGS.replace("\tb\t", "\ta\t"))))["agreement"] is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("document\tlabel\n", "r.tsv:1: the heading lacks entity"),
        (RATINGS + "d\t4\tLOC\ta\tmaybe\t1\n", "r.tsv:8: 'available'"),
    ],
)
def test_bad_ratings_are_named(write: Callable[[str, str], Path], content: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_ratings(write("r.tsv", content))


def test_missing_ratings_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        read_ratings(tmp_path / "r.tsv")
