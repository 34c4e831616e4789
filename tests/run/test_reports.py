"""What a call reports about its texts."""

from __future__ import annotations

from nescio.core.model import UNSURE_LANGUAGE, Document, Job, Note, Span
from nescio.run.reports import Tally, greedy_sources

TEXT = "the boat lay in the bay and the men sat on the deck while the rain fell on the sea " * 3


def claims(word: str, source: str) -> tuple[Span, ...]:
    found, at = [], TEXT.find(word)
    while at >= 0:
        found.append(Span(at, at + len(word), "MISC", 0.9, source))
        at = TEXT.find(word, at + len(word))
    return tuple(found)


def job(*spans: Span, text: str = TEXT) -> Job:
    return Job(Document("d", text, "en"), voted=tuple(spans))


def test_a_list_that_takes_a_fifth_of_the_words_is_named() -> None:
    assert greedy_sources(job(*claims("the", "lists:own/mine"))) == {"mine"}
    assert greedy_sources(job(*claims("boat", "lists:own/mine"))) == set()


def test_lists_of_nescio_and_short_texts_are_not_reported() -> None:
    assert greedy_sources(job(*claims("the", "lists:towns"))) == set()
    assert greedy_sources(job(Span(0, 3, "MISC", 0.9, "lists:own/mine"), text="the boat")) == set()


def test_texts_whose_language_is_only_likely_are_counted() -> None:
    tally = Tally()
    tally.add([Job(Document("d", "oi", "pt"), notes=(Note("read", UNSURE_LANGUAGE),)), job()])
    assert tally.languages == {"pt": 1}
