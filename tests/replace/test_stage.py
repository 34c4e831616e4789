"""Stage 6: numbers, places, and placeholders that already stand in the text."""

from __future__ import annotations

from nescio.core.labels import Label, LabelSet, TagTable
from nescio.core.model import Decision, Entity, Job, Replacement, Span
from nescio.core.scene import Change, Context, Scene
from nescio.replace.tag import TagMethod
from tests.helpers import SUPPRESS, TAG, job_with, make_kit, solve


def text_of(job: Job) -> str:
    assert job.solution is not None
    return job.solution.text


def test_numbers_count_per_label_in_the_order_of_appearance() -> None:
    job = job_with("Otto left Aalby with Ida.", "Ida", "Otto", ("Aalby", "CITY"))
    assert text_of(solve(job)) == "[PERSON1] left [CITY1] with [PERSON2]."


def test_what_is_kept_takes_no_number() -> None:
    done = solve(job_with("Otto and Ida.", "Ida", "Otto"))
    kept = Job(
        done.document, entities=done.entities, decisions=(Decision(0, False, ""), Decision(1, True, ""))
    )
    assert text_of(solve(kept)) == "Otto and [PERSON1]."


def test_places_are_given_in_both_texts() -> None:
    done = solve(job_with("é😀 Ida met Otto.", "Ida", "Otto"))
    assert done.solution is not None
    assert done.solution.replacements == (
        Replacement(3, 6, "[PERSON1]", 0, "PER", "tag", 3, 0),
        Replacement(11, 15, "[PERSON2]", 1, "PER", "tag", 17, 0),
    )


def test_each_label_has_its_method() -> None:
    job = job_with("Ida left Aalby.", "Ida", ("Aalby", "CITY"))
    assert text_of(solve(job, make_kit(methods={"LOC": SUPPRESS, "default": TAG}))) == "[PERSON1] left [...]."


def test_a_placeholder_that_stands_in_the_text_is_not_used_again() -> None:
    assert text_of(solve(job_with("[PERSON1] wrote to Ida.", "Ida"))) == "[PERSON1] wrote to [PERSON2]."


def test_a_tag_without_delimiters_does_not_run_into_another() -> None:
    """PERSON1 before a 2 would read as the PERSON12 that is there too."""
    names = [f"N{chr(97 + number)}" for number in range(12)]
    text = "Na2 " + " ".join(names[1:])
    done = solve(job_with(text, *names), make_kit(methods={"default": TagMethod("", "")}))
    assert done.solution is not None
    first = done.solution.replacements[0]
    tags = {row.text for row in done.solution.replacements}
    assert first.text + "2" not in tags


def test_labels_that_are_called_alike_share_their_numbers() -> None:
    from dataclasses import replace

    labels = LabelSet([Label("PER", None, "direct", "NAME"), Label("ORG", None, "indirect", "NAME")])
    kit = replace(make_kit(), tags=TagTable(labels))
    assert text_of(solve(job_with("Ida left Zenn.", "Ida", ("Zenn", "ORG")), kit)) == "[NAME1] left [NAME2]."


class _Abbreviated:
    """A method whose answers end in an initial."""

    name = "abbreviated"
    reversible = False

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return "Jo B."


def test_a_substitute_brings_no_second_full_stop() -> None:
    kit = make_kit(methods={"default": _Abbreviated()})
    assert (
        text_of(solve(job_with("She met Otto Krag. He left.", "Otto Krag"), kit)) == "She met Jo B. He left."
    )
    assert text_of(solve(job_with("She met Otto Krag, too.", "Otto Krag"), kit)) == "She met Jo B., too."


class _Greedy:
    """Takes in the small word behind a mention, and the one before it, where there is room."""

    name = "greedy"
    reversible = True

    def plan(self, scene: Scene) -> dict[Span, Change]:
        return {span: self._change(scene, span) for entity in scene.entities for span in entity.mentions}

    def _change(self, scene: Scene, span: Span) -> Change:
        left, right = scene.room(span.start, span.end)
        text = scene.document.text
        start = text.find("by", left, span.start)
        end = text.find("by", span.end, right) + 2
        return Change(start if start >= 0 else span.start, end if end > 1 else span.end, f"<{span.start}>")

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return "<>"


def test_a_word_that_two_mentions_want_belongs_to_the_one_behind_it() -> None:
    kit = make_kit(methods={"default": _Greedy()})
    job = job_with("Ida by Otto left Aalby by", "Ida", "Otto", ("Aalby", "CITY"))
    assert text_of(solve(job, kit)) == "<0> <7> left <17>"
