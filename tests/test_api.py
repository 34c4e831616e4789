"""What programs use."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio import Anonymizer, ConfigError, Document, Entity, Job, JobError, PluginError, Span
from nescio.api import SPECIAL_KITS
from nescio.core.codec import job_from_json, job_to_json
from nescio.core.kit import Kit
from nescio.core.model import Solution
from nescio.explain import ClaimIndex

Write = Callable[[str, str], Path]
TEXT = "Write to ida.voss@example.org, then to otto@example.org and to ida.voss@example.org."
TAGGED = "Write to [EMAIL1], then to [EMAIL2] and to [EMAIL1]."
PATTERNS = {"detect": {"detectors": ["patterns"]}}


def test_one_text_in_its_result_out(english: Anonymizer) -> None:
    assert english.anonymize(TEXT).text == TAGGED


def test_the_table_leads_back(english: Anonymizer) -> None:
    result = english.anonymize(TEXT)
    restored = nescio.reidentify(result.text, result.table)
    assert restored.text == TEXT
    assert restored.restored == 3
    assert restored.complete


def test_the_short_way_does_the_same() -> None:
    assert (
        nescio.anonymize(TEXT, language="en", method="suppress").text
        == "Write to [...], then to [...] and to [...]."
    )


def test_explain_says_who_said_what(english: Anonymizer) -> None:
    lines = english.anonymize(TEXT).explain().splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("'ida.voss@example.org' EMAIL x2 -> [EMAIL1] (policy:blanket; ")
    assert "patterns:email EMAIL 0.99" in lines[0]


def test_explain_names_what_was_kept(english: Anonymizer) -> None:
    entity = Entity(0, "PER", (Span(0, 3, "PER", 1.0, "given"),))
    job = job_from_json({"text": "Ida left.", "language": "en", "decisions": [[0, False, "public figure"]],
                         "entities": [{"id": 0, "label": "PER", "mentions": [[0, 3, "PER"]]}]})  # fmt: skip
    assert job.entities == (entity,)
    [done] = english.run([job])
    assert nescio.Result(done).explain() == "'Ida' PER x1 -> kept (public figure; given)"
    assert nescio.Result(done).text == "Ida left."


def test_every_claim_about_a_span_is_remembered(english: Anonymizer) -> None:
    result = english.anonymize(TEXT)
    assert result.job.spans
    claims = ClaimIndex(result.job).about(result.job.spans[0])
    assert {claim.source for claim in claims} >= {"patterns:email"}


def test_detect_gives_the_spans(english: Anonymizer) -> None:
    assert [TEXT[span.start : span.end] for span in english.detect(TEXT)] == [
        "ida.voss@example.org",
        "otto@example.org",
        "ida.voss@example.org",
    ]


@pytest.mark.parametrize("text", ["", " ", "\r\n", "Nothing here to hide.", "\u202e\u200b", "\ud800"])
def test_a_text_without_finds_stays_as_it_is(english: Anonymizer, text: str) -> None:
    result = english.anonymize(text)
    assert result.text == text
    assert result.table.entries == ()
    assert result.explain() == ""


@pytest.mark.parametrize(
    "around",
    ["a\r\nb ", "n\u0303 ", "ñ ", "😀‍👩 ", "\u200bz\u200d ", "שלום ", "\ufeff "],
    ids=["CRLF", "NFD", "NFC", "emoji", "zero width", "right to left", "BOM"],
)
def test_hard_characters_survive_around_a_replacement(english: Anonymizer, around: str) -> None:
    assert english.anonymize(f"{around}ida@example.org {around}").text == f"{around}[EMAIL1] {around}"


# Languages


SENTENCES = {
    "en": "The letter was written yesterday because the weather in the mountains was not very good.",
    "de": "Der Brief wurde gestern geschrieben, weil das Wetter in den Bergen nicht besonders gut war.",
    "pt": "A carta foi escrita ontem porque o tempo nas montanhas não estava muito bom para nós.",
    "es": "La carta fue escrita ayer porque el tiempo en las montañas no era muy bueno para nosotros.",
}


@pytest.fixture(scope="module")
def auto() -> Anonymizer:
    return Anonymizer(options=PATTERNS)


@pytest.mark.parametrize("language", SENTENCES)
def test_the_language_is_told_from_the_text(auto: Anonymizer, language: str) -> None:
    assert auto.anonymize(SENTENCES[language]).job.document.language == language


def test_each_document_of_a_batch_has_its_own_language_and_the_order_stays(auto: Anonymizer) -> None:
    jobs = auto.run([Job(Document(str(i), text)) for i, text in enumerate([*SENTENCES.values(), "x"])])
    assert [job.document.language for job in jobs[:4]] == list(SENTENCES)
    assert [job.document.id for job in jobs] == ["0", "1", "2", "3", "4"]
    assert jobs[4].solution is None


def test_a_language_that_cannot_be_told_is_said_clearly(auto: Anonymizer) -> None:
    with pytest.raises(JobError) as caught:
        auto.anonymize("Qzx wvu")
    assert "could not be told; name it" in str(caught.value)
    assert "Qzx" not in str(caught.value)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"no language 'klingon'. Known: auto, de, en, es, pt"):
        nescio.load("klingon")


def test_a_document_of_an_unknown_language_fails_alone(english: Anonymizer) -> None:
    jobs = english.run([Job(Document("a", TEXT, "klingon")), Job(Document("b", TEXT, "en"))])
    assert jobs[0].failure is not None
    assert "a language that nescio does not know. Known: auto, de, en, es, pt" in jobs[0].failure.code
    assert "klingon" not in jobs[0].failure.code
    assert jobs[1].solution is not None


# Options


def test_an_unknown_method_is_refused_at_once() -> None:
    with pytest.raises(PluginError, match="no 'vanish' among the methods"):
        nescio.load("en", method="vanish")


def test_a_method_may_be_chosen_for_one_label() -> None:
    anonymizer = nescio.load("en", method="EMAIL=suppress", options=PATTERNS)
    assert anonymizer.anonymize("ida@example.org, https://example.org/ida").text == "[...], [URL1]"


def test_a_user_file_is_obeyed(write: Write) -> None:
    write("names.csv", "Zephyrine,PERSON\n")
    path = write(
        "mine.toml", '[xx.detect.options.lists]\nfiles = ["names.csv"]\n[en.replace]\nPER = "suppress"\n'
    )
    anonymizer = nescio.load("en", config=path)
    assert anonymizer.anonymize("Tell zephyrine that ida@example.org is gone.").text == (
        "Tell [...] that [EMAIL1] is gone."
    )


def test_a_wrong_user_file_is_refused_at_once(write: Write) -> None:
    with pytest.raises(ConfigError, match="'colour'"):
        nescio.load("en", config=write("mine.toml", "[de]\ncolour = 5\n"))


def test_the_options_of_a_job_count_for_that_job_only(english: Anonymizer) -> None:
    suppressed = Job(Document("a", "ida@example.org", "en"), options={"method": "DEL"})
    jobs = english.run([suppressed, Job(Document("b", "ida@example.org", "en"))])
    assert [job.solution.text if job.solution else None for job in jobs] == ["[...]", "[EMAIL1]"]


def test_a_job_may_name_a_method_and_other_replacements(english: Anonymizer) -> None:
    options = {"method": "DEL", "replace": {"URL": "tag", "options": {"tag": {"open": "<", "close": ">"}}}}
    [job] = english.run(
        [Job(Document("a", "ida@example.org, https://example.org/ida", "en"), options=options)]
    )
    assert job.solution is not None
    assert job.solution.text == "[...], <URL1>"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"method": "qqq"}, "name an unknown method. Known: bands, "),
        ({"colour": 1}, "have an unknown key. Known: coref, decide, "),
        ({"replace": "tag"}, "'replace' in the options of the job must be a table"),
        ({"method": "TAG", "replace": 5}, "'replace' in the options of the job must be a table"),
    ],
)
def test_a_job_with_wrong_options_fails_alone(
    english: Anonymizer, options: dict[str, object], reason: str
) -> None:
    wrong = Job(Document("a", TEXT, "en"), options=options, solution=Solution("old"))
    jobs = english.run([wrong, Job(Document("b", TEXT, "en"))])
    assert jobs[0].solution is None
    assert jobs[0].failure is not None
    assert reason in jobs[0].failure.code
    for word in ("example", "vanish", "colour"):
        assert word not in jobs[0].failure.code
    assert jobs[1].solution is not None


def test_kits_for_the_options_of_jobs_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many options as jobs: each is obeyed, and few kits stay, however many jobs there were."""
    anonymizer, alive = Anonymizer("en", options=PATTERNS), weakref.WeakSet[object]()
    build = nescio.api.build_kit

    def counting(*args: Any, **others: Any) -> Kit:
        kit = build(*args, **others)
        alive.add(kit.policy)
        return kit

    monkeypatch.setattr(nescio.api, "build_kit", counting)
    number = 3 * SPECIAL_KITS
    marks = [f"({i})" for i in range(number)]
    jobs = [
        Job(Document(mark, "ida@example.org", "en"),
            options={"method": "DEL", "replace": {"options": {"suppress": {"mark": mark}}}})
        for mark in marks
    ]  # fmt: skip
    for batch in (jobs, jobs[:2], [Job(Document("plain", "ida@example.org", "en"))]):
        done = anonymizer.run(batch)
    gc.collect()
    assert done[0].solution is not None
    assert [job.solution.text for job in anonymizer.run(jobs) if job.solution] == marks
    gc.collect()
    assert len(alive) <= SPECIAL_KITS + 1


def test_the_options_of_a_job_that_are_no_json_fail_alone(english: Anonymizer) -> None:
    jobs = english.run(
        [Job(Document("a", TEXT, "en"), options={"replace": {1, 2}}), Job(Document("b", TEXT, "en"))]
    )
    assert jobs[0].failure is not None
    assert "plain JSON values" in jobs[0].failure.reason
    assert jobs[1].solution is not None


# Jobs that enter on the way


def test_given_spans_skip_detection_and_may_use_any_name_of_a_label(english: Anonymizer) -> None:
    job = job_from_json({"text": "Ida met amy@example.org in Kiel.", "language": "en",
                         "spans": [[0, 3, "PERZ"], [27, 31, "place"]]})  # fmt: skip
    [done] = english.run([job])
    assert done.solution is not None
    assert done.solution.text == "[PERSON1] met amy@example.org in [LOCATION1]."


@pytest.mark.parametrize(
    "layers",
    [
        {"spans": [[0, 3, "WEAPON"]]},
        {"candidates": [[0, 3, "WEAPON"]]},
        {"entities": [{"id": 0, "label": "WEAPON", "mentions": [[0, 3, "WEAPON"]]}]},
    ],
    ids=lambda layers: next(iter(layers)),
)
def test_an_unknown_label_in_a_job_is_refused_without_its_name(
    english: Anonymizer, layers: dict[str, object]
) -> None:
    [done] = english.run([job_from_json({**layers, "text": "Ida left.", "language": "en"})])
    assert done.solution is None
    assert done.failure is not None
    assert "a label that nescio does not know. Known: ACCOUNT, " in done.failure.code
    assert "WEAPON" not in done.failure.code


def test_foreign_tags_are_converted_in_every_layer_of_a_job() -> None:
    tags = {"detect": {"detectors": ["patterns"], "tags": {"HUMAN": "PER", "UNK": "0"}}}
    anonymizer = Anonymizer("en", options=tags)
    text = "Ida met Otto."
    layers: list[dict[str, object]] = [
        {"spans": [[0, 3, "HUMAN"], [8, 12, "WEAPON"]]},
        {"candidates": [[0, 3, "HUMAN"], [8, 12, "WEAPON"]]},
        {"entities": [{"id": 0, "label": "HUMAN", "mentions": [[0, 3, "HUMAN"]]},
                      {"id": 1, "label": "WEAPON", "mentions": [[8, 12, "WEAPON"]]}]},
    ]  # fmt: skip
    jobs = anonymizer.run([job_from_json({"text": text, "language": "en", **layer}) for layer in layers])
    assert [job.solution.text if job.solution else job.notes for job in jobs] == ["[PERSON1] met Otto."] * 3


def test_a_veto_in_a_job_stays_a_veto(english: Anonymizer) -> None:
    job = job_from_json({"text": "Ida met Otto.", "language": "en",
                         "candidates": [[0, 3, "PER"], [8, 12, "PER"], [8, 12, "O"]]})  # fmt: skip
    [done] = english.run([job])
    assert done.solution is not None
    assert done.solution.text == "[PERSON1] met Otto."


def test_a_finished_job_travels_as_json_and_runs_again(english: Anonymizer) -> None:
    [done] = english.run([Job(Document("a", TEXT, "en"))])
    [again] = english.run([job_from_json(json.loads(json.dumps(job_to_json(done))))], start="detect")
    assert again.solution == done.solution


def test_a_result_without_a_solution_says_so(english: Anonymizer) -> None:
    result = nescio.Result(Job(Document("a", TEXT)))
    for ask in (lambda: result.text, lambda: result.table, result.explain):
        with pytest.raises(JobError, match="solution"):
            ask()


def test_a_result_keeps_its_text_out_of_its_repr(english: Anonymizer) -> None:
    assert "ida.voss" not in repr(english.anonymize(TEXT))


def test_options_of_a_part_that_does_not_exist_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"detect\.options\.patern\.files.*Did you mean 'patterns'"):
        nescio.load("en", options={"detect": {"options": {"patern": {"files": []}}}})


def test_the_universal_folder_is_no_language() -> None:
    with pytest.raises(ConfigError, match="There is no language 'xx'"):
        nescio.load("xx")
