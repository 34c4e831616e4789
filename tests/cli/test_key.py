"""`nescio key`, and the option that names a key."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import call


def test_a_key_is_made_once(tmp_path: Path) -> None:
    place = tmp_path / "my.key"
    made = call("key", "new", place)
    assert made.code == 0
    key = place.read_text().strip()
    assert key not in made.text + made.err
    again = call("key", "new", place)
    assert again.code == 2
    assert place.read_text().strip() == key


def test_a_key_that_others_can_read_is_warned_about(tmp_path: Path) -> None:
    place, text = tmp_path / "my.key", tmp_path / "a.txt"
    call("key", "new", place)
    text.write_text("Nobody here.\n")
    place.chmod(0o644)
    done = call("anonymize", text, "-l", "en", "--key", place)
    assert "chmod 600" in done.err
    assert place.read_text().strip() not in done.err
