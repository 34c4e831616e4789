"""Cells in the source of a table are those that another reader finds."""

from __future__ import annotations

import csv
import io
import time
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import InputError
from nescio.formats.cells import read_cells

CELLS = st.lists(st.lists(st.text('ab ,;"\n', max_size=6), min_size=2, max_size=4), min_size=1, max_size=5)


@given(CELLS)
def test_what_another_program_writes_is_read_cell_for_cell(rows: list[list[str]]) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    text = out.getvalue()
    found = read_cells("sep=,\n" + text)
    shift = len("sep=,\n")
    read = [[text[c.start - shift : c.end - shift].replace('""', '"') for c in row] for row in found.rows]
    assert read == rows


def test_long_tables_with_stray_quotes_take_linear_time() -> None:
    began = time.process_time()
    for source in ('"a"b,' * 100_000, '"a""b,' * 100_000 + '"', ",,,,\n" * 50_000, '""",' * 99_999 + '"'):
        with suppress(InputError):
            read_cells(source)
    assert time.process_time() - began < 10
