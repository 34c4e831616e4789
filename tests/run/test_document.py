"""One document in memory: written whole, or not at all."""

from __future__ import annotations

import pytest

from nescio.api import Anonymizer
from nescio.core.errors import InputError, JobError, NescioError
from nescio.run.document import anonymize_document, restore_document
from nescio.run.formats import Formats
from nescio.solutions.table import make_table

HTML = b"<p>to anna@example.org</p>"
LETTER = b"From x Mon Jan  5 10:00:00 2026\nFrom: %s@example.org\nSubject: letter\n\nIt is here.\n\n"


def test_it_is_what_its_bytes_and_then_its_suffix_say(english: Anonymizer) -> None:
    found = anonymize_document(english, HTML, suffix="html", id="d", options={"method": "tag"})
    assert (found.format, found.content) == ("html", b"<p>to [EMAIL1]</p>")
    assert found.contents is not None
    plain = anonymize_document(english, b"to anna@example.org", suffix="", id="d", options={"method": "tag"})
    assert (plain.format, plain.content, plain.contents) == ("txt", b"to [EMAIL1]", None)


@pytest.mark.parametrize("data", [b"", b"  \n", b"\x00\x01" * 20])
def test_what_holds_no_text_is_refused(english: Anonymizer, data: bytes) -> None:
    with pytest.raises(NescioError):
        anonymize_document(english, data, suffix="docx" if data.startswith(b"\x00") else "txt", id="d")


def test_a_language_or_an_option_that_cannot_be_is_refused(english: Anonymizer) -> None:
    for wishes in ({"language": "klingon"}, {"options": {"method": "vanish"}}, {"options": {"x": 1}}):
        with pytest.raises(InputError):
            anonymize_document(english, b"to anna@example.org", suffix="txt", id="d", **wishes)  # type: ignore[arg-type]  # cases as data


def test_an_edited_file_finds_its_table_alone_or_among_others_by_its_name(english: Anonymizer) -> None:
    formats, wishes = Formats.of_anonymizer(english), {"suffix": "mbox", "options": {"method": "tag"}}
    anna, ben = LETTER % b"anna", LETTER % b"ben"
    done = [
        anonymize_document(english, data, id=id, **wishes)  # type: ignore[arg-type]  # wishes as data
        for id, data in (("anna.mbox", anna), ("ben.mbox", ben))
    ]
    one, two = (make_table(item.jobs[0]) for item in done)
    edited, wanted = (data.replace(b"is here", b"was there") for data in (done[1].content, ben))
    alone = restore_document(formats, edited, [two], suffix="mbox", name="other.mbox")
    named = restore_document(formats, edited, [one, two], suffix="mbox", name="ben.mbox")
    assert [(item.format, item.content) for item in (alone, named)] == [("mbox", wanted)] * 2
    with pytest.raises(JobError, match="no table"):  # either might be another person's
        restore_document(formats, edited, [one, two], suffix="mbox")


def test_a_job_has_no_way_back(english: Anonymizer) -> None:
    with pytest.raises(JobError, match="holds its original"):
        restore_document(Formats.of_anonymizer(english), b"{}", [], suffix="json")
