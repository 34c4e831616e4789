"""Pieces and patches: fixed text stays, patches land in the first piece, what is settled is read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.formats.places import TECHNICAL, Patch, Piece, Places


def places(*pieces: str) -> Places:
    """`"|An"` goes on in the word of the piece before; anything else begins a line."""
    return Places(
        [Piece(item.removeprefix("|"), before="" if item.startswith("|") else "\n") for item in pieces]
    )


CASES = [
    (["Dear An", "|na", "|!"], (5, 9, "X"), ["Dear X", "", "!"], "X"),
    (["Anna", "Bell"], (0, 9, "X"), ["X", ""], "X\n"),
    (["Anna", "Bell"], (0, 9, "Eva\nOrr"), ["Eva", "Orr"], "Eva\nOrr"),
    (["a", "", "b"], (0, 4, "X\nY\nZ"), ["X", "Y", "Z"], "X\nY\nZ"),
    (["[P]", ""], (0, 4, "Eva\nOrr"), ["Eva", "Orr"], "Eva\nOrr"),
    (["ab", "cd"], (1, 3, "X"), ["aX", "cd"], "X\n"),
    (["ab", "cd"], (2, 4, "\nX"), ["ab", "Xd"], "\nX"),
    (["ab", "cd"], (2, 3, ""), ["ab", "cd"], "\n"),
    (["ab", "", "|cd"], (3, 5, "X"), ["ab", "", "X"], "X"),
    (["ab"], (1, 1, "X"), ["aXb"], "X"),
]


@pytest.mark.parametrize(("pieces", "patch", "texts", "settled"), CASES)
def test_a_patch_lands_in_its_pieces(
    pieces: list[str], patch: tuple[int, int, str], texts: list[str], settled: str
) -> None:
    found = places(*pieces)
    assert found.patched([Patch(*patch)]) == texts
    assert found.settled([Patch(*patch)])[0].text == settled


def test_a_replacement_is_made_fit_for_its_place() -> None:
    found = Places([Piece("a"), Piece("Anna", TECHNICAL, fit=lambda text: text.strip("[]"))])
    assert found.settled([Patch(2, 6, "[P1]")]) == [Patch(2, 6, "P1")]
    assert found.settled([Patch(2, 6, "[P1]")], fit=False) == [Patch(2, 6, "[P1]")]


texts = st.lists(
    st.tuples(st.sampled_from(["", "\n", "\t", " "]), st.text("ab \n", max_size=4)), min_size=1, max_size=8
)


@given(texts, st.data())
def test_what_is_settled_is_what_is_read_again(parts: list[tuple[str, str]], data: st.DataObject) -> None:
    found = Places([Piece(text, before=before) for before, text in parts])
    length = len(found.text)
    cuts = sorted(data.draw(st.lists(st.integers(0, length), max_size=6, unique=True)))
    given_texts = st.text("xy\n\t ", max_size=5)
    patches = [Patch(a, b, data.draw(given_texts)) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    settled = found.settled(patches)
    again = Places(
        [Piece(text, before=before) for (before, _), text in zip(parts, found.patched(settled), strict=True)]
    )
    assert again.text == _patched(found.text, settled)
    assert found.settled(settled) == settled


@given(texts)
def test_without_patches_nothing_changes(parts: list[tuple[str, str]]) -> None:
    found = Places([Piece(text, before=before) for before, text in parts])
    assert found.patched([]) == [text for _, text in parts]


def _patched(text: str, patches: list[Patch]) -> str:
    for patch in reversed(patches):
        text = text[: patch.start] + patch.text + text[patch.end :]
    return text


def test_a_piece_shows_no_text() -> None:
    assert "Anna" not in repr(Piece("Anna"))
