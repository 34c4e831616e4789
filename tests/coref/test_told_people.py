"""Parts of names that a format puts together are linked as whole names."""

from __future__ import annotations

from nescio.core.model import Document, Entity, Span
from nescio.coref.told_people import ToldPeople

TEXT = "Moor | Ada | x\nMoor | Bo | Ada Moor came"
FAMILY_1, GIVEN_1 = Span(0, 4, "FAMILY", 1.0, "format"), Span(7, 10, "GIVEN", 1.0, "format")
FAMILY_2, GIVEN_2 = Span(15, 19, "FAMILY", 1.0, "format"), Span(22, 24, "GIVEN", 1.0, "format")
SAID = Span(27, 35, "PER", 0.9, "tagger")
PEOPLE = [[[7, 10], [0, 4]], [[22, 24], [15, 19]]]


def test_a_linker_sees_whole_names_in_their_order() -> None:
    told = ToldPeople(
        Document("x", TEXT, meta={"people": PEOPLE}), [FAMILY_1, GIVEN_1, FAMILY_2, GIVEN_2, SAID]
    )
    seen = [told.document.text[span.start : span.end] for span in told.spans]
    assert seen == ["Ada Moor", "Bo Moor", "Ada Moor"]
    linked = told.restored(Entity(0, "PER", (told.spans[0], told.spans[2])))
    assert linked.mentions == (FAMILY_1, GIVEN_1, SAID)


def test_where_nothing_is_told_nothing_changes() -> None:
    document = Document("x", TEXT)
    told = ToldPeople(document, [SAID])
    assert (told.document, told.spans) == (document, [SAID])
    assert told.restored(Entity(0, "PER", (SAID,))).mentions == (SAID,)


def test_what_the_vote_made_otherwise_is_let_be() -> None:
    told = ToldPeople(Document("x", TEXT, meta={"people": PEOPLE[:1]}), [SAID])
    assert told.spans == [SAID]
