"""The JSON job of the thesis, appendix B.2."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.api import Anonymizer
from nescio.compat.job import is_thesis_job, job_from_thesis, job_to_thesis
from nescio.core.errors import JobError
from nescio.core.model import Document, Entity, Job, Span
from tests.helpers import job_with, solve

TEXT = "Zephyrine met Otto. Zephyrine left."
FIRST, OTTO, SECOND = (Span(0, 9, "PERZ", 1.0, "given"), Span(14, 18, "PERZ", 1.0, "given"),
                       Span(20, 29, "PERZ", 1.0, "given"))  # fmt: skip


def entry(uid: int, span: Span, **changes: Any) -> dict[str, Any]:
    surface = TEXT[span.start : span.end]
    base = {"entity_class": span.label, "begin": span.start, "end": span.end, "uid": uid, "surface": surface}
    return {**base, **changes}


ENTRIES = [entry(10, FIRST), entry(11, OTTO), entry(12, SECOND)]


def job(**keys: Any) -> dict[str, Any]:
    ner = {"ner_time": 12, "text": TEXT, "entries": ENTRIES}
    return {"text": TEXT, "language": "en", "method": "TAG", "ner": ner, **keys}


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (job(), True),
        ({"text": TEXT, "method": "DEL"}, True),
        ({"text": TEXT}, False),
        ({"ner": {}}, False),
        ([], False),
    ],
)
def test_a_job_of_the_thesis_is_told_by_its_keys(data: object, is_one: bool) -> None:
    assert is_thesis_job(data) is is_one


def test_the_layers_that_are_filled_in_are_taken() -> None:
    made = job_from_thesis(job(coref=[[10, 12], [11]]))
    assert made.document == Document("", TEXT, "en")
    assert made.options == {"method": "TAG"}
    assert made.spans == (FIRST, OTTO, SECOND)
    assert made.entities == (Entity(0, "PERZ", (FIRST, SECOND)), Entity(1, "PERZ", (OTTO,)))


def test_a_text_and_a_method_are_enough() -> None:
    assert job_from_thesis({"text": TEXT, "method": "DEL"}) == Job(
        Document("", TEXT, "xx"), options={"method": "DEL"}
    )


@pytest.mark.parametrize("method", ["TAG", "DEL"])
def test_it_comes_in_runs_and_goes_out(english: Anonymizer, method: str) -> None:
    [done] = english.run([job_from_thesis(job(method=method, coref=[[10, 12], [11]]))])
    answer = job_to_thesis(done)
    outputs = {"TAG": "[PERSON1] met [PERSON2]. [PERSON1] left.", "DEL": "[...] met [...]. [...] left."}
    assert answer["anonymizer"]["output"] == outputs[method]
    assert answer["method"] == method
    assert answer["coref"] == [[0, 2], [1]]
    assert answer["ner"]["entries"] == [entry(0, FIRST), entry(1, OTTO), entry(2, SECOND)]
    assert answer["anonymizer"]["tableofsolutions"]["2"] == {
        "entity_class": "PERZ",
        "coref": 0,
        "original": "Zephyrine",
        "replace": "[PERSON1]" if method == "TAG" else "[...]",
    }
    assert isinstance(answer["ner"]["ner_time"], int)
    assert isinstance(answer["anonymizer"]["anon_time"], int)


def test_what_goes_out_comes_in_again() -> None:
    done = solve(job_with(TEXT, "Zephyrine", "Otto"))
    again = job_from_thesis(job_to_thesis(done))
    assert [span[:2] for span in again.spans or ()] == [span[:2] for span in done.spans or ()]
    assert again.entities is not None
    assert len(again.entities) == 2


def with_entries(*entries: Any, **ner: Any) -> dict[str, Any]:
    return job(ner={"text": TEXT, "entries": list(entries), **ner})


MALFORMED: list[tuple[dict[str, Any], str]] = [
    (job(text=None), "'text' in the job must be a string"),
    (with_entries(text="other"), "'ner.text' is not the text of the job"),
    (with_entries({"begin": 0}), "needs entity_class, begin, end and uid"),
    (with_entries("Zephyrine"), "needs entity_class, begin, end and uid"),
    (with_entries(entry(1, FIRST, begin="zero")), "needs entity_class, begin, end and uid"),
    (with_entries(entry(1, FIRST, end=None)), "needs entity_class, begin, end and uid"),
    (with_entries(entry(7, FIRST, end=99)), "Entry 7 of 'ner' does not lie at its place"),
    (with_entries(entry(7, FIRST, begin=-1)), "Entry 7 of 'ner' does not lie at its place"),
    (with_entries(entry(7, FIRST, surface="Otto")), "Entry 7 of 'ner' does not lie at its place"),
    (with_entries(entry(7, FIRST), entry(7, OTTO)), "Two entries of 'ner' have the uid 7"),
    (
        with_entries(entry(1, FIRST), entry(2, Span(4, 13, "PERZ", 1.0, "given"))),
        "Two entries of 'ner' overlap at position 4",
    ),
    (with_entries(entries=5), "'ner.entries' in the job must be a list"),
    (job(coref=[[10, 12]]), "every unique id of 'ner' exactly once"),
    (job(coref=[[10, 12], [11, 10]]), "every unique id of 'ner' exactly once"),
    (job(coref=[10]), "'coref' is a list of lists"),
    (job(coref=5), "'coref' is a list of lists"),
    (job(coref=[["ten"]]), "'coref' is a list of lists"),
]


@pytest.mark.parametrize(("data", "message"), MALFORMED, ids=[message for _, message in MALFORMED])
def test_a_malformed_job_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(JobError) as caught:
        job_from_thesis(data)
    assert message in str(caught.value)
    assert "Zephyrine" not in str(caught.value)


@pytest.mark.parametrize("method", ["RAN", "GEN"])
def test_a_replacement_that_covers_an_article_belongs_to_its_entry(method: str) -> None:
    text = "Frau Anna Meier zog im Mai 2021 nach Bremen und dann in die Schweiz."
    start = text.index("Bremen")
    swiss = text.index("Schweiz")
    given = {
        "text": text,
        "language": "de",
        "method": method,
        "ner": {
            "entries": [
                {"entity_class": "LOCZ", "begin": start, "end": start + 6, "uid": 0},
                {"entity_class": "LOCZ", "begin": swiss, "end": swiss + 7, "uid": 1},
            ]
        },
    }
    [job] = Anonymizer("de").run([job_from_thesis(given)])
    table = job_to_thesis(job)["anonymizer"]["tableofsolutions"]
    assert sorted(table) == ["0", "1"]
    assert "Bremen" in table["0"]["original"]
    assert "Schweiz" in table["1"]["original"]
