"""The gazetteer detector."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Span
from nescio.core.protocols import Detector
from nescio.detect.gazetteer import GazetteerDetector
from nescio.packs import load_pack
from nescio.packs.functions import FunctionWords
from nescio.packs.lists import NameWords, WordList
from nescio.testing import DetectorContract

Write = Callable[[str, str], Path]
NAMES = NameWords(particles=frozenset({"von", "de"}), stop=frozenset({"Monday"}))


def words(*entries: str, **fields: Any) -> WordList:
    return WordList(fields.pop("file", "list.txt"), fields.pop("label", "LOC"), "invented", entries, **fields)


def find(text: str, *lists: WordList) -> list[Span]:
    [spans] = GazetteerDetector(lists, names=NAMES).detect([Document("d", text)])
    return spans


def surfaces(text: str, *lists: WordList) -> list[str]:
    return [text[span.start : span.end] for span in find(text, *lists)]


class TestLists(DetectorContract):
    text = "Pelle Krag took the ferry from Aalby to Port Zenn 😀."

    def make(self) -> Detector:
        people = words("Pelle", label="GIVEN", extend="name", file="given_names.txt")
        return GazetteerDetector([people, words("Aalby", "Port Zenn", "Port")], names=NAMES)


def test_a_claim_names_its_list() -> None:
    assert find("in Aalby", words("Aalby", file="cities.txt", label="CITY", score=0.7)) == [
        Span(3, 8, "CITY", 0.7, "lists:cities")
    ]


@pytest.mark.parametrize(
    ("entry", "text", "found"),
    [
        ("Aalby", "Aalbyer, Neu-Aalby and AALBY", ["Aalby", "AALBY"]),
        ("São Tomé", "Sao Tome", ["Sao Tome"]),
        ("Sao Tome", "Sa\u0303o Tome\u0301!", ["Sa\u0303o Tome\u0301"]),
        ("Adebayo", "Ade\u0301ba\u0301yo\u0323\u0300.", ["Ade\u0301ba\u0301yo\u0323\u0300"]),
        ("Aalby", "Aal\u00adby", ["Aal\u00adby"]),
        ("Port Zenn", "Port\nZenn", ["Port\nZenn"]),
        ("Port Zenn", "Port\r\n  Zenn", ["Port\r\n  Zenn"]),
        ("Port Zenn", "Port-Zenn", ["Port-Zenn"]),
        ("Port-Zenn", "Port Zenn", ["Port Zenn"]),
        ("Port Zenn", "Port, Zenn", []),
        ("Port Zenn", "Port. Zenn", ["Port. Zenn"]),
        ("Port Zenn", "Port\n\nZenn", []),
        ("Port Zenn", "Port    \t Zenn", []),
        ("Port Zenn", "port zenn", []),
        ("Port Zenn", "PORT ZENN", ["PORT ZENN"]),
        ("Port of Zenn", "Port of Zenn", ["Port of Zenn"]),
        ("Zenn", "Zenn's", ["Zenn"]),
        ("ZFK", "Zfk", []),
        ("ZFK", "ZFK", ["ZFK"]),
        ("A", "A", []),
        ("Łódź", "łódź", []),
    ],
)
def test_an_entry_is_found_as_whole_words_with_its_capitals(entry: str, text: str, found: list[str]) -> None:
    assert surfaces(text, words(entry)) == found


@pytest.mark.parametrize(("case", "found"), [("any", ["aalby", "Aalby", "AALBY"]), ("exact", ["Aalby"])])
def test_a_list_may_ask_for_another_case(case: str, found: list[str]) -> None:
    assert surfaces("aalby, Aalby, AALBY", words("Aalby", case=case)) == found


def test_the_longest_entry_wins_and_nothing_is_claimed_inside_it() -> None:
    assert surfaces("Port Zenn, Zenn", words("Port", "Zenn", "Port Zenn")) == ["Port Zenn", "Zenn"]


def test_two_lists_that_hold_one_entry_both_claim_it() -> None:
    found = find(
        "Aalby", words("Aalby", file="a.txt", label="CITY"), words("Aalby", file="b.txt", label="ORG")
    )
    assert sorted(span.label for span in found) == ["CITY", "ORG"]


def test_endings_are_tolerated() -> None:
    assert surfaces("Aalbys Hafen, Aalbyer", words("Aalby", endings=("s",))) == ["Aalbys"]


@pytest.mark.parametrize("text", ["Aalby", "“Aalby” is", "End. Aalby", "End.\nAalby", "- Aalby"])
def test_a_list_may_stay_silent_at_the_start_of_a_sentence(text: str) -> None:
    assert surfaces(text, words("Aalby", at_start=False)) == []
    assert surfaces(f"{text} in Aalby", words("Aalby", at_start=False)) == ["Aalby"]


def test_a_veto_is_claimed_as_outside() -> None:
    [span] = find("Aalby", words("Aalby", veto=True))
    assert span.label == "O"
    assert GazetteerDetector([words("Aalby", veto=True)]).labels == frozenset()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pelle Krag came", "Pelle Krag"),
        ("Pelle von Krag-Holm came", "Pelle von Krag-Holm"),
        ("Pelle de von Krag", "Pelle de von Krag"),
        ("Pelle came", "Pelle"),
        ("Pelle von morgen", "Pelle"),
        ("Pelle, Krag", "Pelle"),
        ("Pelle. Krag", "Pelle"),
        ("Pelle K. Holm came", "Pelle K. Holm"),
        ("Pelle\nKrag", "Pelle"),
        ("x" * 60 + " Pelle\nKrag", "Pelle\nKrag"),
        ("Pelle\n\nKrag", "Pelle"),
        ("Pelle Monday", "Pelle"),
        ("Pelle Krag Monday", "Pelle Krag"),
        ("Pelle A B C D E F G H", "Pelle A B C D E F"),
        ("Pelle X\u0323\u0301rx came", "Pelle X\u0323\u0301rx"),
        ("Pelle Kr\u00adag came", "Pelle Kr\u00adag"),
    ],
)
def test_a_given_name_grows_over_the_family_names_behind_it(text: str, found: str) -> None:
    assert surfaces(text, words("Pelle", extend="name"))[:1] == [found]


def test_further_lists_come_from_files(write: Write) -> None:
    path = write("staff.csv", "Zephyrine Oak,PERSON\nAalby,CITY\n")
    detector = GazetteerDetector.build(load_pack("xx"), {"files": [str(path)]})
    [spans] = detector.detect([Document("d", "ZEPHYRINE oak of aalby")])
    assert [(s.start, s.end, s.label) for s in spans if s.source == "lists:own/staff"] == [
        (0, 13, "PERSON"),
        (17, 22, "CITY"),
    ]


def test_a_list_with_an_unknown_label_is_refused(write: Write) -> None:
    with pytest.raises(ConfigError, match="no label 'VESSEL'"):
        GazetteerDetector.build(load_pack("xx"), {"files": [str(write("a.csv", "Queen Bee,VESSEL\n"))]})


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"'lists' has no option 'file'. Did you mean 'files'"):
        GazetteerDetector.build(load_pack("xx"), {"file": []})


def test_no_lists_find_nothing() -> None:
    assert find("Pelle Krag") == []


def test_a_list_may_want_a_word_before_its_entries() -> None:
    near = words("Zenn", context=("in", ","))
    assert surfaces("Zenn in Zenn", near) == ["Zenn"]
    assert [span.start for span in find("Zenn, in Zenn. Of Zenn, Zenn", near)] == [9, 24]


@pytest.mark.parametrize("text", ["People: Zenn", "people:\tZenn", "People = Zenn", "PEOPLE Zenn"])
def test_the_word_before_may_be_the_label_of_a_form(text: str) -> None:
    assert surfaces(text, words("Zenn", context=("People",))) == ["Zenn"]
    assert surfaces(text, words("Zenn", context=("Place",))) == []


PELLE = words("Pelle", label="PER", extend="name", file="given.txt")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the zennish Pelle Krag", ["zennish", "Pelle Krag"]),
        ("Pelle Krag, zennish, came", ["Pelle Krag", "zennish"]),
        ("Pelle Krag zennish", ["Pelle Krag", "zennish"]),
        ("of zennish birth", ["zennish"]),
        ("the zennish sea", []),
        ("Pelle Krag. zennish", ["Pelle Krag"]),
        ("zennish; Pelle Krag", ["Pelle Krag"]),
    ],
)
def test_a_list_may_want_a_person_beside_its_entries_or_a_word_before(text: str, found: list[str]) -> None:
    peoples = words("zennish", label="NORP", case="any", context=("of",), beside=("PER",), file="p.txt")
    assert sorted(surfaces(text, PELLE, peoples), key=text.index) == found


def test_what_stands_inside_a_name_is_not_beside_it() -> None:
    peoples = words("Krag", label="NORP", beside=("PER",), file="p.txt")
    assert surfaces("Pelle Krag came", PELLE, peoples) == ["Pelle Krag"]


def test_an_own_entry_is_claimed_inside_a_longer_one() -> None:
    own = words("Zenn", own=True, file="mine.txt")
    assert surfaces("to Port Zenn", words("Port Zenn"), own) == ["Zenn", "Port Zenn"]


def test_a_rare_name_counts_only_before_a_further_name() -> None:
    rare = words("Pelle", label="PER", extend="name", grown=True)
    assert surfaces("Pelle came, Pelle Krag too", rare) == ["Pelle Krag"]


def test_an_inflected_name_does_not_grow() -> None:
    name = words("Pelle", label="PER", extend="name", endings=("s",))
    assert surfaces("Pelles Hand, Pelle Krag", name) == ["Pelles", "Pelle Krag"]


def test_a_name_does_not_grow_over_the_gap_of_a_table() -> None:
    assert surfaces("Pelle    Krag", words("Pelle", extend="name")) == ["Pelle"]


def test_the_lists_of_nome_include_exclude_and_read_titles(write: Write) -> None:
    options = {
        "include": [str(write("in.txt", "the grey house\n"))],
        "exclude": [str(write("out.txt", "Aalby\n"))],
        "titles": [str(write("titles.txt", "Skipper\n"))],
    }
    detector = GazetteerDetector.build(load_pack("de"), options)
    text = "Skipper Pelle von Krag left The Grey House for Aalby."
    [spans] = detector.detect([Document("d", text)])
    assert [(text[s.start : s.end], s.label, s.source) for s in spans if s.is_own] == [
        ("The Grey House", "MISC", "lists:own/in"),
        ("Aalby", "O", "lists:own/out"),
        ("Pelle von Krag", "PER", "lists:own/titles"),
    ]


def test_a_claim_is_explained_by_its_list_and_guards() -> None:
    detector = GazetteerDetector([words("Zenn", at_start=False, context=("in",), file="towns.txt")])
    doc = Document("d", "was in Zenn")
    [[span]] = detector.detect([doc])
    said = detector.explain(doc, span)
    assert said == (
        "list towns.txt (invented), guarded: not at the start of a sentence, only behind certain words"
    )


def test_a_claim_of_the_user_is_explained_as_such(write: Write) -> None:
    staff, titles = write("staff.csv", "Aalby,CITY\n"), write("t.txt", "Skipper\n")
    detector = GazetteerDetector.build(load_pack("xx"), {"files": [str(staff)], "titles": [str(titles)]})
    doc = Document("d", "Skipper Krag left aalby")
    [spans] = detector.detect([doc])
    said = {span.source: detector.explain(doc, span) for span in spans}
    assert said == {
        "lists:own/staff": "your list staff.csv",
        "lists:own/titles": "a title of your list before it",
    }


def test_the_guards_of_a_list_are_said_in_words() -> None:
    detector = GazetteerDetector([words("zennish", context=("of",), beside=("PER",), file="p.txt"), PELLE])
    doc = Document("d", "of zennish birth")
    [[span]] = detector.detect([doc])
    assert detector.explain(doc, span).endswith("guarded: only behind certain words or beside PER")


OWN_WORDS = [
    ("en", "Smith, John", "We met Smith, John there.", "Smith, John"),
    ("en", "C++ Club", "The C++ Club meets.", "C++ Club"),
    ("en", "@zora", "Ask @zora first.", "@zora"),
    ("en", "St. Mary's", "We sat in St Mary’s hall.", "St Mary’s"),
    ("de", "Zenno", "Zennos Wagen steht da.", "Zennos"),
    ("de", "Tolkert", "Die Tolkerts kommen.", "Tolkerts"),
    ("es", "Molvar", "Vinieron los Molvares.", "Molvares"),
    ("pt", "Zelmo Trado", "Chegaram os Zelmo Trados.", "Zelmo Trados"),
]


@pytest.mark.parametrize(("language", "term", "text", "surface"), OWN_WORDS)
def test_the_users_words_are_found_with_their_signs_and_endings(
    language: str, term: str, text: str, surface: str
) -> None:
    detector = GazetteerDetector.build(load_pack(language), {"hide": [term]})
    [spans] = detector.detect([Document("d", text, language)])
    assert [text[s.start : s.end] for s in spans if s.source == "lists:own/hide"] == [surface]


def test_the_users_words_that_stay_are_vetoes() -> None:
    detector = GazetteerDetector.build(load_pack("de"), {"keep": ["Berlin"]})
    [spans] = detector.detect([Document("d", "Er wohnt in Berlin.", "de")])
    assert ("O", "lists:own/keep") in {(s.label, s.source) for s in spans}


@pytest.mark.parametrize("terms", ["Zenn", [1], ["++"], {"Zenn": 1}])
def test_words_of_the_configuration_are_a_list_of_words(terms: object) -> None:
    with pytest.raises(ConfigError, match="'hide'"):
        GazetteerDetector.build(load_pack("en"), {"hide": terms})


def test_a_class_o_in_a_csv_file_silences(write: Write) -> None:
    path = write("mine.csv", "Aalby,O\n")
    detector = GazetteerDetector.build(load_pack("en"), {"files": [str(path)]})
    [spans] = detector.detect([Document("d", "to Aalby", "en")])
    assert [(s.label, s.is_own) for s in spans if s.is_own] == [("O", True)]


def test_an_entry_of_a_csv_file_without_a_letter_is_named_with_its_line(write: Write) -> None:
    path = write("mine.csv", "Aalby,LOC\n++,ORG\n")
    with pytest.raises(ConfigError, match=r"'mine\.csv', line 2"):
        GazetteerDetector.build(load_pack("en"), {"files": [str(path)]})


def test_a_word_is_left_as_the_label_of_a_field_where_its_list_wants_it() -> None:
    jobs = WordList("jobs.txt", "PROFESSION", "own", ("driver",), case="any", as_label=False)
    text = "Driver: Ann\nplate  Driver: Bob\nHe told the driver: go."
    [claims] = GazetteerDetector([jobs]).detect([Document("d", text)])
    assert [(claim.start, claim.end) for claim in claims] == [(text.rindex("driver"), text.rindex(":"))]


def test_a_function_is_claimed_once_over_all_its_heads() -> None:
    jobs = WordList("jobs.txt", "PROFESSION", "own", ("engineer", "chemist"), case="any", extend="function")
    functions = FunctionWords(after=frozenset({"chemist"}))
    [claims] = GazetteerDetector([jobs], functions=functions).detect([Document("d", "an engineer chemist")])
    assert [(claim.start, claim.end) for claim in claims] == [(3, 19)]
