"""What is refused as JSON, and that nothing of it is quoted."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.plain_json import DEPTH, PlainJsonError, read_json

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)

REFUSED = {
    "a key twice": ('{"quist": 1, "quist": 2}', "twice"),
    "a key twice, one of them escaped": ('{"quist": 1, "\\u0071uist": 2}', "twice"),
    "not a number": ('{"quist": NaN}', "NaN"),
    "infinity": ('{"quist": -Infinity}', "NaN"),
    "a number that becomes infinity": ('{"quist": 1e999}', "too large"),
    "beyond 64 bits": ('{"quist": 9223372036854775808}', "too large"),
    "thousands of digits": ('{"quist": ' + "9" * 5000 + "}", "too large"),
    "deep lists": ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "deeper"),
    "deep and never closed": ('{"quist":' * 100_000, "deeper"),
    "a broken string": ('{"quist', "not JSON"),
    "nothing": ("", "not JSON"),
    "two values": ('{} {"quist": 1}', "not JSON"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_without_a_word_of_it(name: str) -> None:
    text, said = REFUSED[name]
    with pytest.raises(PlainJsonError, match=said) as caught:
        read_json(text.encode())
    assert "quist" not in str(caught.value)
    assert caught.value.__cause__ is None


@given(PLAIN)
def test_all_other_json_is_read_as_it_was_written(value: object) -> None:
    assert read_json(json.dumps(value)) == value


def test_brackets_in_strings_are_not_depth() -> None:
    value = {"text": '[["{[' * 1000, "next": '\\"' * 500}
    assert read_json(json.dumps(value)) == value


def test_a_lone_surrogate_and_a_mark_of_byte_order_are_read() -> None:
    assert read_json(b'\xef\xbb\xbf{"a": "\\ud800"}') == {"a": "\ud800"}
