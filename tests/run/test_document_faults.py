"""Documents, lists and reports on a disk that fails, and in runs that end at every act."""

from __future__ import annotations

from typing import Any, Final

import pytest

from nescio.api import Anonymizer
from nescio.run import opening, term_run
from tests.cli.program import call
from tests.run.document_faults import SCENARIOS, prepare_documents
from tests.run.faults import ERRORS, SUDDEN_ENDS, Place, anonymizer, cases, inject, start

__all__ = ["anonymizer", "start"]  # fixtures


# The longest calls meet the faults that differ most; the others are the same acts of the same writers.
KINDS: Final = {"documents in place": ("kill", "power"), "new names and a report": ("ENOSPC", "kill")}


def _cases(name: str) -> list[Any]:
    return cases(KINDS.get(name, (*ERRORS, *SUDDEN_ENDS)), {name: SCENARIOS[name]})


@pytest.fixture(scope="module")
def warm(anonymizer: Anonymizer, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Readers and writers of documents are imported before the processes part, or each would do it again."""
    place = Place(tmp_path_factory.mktemp("warm"))
    prepare_documents(place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "open_anonymizer", lambda *_, **__: anonymizer)
        patch.setattr(term_run, "open_anonymizer", lambda *_, **__: anonymizer)
        papers, review, out = place / "papers", place / "review.docx", place / "out"
        assert call("propose", papers / "c.docx", "-o", review, "-l", "en").code == 0
        assert call("seal", review, "-o", place / "sealed.docx").code == 0
        assert call("terms", papers, "-o", place / "list.csv", "-l", "en").code == 0
        assert call("anonymize", papers, "-o", out, "-s", place.keys, "--report", place / "r.json").code == 0
        assert call("reidentify", out, "-s", place.keys, "-o", place / "back").code == 0


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("name", "kind"), [case for name in SCENARIOS for case in _cases(name)])
def test_nothing_is_lost_and_no_half_file_is_left(
    start: Place,
    anonymizer: Anonymizer,
    name: str,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(term_run, "open_anonymizer", lambda *_, **__: anonymizer)
    tried = inject(start, name, kind, SCENARIOS)
    with capsys.disabled():
        print(f"\n{name}: {kind}: {tried} injections")
