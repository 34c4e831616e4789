"""Words, windows, pieces and decoding of the tagger."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.detect.tagger.crf import Chain, best_paths, path_probability, posteriors, step_blocks
from nescio.detect.tagger.features import CHARS, char_rows, letter_bits, shape_number, title_form
from nescio.detect.tagger.tokens import tokenize, windows


@given(st.text())
def test_tokens_are_the_text_at_their_offsets_and_leave_out_only_space(text: str) -> None:
    tokens = tokenize(text)
    assert all(text[t.start : t.end] == t.text for t in tokens)
    assert all(left.end <= right.start for left, right in pairwise(tokens))
    covered = {i for t in tokens for i in range(t.start, t.end)}
    assert all(i in covered or char.isspace() for i, char in enumerate(text))


def test_english_clitics_are_split_off_names() -> None:
    words = [token.text for token in tokenize("O'Neill's U.S. firm didn't pay Mr. Baker-Jones.")]
    assert words == ["O'Neill", "'s", "U.S.", "firm", "did", "n't", "pay", "Mr.", "Baker-Jones", "."]


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_windows_keep_every_token_exactly_once(start: int, length: int) -> None:
    found = windows(start, start + length)
    kept = [i for w in found for i in range(w.keep_from, w.keep_to)]
    assert kept == list(range(start, start + length))
    assert all(w.start <= w.keep_from <= w.keep_to <= w.end for w in found)


@given(st.text(min_size=1, max_size=80))
def test_features_have_fixed_size(word: str) -> None:
    assert char_rows([word]).shape == (1, CHARS)
    assert 0 <= shape_number(word) < 12
    assert 0 <= letter_bits(word) < 1 << 7
    title_form(word)


def small_chain(tags: int) -> Chain:
    rng = np.random.default_rng(0)
    draw = rng.normal(size=(tags + 2, tags)).astype(np.float32)
    return Chain(draw[:tags], draw[tags], draw[tags + 1])


def forbidding_chain() -> Chain:
    chain = small_chain(3)
    chain.transitions[0, 1:] = -1e4
    chain.transitions[2, 0] = -1e4
    return chain


@pytest.mark.parametrize("chain", [small_chain(3), forbidding_chain()])
def test_decoding_agrees_with_all_paths_counted_by_hand(chain: Chain) -> None:
    rng = np.random.default_rng(1)
    scores = [rng.normal(size=(n, 3)).astype(np.float32) for n in (4, 3, 1)]
    paths, chances = best_paths(scores, chain, step_blocks(chain.transitions)), posteriors(scores, chain)
    for own, path, chance in zip(scores, paths, chances, strict=True):
        weight = {p: _weight(own, chain, p) for p in product(range(3), repeat=len(own))}
        assert tuple(path) == max(weight, key=lambda p: weight[p])
        total = sum(np.exp(value) for value in weight.values())
        head = sum(np.exp(v) for p, v in weight.items() if list(p[:2]) == path[:2]) / total
        assert abs(path_probability(chance, 0, path[:2]) - head) < 1e-5


def _weight(scores: np.ndarray, chain: Chain, path: tuple[int, ...]) -> float:
    value = chain.first[path[0]] + chain.last[path[-1]]
    value += sum(scores[at, tag] for at, tag in enumerate(path))
    return float(value + sum(chain.transitions[a, b] for a, b in pairwise(path)))


def test_the_steps_between_tags_are_each_in_one_block() -> None:
    chain = forbidding_chain()
    found = np.full((3, 3), np.nan)
    for block in step_blocks(chain.transitions):
        for before, after, table in zip(*block, strict=True):
            assert np.isnan(found[np.ix_(before, after)]).all()
            found[np.ix_(before, after)] = table.T
    assert found[~np.isnan(found)].tolist() == chain.transitions[chain.transitions > -1e3].tolist()
