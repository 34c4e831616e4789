"""Names from elsewhere lead nowhere."""

from __future__ import annotations

import pytest

from nescio.workbench.naming import marked_name, safe_name

CASES = [
    ("../../etc/passwd", "etc/passwd"),
    ("C:\\Users\\x\\a.docx", "C:/Users/x/a.docx"),
    ("/abs/./a.txt", "abs/a.txt"),
    ("a\u202etxt.exe", "a_txt.exe"),
    ("line\nbreak.txt", "line_break.txt"),
    ("..", "text.txt"),
    ("", "text.txt"),
]


@pytest.mark.parametrize(("given", "safe"), CASES, ids=[repr(given) for given, _ in CASES])
def test_a_name_is_relative_and_visible(given: str, safe: str) -> None:
    assert safe_name(given) == safe


def test_a_long_name_keeps_its_suffix() -> None:
    name = safe_name("x" * 500 + ".docx")
    assert name.endswith(".docx")
    assert len(name) <= 180


def test_the_mark_stands_before_the_suffix() -> None:
    assert marked_name("case/letter.docx", "anonymized") == "letter.anonymized.docx"
