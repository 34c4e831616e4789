"""Word lists and the file that describes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs.lists import (
    NameWords,
    WordList,
    describe_lists,
    read_csv_lists,
    read_entries,
    read_lists,
)

Write = Callable[[str, str], Path]
LIST = '[[list]]\nfile = "cities.txt"\nlabel = "CITY"\nsource = "me"\n'


def test_a_folder_without_a_description_has_no_lists(tmp_path: Path) -> None:
    assert read_lists(tmp_path) == ([], NameWords())


def test_lists_are_read_with_their_conditions(write: Write, tmp_path: Path) -> None:
    write("cities.txt", "\ufeff# comment\nAalby\n\n  Port Zenn  \n")
    write("lists.toml", LIST + 'case = "any"\nendings = ["s"]\n[name]\nparticles = ["von"]\n')
    lists, names = read_lists(tmp_path)
    assert lists == [WordList("cities.txt", "CITY", "me", ("Aalby", "Port Zenn"), case="any", endings=("s",))]
    assert lists[0].name == "cities"
    assert names == NameWords(particles=frozenset({"von"}))
    assert "Aalby" not in repr(lists)


WRONG = [
    ("= 5", "lists.toml is not TOML"),
    ("[[lists]]\n", "has the key 'lists'. Did you mean 'list'"),
    ("[name]\nparticle = []\n", "[name] has the key 'particle'. Did you mean 'particles'"),
    (LIST.replace("label", "lable"), "List 'cities.txt' lacks the key 'label'"),
    (LIST + "colour = 1\n", "List 'cities.txt' has the key 'colour'"),
    (LIST + "entries = ['a']\n", "has the key 'entries'"),
    (LIST + "score = 'high'\n", "'score' must not be of type str"),
    (LIST + "score = 2\n", "'score' is a number from 0 to 1, not 2"),
    (LIST + "case = 'upper'\n", "there is no case 'upper'. Known: any, capital, exact"),
    (LIST + "extend = 'nmae'\n", "'extend' cannot be 'nmae'. Did you mean 'name'"),
    (LIST.replace("cities", "towns"), "There is no list"),
    (LIST + "context = 'in'\n", "'context' must not be of type str"),
    ("[name]\nstop_file = 'none.txt'\n", "There is no list"),
]


@pytest.mark.parametrize(("content", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_description_is_refused(write: Write, tmp_path: Path, content: str, message: str) -> None:
    write("cities.txt", "Aalby\n")
    write("lists.toml", content)
    with pytest.raises(ConfigError) as caught:
        read_lists(tmp_path)
    assert message in str(caught.value)


def test_a_list_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Málaga\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"List 'a.txt' is not written in UTF-8"):
        read_entries(path)


@pytest.mark.parametrize("line", ["...", "-", "  ;  "])
def test_a_line_without_letters_is_refused_by_number(write: Write, line: str) -> None:
    with pytest.raises(ConfigError, match=r"List 'a.txt', line 2: an entry has at least one letter"):
        read_entries(write("a.txt", f"Aalby\n{line}\n"))


def test_the_words_that_end_a_name_may_stand_in_a_file(write: Write, tmp_path: Path) -> None:
    write("stop.txt", "Street\nRoad\n")
    write("lists.toml", '[name]\nstop = ["Lane"]\nstop_file = "stop.txt"\n')
    assert describe_lists(tmp_path)[1].stop == {"Street", "Road", "Lane"}


def test_a_csv_file_becomes_one_list_per_class(write: Write) -> None:
    lists = read_csv_lists(write("staff.csv", "Ida,PER\nAalby,CITY\nOtto,PER\n"))
    assert [(words.label, words.entries, words.case) for words in lists] == [
        ("PER", ("Ida", "Otto"), "any"),
        ("CITY", ("Aalby",), "any"),
    ]


def test_the_small_words_of_two_folders_are_joined() -> None:
    one, two = NameWords(particles=frozenset({"von"})), NameWords(frozenset({"de"}), frozenset({"Dr"}))
    assert one | two == NameWords(frozenset({"von", "de"}), frozenset({"Dr"}))
