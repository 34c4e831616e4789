"""`nescio serve` and its keys, as an administrator calls them."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.cli.program import call


def test_a_key_is_shown_once_and_kept_as_a_hash(tmp_path: Path) -> None:
    state = tmp_path / "state"
    made = call("serve", "key", "new", "desk", "--scope", "detect", "--days", "3", "--state", state)
    assert made.code == 0
    words = made.text.strip()
    listed = call("serve", "key", "list", "--state", state)
    [row] = [json.loads(line) for line in listed.text.splitlines()]
    assert (row["name"], row["state"], row["scopes"], row["id"]) == (
        "desk",
        "valid",
        ["detect"],
        words.split("_")[1],
    )
    raw = b"".join(path.read_bytes() for path in state.iterdir())
    assert words.split("_", 2)[2].encode() not in raw
    assert b"$argon2id$" in raw
    assert {stat.S_IMODE(path.stat().st_mode) for path in state.iterdir()} == {0o600}
    assert call("serve", "key", "revoke", row["id"], "--state", state).code == 0
    assert json.loads(call("serve", "key", "list", "--state", state).text)["state"] == "revoked"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("key", "new", "x", "--scope", "all"), "There is no scope 'all'"),
        (("key", "new", " ", "--scope", "detect"), "needs a name"),
        (("key", "new", "x", "--scope", "detect", "--rate", "0"), "above 0"),
        (("key", "new", "x", "--scope", "detect", "--policy", "mine"), "There is no policy 'mine'"),
        (("key", "new", "x", "--scope", "reidentify", "--label", "NAMES"), "label"),
        (("key", "revoke", "nobody"), "There is no key 'nobody'"),
        (("--host", "0.0.0.0"), "--behind-proxy"),  # noqa: S104 - it is refused
        (("--host", "0.0.0.0", "--behind-proxy"), "nobody has a key"),  # noqa: S104 - it is refused
        (("--certificate", "a.pem"), "both, a certificate and its private key"),
        (("--port", "99999"), "Port 99999"),
        (("--config", "nowhere.toml"), "nowhere.toml"),
        (("--language", "klingon"), "There is no language 'klingon'"),
        (("--key", "nowhere.key"), "There is no key file"),
        (("key", "list", "--database", "mysql://x"), "must be a URL"),
        (("key", "list", "--database", "env:NOT_THERE"), "holds no URL"),
        (("audit", "verify", "--seal", "nowhere.key"), "There is no key file"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    outcome = call("serve", *words, *(() if "--state" in words else ("--state", tmp_path / "state")))
    assert outcome.code in (1, 2)
    assert says in " ".join(outcome.err.split())


def test_another_seal_opens_nothing(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert call("serve", "key", "list", "--state", state).code == 0
    assert call("key", "new", tmp_path / "other.key").code == 0
    outcome = call("serve", "key", "list", "--state", state, "--seal", tmp_path / "other.key")
    assert (outcome.code, "sealed with another one" in outcome.err) == (2, True)
