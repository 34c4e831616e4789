"""The way back, also from a text that somebody has edited."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.replace.tag import TagMethod
from nescio.solutions.reidentify import WAYS, Only, reidentify
from nescio.solutions.table import Table, TableEntry, make_table
from tests.helpers import SUPPRESS, TAG, job_with, make_kit, solve, span_of

TEXT = "Zephyrine met Otto Quill in Aalby. Later Otto\nQuill left."
TAGGED = "[PERSON1] met [PERSON2] in [CITY1]. Later [PERSON2] left."
DELETED = "[...] met [...] in [...]. Later [...] left."


def job() -> Job:
    return job_with(TEXT, "Zephyrine", "Otto Quill", "Otto\nQuill", ("Aalby", "CITY"))


@pytest.fixture(scope="module")
def tagged() -> Table:
    done = solve(job())
    assert done.solution is not None
    assert done.solution.text == TAGGED
    return make_table(done)


@pytest.fixture(scope="module")
def deleted() -> Table:
    done = solve(job(), make_kit(methods={"default": SUPPRESS}))
    assert done.solution is not None
    assert done.solution.text == DELETED
    return make_table(done)


@pytest.mark.parametrize("by", WAYS)
def test_an_untouched_text_comes_back_whole(tagged: Table, by: str) -> None:
    restored = reidentify(TAGGED, tagged, by=by)
    assert restored.text == TEXT
    assert restored.restored == 4
    assert restored.complete


EDITED = [
    (
        "moved",
        "In [CITY1], [PERSON2] met [PERSON1], and [PERSON2] left.",
        "In Aalby, Otto Quill met Zephyrine, and Otto\nQuill left.",
        {},
    ),
    (
        "lost",
        "[PERSON1] met [PERSON2]. Later [PERSON2] left.",
        "Zephyrine met Otto Quill. Later Otto\nQuill left.",
        {"lost": ("[CITY1]",)},
    ),
    (
        "duplicated",
        TAGGED + " [CITY1]!",
        TEXT + " Aalby!",
        {"duplicated": ("[CITY1]",)},
    ),
    ("another case", TAGGED.replace("[CITY1]", "[city1]"), TEXT, {"altered": ("[CITY1]",)}),
    ("a space inside", TAGGED.replace("[CITY1]", "[ City 1 ]"), TEXT, {"altered": ("[CITY1]",)}),
    ("a lost bracket", TAGGED.replace("[CITY1]", "CITY1]"), TEXT, {"altered": ("[CITY1]",)}),
    ("the other bracket", TAGGED.replace("[CITY1]", "[CITY1"), TEXT, {"altered": ("[CITY1]",)}),
    ("an underscore", TAGGED.replace("[CITY1]", "[CITY_1]"), TEXT, {"altered": ("[CITY1]",)}),
]


@pytest.mark.parametrize(("text", "original", "report"), [e[1:] for e in EDITED], ids=[e[0] for e in EDITED])
@pytest.mark.parametrize("by", ["auto", "placeholder"])
def test_an_edited_text_comes_back_with_a_report(
    tagged: Table, by: str, text: str, original: str, report: dict[str, tuple[str, ...]]
) -> None:
    restored = reidentify(text, tagged, by=by)
    assert restored.text == original
    kinds = ("lost", "duplicated", "altered", "unresolved")
    assert {kind: getattr(restored, kind) for kind in kinds} == {kind: report.get(kind, ()) for kind in kinds}
    assert restored.complete is not bool(report)


def test_a_number_is_not_mistaken_for_the_beginning_of_another(tagged: Table) -> None:
    restored = reidentify(TAGGED.replace("[CITY1]", "[CITY12]"), tagged)
    assert "[CITY12]" in restored.text
    assert restored.lost == ("[CITY1]",)


def test_marks_come_back_by_order(deleted: Table) -> None:
    restored = reidentify("So " + DELETED, deleted)
    assert restored.text == "So " + TEXT
    assert restored.complete


@pytest.mark.parametrize("by", ["auto", "order"])
@pytest.mark.parametrize("text", [DELETED + " [...]", DELETED.replace(" in [...]", "")])
def test_marks_that_were_added_or_taken_away_are_left_and_told(deleted: Table, by: str, text: str) -> None:
    restored = reidentify(text, deleted, by=by)
    assert restored.text == text
    assert restored.restored == 0
    assert restored.unresolved == ("[...]",)
    assert not restored.complete


def test_marks_do_not_come_back_by_placeholder_and_that_is_told(deleted: Table) -> None:
    restored = reidentify(DELETED, deleted, by="placeholder")
    assert restored.text == DELETED
    assert restored.unresolved == ("[...]",)


def test_tags_and_marks_in_one_text() -> None:
    done = solve(job(), make_kit(methods={"default": TAG, "PER": SUPPRESS}))
    assert done.solution is not None
    assert done.solution.text == "[...] met [...] in [CITY1]. Later [...] left."
    restored = reidentify(done.solution.text.replace("[CITY1]", "the [CITY1]"), make_table(done))
    assert restored.text == TEXT.replace("Aalby", "the Aalby")
    by_placeholder = reidentify(done.solution.text, make_table(done), by="placeholder")
    assert by_placeholder.text == "[...] met [...] in Aalby. Later [...] left."
    assert by_placeholder.unresolved == ("[...]",)


def test_altered_placeholders_never_overlap() -> None:
    """MAIL1 stands inside E-MAIL1; only one of them may be led back at one place."""
    from dataclasses import replace as change

    from nescio.core.labels import Label, LabelSet, TagTable

    labels = LabelSet([Label("PER", None, "direct", "E-MAIL"), Label("LOC", None, "direct", "MAIL")])
    kit = change(make_kit(methods={"default": TagMethod("", "")}), tags=TagTable(labels))
    done = solve(job_with("Ida left Aalby.", "Ida", ("Aalby", "LOC")), kit)
    assert done.solution is not None
    assert done.solution.text == "E-MAIL1 left MAIL1."
    restored = reidentify("e-mail1 left it.", make_table(done))
    assert restored.text in {"Ida left it.", "e-Aalby left it."}
    assert restored.restored == 1
    assert not restored.complete


OTHER = "A text of somebody else, which is long enough to hold all the places of the table."


@pytest.mark.parametrize("by", WAYS)
def test_a_table_of_another_text_is_refused(tagged: Table, deleted: Table, by: str) -> None:
    with pytest.raises(JobError, match="belongs to another text") as caught:
        reidentify(OTHER, tagged, by=by)
    assert "Zephyrine" not in str(caught.value)
    assert "somebody" not in str(caught.value)
    with pytest.raises(JobError, match="belongs to another text"):
        reidentify(OTHER, deleted, by=by)


def test_a_place_that_does_not_fit_says_what_to_do(tagged: Table) -> None:
    with pytest.raises(JobError, match="use the way 'placeholder' or 'order'"):
        reidentify("So " + TAGGED, tagged, by="position")


def test_an_unknown_way_is_refused(tagged: Table) -> None:
    with pytest.raises(JobError, match=r"no such way .* Did you mean 'position'\? Known: auto, order"):
        reidentify(TAGGED, tagged, by="postion")


def test_a_placeholder_of_the_original_text_stays() -> None:
    text = "".join(f"[PERSON{n}] " for n in range(1, 30)) + "Ida"
    done = solve(Job(job_with(text, "Ida").document, spans=(span_of(text, "Ida"),)))
    assert done.solution is not None
    for by in WAYS:
        assert reidentify(done.solution.text, make_table(done), by=by).text == text


def test_what_is_restored_does_not_show_in_a_repr(tagged: Table) -> None:
    assert "Zephyrine" not in repr(reidentify(TAGGED, tagged))
    assert "Zephyrine" not in repr(tagged)


def test_some_come_back_and_nothing_is_said_of_the_others(tagged: Table) -> None:
    for text in (TAGGED, TAGGED.replace(" met ", " saw ")):
        restored = reidentify(text, tagged, only=Only(labels=frozenset({"CITY"})))
        assert restored.text == text.replace("[CITY1]", "Aalby")
        assert (restored.restored, restored.left, restored.complete) == (1, 3, True)
    entity = tagged.entries[0].entity
    lost = reidentify("[PERSON1] is here.", tagged, only=Only(entities=frozenset({entity})))
    assert (lost.text, lost.lost) == ("Zephyrine is here.", ())
    assert reidentify("[PERSON1] is here.", tagged, only=Only(labels=frozenset({"CITY"}))).lost == (
        "[CITY1]",
    )


def test_by_position_each_entry_is_asked_for_once(tagged: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    holds = Only.__contains__

    def asks(only: Only, item: TableEntry) -> bool:
        asked.append(item)
        return holds(only, item)

    monkeypatch.setattr(Only, "__contains__", asks)
    reidentify(TAGGED, tagged, by="position")
    assert asked == list(tagged.entries)


def test_placeholders_of_others_are_told_and_stay(tagged: Table) -> None:
    edited = TAGGED.replace("Later", "[PERSON7] and [City9]: later")
    restored = reidentify(edited, tagged)
    assert restored.foreign == ("[PERSON7]", "[City9]")
    assert "[PERSON7] and [City9]" in restored.text
    assert not restored.complete


def test_a_mark_that_stood_there_from_the_beginning_is_no_stranger() -> None:
    done = solve(job_with(f"{TEXT} [PERSON7]", "Zephyrine"))
    assert done.solution is not None
    assert reidentify(done.solution.text, make_table(done), by="placeholder").complete


SURROGATES = "Eva Sund met Karl Nagel."


def substituted() -> Table:
    rows = (
        Replacement(0, 8, "Eva Sund", 0, "PER", "substitute", 0),
        Replacement(13, 23, "Karl Nagel", 1, "PER", "substitute", 13),
    )
    text = "Ida Moor met Otto Brink."
    return make_table(Job(Document("a", text, "en"), solution=Solution(SURROGATES, rows)))


@pytest.mark.parametrize(
    ("edited", "back"),
    [
        ("EVA SUND met Karl Nagel.", "IDA MOOR met Otto Brink."),
        ("eva sund met Karl Nagel.", "ida moor met Otto Brink."),
        ("Karl Nagels Haus, Eva Sund's car.", "Otto Brinks Haus, Ida Moor's car."),
        ("Karl Nagel met Eva SUND.", "Otto Brink met Ida Moor."),
    ],
)
def test_surrogates_come_back_in_other_case_and_with_endings(edited: str, back: str) -> None:
    assert reidentify(edited, substituted()).text == back


@pytest.mark.parametrize("edited", ["EVASUND met Karl Nagel.", "xEVA SUND met Karl Nagel."])
def test_what_is_not_the_whole_name_is_not_guessed(edited: str) -> None:
    restored = reidentify(edited, substituted())
    assert restored.lost == ("Eva Sund",)
    assert restored.text == edited.replace("Karl Nagel", "Otto Brink")


@pytest.mark.parametrize(
    ("edited", "back", "altered", "lost"),
    [
        ("Sund met Karl Nagel.", "Moor met Otto Brink.", ("Eva Sund",), ()),
        ("Nagel met Eva.", "Brink met Ida.", ("Karl Nagel", "Eva Sund"), ()),
        ("Sund met Sund and Karl Nagel.", "Sund met Sund and Otto Brink.", (), ("Eva Sund",)),
        ("Eva Sund met Karl Nagel. Sund left.", "Ida Moor met Otto Brink. Sund left.", (), ()),
        ("Rand-Sund met Karl Nagel.", "Rand-Sund met Otto Brink.", (), ("Eva Sund",)),
    ],
    ids=["family name", "both", "more often than it is missing", "nothing is missing", "another name"],
)
def test_a_word_that_is_left_of_a_name_is_the_word_that_stood_there(
    edited: str, back: str, altered: tuple[str, ...], lost: tuple[str, ...]
) -> None:
    restored = reidentify(edited, substituted())
    assert (restored.text, set(restored.altered), restored.lost) == (back, set(altered), lost)


def test_a_word_that_stands_for_two_is_not_guessed() -> None:
    rows = (
        Replacement(0, 8, "Eva Sund", 0, "PER", "substitute", 0),
        Replacement(9, 19, "Karl Sund", 1, "PER", "substitute", 9),
    )
    job = Job(Document("a", "Ida Moor Otto Brink", "en"), solution=Solution("Eva Sund Karl Sund", rows))
    restored = reidentify("Sund and Karl Sund", make_table(job))
    assert restored.text == "Sund and Otto Brink"
    assert restored.lost == ("Eva Sund",)


def test_a_small_word_alone_may_be_another_word() -> None:
    row = Replacement(0, 3, "Rose", 0, "PER", "substitute", 0)
    table = make_table(Job(Document("a", "Ida left.", "en"), solution=Solution("Rose left.", (row,))))
    assert reidentify("ROSE has a rose.", table).text == "IDA has a rose."


NAMES = st.text("ABCXYZ", min_size=1, max_size=4)
ROWS = st.lists(st.tuples(NAMES, st.sampled_from(("PER", "LOC", "ORG")), st.integers(0, 3)), max_size=8)
BETWEEN = st.lists(st.text("abc .,\n", min_size=1, max_size=5), min_size=9, max_size=9)


def written(rows: list[tuple[str, str, int]], between: list[str]) -> tuple[str, str, Table]:
    """An original, its output and the table that leads back; each label and number is one entity."""
    entity = {key: place for place, key in enumerate(dict.fromkeys((label, n) for _, label, n in rows))}
    original, output, patches = between[0], between[0], []
    for (name, label, n), gap in zip(rows, between[1:], strict=False):
        tag = f"[{label}{n}]"
        patches.append(
            Replacement(
                len(original), len(original) + len(name), tag, entity[label, n], label, "tag", len(output)
            )
        )
        original, output = original + name + gap, output + tag + gap
    solution = Solution(output, tuple(patches))
    return original, output, make_table(Job(Document("d", original), solution=solution))


@given(ROWS, BETWEEN, st.sets(st.sampled_from(("PER", "LOC", "ORG"))), st.sets(st.integers(0, 5)))
def test_exactly_what_is_asked_for_comes_back(
    rows: list[tuple[str, str, int]], between: list[str], labels: set[str], entities: set[int]
) -> None:
    _, output, table = written(rows, between)
    only = Only(frozenset(labels), frozenset(entities))
    expected = between[0] + "".join(
        (item.original if item in only else item.replacement) + gap
        for item, gap in zip(table.entries, between[1:], strict=False)
    )
    for by in ("position", "placeholder", "auto"):
        found = reidentify(output, table, by=by, only=only)
        assert found.text == expected
        assert found.restored + found.left == len(rows)
        assert found.complete


@given(ROWS, BETWEEN, st.sets(st.sampled_from(("PER", "LOC", "ORG")), min_size=1))
def test_readers_of_parts_see_together_what_one_sees(
    rows: list[tuple[str, str, int]], between: list[str], labels: set[str]
) -> None:
    """Whoever may see some labels, and then the others, has the original; in any order."""
    original, output, table = written(rows, between)
    others = {"PER", "LOC", "ORG"} - labels
    first = reidentify(output, table, by="placeholder", only=Only(frozenset(labels)))
    assert sum(
        len(item.original) - len(item.replacement) for item in table.entries if item.label in labels
    ) == (len(first.text) - len(output))
    assert reidentify(output, table, by="placeholder").text == original
    if others:
        rest = reidentify(output, table, by="placeholder", only=Only(frozenset(others)))
        assert first.restored + rest.restored == len(rows)


@given(ROWS, BETWEEN, st.randoms())
def test_moved_and_repeated_placeholders_are_never_somebody_elses(
    rows: list[tuple[str, str, int]], between: list[str], random: Random
) -> None:
    """Sentences in another order: each placeholder becomes a form of its own entity, whatever was moved."""
    _, _, table = written(rows, between)
    if not rows:
        return
    moved = [random.choice(table.entries) for _ in range(6)]
    found = reidentify(" | ".join(item.replacement for item in moved), table, by="placeholder")
    for item, back in zip(moved, found.text.split(" | "), strict=True):
        assert back in {one.original for one in table.entries if one.entity == item.entity}
