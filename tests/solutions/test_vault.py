"""What was done to a vault without its key is seen, wherever it was done."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.core.errors import ConfigError, JobError
from nescio.core.keys import Key
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.solutions.table import Table, make_table
from nescio.solutions.vault import Sealer, end_record, is_vault, read_vault, table_record

KEY, OTHER = Key(bytes(range(32))), Key(bytes(32))
NAMES = ("Ida", "Ottoline", "Wim")


def table_of(name: str, *, mentions: int = 1) -> Table:
    text, hidden = " ".join([name] * mentions), " ".join(["[PER1]"] * mentions)
    rows = [
        Replacement(
            place * (len(name) + 1), place * (len(name) + 1) + len(name), "[PER1]", 0, "PER", "tag", place * 7
        )
        for place in range(mentions)
    ]
    return make_table(Job(Document(name, text, "en"), solution=Solution(hidden, tuple(rows))))


def vault_of(*tables: Table, key: Key = KEY) -> bytes:
    sealer = Sealer(key)
    lines = [sealer.seal(table_record(table)) for table in tables]
    return b"".join([sealer.header + b"\n", *lines, sealer.seal(end_record())])


TABLES = [table_of(name) for name in NAMES]
VAULT = vault_of(*TABLES)


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(TABLES), max_size=4))
def test_what_was_kept_comes_back(secret: bytes, tables: list[Table]) -> None:
    content, _ = read_vault(vault_of(*tables, key=Key(secret)), Key(secret), name="v")
    assert list(content.tables) == tables
    assert (content.torn, content.ended) == (False, True)


def test_a_vault_shows_nothing_and_is_never_twice_the_same() -> None:
    assert is_vault(VAULT)
    for word in (NAMES[1], "entries", "original"):
        assert word.encode() not in VAULT
    assert not set(VAULT.split(b"\n")) & set(vault_of(*TABLES).split(b"\n")[:-1])


def test_the_size_of_a_record_does_not_tell_how_many_names_it_has() -> None:
    sizes = {len(vault_of(table_of("Ida", mentions=number))) for number in (1, 2, 5, 10)}
    assert len(sizes) == 1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(VAULT) - 2), st.integers(1, 255))
def test_a_changed_byte_is_seen(place: int, change: int) -> None:
    altered = bytearray(VAULT)
    altered[place] ^= change
    with pytest.raises((JobError, ConfigError)) as refused:
        read_vault(bytes(altered), KEY, name="v")
    assert not any(name in str(refused.value) for name in NAMES)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(VAULT) - 2))
def test_what_was_cut_off_is_missed(size: int) -> None:
    content, _ = read_vault(VAULT[:size], KEY, name="v")
    whole = VAULT[:size].count(b"\n") - 1
    assert content.tables == tuple(TABLES[: max(whole, 0)]) or not VAULT[size:].strip()
    assert size == 0 or content.torn or not content.ended or whole <= 0


LINES = VAULT.split(b"\n")[:-1]


@pytest.mark.parametrize(
    "order",
    [(0, 2, 1, 3, 4), (0, 1, 3, 4), (0, 1, 1, 2, 3, 4), (0, 1, 2, 3, 3, 4), (0, 2, 3, 4), (0, 4)],
    ids=["moved", "taken out", "replayed", "last replayed", "first gone", "only the end"],
)
def test_records_keep_their_places(order: tuple[int, ...]) -> None:
    data = b"\n".join(LINES[number] for number in order) + b"\n"
    with pytest.raises(JobError, match="altered, moved, or one before it is missing"):
        read_vault(data, KEY, name="v")


def test_a_record_of_another_vault_is_no_record_here() -> None:
    other = vault_of(*TABLES).split(b"\n")
    with pytest.raises(JobError, match="record 1"):
        read_vault(b"\n".join([LINES[0], *other[1:]]), KEY, name="v")


def test_another_key_is_told_from_damage() -> None:
    with pytest.raises(ConfigError, match="made with another one"):
        read_vault(VAULT, OTHER, name="v")


def test_a_later_version_is_refused() -> None:
    with pytest.raises(JobError, match="no vault of a version"):
        read_vault(VAULT.replace(b"nescio-vault-1 ", b"nescio-vault-2 ", 1), KEY, name="v")
    sealer = Sealer(KEY)
    line = sealer.seal(json.loads('{"kind": "new", "value": 1}'))
    with pytest.raises(JobError, match="no known kind"):
        read_vault(sealer.header + b"\n" + line, KEY, name="v")


def test_content_shows_no_original() -> None:
    content, _ = read_vault(VAULT, KEY, name="v")
    assert not any(name in repr(content) for name in NAMES)


def test_a_passphrase_opens_what_it_closed() -> None:
    words = "vier ganz gewöhnliche Wörter"
    data = vault_of(TABLES[0], key=Key(passphrase=words))
    content, _ = read_vault(data, Key(passphrase=words), name="v")
    assert content.tables == (TABLES[0],)
    with pytest.raises(ConfigError, match="another one"):
        read_vault(data, Key(passphrase=words.upper()), name="v")
