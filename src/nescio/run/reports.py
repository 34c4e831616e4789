"""What a call reports about each text and about all of them; the face puts it into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from nescio.core.errors import NescioError, place_of
from nescio.core.model import FORMAT, NO_ANSWER, OWN, UNSURE_LANGUAGE, Job
from nescio.text.encoding import known_encoding
from nescio.text.word_matcher import Words

_MUCH: Final = 0.2  # of the words of a text: no list of names hides as many
_ENOUGH: Final = 30  # words: in a shorter text a few names are many


def reason(error: Exception) -> str:
    """nescio's own errors carry no source text; of any other only kind and place are told."""
    if isinstance(error, NescioError):
        return str(error)
    return f"This is a bug in nescio or in a plug-in ({place_of(error)}); please report it."


def why_failed(job: Job) -> str | None:
    """Why a job has no result, or None if all went well."""
    return None if job.failure is None else job.failure.reason


@dataclass
class Tally:
    """What the texts of a call come to; holds no text."""

    done: int = 0
    bad: int = 0
    replaced: Counter[str] = field(default_factory=Counter)  # label to number
    code_pages: Counter[str] = field(default_factory=Counter)  # guessed, where the bytes did not tell
    languages: Counter[str] = field(default_factory=Counter)  # told from texts, and not for sure
    silent: Counter[str] = field(default_factory=Counter)  # detectors without whose answer texts were made
    greedy: set[str] = field(default_factory=set)  # the user's lists and rules that hide much of a text
    other_substitutes: int = 0  # kept beside those of the ledger, which could not stand in a text
    by_content: int = 0  # files whose bytes say that they are something else than their suffix
    torn: bool = False  # the table of solutions ended in half a record, which is gone
    done_before: int = 0  # texts that a broken-off call had overwritten already
    recovered: bool = False  # the ledger now has what a broken-off run had left in its journal

    def add(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            self.done += 1
            if job.solution is not None:
                self.replaced.update(item.label for item in job.solution.replacements)
            if any(note.code == UNSURE_LANGUAGE for note in job.notes):
                self.languages[job.document.language] += 1
            self.silent.update(
                note.code.removeprefix(NO_ANSWER) for note in job.notes if note.code.startswith(NO_ANSWER)
            )
            self.greedy |= greedy_sources(job)
            meta = job.document.meta
            # A job brings its meta with it: only the name of an encoding is one.
            name = known_encoding(str(meta.get("encoding", "")))
            if name is not None and not meta.get("bom") and name != "utf-8":
                self.code_pages[name] += 1


def greedy_sources(job: Job) -> set[str]:
    """The lists and rules of the user's that claim more than a fifth of a text's words, by name."""
    claims = [claim for claim in job.voted or () if claim.is_own and claim.maker != FORMAT]
    if not claims:
        return set()
    words = len(Words(job.document.text))
    taken: Counter[str] = Counter()
    for claim in claims:
        taken[claim.source] += len(Words(job.document.text[claim.start : claim.end]))
    return {
        source.partition(OWN)[2]
        for source, number in taken.items()
        if words >= _ENOUGH and number > _MUCH * words
    }
