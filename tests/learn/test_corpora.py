"""Corpora come into one scheme; what they do not decide is masked."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, InputError
from nescio.learn.corpora import (
    Corpus,
    Sentence,
    load_corpora,
    mentions,
    read_corpus,
    read_marked,
    split_held,
    tag_text,
)

RECIPES = Path(load_corpora.__code__.co_filename).parent / "recipes"


def corpus(path: Path, **changes: object) -> Corpus:
    values = {"labels": {"person": "PER", "place": "LOC"}, "language": "en", "share": 1, **changes}
    return Corpus(name="c", files=(path.name,), **values)  # type: ignore[arg-type]  # tests mix types


def write_bio(folder: Path, rows: str) -> Path:
    path = folder / "c.bio"
    lines = ["" if row == "|" else row.replace("/", "\t") for row in rows.split(" ")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_unlisted_labels_are_learnt_as_outside_and_masked_ones_not_at_all(tmp_path: Path) -> None:
    path = write_bio(tmp_path, "Anna/B-person reads/O Faust/B-book in/O Spring/B-event")
    [sentence] = read_corpus(corpus(path, masked=frozenset({"event"})), tmp_path)
    assert sentence.tags == ("B-PER", "O", "O", "O", "?")


def test_titles_are_cut_off_names(tmp_path: Path) -> None:
    path = write_bio(tmp_path, "Mr/B-person Baker/I-person left/O")
    [sentence] = read_corpus(corpus(path, titles=frozenset({"mr"})), tmp_path)
    assert sentence.tags == ("O", "B-PER", "O")


def test_generic_mentions_and_bare_numbers_are_masked(tmp_path: Path) -> None:
    path = write_bio(tmp_path, "Borrower/B-person of/O 4000/B-place")
    [sentence] = read_corpus(corpus(path, generic=frozenset({"borrower"})), tmp_path)
    assert sentence.tags == ("?", "O", "?")


def test_handles_are_masked(tmp_path: Path) -> None:
    path = write_bio(tmp_path, "@/B-person joe_x/B-person hi/O @ann/O")
    [sentence] = read_corpus(corpus(path, handles=True), tmp_path)
    assert sentence.tags == ("?", "?", "O", "?")


def test_the_held_part_is_the_end_and_shares_nothing_with_training(tmp_path: Path) -> None:
    path = write_bio(tmp_path, "a/O | b/O | c/O |")
    own = corpus(path, hold=1)
    train, held = split_held(own, read_corpus(own, tmp_path))
    assert [s.words for s in train] == [("a",), ("b",)]
    assert [s.words for s in held] == [("c",)]


def test_character_spans_become_tags() -> None:
    [(words, tags)] = tag_text("Anna Meier left.", [(0, 10, "PER")])
    assert words == ["Anna", "Meier", "left", "."]
    assert tags == ["B-PER", "I-PER", "O", "O"]


def test_a_stray_inside_begins_a_mention() -> None:
    assert mentions(["I-PER", "I-PER", "O", "B-LOC", "B-LOC", "?"]) == [
        (0, 2, "PER"),
        (3, 4, "LOC"),
        (4, 5, "LOC"),
    ]


def test_an_unknown_class_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "corpora.toml"
    path.write_text(
        'titles = []\n[c]\nfiles = ["x.bio"]\nlabels = { a = "PERSON" }\nshare = 1\nlanguage = "en"\n',
        encoding="utf-8",
    )
    with pytest.raises(ConfigError, match="Known classes: PER, LOC, ORG"):
        load_corpora(path)


def test_the_recipe_trains_on_free_and_deid_files_only() -> None:
    files = [name for corpus in load_corpora(RECIPES / "corpora.toml").values() for name in corpus.files]
    assert all(name.startswith(("ner/free/", "deid/")) for name in files)
    assert not any("europarl" in name or "test" in name for name in files)
    dev = [c for c in load_corpora(RECIPES / "corpora.toml").values() if any(".dev." in f for f in c.files)]
    assert all(c.hold > 0 for c in dev)


def test_marked_sentences_are_read(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("Dr. [PER:Ada Holm] left [LOC:Bonn] .\nNobody came .\n", encoding="utf-8")
    first, second = read_marked(path)
    assert first == Sentence(
        ("Dr.", "Ada", "Holm", "left", "Bonn", "."), ("O", "B-PER", "I-PER", "O", "B-LOC", "O")
    )
    assert second.tags == ("O", "O", "O")


@pytest.mark.parametrize(
    ("text", "said"), [("[MISC:x] y", "line 1: unknown class"), ("a\n\nb", "line 2 is empty")]
)
def test_a_broken_marked_line_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "own.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said):
        read_marked(path)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('{"text": "Anna", "text": "Ben", "spans": []}', "line 2: a key stands twice"),
        ('{"text": "Anna", "spans": [[0, NaN, "person"]]}', "line 2: it holds NaN"),
        ('{"text": "Anna", "spans": [[0, "4", "person"]]}', "line 2: it needs a 'text'"),
        ('{"text": "Anna", "spans": [[0, 4]]}', "line 2: it needs a 'text'"),
        ('{"text": "Anna"}', "line 2: it needs a 'text'"),
        ('["Anna"]', "line 2: it needs a 'text'"),
        ('{"text": "Anna', "line 2: it is not JSON"),
    ],
)
def test_a_line_that_could_be_understood_in_two_ways_is_refused(
    tmp_path: Path, line: str, wrong: str
) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"text": "Anna left.", "spans": [[0, 4, "person"]]}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=wrong) as caught:
        list(read_corpus(corpus(path), tmp_path))
    assert "Anna" not in str(caught.value)
