"""Plain text files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nescio.core.errors import JobError
from nescio.core.model import Solution
from nescio.formats.plain import PlainFormat
from nescio.packs import load_pack

TEXT = "João bought a château.\r\nEnd.\n"
ENCODINGS = {
    "utf-8": TEXT.encode(),
    "utf-8 with BOM": b"\xef\xbb\xbf" + TEXT.encode(),
    "utf-16 with BOM": TEXT.encode("utf-16"),
    "cp1252": TEXT.encode("cp1252"),
}


@pytest.mark.parametrize("kind", ENCODINGS)
def test_a_file_is_written_back_in_its_own_encoding(kind: str) -> None:
    data = ENCODINGS[kind]
    plain = PlainFormat.build(load_pack("xx"), {})
    [job] = plain.read(data, name="a.txt")
    assert job.document.id == "a.txt"
    assert job.document.text == TEXT
    assert plain.write([replace(job, solution=Solution(TEXT))], data) == data


def test_a_job_without_a_solution_is_not_written() -> None:
    plain = PlainFormat.build(load_pack("xx"), {})
    with pytest.raises(JobError, match="without a solution"):
        plain.write(plain.read(b"abc", name="a.txt"), b"abc")
