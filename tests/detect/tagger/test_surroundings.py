"""What is seen around a word: its sentence, its line, the same word elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.detect.tagger.lexicon import FLAGS
from nescio.detect.tagger.passages import find_breaks
from nescio.detect.tagger.surroundings import SURROUNDINGS, Facts, WordFacts, see, see_all
from nescio.detect.tagger.tokens import tokenize
from nescio.text.segment import Segmenter

FLAG_OF = {"Frau": "title", "Ilka": "given_name"}
TEXT = """Ilka: komme später
bodo w: ok
Frau Tann war da. Später ging Ilka Rohde.

Rohde ist bodo egal, mail an rohde_i@post.de
"""


def looks(text: str) -> dict[tuple[str, int], set[str]]:
    """What is seen of each word and its number among its like."""
    tokens = tokenize(text)
    words = [token.text for token in tokens]
    facts, row = WordFacts(), {}
    for word in words:
        if word not in row:
            row[word] = len(row)
            facts.add([word])
    flags = [1 << FLAGS.index(FLAG_OF[word]) if word in FLAG_OF else 0 for word in words]
    breaks = find_breaks(text, tokens, Segmenter([]).sentences(text))
    seen = see(words, breaks, facts.look([row[word] for word in words], flags), facts.fold_number)
    return {
        (word, words[:at].count(word)): {
            name for name, one in zip(SURROUNDINGS, seen[at], strict=True) if one
        }
        for at, word in enumerate(words)
    }


@pytest.mark.parametrize(
    ("word", "number", "wanted"),
    [
        ("Ilka", 1, {"speaks", "repeated"}),
        ("bodo", 1, {"speaks", "repeated"}),
        ("Tann", 0, {"titled"}),
        ("Rohde", 1, {"beside_given_name", "capital_elsewhere", "in_address", "paragraph_start"}),
        ("Später", 0, {"small_elsewhere", "first_letters", "mixed_case"}),
        ("ok", 0, {"behind_colon", "line_end", "short_line"}),
    ],
)
def test_a_word_is_seen_with_what_stands_around_it(word: str, number: int, wanted: set[str]) -> None:
    assert wanted <= looks(TEXT)[word, number]


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("Anna left.", "mixed_case"),
        ("anna left.", "no_capital"),
        ("ANNA LEFT.", "all_capitals"),
        ("Anna Left The House", "many_capitals"),
        ("12 : 3", "mixed_case"),
    ],
)
def test_the_case_of_a_sentence_is_seen(text: str, case: str) -> None:
    cases = {"mixed_case", "no_capital", "all_capitals", "many_capitals"}
    assert all(seen & cases == {case} for seen in looks(text).values())


def test_a_text_that_begins_its_sentences_small_is_careless() -> None:
    assert all("careless" in seen for seen in looks("hallo du. wie gehts? gut").values())
    assert not any("careless" in seen for seen in looks("Hallo du. Wie gehts? Gut").values())


@given(st.text(min_size=1).filter(lambda text: bool(tokenize(text))))
def test_any_text_can_be_seen(text: str) -> None:
    assert looks(text)


@given(
    st.lists(
        st.sampled_from([TEXT, "Frau Tann: ja", ": so", "ROHDE", "ilka@tann.de Ilka\n\nBodo"]), min_size=1
    )
)
def test_passages_that_are_looked_at_together_see_nothing_of_each_other(texts: list[str]) -> None:
    facts, row = WordFacts(), {}
    read = []
    for text in texts:
        tokens = tokenize(text)
        words = [token.text for token in tokens]
        for word in words:
            if word not in row:
                row[word] = len(row)
                facts.add([word])
        read.append((words, find_breaks(text, tokens, Segmenter([]).sentences(text))))

    def look(words: list[str]) -> Facts:
        flags = [1 << FLAGS.index(FLAG_OF[word]) if word in FLAG_OF else 0 for word in words]
        return facts.look([row[word] for word in words], flags)

    alone = [see(words, breaks, look(words), facts.fold_number) for words, breaks in read]
    everything = look([word for words, _ in read for word in words])
    together = see_all(
        [words for words, _ in read], [breaks for _, breaks in read], everything, facts.fold_number
    )
    assert together.tolist() == [row for own in alone for row in own.tolist()]
