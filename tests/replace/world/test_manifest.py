from __future__ import annotations

import json

import pytest

from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.replace.world.manifest import Manifest

KEY, OTHER = Key(bytes(range(32))), Key(bytes(32))
NAMES = {"family": ["rehm", "virtanen"], "given_f": ["aino"]}


def test_it_knows_the_names_and_holds_none() -> None:
    written = Manifest.made(KEY, NAMES, words=["kaamos"]).write()
    read = Manifest.read(written, KEY, where="m")
    assert {read.rank("family", name) for name in NAMES["family"]} == {0, 1}
    assert read.rank("family", "aino") is None
    assert all(map(read.has, ("Rehm", "AINO", "Kaamos", "Rehm-Oksanen")))
    assert not read.has("Oksanen")
    assert not any(name in written.lower() for name in ("rehm", "virtanen", "aino", "kaamos"))


def test_it_does_not_depend_on_the_order_of_the_names() -> None:
    turned = {kind: names[::-1] for kind, names in reversed(NAMES.items())}
    assert Manifest.made(KEY, turned, words=()).write() == Manifest.made(KEY, NAMES, words=()).write()


def test_that_of_another_key_is_refused() -> None:
    written = Manifest.made(KEY, NAMES, words=()).write()
    with pytest.raises(ConfigError, match="another key"):
        Manifest.read(written, OTHER, where="m")


def test_one_that_was_changed_is_refused() -> None:
    raw = json.loads(Manifest.made(KEY, NAMES, words=()).write())
    del raw["names"]["given_f"]
    with pytest.raises(ConfigError, match="or it was changed"):
        Manifest.read(json.dumps(raw), KEY, where="m")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"names": 3, "format": "", "seal": ""}', "[" * 5000, "nothing"]
)
def test_what_is_no_manifest_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="no manifest"):
        Manifest.read(text, KEY, where="m")
