"""Solutions that a document can take, and what is swept out of its technical corners."""

from __future__ import annotations

from nescio.core.model import Decision, Document, Entity, Job, Replacement, Solution, Span
from nescio.formats.hidden import Hidden, is_telling, stands_free
from nescio.formats.places import TECHNICAL, Piece, Places
from nescio.formats.settling import is_kept, settled

PIECES = Places(
    [Piece("Anna Bell met Orr"), Piece("BELL_1", TECHNICAL, shared=True), Piece("Orr", TECHNICAL)]
)


def job(*rows: tuple[int, int, str, str], places: Places = PIECES) -> Job:
    """A finished job; each row is a mention with its replacement and its source."""
    spans = [Span(start, end, "PER", 1.0, source) for start, end, _, source in rows]
    entities = tuple(Entity(number, "PER", (span,)) for number, span in enumerate(spans, start=1))
    made, length, position = [], 0, 0
    text = places.text
    for number, (start, end, new, _) in enumerate(rows, start=1):
        length += start - position
        made.append(Replacement(start, end, new, number, "PER", "tag", length))
        length, position = length + len(new), end
    out = "".join(
        [text[a:b] + row.text for (a, b), row in zip(_gaps(rows), made, strict=True)] + [text[position:]]
    )
    decisions = tuple(Decision(item.id, True, "") for item in entities)
    return Job(
        Document("x", text), entities=entities, decisions=decisions, solution=Solution(out, tuple(made))
    )


def _gaps(rows: tuple[tuple[int, int, str, str], ...]) -> list[tuple[int, int]]:
    ends = [0, *(end for _, end, _, _ in rows)]
    return [(before, row[0]) for before, row in zip(ends, rows, strict=False)]


def _text(done: Job) -> str:
    assert done.solution is not None
    return done.solution.text


def test_what_is_hidden_in_prose_is_swept_out_of_technical_names() -> None:
    done = settled(job((0, 9, "[P1]", "tagger")), PIECES)
    assert _text(done) == "[P1] met Orr\n[P1]_1\nOrr"
    assert settled(done, PIECES) == done


def test_a_guess_among_technical_names_is_none_unless_it_is_hidden_elsewhere() -> None:
    guess = job((25, 28, "[P1]", "tagger"))
    assert _text(settled(guess, PIECES)) == PIECES.text
    own = job((25, 28, "[P1]", "lists:own/hide"))
    assert _text(settled(own, PIECES)).endswith("\n[P1]")
    both = job((14, 17, "[P1]", "tagger"), (25, 28, "[P1]", "tagger"))
    assert _text(settled(both, PIECES)) == "Anna Bell met [P1]\nBELL_1\n[P1]"


def test_places_of_rows_are_those_of_the_new_text() -> None:
    done = settled(job((0, 9, "[P1]", "tagger"), (14, 17, "[P2]", "tagger")), PIECES)
    assert done.solution is not None
    for row in done.solution.replacements:
        assert done.solution.text[row.out_start : row.out_end] == row.text


def test_surfaces_are_whole_mentions_and_names_of_people() -> None:
    assert Hidden(job((0, 9, "[P1]", "tagger"))).surfaces == ["Anna", "Anna Bell", "Bell"]
    assert Hidden(job((0, 9, "Anna Bell", "tagger"))).surfaces == []


def test_short_surfaces_say_nothing() -> None:
    assert [is_telling(text) for text in ("Li", "Eva", "1234", "12345", "B-1")] == [
        False,
        True,
        False,
        True,
        False,
    ]


def test_a_word_stands_free_between_signs_digits_and_changes_of_case() -> None:
    text = "xBell Bell_ bell2 bells"
    assert [stands_free(text, at, at + 4) for at in (1, 6, 12, 18)] == [True, True, True, False]


def test_what_the_pipeline_let_stand_is_kept() -> None:
    assert is_kept("bell", ["The bell rang."])
    assert not is_kept("bell", ["The bells rang, Bell."])
