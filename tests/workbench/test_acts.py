"""What a person does, and what then stands in the text."""

from __future__ import annotations

from typing import Any

import pytest

import nescio
from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Span
from nescio.workbench.acts import Actor
from nescio.workbench.steps import add_step, replay

TEXT = "Zoraida Quist met Ida. Zoraida left; Ottokar and Otto\nKar stayed. Ottokar slept."
FOUND = ((0, 13), (18, 21), (23, 30))
OPTIONS = {"detect": {"detectors": []}, "second_pass": {"enabled": False}, "coref": {"default": "surface"}}


class Stage:
    """A job and what is done to it, one act after the other."""

    def __init__(self, anonymizer: nescio.Anonymizer) -> None:
        self._anonymizer = anonymizer
        spans = tuple(Span(start, end, "PER", 0.9, "t") for start, end in FOUND)
        self.base = self.run(Job(Document("d", TEXT, "en"), voted=spans), "coref")
        self.job = self.run(self.base, "replace")
        self.steps: list[Any] = []

    def run(self, job: Job, stop: str) -> Job:
        [done] = self._anonymizer.run([job], stop=stop)
        return done

    def act(self, **act: Any) -> str:
        step = Actor(self.job, self._anonymizer.pack.labels, "tester").step(act)
        self.job = add_step(self.job, step, self.steps, base=self.base, run=self.run)
        self.steps.append(step)
        return self.text

    @property
    def text(self) -> str:
        assert self.job.failure is None
        assert self.job.solution is not None
        return self.job.solution.text


@pytest.fixture(scope="module")
def anonymizer() -> nescio.Anonymizer:
    return nescio.load("en", options=OPTIONS)


@pytest.fixture
def stage(anonymizer: nescio.Anonymizer) -> Stage:
    return Stage(anonymizer)


IDA, ZORAIDA, WHOLE = [18, 21], [23, 30], [0, 13]
REST = " left; Ottokar and Otto\nKar stayed. Ottokar slept."
ACTS: list[tuple[dict[str, Any], str]] = [
    ({"kind": "show", "places": [IDA]}, "[PERSON1] met Ida. [PERSON2]" + REST),
    ({"kind": "check", "places": [IDA]}, "[PERSON1] met [PERSON2]. [PERSON3]" + REST),
    ({"kind": "merge", "places": [WHOLE, ZORAIDA]}, "[PERSON1] met [PERSON2]. [PERSON1]" + REST),
    (
        {"kind": "relabel", "places": [IDA], "label": "ORG", "all": True},
        "[PERSON1] met [ORGANIZATION1]. [PERSON2]" + REST,
    ),
    ({"kind": "resize", "places": [WHOLE], "to": [0, 8]}, "[PERSON1] Quist met [PERSON2]. [PERSON1]" + REST),
    ({"kind": "remove", "places": [IDA]}, "[PERSON1] met Ida. [PERSON2]" + REST),
    ({"kind": "replace", "places": [IDA], "text": "N.N."}, "[PERSON1] met N.N. [PERSON3]" + REST),
    (
        {"kind": "add", "places": [[37, 44]], "label": "PER"},  # no hidden name stands elsewhere in the text
        "[PERSON1] met [PERSON2]. [PERSON3] left; [PERSON4] and Otto\nKar stayed. [PERSON4] slept.",
    ),
    (
        {"kind": "add", "places": [[36, 45]], "label": "PER", "everywhere": True},
        "[PERSON1] met [PERSON2]. [PERSON3] left; [PERSON4] and Otto\nKar stayed. [PERSON4] slept.",
    ),
    (
        {"kind": "add", "places": [[49, 57]], "label": "PER", "everywhere": True},
        "[PERSON1] met [PERSON2]. [PERSON3] left; Ottokar and [PERSON4] stayed. Ottokar slept.",
    ),
    (
        {"kind": "hide_term", "term": "Ottokar", "label": "PER"},
        "[PERSON1] met [PERSON2]. [PERSON3] left; [PERSON4] and Otto\nKar stayed. [PERSON4] slept.",
    ),
    ({"kind": "keep_term", "term": "Ida"}, "[PERSON1] met Ida. [PERSON2]" + REST),
]  # fmt: skip


@pytest.mark.parametrize(("act", "text"), ACTS, ids=[f"{n}-{act['kind']}" for n, (act, _) in enumerate(ACTS)])
def test_an_act_changes_what_stands_in_the_text(stage: Stage, act: dict[str, Any], text: str) -> None:
    assert stage.act(**act) == text


def test_a_mention_is_split_off_and_shown_by_itself(stage: Stage) -> None:
    stage.act(kind="merge", places=[WHOLE, ZORAIDA])
    stage.act(kind="split", places=[ZORAIDA])
    assert stage.act(kind="show", places=[ZORAIDA]) == "[PERSON1] met [PERSON2]. Zoraida" + REST


def test_the_rest_of_a_hidden_name_elsewhere_can_be_left_visible(stage: Stage) -> None:
    stage.act(kind="add", places=[[37, 44]], label="PER")
    assert stage.act(kind="remove", places=[[66, 73]]).endswith(
        "[PERSON4] and Otto\nKar stayed. Ottokar slept."
    )


def test_a_merge_outlives_the_mention_it_was_made_by(stage: Stage) -> None:
    stage.act(kind="merge", places=[WHOLE, ZORAIDA])
    stage.act(kind="replace", places=[WHOLE], text="N.N.")
    # The first mention goes; what was said about the person holds for the other one.
    assert stage.act(kind="remove", places=[WHOLE]) == "Zoraida Quist met [PERSON1]. N.N." + REST


def test_what_means_nothing_any_more_is_passed_over(stage: Stage) -> None:
    stage.act(kind="show", places=[IDA])
    stage.act(kind="merge", places=[WHOLE, IDA])
    assert stage.act(kind="remove", places=[IDA]) == "[PERSON1] met Ida. [PERSON2]" + REST


def test_one_act_after_the_other_comes_to_the_same_as_all_at_once(stage: Stage) -> None:
    for act, _ in ACTS[:1] + ACTS[2:3] + ACTS[8:9]:
        stage.act(**act)
    again = replay(stage.base, stage.steps, stage.run)
    assert again.solution is not None
    assert again.solution.text == stage.text


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"kind": "dance", "places": []}, "no such act"),
    ({"kind": "hide", "places": [IDA]}, "nothing to change"),
    ({"kind": "show", "places": [[1, 2]]}, "not there any more"),
    ({"kind": "show", "places": "all"}, "names its places"),
    ({"kind": "show", "places": [[1, True]]}, r"\[start, end\]"),
    ({"kind": "merge", "places": [IDA]}, "two entries or more"),
    ({"kind": "split", "places": [IDA]}, "but not all"),
    ({"kind": "resize", "places": [IDA], "to": [18, 999]}, "not in the text"),
    ({"kind": "resize", "places": [IDA, WHOLE], "to": [18, 20]}, "one place"),
    ({"kind": "add", "places": [[22, 23]], "label": "PER"}, "a letter or a digit"),
    ({"kind": "replace", "places": [IDA], "text": "a\nb"}, "one line"),
]


@pytest.mark.parametrize(
    ("act", "sentence"), WRONG, ids=[f"{n}-{act['kind']}" for n, (act, _) in enumerate(WRONG)]
)
def test_a_wrong_act_is_refused_with_a_sentence(stage: Stage, act: dict[str, Any], sentence: str) -> None:
    with pytest.raises(JobError, match=sentence):
        stage.act(**act)
