"""What a call names wrongly is refused when its anonymizer is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nescio.core.errors import NescioError
from nescio.run.opening import open_anonymizer
from tests.cli.program import CONFIG


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"language": "zz"}, "There is no language 'zz'"),
        ({"methods": ["nope"]}, "There is no 'nope' among the methods"),
        ({"methods": ["FOO=tag"]}, "There is no label 'FOO'"),
        ({"recall": "x"}, "--recall cannot be 'x'. Known: balanced, high, precise."),
        ({"ids": "reserved"}, "--ids is for methods that draw numbers"),
        ({"ids": "reserved", "methods": ["tag"]}, "--ids is for methods that draw numbers"),
        ({"recall": "high", "config": Path(CONFIG), "language": "en"}, "it uses patterns"),
    ],
)
def test_a_wrong_wish_is_refused_in_one_sentence(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(NescioError) as caught:
        open_anonymizer(**wishes)
    assert said in str(caught.value)


def test_a_label_may_be_named_in_the_words_of_any_language() -> None:
    anonymizer = open_anonymizer(methods=["PERSONA=suppress"])
    assert anonymizer.settings("es").get("replace", "PERSONA") == "suppress"


def test_a_policy_is_a_name_or_a_file() -> None:
    assert open_anonymizer(policy="hipaa").settings("xx").get("decide", "policy") == "hipaa"
    own = open_anonymizer(policy="mine.toml").settings("xx")
    assert (own.get("decide", "policy"), own.options("decide", "own")) == ("own", {"file": "mine.toml"})


def test_ids_are_a_wish_of_every_method_that_draws_numbers() -> None:
    settings = open_anonymizer(methods=["tag", "ID=RAN", "CARD=generalize"], ids="reserved").settings("en")
    assert settings.options("replace", "substitute") == {"ids": "reserved"}
    assert settings.options("replace", "generalize") == {"ids": "reserved"}
