"""Letters that stand for somebody."""

from __future__ import annotations

from nescio.core.model import Document
from nescio.core.scene import Scene
from nescio.replace.letters import FreeWords, Letters


def free(text: str, *fences: tuple[int, int]) -> FreeWords:
    return FreeWords(Scene(Document("d", text), (), fences, {}))


def test_what_stands_in_the_text_is_not_free() -> None:
    words = free("Ada met (A.), S.R. and [X].", (0, 3))
    assert [words.has(text) for text in ("A.", "S.R.", "[X]", "X", "S.R.1", "B.", "Ada")] == [
        False, False, False, False, True, True, True,
    ]  # fmt: skip


def test_a_name_is_free_only_if_nobody_hidden_has_it() -> None:
    words = free("Ada met Óscar.", (0, 3))
    assert [words.take(("Ada", "Oscar", "Ida", "Uma")) for _ in range(3)] == ["Ida", "Uma", ""]


def test_letters_go_on_when_all_are_used() -> None:
    letters = Letters("AB", free("B1."))
    assert [letters.take("{letter}.")["letter"] for _ in range(4)] == ["A", "B", "A1", "A2"]
    doubles = Letters("AB", free(""))
    assert [doubles.take("{double}")["double"] for _ in range(4)] == ["AA", "BB", "AAA", "BBB"]
