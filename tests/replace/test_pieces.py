"""Methods that work on words: what they take out of mentions and of the text between them."""

from __future__ import annotations

import pytest

from nescio import pipeline
from nescio.core.model import Document, Entity, Span
from nescio.core.scene import Context
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.helpers import TAG, job_with, make_kit, solve


class Vowels:
    """Takes every `a` out of mentions, and every `o` outside of them."""

    name = "vowels"
    reversible = False

    def inside(self, doc: Document, mention: Span) -> list[Span]:
        return self._found(doc, mention.start, mention.end, "a")

    def outside(self, doc: Document, start: int, end: int) -> list[Span]:
        return self._found(doc, start, end, "o")

    def _found(self, doc: Document, start: int, end: int, vowel: str) -> list[Span]:
        places = (place for place in range(start, end) if doc.text[place] == vowel)
        return [Span(place, place + 1, "PER", 1.0, "t") for place in places]

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return "*"


class Careless(Vowels):
    def outside(self, doc: Document, start: int, end: int) -> list[Span]:
        return [Span(0, len(doc.text), "PER", 1.0, "t")]


def test_pieces_go_and_nothing_else() -> None:
    done = solve(job_with("Maja too saw Bo and Ola.", "Maja", "Bo"), make_kit(methods={"default": Vowels()}))
    assert done.solution is not None
    assert done.solution.text == "M*j* t** saw * and Ola."
    assert reidentify(done.solution.text, make_table(done), by="order").text == done.document.text


def test_equal_words_outside_are_one_entity() -> None:
    done = solve(job_with("Maja too", "Maja"), make_kit(methods={"default": Vowels()}))
    assert done.solution is not None
    assert [(row.entity, row.label) for row in done.solution.replacements] == [
        (0, "PER"), (0, "PER"), (1, "MISC"), (1, "MISC"),
    ]  # fmt: skip


def test_a_method_of_one_label_leaves_the_rest_alone() -> None:
    kit = make_kit(methods={"default": TAG, "PER": Vowels()})
    done = solve(job_with("Maja too in Ulm", "Maja", ("Ulm", "LOC")), kit)
    assert done.solution is not None
    assert done.solution.text == "M*j* too in [LOCATION1]"


@pytest.mark.parametrize("text", ["Maja too", "too Maja"])
def test_pieces_that_lie_elsewhere_are_refused(text: str) -> None:
    [done] = pipeline.run([job_with(text, "Maja")], make_kit(methods={"default": Careless()}))
    assert done.failure is not None
    assert "pieces that overlap" in done.failure.reason
