"""Coreference switched off."""

from __future__ import annotations

import nescio
from nescio.coref.single import SingleLinker
from nescio.packs import load_pack
from nescio.testing import Linker, LinkerContract


class TestSingle(LinkerContract):
    def make(self) -> Linker:
        return SingleLinker.build(load_pack("en"), {})


def test_each_mention_is_tagged_by_itself() -> None:
    options = {"coref": {"default": "none"}, "detect": {"detectors": ["patterns"]}}
    text = "Write to ben@example.org, or ben@example.org again."
    assert nescio.load("en", options=options).anonymize(text).text == "Write to [EMAIL1], or [EMAIL2] again."
