"""Rule files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs.rules import Rule, read_pairs, read_rules

Write = Callable[[str, str], Path]
RULE = '[[rule]]\nname = "boat"\nlabel = "CODE"\nregex = "boat [0-9]{1,3}"\nsource = "me"\n'


def test_a_rule_has_what_its_file_says_and_defaults(write: Write) -> None:
    path = write("a.toml", RULE + 'context = ["ship", "vessel"]\nscore = 1\n')
    assert read_rules(path) == [
        Rule("boat", "CODE", "boat [0-9]{1,3}", "me", score=1, context=("ship", "vessel"))
    ]


def test_words_are_put_in_longest_first_and_taken_literally(write: Write) -> None:
    path = write(
        "a.toml", '[words]\nmonth = ["Mar", "March", "a.b"]\n' + RULE.replace("boat [0-9]", "{month} [0-9]")
    )
    [rule] = read_rules(path)
    assert rule.regex == r"(?:March|Mar|a\.b) [0-9]{1,3}"


def test_parts_use_the_words_of_their_file_and_the_parts_of_others(write: Write) -> None:
    path = write(
        "a.toml",
        '[words]\nkind = ["tug", "boat"]\n[parts]\nship = "{kind}{space}"\n'
        + RULE.replace("boat [0-9]", "{ship}[0-9]"),
    )
    [rule] = read_rules(path, {"space": "[ _]"})
    assert rule.regex == "(?:boat|tug)[ _][0-9]{1,3}"


WRONG = [
    ("= 5", "'a.toml' is not TOML in UTF-8"),
    ("[rules]\n", "'a.toml' has the key 'rules'. Did you mean 'rule'"),
    ("[rule]\nname = 'x'\n", "'a.toml': a rule begins with [[rule]]"),
    ("rule = [1]\n", "'a.toml': a rule begins with [[rule]]"),
    ("words = 5\n", "[words] holds lists of strings"),
    ("[words]\nmonth = 'March'\n", "[words] holds lists of strings"),
    (RULE.replace("name", "nam"), "Rule '?' ('a.toml', line 1) lacks the key 'name'"),
    (RULE.replace('source = "me"', ""), "Rule 'boat' ('a.toml', line 1) lacks the key 'source'"),
    (RULE + "colour = 1\n", "Rule 'boat' ('a.toml', line 1) has the key 'colour'. Known: after"),
    (RULE + "scor = 1\n", "Did you mean 'score'"),
    (RULE + "score = 'high'\n", "'score' must not be of type str"),
    (RULE + "score = true\n", "'score' must not be of type bool"),
    (RULE + "score = 1.5\n", "'score' is a number from 0 to 1, not 1.5"),
    (RULE + "context_score = -1\n", "'context_score' is a number from 0 to 1, not -1"),
    (RULE + "context = [1]\n", "'context' is a list of strings"),
    (RULE + "context = 'a'\n", "'context' must not be of type str"),
    (RULE + "boundary = 1\n", "'boundary' must not be of type int"),
    (RULE.replace('"boat"', '"Boat 1"'), "a rule's name is written in lower_snake letters"),
    (RULE.replace("boat [", "{moon} ["), "uses the part {moon}. Known: none"),
    (RULE.replace("{1,3}", "+"), "repeats without a bound ('+' at 10)"),
    (RULE.replace("{1,3}", "*"), "repeats without a bound ('*' at 10)"),
    (RULE.replace("{1,3}", "{2,}"), "repeats without a bound ('{2,}' at 10)"),
    (RULE + "before = '.*'\n", "repeats without a bound"),
]


@pytest.mark.parametrize(("content", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_rule_is_refused_by_name(write: Write, content: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_rules(write("a.toml", content))
    assert message in str(caught.value)


@pytest.mark.parametrize("regex", [r"a\\+b", r"[+*]b", r"[\\]+*]b", r"[[:alpha:]+]b", r"a\\*"])
def test_a_sign_that_only_looks_like_a_repetition_is_none(write: Write, regex: str) -> None:
    assert len(read_rules(write("a.toml", RULE.replace("boat [0-9]{1,3}", regex)))) == 1


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no rule file"):
        read_rules(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("pattern", "regex"),
    [
        ("QX-[0-9]+", "QX-[0-9]{1,64}"),
        ("a*b", "a{0,64}b"),
        ("a{3,}", "a{3,64}"),
        ("a{99,}", "a{99,99}"),
        ("[+*]", "[+*]"),
        (r"a\+", r"a\+"),
        ("a{2,3}", "a{2,3}"),
    ],
)
def test_repetitions_in_a_csv_file_are_bounded(write: Write, pattern: str, regex: str) -> None:
    [rule] = read_rules(write("My Codes.csv", f'"{pattern}",CODE\n'))
    assert rule == Rule("r_my_codes_1", "CODE", regex, "My Codes.csv")


def test_pairs_know_their_lines(write: Write) -> None:
    path = write("a.csv", '\ufeff# pattern,class\n\n"a,b",PER\nc, LOC \n')
    assert list(read_pairs(path)) == [(3, "a,b", "PER"), (4, "c", "LOC")]


@pytest.mark.parametrize("line", ["a", "a,", ",PER", "a,b,c", "a, "])
def test_a_line_that_is_no_pair_is_refused_by_number(write: Write, line: str) -> None:
    with pytest.raises(ConfigError, match=r"'a.csv', line 2: a line is 'pattern,class'"):
        list(read_pairs(write("a.csv", f"ok,PER\n{line}\n")))


def test_a_csv_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("João,PER\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"'a.csv' is not written in UTF-8"):
        list(read_pairs(path))


def test_a_field_that_is_too_long_is_refused(write: Write) -> None:
    with pytest.raises(ConfigError, match=r"'a.csv' is not CSV"):
        list(read_pairs(write("a.csv", "x" * 200_000 + ",PER\n")))
