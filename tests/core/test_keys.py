"""One secret, a key of its own for each purpose, and never a trace of it."""

from __future__ import annotations

import copy
import json
import pickle
import traceback

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.keys import Key, expand, extract, needed_key

SECRET = bytes(range(32))


@pytest.mark.parametrize(
    ("secret", "salt", "info", "size", "wanted"),
    [  # RFC 5869, appendix A, tests 1 to 3
        (
            "0b" * 22, "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9", 42,
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            bytes(range(0x50)).hex(), bytes(range(0x60, 0xB0)).hex(), bytes(range(0xB0, 0x100)).hex(), 82,
            ("b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
            "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"),
        ),
        (
            "0b" * 22, "", "", 42,
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
)  # fmt: skip
def test_derivation_is_that_of_the_standard(
    secret: str, salt: str, info: str, size: int, wanted: str
) -> None:
    root = extract(bytes.fromhex(secret), bytes.fromhex(salt))
    assert expand(root, bytes.fromhex(info), size).hex() == wanted


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.text(max_size=20))
def test_two_purposes_share_a_key_only_if_they_are_one(secret: bytes, one: str, other: str) -> None:
    key = Key(secret)
    same = key.derive(one, salt=b"") == key.derive(other)
    assert same == (one == other)


def test_salt_and_secret_change_everything() -> None:
    found = {Key(SECRET).derive("x"), Key(SECRET).derive("x", salt=b"1"), Key(bytes(32)).derive("x")}
    assert len(found) == 3
    assert len(Key(SECRET).derive("x", size=100)) == 100


def test_a_passphrase_is_one_key_in_every_spelling_of_its_letters() -> None:
    one, other = (Key(passphrase=word) for word in ("Zwölf Boxkämpfer", "Zwo\u0308lf Boxka\u0308mpfer"))
    assert one.derive("x") == other.derive("x")
    assert one.derive("x", salt=b"file") != one.derive("x")


@pytest.mark.parametrize("secret", [b"", SECRET[:-1], SECRET * 2])
def test_a_key_of_another_length_is_refused(secret: bytes) -> None:
    with pytest.raises(ConfigError, match="32 bytes"):
        Key(secret)


def test_a_short_passphrase_is_refused_without_being_quoted() -> None:
    word = "hunter2"
    with pytest.raises(ConfigError, match="at least 12") as refused:
        Key(passphrase=word)
    assert word not in "".join(traceback.format_exception(refused.value))


def test_a_key_leaves_no_trace() -> None:
    key = Key(SECRET)
    for word in (repr(key), str(key), f"{[key]}", f"{key!s:>10}"):
        assert word.strip(" []") == "Key(…)"
    for copying in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps):
        with pytest.raises(TypeError):
            copying(key)  # type: ignore[operator]  # four functions of different types
    assert not hasattr(key, "__dict__")


@pytest.mark.parametrize("given_key", [None, "file.key", SECRET])
def test_a_method_takes_no_key_from_a_configuration(given_key: object) -> None:
    with pytest.raises(ConfigError, match="nescio key new"):
        needed_key("pseudonym", {"key": given_key})
    key = Key(SECRET)
    assert needed_key("pseudonym", {"key": key}) is key
