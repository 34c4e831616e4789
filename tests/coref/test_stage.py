"""Stage 4: a linker per label, entities in the order of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.model import Document, Entity, Span
from nescio.coref import stage
from nescio.coref.surface import SurfaceLinker
from tests.helpers import LABELS, job_with, make_kit


class OneOfAll:
    """Takes all mentions for one entity."""

    def link(self, doc: Document, spans: Sequence[Span]) -> list[Entity]:
        return [Entity(77, spans[0].label, tuple(spans))]


def test_each_label_has_its_linker_and_entities_are_numbered_as_they_appear() -> None:
    job = job_with("Ida left Aalby for Zenn with Otto.", "Ida", "Otto", ("Aalby", "CITY"), ("Zenn", "LOC"))
    kit = make_kit(linkers={"LOC": OneOfAll(), "default": SurfaceLinker(LABELS)})
    [linked] = stage.run([replace(job, spans=job.voted)], kit)
    assert linked.entities is not None
    assert [(entity.id, len(entity.mentions)) for entity in linked.entities] == [(0, 1), (1, 2), (2, 1)]
    assert [entity.label for entity in linked.entities] == ["PER", "CITY", "PER"]
