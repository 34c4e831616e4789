"""Small values and kits built by hand, without the data of a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nescio import pipeline
from nescio.core.kit import Kit
from nescio.core.labels import Label, LabelSet, TagTable
from nescio.core.model import Document, Job, Span
from nescio.core.protocols import Detector, Linker, Method, Policy, SecondPass, Voter
from nescio.coref.surface import SurfaceLinker
from nescio.decide.policy import DataPolicy
from nescio.decide.table import PolicyTable
from nescio.replace.suppress import SuppressMethod
from nescio.replace.tag import TagMethod
from nescio.vote.cascade import CascadeVoter

LABELS = LabelSet(
    [
        Label("PER", None, "direct", "PERSON", ("PERZ", "PESSOA")),
        Label("GIVEN", "PER", "direct", "GIVEN_NAME"),
        Label("LOC", None, "indirect", "LOCATION"),
        Label("CITY", "LOC", "indirect", "CITY"),
        Label("ORG", None, "indirect", "ORGANIZATION"),
        Label("DATE", None, "indirect", "DATE"),
        Label("CODE", None, "direct", "CODE"),
        Label("MISC", None, "indirect", "MISC"),
    ]
)

TAG = TagMethod("[", "]")
SUPPRESS = SuppressMethod("[...]")
BLANKET = DataPolicy(PolicyTable("blanket", "", "", {"default": "hide"}), LABELS)


def make_kit(
    *,
    methods: Mapping[str, Method] | None = None,
    detectors: Sequence[Detector] = (),
    voter: Voter | None = None,
    second_passes: Sequence[SecondPass] = (),
    linkers: Mapping[str, Linker] | None = None,
    policy: Policy | None = None,
    tags: Mapping[str, str] | None = None,
) -> Kit:
    """A kit in which everything that is not given is nescio's own part."""
    return Kit(
        language="xx",
        tags=TagTable(LABELS, tags or {}),
        detectors=tuple(detectors),
        voter=voter or CascadeVoter([detector.name for detector in detectors], LABELS),
        second_passes=tuple(second_passes),
        linkers=linkers or {"default": SurfaceLinker(LABELS)},
        policy=policy or BLANKET,
        methods=methods or {"default": TAG},
    )


def span_of(text: str, surface: str, label: str = "PER", *, score: float = 0.9, source: str = "test") -> Span:
    """The span of the first occurrence of a surface."""
    start = text.index(surface)
    return Span(start, start + len(surface), label, score, source)


def job_with(text: str, *surfaces: str | tuple[str, str], **fields: Any) -> Job:
    """A job that has passed the vote; a surface without a label is a person."""
    pairs = [(item, "PER") if isinstance(item, str) else item for item in surfaces]
    spans = tuple(sorted(span_of(text, surface, label) for surface, label in pairs))
    return Job(Document("d", text, "xx"), voted=spans, **fields)


def solve(job: Job, kit: Kit | None = None) -> Job:
    """The job through the rest of the pipeline; it must not fail."""
    [done] = pipeline.run([job], kit or make_kit())
    assert done.failure is None, done.failure
    return done
