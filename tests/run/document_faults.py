"""Calls over documents, lists and reports, for which every act on the disk fails or is the last."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from nescio.core.errors import NescioError
from nescio.formats.office.proposals import WordReview
from nescio.run.review import decided
from nescio.run.term_files import read_terms
from tests.cli.program import MARKER
from tests.formats.planted_docx import small_docx
from tests.run.faults import NAMES, TEXTS, Place, Scenario, says_what_it_found
from tests.run.shim import Done, Fault

CSV: Final = f"who,what\n{NAMES[0]},asked {NAMES[1]} about the {MARKER}\n{NAMES[2]},\n".encode()
OLD: Final = b"what was there before"
Call = Callable[[Place, Fault | None], Done]


def prepare_documents(place: Place) -> None:
    (place / "papers").mkdir()
    (place / "papers" / "b.csv").write_bytes(CSV)
    (place / "papers" / "c.docx").write_bytes(small_docx(*(text.strip() for text in TEXTS.values())))


def prepare_review(place: Place) -> None:
    """A copy with proposals, and something at the place of what is to be written."""
    prepare_documents(place)
    assert propose(place).code == 0
    for name in ("sealed.docx", "list.csv"):
        (place / name).write_bytes(OLD)


def said(path: Path) -> object:
    """What a paper says: its bytes, or the text of a document, whose archive may be packed anew."""
    data = path.read_bytes()
    return WordReview(data).text if path.suffix == ".docx" else data


# In place: the way back is there before a document is overwritten


def in_place(place: Place, fault: Fault | None = None) -> Done:
    return place.anonymize(place / "papers", "--in-place", "-s", place.keys, fault=fault)


def papers_lead_back(place: Place, done: Done) -> None:
    fresh = Place(place / "fresh")
    fresh.folder.mkdir(exist_ok=True)
    if not (fresh / "papers").exists():
        prepare_documents(fresh)
    names = ("b.csv", "c.docx")
    changed = [name for name in names if said(place / "papers" / name) != said(fresh / "papers" / name)]
    if changed:
        back = ("reidentify", place / "papers", "-s", place.keys, "-o", place / "soon")
        place.nescio(*back)  # those that were not overwritten have no record
        for name in changed:
            assert said(place / "soon" / name) == said(fresh / "papers" / name), name


def mend_in_place(place: Place, broken: Done) -> Done:
    done = says_what_it_found(place, lambda: in_place(place))
    for path in sorted((place / "papers").iterdir()):
        assert not any(name in str(said(path)) for name in NAMES)
    papers_lead_back(place, done)
    return done


# Copies and lists: there whole, or as before


def propose(place: Place, fault: Fault | None = None) -> Done:
    given = (place / "papers" / "c.docx", "-o", place / "review.docx", "--policy", "blanket")
    return place.nescio("propose", *given, "-l", "en", fault=fault)


def seal(place: Place, fault: Fault | None = None) -> Done:
    return place.nescio("seal", place / "review.docx", "-o", place / "sealed.docx", fault=fault)


def terms(place: Place, fault: Fault | None = None) -> Done:
    given = (place / "papers", "-o", place / "list.csv", "--policy", "blanket")
    return place.nescio("terms", *given, "-l", "en", fault=fault)


def is_review(data: bytes) -> bool:
    return len(decided(data, "review").entities) == len(NAMES) - 1


def is_sealed(data: bytes) -> bool:
    text = WordReview(data).text
    return MARKER in text and not any(name in text for name in NAMES)


def is_list(path: Path) -> bool:
    return all(name in path.read_text() for name in NAMES[:4]) and bool(read_terms(path))


def whole_or_as_before(name: str, is_whole: Callable[[Path], bool]) -> Callable[[Place, Done], None]:
    def check(place: Place, done: Done) -> None:
        path = place / name
        if not path.exists() or path.read_bytes() == OLD:
            assert done.code != 0, f"{name} is said to be there, and is not"
            return
        try:
            assert is_whole(path)
        except NescioError as error:
            raise AssertionError(f"half of {name} is there") from error
        assert path.stat().st_mode & 0o077 == 0 or name == "sealed.docx"

    return check


def mended(call: Call, check: Callable[[Place, Done], None]) -> Callable[[Place, Done], Done]:
    def mend(place: Place, broken: Done) -> Done:
        done = says_what_it_found(place, lambda: call(place, None))
        check(place, done)
        return done

    return mend


_REVIEW = whole_or_as_before("review.docx", lambda path: is_review(path.read_bytes()))
_SEALED = whole_or_as_before("sealed.docx", lambda path: is_sealed(path.read_bytes()))
_LIST = whole_or_as_before("list.csv", is_list)


# New names and a report


def renamed(place: Place, fault: Fault | None = None) -> Done:
    side = ("-s", place.keys, "--rename", "--report", place / "report.json")
    return place.anonymize(place / "texts", "-o", f"{place / 'out'}/", *side, fault=fault)


def renamed_lead_back(place: Place, done: Done) -> None:
    assert place.texts("texts") == TEXTS
    for text in place.texts("out").values():
        assert place.original_of(text) in TEXTS.values()
    report = place / "report.json"
    if report.exists():
        rows = json.loads(report.read_text())["each"]
        assert {row["file"] for row in rows if row["outcome"] == "written"} <= set(place.texts("out"))
    elif done.code == 0:
        raise AssertionError("a report is said to be there, and is not")


def mend_renamed(place: Place, broken: Done) -> Done:
    """What is there stays; the next call counts on."""
    before = place.texts("out")
    done = says_what_it_found(place, lambda: renamed(place))
    renamed_lead_back(place, done)
    after = place.texts("out")
    assert before.items() <= after.items()
    assert {place.original_of(text) for text in after.values()} == set(TEXTS.values())
    return done


SCENARIOS: Final = {
    "documents in place": Scenario(in_place, papers_lead_back, mend_in_place, 25, prepare_documents),
    "a review copy": Scenario(propose, _REVIEW, mended(propose, _REVIEW), 6, prepare_documents),
    "a sealed copy": Scenario(seal, _SEALED, mended(seal, _SEALED), 6, prepare_review),
    "a list of terms": Scenario(terms, _LIST, mended(terms, _LIST), 6, prepare_review),
    "new names and a report": Scenario(renamed, renamed_lead_back, mend_renamed, 40),
}
