"""Archives are read within bounds and written with their order and habits."""

from __future__ import annotations

import io
import zipfile

import pytest

from nescio.core.errors import InputError
from nescio.formats.package import Package


def archive(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in members:
            made.writestr(name, content)
    return file.getvalue()


def test_order_and_habits_stay_and_remarks_go() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.comment = b"remark"
        for name, method in (("b.xml", zipfile.ZIP_STORED), ("a.xml", zipfile.ZIP_DEFLATED)):
            info = zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6))
            info.compress_type, info.external_attr = method, 0o640 << 16
            made.writestr(info, name.encode())
    package = Package.read(file.getvalue())
    written = zipfile.ZipFile(io.BytesIO(package.written({"a.xml": b"new"})))
    assert [
        (i.filename, i.compress_type, i.date_time[0], i.external_attr >> 16) for i in written.infolist()
    ] == [
        ("b.xml", zipfile.ZIP_STORED, 2001, 0o640),
        ("a.xml", zipfile.ZIP_DEFLATED, 2001, 0o640),
    ]
    assert (written.read("b.xml"), written.read("a.xml"), written.comment) == (b"b.xml", b"new", b"")


def test_a_member_can_go() -> None:
    package = Package.read(archive(("a", b"1"), ("b", b"2")))
    assert zipfile.ZipFile(io.BytesIO(package.written({"a": None}))).namelist() == ["b"]


BAD = {
    "bomb": (archive(("a", bytes(30 << 20))), "bomb"),
    "leads out": (archive(("../a", b"")), "leads out"),
    "absolute": (archive(("/a", b"")), "leads out"),
    "backslash": (archive(("..\\a", b"")), "leads out"),
    "twins": (archive(("a", b""), ("A", b"")), "two members"),
    "unusual": (archive(("a", b"x"), method=zipfile.ZIP_LZMA), "unusual"),
    "cut off": (archive(("a", b"hello" * 50))[:60], "damaged"),
    "none": (b"", "damaged"),
}


@pytest.mark.parametrize(("data", "why"), BAD.values(), ids=BAD.keys())
def test_what_is_dangerous_or_damaged_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(InputError, match=why):
        Package.read(data)


def test_wrong_bytes_in_a_member_are_noticed() -> None:
    data = bytearray(archive(("a", b"hello there"), method=zipfile.ZIP_STORED))
    data[data.index(b"hello")] ^= 1
    with pytest.raises(InputError, match="damaged"):
        Package.read(bytes(data))
