"""The laws of the parts that serve the others: formats, knowledge bases, dialects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from nescio.core.errors import NescioError
from nescio.core.model import Job, Solution
from nescio.core.protocols import Dialect, Entry, Format, KnowledgeBase
from nescio.testing.laws import Contract, need


class FormatContract(Contract):
    """What every format keeps."""

    data: ClassVar[bytes]  # a file of the format
    keeps_original: ClassVar[bool] = False  # the file carries the original beside the solution

    def make(self) -> Format:
        raise NotImplementedError("return the format under test")

    def _texts(self, jobs: Sequence[Job]) -> list[str]:
        return [job.document.text for job in jobs]

    def test_its_file_holds_texts(self) -> None:
        texts = self._texts(self.make().read(self.data, name="a file"))
        need(texts and all(texts), "the format finds no text in its own file")

    def test_suffixes_begin_with_a_dot(self) -> None:
        suffixes = self.make().suffixes
        need(suffixes and all(suffix.startswith(".") for suffix in suffixes), "a suffix is no suffix")

    def test_the_new_texts_are_read_where_they_were_written(self) -> None:
        made = self.make()
        jobs = made.read(self.data, name="a file")
        solved = [replace(job, solution=Solution(f"new text {i}")) for i, job in enumerate(jobs)]
        written = made.write(solved, self.data)
        need(isinstance(written, bytes), "what is written is not bytes")
        if not self.keeps_original:
            expected = [f"new text {i}" for i in range(len(jobs))]
            need(self._texts(made.read(written, name="a file")) == expected, "other texts are written")

    def test_bytes_of_another_kind_are_read_or_refused_by_an_error_of_nescio(self) -> None:
        for data in (b"", b"\x00\xff\xfe", b"{", b"\n\n", bytes(range(256))):
            try:
                self.make().read(data, name="a file")
            except NescioError:
                continue


class KnowledgeBaseContract(Contract):
    """What every knowledge base keeps."""

    term: ClassVar[str]  # a name that it knows
    label: ClassVar[str] = "LOC"  # a label that the name may have

    def make(self) -> KnowledgeBase:
        raise NotImplementedError("return the knowledge base under test")

    def test_it_knows_its_term_and_no_other(self) -> None:
        base = self.make()
        found = base.find(self.term, self.language)
        need(found and all(isinstance(entry, Entry) for entry in found), "its own term is unknown")
        need(base.find("Qxzyvwq Zzyxq", self.language) == [], "a name is known that nobody has")

    def test_a_label_leaves_some_of_the_entries_in_their_order(self) -> None:
        base = self.make()
        every, some = base.find(self.term, self.language), base.find(
            self.term, self.language, label=self.label
        )  # fmt: skip
        need(some and some == [entry for entry in every if entry in some], "a label adds entries")

    def test_what_is_above_an_entry_are_entries(self) -> None:
        base = self.make()
        for entry in base.find(self.term, self.language):
            above = base.parents(entry)
            need(isinstance(above, list) and entry not in above, "an entry stands above itself")
            need(all(isinstance(item, Entry) for item in above), "what is above is no entry")


class DialectContract(Contract):
    """What every dialect keeps."""

    section: ClassVar[Mapping[str, Any]]  # a configuration in its keys
    data: ClassVar[Mapping[str, Any]]  # a job in its keys

    def make(self) -> Dialect:
        raise NotImplementedError("return the dialect under test")

    def test_it_knows_its_own_forms_and_no_other(self) -> None:
        dialect = self.make()
        need(dialect.reads_section(self.section) and dialect.reads_job(self.data), "its form is unknown")
        own = dialect.reads_section({"replace": {"default": "tag"}}) or dialect.reads_job({"text": "Anna"})
        need(not own, "nescio's own keys are taken for others")

    def test_its_settings_are_tables(self) -> None:
        dialect = self.make()
        tables = dialect.settings(self.section, where="a test").values()
        need(all(isinstance(table, Mapping) for table in tables), "a setting stands in no table")
        need(all(isinstance(name, str) for name in dialect.left_out(self.section)), "a name is no name")

    def test_a_job_is_written_in_the_form_in_which_it_came(self) -> None:
        dialect = self.make()
        job = dialect.job(self.data)
        again = dialect.write(replace(job, solution=Solution(job.document.text)))
        need(dialect.reads_job(json.loads(json.dumps(again))), "it does not know what it wrote")
