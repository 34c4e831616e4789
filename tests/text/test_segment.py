"""Tokens and sentences."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.text import segment
from nescio.text.segment import Segmenter, tokenize

LANGUAGES = Path(segment.__file__).parents[1] / "languages"
CODES = sorted(path.parent.name for path in LANGUAGES.glob("*/abbreviations.txt"))


def read_entries(code: str) -> list[str]:
    lines = (LANGUAGES / code / "abbreviations.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@cache
def segmenter(code: str) -> Segmenter:
    return Segmenter(read_entries(code))


def sentences(code: str, text: str) -> list[str]:
    return [text[start:end] for start, end in segmenter(code).sentences(text)]


TOKENS = [
    ("Ana met Ben.", "Ana|met|Ben|."),
    ("John's O'Neill, it’s d'Água", "John|'s|O'Neill|,|it|’s|d'Água"),
    ("Meier-Schulz und São-Paulo-", "Meier-Schulz|und|São-Paulo|-"),
    ("1.234,56 € am 12.03.2024, 10:30", "1.234,56|€|am|12.03.2024|,|10:30"),
    ("Art. 5.º, n.º 3, 2ª", "Art|.|5.º|,|n|.|º|3|,|2ª"),
    ("The U.S. and z.B. J. R. Silva", "The|U.S.|and|z.B.|J.|R.|Silva"),
    ("ana.silva@example.org (www.example.org)", "ana.silva@example.org|(|www.example.org|)"),
    ("Ende.Der", "Ende|.|Der"),
    ("Jose\u0301 disse\u200b isto", "Jose\u0301|disse|\u200b|isto"),
    ("An\u00adna", "An\u00adna"),
    ("ok 👩‍👩‍👧👍🏽🇵🇹!", "ok|👩‍👩‍👧|👍🏽|🇵🇹|!"),
    ("wait... what?!", "wait|...|what|?|!"),
    ("שלום, عالم", "שלום|,|عالم"),
    (" \t\r\n", ""),
]


@pytest.mark.parametrize(("text", "expected"), TOKENS)
def test_tokens_are_cut_like_this(text: str, expected: str) -> None:
    assert "|".join(text[start:end] for start, end in tokenize(text)) == expected


# A bar marks where a sentence ends; it stands for the white space there.
SENTENCES = {
    "de": [
        "Das gilt z. B. für Anna.|Sie kam am 3. März an.|Er blieb.",
        "Der BGH (Urt. v. 11. 8. 2015, Az. 3 StR 5/15, Rn. 12) sah das anders.|Die Revision blieb erfolglos.",
        "Vgl. Art. 5 Abs. 2 Nr. 3 BGB.|Danach gilt nichts.",
        "Auf diese Art.|Und weiter.",
        "Siehe Rn. 12.|Die Klage ist zulässig.",
        "Das war 1999.|Danach kam nichts.",
        "Dr. Müller und Prof. Dr.-Ing. Weiß wohnen in der Hauptstr. 5.|Beide sind da.",
        "„Wirklich?“ fragte sie.|„Ja!“|Er ging.",
        "Er kam nicht.|b) Die Beklagte kam auch nicht.",
        "1. Der Kläger zahlt.|2. Die Kosten trägt er.",
    ],
    "en": [
        "Mr. Brown met Dr. A. B. Smith in Washington, D.C. on Monday.|They talked.",
        "It costs 3.50 dollars, e.g. in shops.|Fine.",
        "See No. 5 and Sec. 3.|No.|He did not.",
        "He was 31.|The others were 20.",
        "She asked: really? who said so?|He did!",
        '"Really?" she said.|"Yes."|He left (at last).|Good.',
        "J. R. Silva came.|U.S. troops left.|Then... nothing.|Wait...|What?",
        "He wrote (...) Then he left.|Ok.",
    ],
    "es": [
        "El Sr. García vive en la Avda. Mayor 5.|¿Quién es?|¡Nadie!",
        "D. Juan Pérez, Excmo. Sr., firma.|El art. 5.º dice otra cosa.",
        "Véase p. ej. Ana.|Pág. 3 y núm. 4.|Fin.",
        "Nació en 1999.|Murió ayer.",
    ],
    "pt": [
        "O Sr. Dr. João vive na Av. Central, n.º 5.|A Exma. Sra. D. Ana também.",
        "Nos termos do art. 5.º, o Des. Rui decidiu.|Fls. 3 e segs. do processo.|Fim.",
        "Art. 53. São poderes do Estado.|Art. 54. Não há outros.",
        "O mar.|A V. Exa. peço isto.",
    ],
}


@pytest.mark.parametrize(("code", "marked"), [(code, case) for code in SENTENCES for case in SENTENCES[code]])
def test_sentences_end_at_the_bars(code: str, marked: str) -> None:
    if code == "en":
        marked = marked.replace("really? who", "really?|who")  # informal text has no capitals
    assert sentences(code, marked.replace("|", " ")) == marked.split("|")


LINES = [
    (
        "a wrapped paragraph",
        "The first line of this text is long\nand the second goes on. Then the\nthird one ends.",
        2,
    ),
    (
        "wrapped before a capital",
        "The first line of this text is by\nAnna and the second goes on with\nBen.",
        1,
    ),
    ("an empty line", "A heading\n\nAnd a text without end", 2),
    ("an empty line of Windows", "A heading\r\n\r\nAnd a text", 2),
    ("an empty line with blanks", "A heading\n  \t\nAnd a text", 2),
    ("one line end of Windows", "the cat\r\nsat", 1),
    ("old Macintosh", "A heading\r\rAnd a text", 2),
    ("a short heading", "Facts\nThe claimant was born in a small town and lived there for years.", 2),
    ("a list", "We need:\n- bread\n- milk\n- 3 eggs", 4),
    ("a numbered list", "Reasons\n1. The claim is late.\n2. It is wrong.", 3),
    ("fields", "Name: Anna Meier\nBorn: 3 May 1970\nCity: Bonn", 3),
    ("long lines are paragraphs", f"{'word ' * 40}\n{'Word ' * 40}", 2),
]


@pytest.mark.parametrize(("text", "count"), [case[1:] for case in LINES], ids=[case[0] for case in LINES])
def test_a_line_end_ends_a_sentence_if_the_writer_meant_it(text: str, count: int) -> None:
    assert len(sentences("en", text)) == count


@pytest.mark.parametrize("code", CODES)
def test_abbreviation_files_are_sorted_and_well_formed(code: str) -> None:
    entries = read_entries(code)
    assert entries == sorted(set(entries))
    assert all(entry.removesuffix(" 0").endswith(".") for entry in entries)


@pytest.mark.parametrize("code", CODES)
def test_no_sentence_ends_in_an_abbreviation_of_the_file(code: str) -> None:
    for entry in read_entries(code):
        text = f"Abc {entry.replace('0', '7')} Xyz."
        assert len(sentences(code, text)) == 1, entry


# Texts made of what the patterns look for, and any text at all.
ANY_TEXT = st.text() | st.text("aA1.!?…)(\"'’- \n\r\t\u0301\u200b§:,zB", max_size=60)


def is_cover(text: str, spans: list[tuple[int, int]]) -> bool:
    """Whether spans are sorted, apart, not empty, and leave out nothing but white space."""
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    gaps = "".join(text[end:start] for end, start in zip(edges[::2], edges[1::2], strict=True))
    return edges == sorted(edges) and all(start < end for start, end in spans) and not gaps.strip()


@given(ANY_TEXT)
def test_tokens_cover_everything_but_white_space(text: str) -> None:
    tokens = tokenize(text)
    assert is_cover(text, [(start, end) for start, end in tokens])
    assert not any(character.isspace() for start, end in tokens for character in text[start:end])


@given(ANY_TEXT, st.sampled_from(CODES))
def test_sentences_cover_everything_but_white_space(text: str, code: str) -> None:
    spans = segmenter(code).sentences(text)
    assert is_cover(text, spans)
    assert all(text[start:end].strip() == text[start:end] for start, end in spans)


def count_calls(function: Callable[[str], object], text: str) -> int:
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function(text)
    finally:
        sys.setprofile(before)
    return calls


HOSTILE = [
    "a",
    "(",
    ". ",
    ".",
    "\n",
    "a\n",
    "?) ",
    "a.b.",
    "1. ",
    "I. ",
    "A. ",
    "Dr. Ana. ",
    "😀\u200d",
    "- x\n",
    ' "A." ',
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_work_grows_with_the_length_of_the_text(unit: str) -> None:
    # Calls count the work outside the patterns; inside they are possessive.
    for function in (tokenize, segmenter("de").sentences):
        small, large = count_calls(function, unit * 1000), count_calls(function, unit * 4000)
        assert large <= 4 * small + 100


@pytest.mark.parametrize(
    "unit", ["a", "(", ".", "a.b.", ".)", "'s", "-a", " ", "\n", "a\u200b", "\u0301", "1."]
)
def test_a_long_line_is_no_trap(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    assert is_cover(text, [(start, end) for start, end in tokenize(text)])
    assert is_cover(text, segmenter("de").sentences(text))
