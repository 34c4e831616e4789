"""What every contract is made of: the pack of the part under test, and words for a broken law."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from nescio.core.model import Document, Span
from nescio.packs import Pack, load_pack


class Contract:
    """The laws of a kind of part; a test inherits them and makes the part."""

    language: ClassVar[str] = "xx"  # of the pack, and of the documents

    @property
    def pack(self) -> Pack:
        """The pack that a part under test is built with."""
        return load_pack(self.language)

    def doc(self, text: str) -> Document:
        return Document("d", text, self.language)


def need(holds: object, law: str) -> None:
    if not holds:
        raise AssertionError(law)


def need_inside(spans: Sequence[Span], text: str) -> None:
    need(all(0 <= span.start < span.end <= len(text) for span in spans), "a span lies outside the text")


def need_apart(spans: Sequence[Span], text: str) -> None:
    need_inside(spans, text)
    need(list(spans) == sorted(spans), "the spans are not sorted")
    need(not any(left.overlaps(right) for left, right in pairwise(spans)), "two spans overlap")
