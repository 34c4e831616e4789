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
    assert (made.document.text, made.document.language) == (TEXT, "en")
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
    assert answer["coref"] == [[10, 12], [11]]
    assert answer["ner"]["entries"] == ENTRIES
    assert answer["anonymizer"]["tableofsolutions"]["12"] == {
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
    (with_entries(entry(7, FIRST, end=99)), "An entry of 'ner' does not lie at its place"),
    (with_entries(entry(7, FIRST, begin=-1)), "An entry of 'ner' does not lie at its place"),
    (with_entries(entry(7, FIRST, surface="Otto")), "An entry of 'ner' does not lie at its place"),
    (with_entries(entry(7, FIRST), entry(7, OTTO)), "Two entries of 'ner' have the same uid"),
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


def test_what_nescio_finds_itself_gets_the_next_ids_and_the_callers_classes(english: Anonymizer) -> None:
    text = "Otto met Zephyrine Quill in Leeds. Quill left Leeds."
    given = [
        {"entity_class": "PERSON", "begin": 9, "end": 24, "uid": 7},
        {"entity_class": "PLACE", "begin": 28, "end": 33, "uid": 3},
    ]
    [done] = english.run([job_from_thesis({"text": text, "language": "en", "ner": {"entries": given}})])
    answer = job_to_thesis(done)
    found = {item["uid"]: (item["surface"], item["entity_class"]) for item in answer["ner"]["entries"]}
    assert found[7] == ("Zephyrine Quill", "PERSON")
    assert found[3] == ("Leeds", "PLACE")
    assert ("Quill", "PERSON") in [value for uid, value in found.items() if uid > 7]
    assert sorted(answer["anonymizer"]["tableofsolutions"]) == sorted(map(str, found))


def test_the_original_is_the_surface_of_the_entry_also_where_an_article_changed() -> None:
    text = "Voltou do Zelmo Brandão ontem."
    entry = {"entity_class": "PERZ", "begin": 10, "end": 23, "uid": 4}
    data = {"text": text, "language": "pt", "method": "RAN", "ner": {"entries": [entry]}}
    [done] = Anonymizer("pt").run([job_from_thesis(data)])
    [row] = job_to_thesis(done)["anonymizer"]["tableofsolutions"].values()
    assert row["original"] == "Zelmo Brandão"


def test_a_job_brings_its_delimiters(english: Anonymizer) -> None:
    [done] = english.run([job_from_thesis(job(delimiters=["<<", ">>"]))])
    assert done.solution is not None
    assert done.solution.text == "<<PERSON1>> met <<PERSON2>>. <<PERSON1>> left."


@pytest.mark.parametrize("pair", [["<"], "<>", [1, 2], None])
def test_delimiters_are_a_pair_of_strings(pair: object) -> None:
    with pytest.raises(JobError, match="'delimiters'"):
        job_from_thesis(job(delimiters=pair))


@pytest.mark.parametrize("rows", [5, [5], [["a", 0, 9, "X"]], [[1, 0, 9]]])
def test_strange_entries_in_the_meta_of_a_job_are_passed_over(rows: object) -> None:
    made = Job(Document("", TEXT, "en", {"thesis_entries": rows}))
    assert job_to_thesis(made) == {"text": TEXT, "language": "en"}
