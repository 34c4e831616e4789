"""Gold and prediction over the same text, labels that count as one another, edge cases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError, InputError
from nescio.evaluate.align import pair_documents
from nescio.evaluate.evaluation import Evaluation, evaluate
from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.prepare import Choices, make_comparable
from nescio.evaluate.tags import parse_pairs, read_table

TEXT = "Anna Maia lives in Rio."


def doc(
    *mentions: Mark, name: str = "d", text: str | None = TEXT, line: int = 1, named: bool = True
) -> Annotation:
    return Annotation(name, text, mentions, named=named, file="mine.jsonl", line=line)


def judge(gold: Annotation, predicted: Annotation, **choices: object) -> Evaluation:
    ready = make_comparable([gold], [predicted], Choices(**choices))  # type: ignore[arg-type]  # any choice
    return evaluate(ready.pairs, ready.labels, left_out=dict(ready.left_out))


def test_offsets_are_carried_over_other_white_space() -> None:
    other = doc(
        Mark(0, 10, "PER"),
        Mark(21, 24, "LOC"),
        text="Anna  Maia\nlives  in Rio .".replace("  in", " in "),
    )
    [pair] = pair_documents([doc()], [other])
    assert [(m.start, m.end) for m in pair.predicted.mentions] == [(0, 9), (19, 22)]


@given(st.data())
def test_carried_mentions_cover_the_same_letters(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.text("abß", min_size=1, max_size=4), min_size=1, max_size=8))
    space = st.sampled_from([" ", "\n", "  ", ""])
    theirs, ours = ("".join(w + data.draw(space) for w in words) for _ in range(2))
    start = data.draw(st.integers(0, len(theirs)))
    end = data.draw(st.integers(start, len(theirs)))
    [pair] = pair_documents([doc(text=ours)], [doc(Mark(start, end, "PER"), text=theirs)])
    covered = "".join(ours[m.start : m.end] for m in pair.predicted.mentions)
    assert "".join(covered.split()) == "".join(theirs[start:end].split())


def test_unequal_texts_are_named_with_file_line_and_place() -> None:
    with pytest.raises(
        InputError, match=r"mine.jsonl:4: this document is not the same text .* at character 8"
    ):
        pair_documents([doc()], [doc(text="Anna Maio lives in Rio.", line=4)])


def test_documents_without_an_id_are_found_by_their_text() -> None:
    gold = [doc(name="1", named=False), doc(name="2", text="Oslo.", named=False)]
    answer = [doc(name="1", text="Oslo.", named=False), doc(Mark(0, 4, "PER"), name="2", named=False)]
    pairs = pair_documents(gold, answer)
    assert [len(pair.predicted.mentions) for pair in pairs] == [1, 0]


def test_predictions_without_id_and_text_go_in_order() -> None:
    gold = [doc(name="a"), doc(name="b", text="Oslo.")]
    answer = [doc(Mark(0, n + 1, "PER"), name=str(n), text=None, named=False) for n in range(2)]
    assert [pair.predicted.mentions[0].end for pair in pair_documents(gold, answer)] == [1, 2]
    with pytest.raises(InputError, match="has no prediction"):
        pair_documents(gold, answer[:1])


def test_equal_texts_go_in_order() -> None:
    gold = [doc(name=str(n), named=False) for n in range(2)]
    answer = [doc(Mark(0, n + 1, "PER"), name=str(n), named=False) for n in range(2)]
    assert [pair.predicted.mentions[0].end for pair in pair_documents(gold, answer)] == [1, 2]


@pytest.mark.parametrize(
    ("gold", "predicted", "message"),
    [
        ([doc(), doc(name="e", line=2)], [doc()], "mine.jsonl:2: this document has no prediction"),
        ([doc()], [doc(), doc(name="e", line=2)], "mine.jsonl:2: this document is not among"),
        ([doc(name="1", named=False)], [doc(name="1", text="Oslo", named=False)], "not the same text"),
        ([doc()], [doc(Mark(0, 99, "PER", line=3), text=None)], "mine.jsonl:3: a mention ends at 99"),
        ([doc(text=None)], [doc()], "a gold document needs its text"),
        ([doc()], [doc(name="e", text=None)], "this document has no text, and no gold"),
    ],
)
def test_documents_that_do_not_meet_are_refused(
    gold: list[Annotation], predicted: list[Annotation], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        pair_documents(gold, predicted)


def test_a_finer_label_counts_as_the_coarser_one_of_the_gold() -> None:
    found = judge(doc(Mark(19, 22, "LOC")), doc(Mark(19, 22, "CITY")))
    assert found.overall("conll").f1 == 1.0


def test_a_coarser_label_does_not_count_as_the_finer_one() -> None:
    found = judge(doc(Mark(19, 22, "CITY")), doc(Mark(19, 22, "LOC")))
    assert found.overall("conll").f1 == 0.0


def test_aliases_are_the_label_they_name() -> None:
    assert judge(doc(Mark(0, 9, "PERZ")), doc(Mark(0, 9, "PERSON"))).overall("conll").f1 == 1.0


def test_wanted_labels_lift_and_keep_both_sides() -> None:
    gold, answer = doc(Mark(0, 9, "PER"), Mark(19, 22, "CITY")), doc(Mark(19, 22, "COUNTRY"))
    found = judge(gold, answer, labels=("LOC",))
    assert found.labels == ("LOC",)
    assert found.overall("conll").f1 == 1.0


def test_predictions_of_other_kinds_can_be_left_out_and_are_counted() -> None:
    found = judge(doc(Mark(0, 9, "PER")), doc(Mark(0, 9, "PER"), Mark(19, 22, "DATE")), only_gold_labels=True)
    assert found.overall("conll").precision == 1.0
    assert found.left_out == {"DATE": 1}


def test_an_unknown_tag_is_named_with_file_and_line() -> None:
    with pytest.raises(InputError, match=r"mine.jsonl:7: a tag is unknown. .*--tags"):
        judge(doc(Mark(0, 9, "PERS", line=7)), doc())


def test_a_table_converts_and_unk_serves_the_rest() -> None:
    gold = doc(Mark(0, 9, "PERS"), Mark(19, 22, "CAMP"))
    found = judge(gold, doc(Mark(0, 9, "PER")), tags={"PERS": "PER", "UNK": "O"})
    assert found.labels == ("PER",)
    assert found.overall("conll").f1 == 1.0


def test_tags_of_a_corpus_of_its_own_can_stay() -> None:
    found = judge(doc(Mark(0, 9, "politician")), doc(Mark(0, 9, "politician")), own_tags=True)
    assert found.labels == ("politician",)
    assert found.overall("conll").f1 == 1.0


def test_tables_come_from_files_and_pairs(write: Callable[[str, str], Path], tmp_path: Path) -> None:
    toml, plain = write("t.toml", 'PERS = "PER"'), write("t.json", '{"UNK": "O"}')
    assert parse_pairs([str(toml), str(plain), "A=LOC"]) == {"PERS": "PER", "UNK": "O", "A": "LOC"}
    for content in ("PERS = 5", "=", "[x]\na = 'b'"):
        with pytest.raises(ConfigError, match=r"bad\.toml"):
            read_table(write("bad.toml", content))
    with pytest.raises(ConfigError, match="There is no conversion table"):
        read_table(tmp_path / "none.toml")


def test_no_gold_and_no_prediction_are_zero_not_an_error() -> None:
    empty = judge(doc(), doc())
    assert empty.overall("conll") == (0, 0, 0, 0)
    assert judge(doc(), doc(Mark(0, 4, "PER"))).overall("conll").precision == 0
    assert judge(doc(Mark(0, 4, "PER")), doc()).overall("binary").recall == 0
    nothing = evaluate([], make_comparable([], []).labels)
    assert (nothing.documents, nothing.overall("token")) == (0, (0, 0, 0, 0))


def test_zero_length_mentions_and_white_space_hide_nothing_and_do_not_count() -> None:
    found = judge(doc(Mark(0, 4, "PER"), Mark(4, 4, "PER")), doc(Mark(0, 5, "PER"), Mark(4, 5, "LOC")))
    assert found.overall("conll").f1 == 1.0


def test_nested_and_overlapping_gold_is_judged_whole() -> None:
    gold = doc(Mark(0, 9, "PER"), Mark(5, 9, "FAMILY"), Mark(5, 15, "MISC"))
    found = judge(gold, doc(Mark(0, 9, "PER"), Mark(5, 9, "FAMILY")))
    assert found.overall("conll").recall == pytest.approx(2 / 3)
    assert found.overall("conll").precision == 1.0


def test_a_mention_named_twice_counts_once() -> None:
    found = judge(doc(Mark(0, 9, "PER")), doc(Mark(0, 9, "PER"), Mark(0, 9, "PER", 0.5)))
    assert found.overall("conll").precision == 1.0


def test_several_annotators_meet_one_prediction() -> None:
    first = Annotation("d", TEXT, (Mark(0, 9, "PER"), Mark(19, 22, "LOC")), annotator="a")
    second = Annotation("d", TEXT, (Mark(0, 9, "PER"),), annotator="b")
    ready = make_comparable([first, second], [doc(Mark(0, 9, "PER"))])
    found = evaluate(ready.pairs, ready.labels)
    assert (found.documents, found.views) == (1, 2)
    assert found.overall("conll").recall == pytest.approx(2 / 3)
    assert found.agreement is not None
    assert found.agreement["pairwise"] == pytest.approx(5 / 6)


def test_direct_and_indirect_entities_are_told_apart_and_harmless_ones_left() -> None:
    gold = doc(
        Mark(0, 4, "PER", entity="anna", identifier="direct"),
        Mark(5, 9, "PER", entity="anna", identifier="direct"),
        Mark(19, 22, "LOC", entity="rio", identifier="indirect"),
        Mark(10, 15, "MISC", entity="x", identifier="none"),
    )
    found = judge(gold, doc(Mark(0, 4, "PER"), Mark(10, 22, "LOC"))).coverage
    assert (found["direct_entities"], found["direct_recall"]) == (1, 0.0)
    assert (found["indirect_entities"], found["indirect_recall"]) == (1, 1.0)
    assert found["mentions"] == 3
    # Hidden: Anna, lives, in, Rio; to be hidden of these: Anna, Rio.
    assert found["token_precision"] == pytest.approx(2 / 4)
