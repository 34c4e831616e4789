"""The parts that the stages use for one language, built once and passed on."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

from nescio.core.errors import failing_as
from nescio.core.labels import TagTable
from nescio.core.model import Document, Span
from nescio.core.protocols import Detector, Linker, Method, Policy, SecondPass, Voter

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class PlainWords:
    """What tells a name from the other words of a language; all words are folded."""

    frequency_of: Mapping[str, int] = field(default_factory=dict, repr=False)  # common word -> Zipf class
    names: Container[str] = field(default=frozenset(), repr=False)  # that people are known to have
    titles: Container[str] = field(default=frozenset(), repr=False)
    particles: Container[str] = field(default=frozenset(), repr=False)
    determiners: Container[str] = field(default=frozenset(), repr=False)
    endings: tuple[str, ...] = ()  # of a name in another case or number
    diminutives: tuple[str, ...] = ()  # that make a pet name, longest first
    capital_nouns: bool = False


class Witness(NamedTuple):
    """A detector that must have at least a doubt where others claim certain labels."""

    name: str
    needed: Mapping[str, frozenset[str]]  # detector -> labels of which its word alone does not count
    bounds: Mapping[str, frozenset[str]] = {}  # detector -> labels that reach no further than the witness's


class Believing(Protocol):
    """What weighs claims before the vote; no part of its own, made where a configuration asks for it."""

    def believed(self, doc: Document, claims: Sequence[Span], among: Sequence[Span]) -> list[Span]: ...


@dataclass(frozen=True, slots=True)
class Kit:
    """Everything a run needs to know about one language; holds no document."""

    language: str
    tags: TagTable
    detectors: tuple[Detector, ...]
    voter: Voter
    second_passes: tuple[SecondPass, ...]
    linkers: Mapping[str, Linker]  # label -> linker; "default" serves the rest
    policy: Policy
    methods: Mapping[str, Method]  # label -> method; "default" serves the rest
    words: PlainWords = field(default_factory=PlainWords, repr=False)
    witness: Witness | None = None
    trust: Believing | None = None
    names: Mapping[int, str] = field(default_factory=dict)  # id of a part -> what a person calls it

    def linker_for(self, label: str) -> Linker:
        return _nearest(self.linkers, self.tags.labels.lineage(label))

    def method_for(self, label: str) -> Method:
        return _nearest(self.methods, self.tags.labels.lineage(label))

    def asking(self, part: object) -> AbstractContextManager[None]:
        """Whatever a part does wrong in here is an error that names the part."""
        return failing_as(self.names.get(id(part), type(part).__name__))


def _nearest(parts: Mapping[str, Part], lineage: tuple[str, ...]) -> Part:
    """The part of the lowest label in the hierarchy that has one."""
    return next((parts[label] for label in lineage if label in parts), parts["default"])
