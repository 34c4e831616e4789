"""Compound files: what is written is read by another library, and hostile ones are refused."""

from __future__ import annotations

import io

import olefile
import pytest

from nescio.core.errors import InputError
from nescio.formats.compound import CompoundFile

PROGRAM = bytes(range(16))
STREAMS = {
    "none": {},
    "one small": {"a": b"x"},
    "an empty one": {"a": b"", "b": b"y" * 63},
    "small and large": {"\x01Ole": b"1" * 20, "CONTENTS": b"2" * 9000, "b": b"3" * 4095, "cc": b"4" * 4096},
    "many": {f"stream {number}": bytes([number % 256]) * (number * 97) for number in range(60)},
    "larger than small sectors can hold": {"CONTENTS": b"z" * (8 << 20), "a": b"1"},
}


@pytest.mark.parametrize("streams", STREAMS.values(), ids=STREAMS.keys())
def test_another_library_reads_what_is_written(streams: dict[str, bytes]) -> None:
    written = CompoundFile({}, PROGRAM).written(streams)
    with olefile.OleFileIO(io.BytesIO(written), raise_defects=olefile.DEFECT_INCORRECT) as ole:
        assert {name[0]: ole.openstream(name).read() for name in ole.listdir()} == streams
        assert ole.parsing_issues == []
    again = CompoundFile.read(written)
    assert (again.streams, again.program, again.has_storages) == (streams, PROGRAM, False)


def test_nothing_is_left_of_what_went() -> None:
    file = CompoundFile.read(CompoundFile({}, PROGRAM).written({"a": b"Zorva", "b": b"x"}))
    assert b"Zorva" not in file.written({"b": b"x"})


WHOLE = CompoundFile({}, PROGRAM).written({"a": b"x" * 5000, "b": b"y"})
BAD = {
    "a head alone": WHOLE[:512],
    "cut off": WHOLE[:1200],
    "nothing behind the magic": WHOLE[:8] + bytes(600),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_damaged_files_are_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(InputError, match="damaged"):
        CompoundFile.read(data)
