"""Bytes outside replaced spans stay as they are, in every encoding, and all come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import CONFIG, MARKER, call

# Umlauts inside a replaced span and outside of it, CRLF and LF and CR, tabs, no last line end.
PLAIN = (
    f"Grüße aus {MARKER}:\r\n\tbitte schreiben Sie an jörg@example.org oder anna@example.org,\r"
    "denn wir müssen uns noch vor dem Wochenende über die Straße einigen.\n\n  Tschüß"
)
# Every umlaut goes away with the address, so that the rest alone would pass for UTF-8.
ONLY_INSIDE = f"{MARKER}, bitte schreiben Sie doch noch heute Abend dem Verein: Anna Jörgs <anna@example.org>"

ENCODINGS = {
    "utf-8": ("utf-8", b""),
    "utf-8 with mark": ("utf-8", b"\xef\xbb\xbf"),
    "utf-16-le with mark": ("utf-16-le", b"\xff\xfe"),
    "utf-16-be with mark": ("utf-16-be", b"\xfe\xff"),
    "utf-16-le": ("utf-16-le", b""),
    "cp1252": ("cp1252", b""),
    "latin-1": ("latin-1", b""),
}


@pytest.mark.parametrize("method", ["tag", "suppress"])
@pytest.mark.parametrize("kind", ENCODINGS)
def test_file_comes_back_byte_for_byte(kind: str, method: str, tmp_path: Path) -> None:
    encoding, mark = ENCODINGS[kind]
    source, hidden, keys = tmp_path / "text.txt", tmp_path / "hidden.txt", tmp_path / "keys.jsonl"
    source.write_bytes(mark + PLAIN.encode(encoding))
    outcome = call("anonymize", source, "-o", hidden, "-s", keys, "-m", method, "-l", "de", "-c", CONFIG)
    assert outcome.code == 0, outcome.err
    data = hidden.read_bytes()
    assert "anna@".encode(encoding) not in data
    kept = [part.encode(encoding) for part in ("Grüße aus", "oder", ",\rdenn wir müssen", ".\n\n  Tschüß")]
    assert data.startswith(mark + kept[0])
    assert data.endswith(kept[-1])
    assert all(part in data for part in kept)
    restored = call("reidentify", hidden, "-s", keys)
    assert restored.code == 0, restored.err
    assert restored.out == source.read_bytes()


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_code_page_is_remembered_when_no_umlaut_is_left(encoding: str, tmp_path: Path) -> None:
    """The hidden text is ASCII; only the table knows that ö was one byte."""
    source, keys = tmp_path / "text.txt", tmp_path / "keys.jsonl"
    source.write_bytes(ONLY_INSIDE.encode(encoding))
    (tmp_path / "names.csv").write_text("Anna Jörgs,PER\n", encoding="utf-8")
    (tmp_path / "c.toml").write_text('[de.detect.options.lists]\nfiles = ["names.csv"]\n')
    hidden = call(
        "anonymize", source, "-s", keys, "-l", "de", "-c", tmp_path / "c.toml", "--encoding", encoding
    )
    assert hidden.out.isascii()
    assert call("reidentify", "-s", keys, stdin=hidden.out).out == source.read_bytes()


def test_kept_parts_are_the_same_bytes(tmp_path: Path) -> None:
    """Bytes that no text encoding of Unicode has, such as those of cp1252, are not touched."""
    source = tmp_path / "text.txt"
    source.write_bytes(b"\x93" + MARKER.encode() + b"\x94 \x80 5 \x96 an anna@example.org \x85\r\n\xdf")
    outcome = call("anonymize", source, "-l", "de", "-c", CONFIG, "-m", "EMAIL=suppress")
    assert b"an [...] \x85\r\n\xdf" in outcome.out
    assert outcome.out.startswith(b"\x93" + MARKER.encode() + b"\x94 ")


def test_decomposed_and_composed_characters_stay_apart(tmp_path: Path) -> None:
    text = f"{MARKER} é e\u0301 ﬁ 👩‍👩‍👧 \u200banna@example.org\u200b שלום"
    source = tmp_path / "text.txt"
    source.write_text(text, encoding="utf-8", newline="")
    outcome = call("anonymize", source, "-l", "en", "-c", CONFIG)
    assert outcome.text == text.replace("anna@example.org", "[EMAIL1]")
