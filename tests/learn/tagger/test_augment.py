"""Changes to training sentences keep words and tags together."""

# ruff: noqa: S311 (seeded draws, no secret)

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from nescio.learn.corpora import Sentence, mentions
from nescio.learn.lexicon.name_lists import NameLists
from nescio.learn.tagger.augment import (
    NamePool,
    Rates,
    augment,
    change_case,
    contract,
    fill_template,
    replace_mentions,
)

LISTS = NameLists(
    given=["Ngozi"],
    family=["Özdemir", "van Dijk"],
    places=["Kolham"],
    major_places=["Rio de Janeiro"],
    orgs=["Netera"],
    known_orgs=["Deutsche Bahn"],
    countries=["Chile"],
    towns=["Derby"],
)
SENTENCE = Sentence(("Anna", "Meier", "saw", "Bonn", "."), ("B-PER", "I-PER", "O", "B-LOC", "O"))


def pool(seed: int = 1) -> NamePool:
    return NamePool(LISTS, [], random.Random(seed), nations=("Chilean",), particles=("de",))


@given(st.integers(0, 500))
def test_every_change_keeps_one_tag_per_word_and_the_classes(seed: int) -> None:
    rates = Rates(replace=0.8, lower=0.3, upper=0.3, title=0.2, noise=0.5, no_stop=0.5)
    changed = augment(SENTENCE, pool(seed), rates, contractions={}, rng=random.Random(seed))
    assert len(changed.words) == len(changed.tags)
    assert [label for _, _, label in mentions(changed.tags)] == ["PER", "LOC"]


def test_replaced_mentions_come_from_the_lists() -> None:
    changed = replace_mentions(SENTENCE, pool(), rate=1.0, rng=random.Random(0))
    assert changed.words[0] == "Ngozi" or changed.words[0] == "N."
    assert "Bonn" not in changed.words


def test_case_is_changed_for_the_whole_sentence() -> None:
    lowered = change_case(SENTENCE, Rates(lower=1.0), random.Random(0))
    assert lowered.words == ("anna", "meier", "saw", "bonn", ".")
    assert lowered.tags == SENTENCE.tags


def test_contractions_join_only_words_on_the_same_side_of_a_mention() -> None:
    table = {"de o": "do"}
    sentence = Sentence(("De", "o", "Rio", "de", "o", "Globo"), ("O", "O", "B-LOC", "O", "B-ORG", "I-ORG"))
    joined = contract(sentence, table, random.Random(0), rate=1.0)
    assert joined.words == ("Do", "Rio", "de", "o", "Globo")
    assert joined.tags == ("O", "B-LOC", "O", "B-ORG", "I-ORG")


def test_templates_mark_what_they_fill() -> None:
    line = "{INITIAL} {FAMILY} of [ORG:FC {LOCNAME}] beat {CLUB} {NUM} , a {NATION} said"
    found = fill_template(line, pool(5), random.Random(5))
    labels = [label for _, _, label in mentions(found.tags)]
    assert labels == ["PER", "ORG", "ORG"]
    assert found.tags[0] == "B-PER"
    assert found.tags[1] == "I-PER"
