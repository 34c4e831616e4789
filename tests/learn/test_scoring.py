"""Figures are counted on exact mentions and on sensitive tokens, masked tokens left out."""

from __future__ import annotations

from nescio.learn.scoring import Answered, score


def test_an_exact_mention_counts_and_a_shifted_one_does_not() -> None:
    found = score([Answered(["B-PER", "I-PER", "O", "B-LOC"], ["B-PER", "O", "O", "B-LOC"])])
    assert (found.entity.right, found.entity.predicted, found.entity.given) == (1, 2, 2)
    assert (found.token.right, found.token.predicted, found.token.given) == (2, 2, 3)


def test_masked_tokens_count_nowhere() -> None:
    found = score([Answered(["?", "O"], ["B-PER", "O"])])
    assert found.entity.predicted == found.token.predicted == 0


def test_a_wrong_class_is_a_right_token_and_a_wrong_mention() -> None:
    found = score([Answered(["B-ORG"], ["B-LOC"])])
    assert found.entity.right == 0
    assert found.token.recall == 1.0


def test_a_claim_of_which_a_corpus_says_nothing_counts_only_where_it_marks_something() -> None:
    found = score([Answered(["O", "B-PER", "O"], ["B-DATE", "B-WORK", "B-LOC"], frozenset({"DATE", "WORK"}))])
    assert (found.entity.right, found.entity.predicted, found.entity.given) == (0, 1, 1)
    assert (found.token.right, found.token.predicted, found.token.given) == (1, 2, 1)
