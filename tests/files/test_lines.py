"""Lines as they arrive."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import JobError
from nescio.files.lines import parse_line, read_lines


def test_lines_keep_their_numbers_and_blank_ones_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"a\n\n b\r\nlast")
    assert [line for batch in read_lines(path) for line in batch] == [(1, b"a"), (3, b" b\r"), (4, b"last")]


@pytest.mark.parametrize("line", [b"{", b"[]", b"\xff", b"7"])
def test_a_line_that_is_no_object_is_refused_without_its_text(line: bytes) -> None:
    with pytest.raises(JobError) as caught:
        parse_line(line)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
