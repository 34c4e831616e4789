"""Secrets are kept as hashes that only they fit."""

from __future__ import annotations

from time import process_time

from nescio.web.secrets import fits, hash_secret


def test_only_the_secret_itself_fits() -> None:
    hashed = hash_secret("a long secret")
    assert "a long secret" not in hashed
    assert hashed.startswith("$argon2id$")
    assert fits("a long secret", hashed)
    assert not fits("a long secreT", hashed)
    assert not fits("a long secret", None)
    assert not fits("a long secret", "no hash")


def test_nothing_to_compare_with_takes_as_long_as_a_wrong_secret() -> None:
    hashed = hash_secret("a long secret")
    fits("x", None)  # the hash of nobody is made once

    def seconds(against: str | None) -> float:
        def once() -> float:
            begin = process_time()  # of this process alone: what else the machine does is not in it
            fits("wrong", against)
            return process_time() - begin

        return min(once() for _ in range(5))

    assert 0.3 < seconds(None) / seconds(hashed) < 3
