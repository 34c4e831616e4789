"""`nescio vault`, and vaults in the commands that write and read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.program import FAST, HIDDEN, MARKER, TEXT, Outcome, call, refused, tree


class Desk(NamedTuple):
    folder: Path

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    @property
    def opened(self) -> tuple[object, ...]:
        return self / "v", "--key", self / "my.key"

    def imports(self, table: Path) -> Outcome:
        texts = (self / "out", "-o", self / "new")
        return call("vault", "import", self / "v", table, *texts, "--key", self / "my.key")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two texts that were anonymized with a vault."""
    desk = Desk(tmp_path)
    (desk / "in").mkdir()
    (desk / "in/a.txt").write_text(TEXT)
    (desk / "in/b.txt").write_text(f"Only cleo@example.org saw the {MARKER}, and the others did not.\n")
    assert call("key", "new", desk / "my.key").code == 0
    assert call("key", "new", desk / "other.key").code == 0
    assert call("anonymize", desk / "in", "-o", desk / "out", "-s", *desk.opened, *FAST).code == 0
    return desk


def test_there_and_back(desk: Desk) -> None:
    assert (desk / "out/a.txt").read_text() == HIDDEN
    assert b"example.org" not in (desk / "v").read_bytes()
    done = call("reidentify", desk / "out", "-s", *desk.opened, "-o", desk / "back")
    assert done.code == 0
    assert tree(desk / "back") == tree(desk / "in")


def test_lines_there_and_back(desk: Desk) -> None:
    lines = json.dumps({"id": 7, "text": TEXT}).encode() + b"\n"
    vault = ("-s", desk / "w", "--key", desk / "my.key")
    hidden = call("anonymize", "--jsonl", "-", *vault, *FAST, stdin=lines)
    back = call("reidentify", "--jsonl", "-", *vault, stdin=hidden.out)
    assert json.loads(back.out)["text"] == TEXT


def test_without_the_key_nothing_comes_back(desk: Desk) -> None:
    text, vault = desk / "out/a.txt", desk / "v"
    refused("reidentify", text, "-s", vault, code=2, saying="is a vault; name its key")
    other = ("--key", desk / "other.key")
    refused("reidentify", text, "-s", vault, *other, code=2, saying="made with another one")
    refused("anonymize", desk / "in/a.txt", "-s", vault, *FAST, code=2, saying="is a vault; name its key")
    refused("vault", "list", vault, code=2, saying="Name the key")


def test_a_second_key_never_writes_to_a_vault(desk: Desk) -> None:
    before = (desk / "v").read_bytes()
    other = ("-s", desk / "v", "--key", desk / "other.key")
    refused(
        "anonymize", desk / "in", "-o", desk / "two", *other, *FAST, code=2, saying="made with another one"
    )
    for words in (("export",), ("verify",), ("rekey", "--new-key", desk / "my.key")):
        place = (desk / "v", "--key", desk / "other.key")
        refused("vault", words[0], *place, *words[1:], code=2, saying="made with another one")
    assert (desk / "v").read_bytes() == before
    assert not (desk / "two").exists()


def test_list_and_show(desk: Desk) -> None:
    rows = [json.loads(line) for line in call("vault", "list", *desk.opened).text.splitlines()]
    assert [(row["document"], row["replacements"], row["outdated"]) for row in rows] == [
        ("a.txt", 2, False),
        ("b.txt", 1, False),
    ]
    table = json.loads(call("vault", "show", desk / "v", "b.txt", "--key", desk / "my.key").text)
    assert table["entries"][0]["original"] == "cleo@example.org"
    refused("vault", "show", desk / "v", "c.txt", "--key", desk / "my.key", code=1, saying="no such document")


def test_verify_knows_its_state(desk: Desk) -> None:
    first = call("vault", "verify", *desk.opened)
    state = json.loads(first.text)["state"]
    assert first.code == call("vault", "verify", *desk.opened, "--state", state).code == 0
    older = (desk / "v").read_bytes()
    assert call("anonymize", desk / "in", "-o", desk / "out", "-s", *desk.opened, *FAST).code == 0
    now = json.loads(call("vault", "verify", *desk.opened).text)
    assert (now["records"], now["outdated"]) == (4, 2)
    (desk / "v").write_bytes(older)  # somebody has put back an earlier copy
    assert call("vault", "verify", *desk.opened, "--state", now["state"]).code == 1
    (desk / "v").write_bytes(older[: older.rindex(b"\n", 0, -1) + 1])
    assert "lacks its end" in call("vault", "verify", *desk.opened).err


def test_another_key(desk: Desk) -> None:
    assert call("vault", "rekey", *desk.opened, "--new-key", desk / "other.key").code == 0
    refused("vault", "list", *desk.opened, code=2, saying="another one")
    assert call("vault", "list", desk / "v", "--key", desk / "other.key").code == 0


@pytest.mark.parametrize("form", ["csv", "json"])
def test_an_edited_table_changes_texts_and_still_leads_back(desk: Desk, form: str) -> None:
    table = desk / f"names.{form}"
    assert call("vault", "export", *desk.opened, "-o", table, "--format", form).code == 0
    assert table.stat().st_mode & 0o077 == 0
    if form == "csv":
        table.write_text(table.read_text().replace("[EMAIL2],no", "[MAIL-B],yes"))
    else:
        rows = json.loads(table.read_text())
        rows[1] |= {"surrogate": "[MAIL-B]", "checked": "yes"}
        table.write_text(json.dumps(rows))
    done = call(
        "vault", "import", desk / "v", table, desk / "out", "--key", desk / "my.key", "-o", desk / "new"
    )
    assert done.code == 0, done.err
    assert tree(desk / "new") == {"a.txt": HIDDEN.replace("[EMAIL2]", "[MAIL-B]").encode()}
    for folder in ("new", "out"):
        back = call("reidentify", desk / folder / "a.txt", "-s", *desk.opened)
        assert back.text == TEXT
    again = call("vault", "export", *desk.opened).text
    assert "[MAIL-B],[MAIL-B],yes" in again


def test_a_clash_changes_nothing(desk: Desk) -> None:
    table = desk / "names.csv"
    call("vault", "export", *desk.opened, "-o", table)
    exported, before = table.read_text(), (desk / "v").read_bytes()
    for edited, saying in (
        (exported.replace("[EMAIL2],no", "[EMAIL1],no", 1), "another entity"),
        (exported.replace("[EMAIL2],no", f"{MARKER},no", 1), "stands in the text already"),
        (exported.replace("ben@", "xen@", 1), "no such row"),
    ):
        table.write_text(edited)
        done = call(
            "vault", "import", desk / "v", table, desk / "out", "--key", desk / "my.key", "-o", desk / "new"
        )
        assert done.code == 1
        assert saying in done.err
    table.write_text(exported.replace("[EMAIL2],no", "[X],no", 1))
    alone = call("vault", "import", desk / "v", table, "--key", desk / "my.key")
    assert "give its anonymized text" in alone.err
    assert (desk / "v").read_bytes() == before
    assert not (desk / "new").exists()


def test_no_output_is_the_vault_or_the_key(desk: Desk) -> None:
    for place in ("v", "my.key"):
        done = call("vault", "export", *desk.opened, "-o", desk / place)
        assert (done.code, "place of its own" in done.err) == (2, True)
    done = call("anonymize", desk / "in/a.txt", "-o", desk / "my.key", "-s", *desk.opened, *FAST)
    assert (done.code, "place of its own" in done.err) == (2, True)
