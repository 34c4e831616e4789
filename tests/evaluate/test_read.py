"""Readers: every format says the same about the same text, and names what is wrong where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nescio.core.codec import job_to_json
from nescio.core.errors import InputError
from nescio.core.model import Document, Entity, Job, Span
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.bio import BioOptions
from nescio.evaluate.read.files import read_annotations

Write = Callable[[str, str], Path]
TEXT = "Anna Maia lives in Rio."
BIO = "Anna\tB-PER\nMaia\tI-PER\nlives\tO\nin\tO\nRio\tB-LOC\n.\tO\n"
SPANS = [[0, 9, "PER"], [19, 22, "LOC"]]
OBJECTS = [{"start": a, "end": b, "label": label} for a, b, label in SPANS]


def spans(item: Annotation) -> list[list[object]]:
    return [[m.start, m.end, m.label] for m in item.mentions]


def a_job() -> str:
    mentions = tuple(Span(a, b, str(label), 0.5, "given") for a, b, label in ((0, 9, "PER"), (19, 22, "LOC")))
    entities = tuple(Entity(n, m.label, (m,)) for n, m in enumerate(mentions))
    job = Job(Document("letter", TEXT, "en"), candidates=mentions, spans=mentions, entities=entities)
    return json.dumps(job_to_json(job))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.bio", BIO),
        ("a.conll", BIO.replace("\t", " ")),
        ("a.conll", BIO.replace("\t", "\tNN\tX\t")),
        ("a.bio", BIO.replace("B-LOC", "S-LOC").replace("I-PER", "E-PER")),
        ("a.bio", "\ufeff" + BIO.replace("\n", "\r\n")),
        ("a.bio", "-DOCSTART- -X- O\n\n" + BIO),
        ("a.tsv", BIO),
        ("a.tsv", "token\ttag\n" + BIO.replace("B-", "").replace("I-", "")),
        ("a.jsonl", json.dumps({"text": TEXT, "spans": SPANS}) + "\n\n"),
        ("a.jsonl", json.dumps({"id": 7, "text": TEXT, "mentions": [[*span, "e1"] for span in SPANS]})),
        ("a.jsonl", json.dumps({"text": TEXT, "spans": OBJECTS})),
        ("a.json", json.dumps([{"text": TEXT, "spans": SPANS}])),
        ("a.json", a_job()),
        ("a.jsonl", a_job()),
    ],
)  # fmt: skip
def test_every_format_says_the_same(write: Write, name: str, content: str) -> None:
    [item] = read_annotations(write(name, content))
    assert item.text == TEXT
    assert spans(item) == SPANS


def test_brat_reads_mentions_fragments_and_chains(write: Write) -> None:
    write("a.txt", TEXT)
    path = write(
        "a.ann",
        "T1\tPER 0 4;5 9\tAnna Maia\nT2\tLOC 19 22\tRio\nT3\tPER 0 4\tAnna\n*\tEquiv T1 T3\n#1\tnote T1\tx\n",
    )
    [item] = read_annotations(path)
    assert [[m.start, m.end, m.label, m.entity] for m in item.mentions] == [
        [0, 4, "PER", "T1"], [5, 9, "PER", "T1"], [19, 22, "LOC", ""], [0, 4, "PER", "T1"]
    ]  # fmt: skip


def test_the_benchmark_s_fields_are_read(write: Write) -> None:
    row = {
        "doc_id": "d",
        "text": TEXT,
        "spans": [[0, 9, "PER", "DIRECT", "e1", "x"], [19, 22, "LOC", "NO_MASK", "e2"]],
    }
    [item] = read_annotations(write("a.jsonl", json.dumps(row)))
    assert [(m.identifier, m.entity) for m in item.mentions] == [("direct", "e1"), ("none", "e2")]


def test_a_job_brings_its_claims_and_entities(write: Write) -> None:
    [item] = read_annotations(write("a.json", a_job()))
    assert [m.score for m in item.candidates] == [0.5, 0.5]
    assert [m.entity for m in item.mentions] == ["0", "1"]


def test_what_detect_prints_is_read(write: Write) -> None:
    [item] = read_annotations(write("a.tsv", "letter\t0\t9\tPER\t0.75\tpatterns\tAnna Maia\n"))
    assert (item.id, item.text, item.mentions[0].score) == ("letter", None, 0.75)


def test_harem_takes_the_last_alternative(write: Write) -> None:
    path = write(
        "h.xml",
        '<colHAREM><DOC DOCID="x"><p>A <EM ID="1" CATEG="LOCAL|PESSOA">Rosa</EM> mora em\n'
        '<ALT><EM ID="2" CATEG="PESSOA">Ana</EM> do Rio|<EM ID="3" CATEG="LOCAL">Ana do Rio</EM></ALT>.</p>'
        "<OMITIDO>fora</OMITIDO></DOC></colHAREM>",
    )
    [item] = read_annotations(path)
    assert item.text == "A Rosa mora em Ana do Rio."
    assert spans(item) == [[2, 6, "PESSOA"], [15, 25, "LOCAL"]]


def test_blank_lines_part_documents_unless_marks_do(write: Write) -> None:
    twice = BIO + "\n" + BIO
    assert len(read_annotations(write("a.bio", twice))) == 2
    assert len(read_annotations(write("a.bio", twice), BioOptions(sentences=2))) == 1
    marked = "# newdoc id = one\n" + twice + "\n# newdoc id = two\n" + BIO
    items = read_annotations(write("a.bio", marked))
    assert [(item.id, len(item.mentions)) for item in items] == [("one", 4), ("two", 2)]
    assert items[0].text == f"{TEXT}\n{TEXT}"


def test_a_folder_gives_documents_the_names_of_their_files(write: Write, tmp_path: Path) -> None:
    write("corpus/a.bio", BIO)
    write("corpus/sub/b.jsonl", json.dumps({"text": TEXT, "spans": []}))
    assert [item.id for item in read_annotations(tmp_path / "corpus")] == ["a", "sub/b"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.bio", "Anna\tO\nMaia\tI-PER\n", "a.bio:2: a tag I- stands after O"),
        ("a.bio", "Anna\tB-LOC\nMaia\tI-PER\n", r"a.bio:2: a tag I- stands after another label"),
        ("a.bio", "Anna\tB-PER\n\nMaia\tI-PER\n", "a.bio:3: a tag I- stands after O"),
        ("a.bio", "Anna\tPER\n", "a.bio:1: this is not a tag of BIO"),
        ("a.bio", "Anna\n", "a.bio:1: a row needs two columns"),
        ("a.jsonl", '{"text": "a", "spans": []}\n{"text": \n', "a.jsonl:2: this is not JSON"),
        ("a.jsonl", '{"text": "a", "spans": [[0, 2, "PER"]]}', "a.jsonl:1: a span ends at 2"),
        ("a.jsonl", '{"text": "a", "spans": [[1, 0, "PER"]]}', "a.jsonl:1: a span needs whole numbers"),
        ("a.jsonl", '{"text": "a", "spans": [[true, 1, "PER"]]}', "a.jsonl:1: a span needs whole numbers"),
        ("a.jsonl", '{"text": "a", "spans": [[0, 1, 5]]}', "a.jsonl:1: the label of a span"),
        ("a.jsonl", '{"text": "a"}', "a.jsonl:1: a row needs 'spans'"),
        ("a.jsonl", '{"text": 5, "spans": []}', "a.jsonl:1: 'text' must be"),
        ("a.jsonl", "[1]", "a.jsonl:1: a row must be a JSON object"),
        ("a.jsonl", '{"schema": 1, "text": "a", "spans": [[0, 9, "PER"]]}', "a.jsonl:1: A span needs"),
        (
            "a.jsonl",
            '{"id": "x", "text": "a", "spans": []}\n' * 2,
            "a.jsonl:2: there are two documents",
        ),
        ("a.json", "{\n{", "a.json:2: this is not JSON"),
        ("a.tsv", "d\t0\t4\tPER\nd\t0\n", "a.tsv:2: a row needs the columns"),
        ("a.tsv", "d\t4\t0\tPER\n", "a.tsv:1: the end 0 is before"),
        ("a.xml", "<x/>", "a.xml:1: of XML only"),
        ("a.xml", "<colHAREM></colHAREM>", "a.xml:1: there is no <DOC"),
        ("a.bio", "", "holds no document"),
        ("a.doc", "", "no known suffix"),
        ("a.ann", "T1\tPER 0 1\ta\n", "needs its text beside it"),
    ],
)
def test_bad_input_is_named_with_file_and_line(write: Write, name: str, content: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_annotations(write(name, content))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("T1 PER 0 4\tAnna", "a text-bound annotation"),
        ("T1\tPER 0 99\tAnna", "T1 needs 0 <= start"),
        ("T1\tPER 0 4\tOtto", "not the same text"),
    ],
)
def test_bad_brat_is_named_with_its_line(write: Write, line: str, message: str) -> None:
    write("a.txt", TEXT)
    with pytest.raises(InputError, match=f"a.ann:2: .*{message}"):
        read_annotations(write("a.ann", f"#1\tnote\n{line}\n"))


def test_a_stray_tag_can_be_taken_for_a_beginning(write: Write) -> None:
    path = write("a.bio", "Anna\tO\nMaia\tI-PER\nRio\tI-LOC\n")
    [item] = read_annotations(path, BioOptions(repair=True))
    assert [m.label for m in item.mentions] == ["PER", "LOC"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no file or folder .*nowhere"):
        read_annotations(tmp_path / "nowhere.bio")


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.bio"
    path.write_bytes(b"Anna\tO\n\xff\tO\n")
    with pytest.raises(InputError, match=r"a.bio:2: this is not UTF-8"):
        read_annotations(path)


def test_annotators_of_one_document_may_share_its_id_but_not_differ_in_text(write: Write) -> None:
    rows = [{"id": "x", "annotator": who, "text": TEXT, "spans": SPANS} for who in "ab"]
    assert len(read_annotations(write("a.jsonl", "\n".join(map(json.dumps, rows))))) == 2
    rows[1]["text"] = TEXT + "!"
    with pytest.raises(InputError, match=r"a.jsonl:2: the annotators of this document have different texts"):
        read_annotations(write("a.jsonl", "\n".join(map(json.dumps, rows))))
