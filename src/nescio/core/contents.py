"""What became of each part of a document: rewritten, proven free of text, dropped or refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

REWRITTEN: Final = "rewritten"  # every text in it goes through the pipeline
FREE: Final = "free"  # it can carry no text, and `why` says how that is known
DROPPED: Final = "dropped"  # it is taken out when something is hidden
REFUSED: Final = "refused"  # nobody can say what it holds: the document is not written
OUTCOMES: Final = (REWRITTEN, FREE, DROPPED, REFUSED)


class FilePart(NamedTuple):
    """One part of a document: a member of an archive, a stream, a header, a kind of attribute."""

    name: str  # may come from the document: it is shown to whoever inspects it, and in no message
    outcome: str
    why: str = ""  # nescio's words, never the document's
    texts: int = 0
    characters: int = 0


@dataclass(frozen=True, slots=True)
class Contents:
    """All parts of a document; nothing in it is left unsaid."""

    format: str
    parts: Sequence[FilePart]

    @property
    def refused(self) -> list[FilePart]:
        return [part for part in self.parts if part.outcome == REFUSED]

    @property
    def counts(self) -> dict[str, int]:
        """How many parts had which outcome, without those that none had."""
        found = Counter(part.outcome for part in self.parts)
        return {outcome: found[outcome] for outcome in OUTCOMES if found[outcome]}

    def to_json(self) -> dict[str, Any]:
        return {
            "format": self.format,
            "counts": self.counts,
            "parts": [part._asdict() for part in self.parts],
        }
