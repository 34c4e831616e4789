"""`nescio propose` and `nescio seal`: no other command takes a review copy for a document."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from nescio.decide.learnt import SHIPPED
from tests.cli.program import call, refused
from tests.formats.planted_docx import paragraph, run, small_docx

TEXT = "The applicant, Zoe Harrow, met Judge Ida Wren. Later Zoe Harrow left."


@pytest.fixture
def review(tmp_path: Path) -> Path:
    source, copy = tmp_path / "decision.docx", tmp_path / "review.docx"
    source.write_bytes(small_docx(paragraph(run(TEXT))))
    done = call("propose", source, "-l", "en", "-o", copy)
    assert (done.code, "not for publication" in done.err) == (0, True)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    return copy


@pytest.mark.parametrize("command", ["anonymize", "terms", "inspect"])
def test_every_command_that_reads_documents_refuses_a_review_copy(
    command: str, review: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out.docx"
    done = call(command, review, *(["-o", target] if command == "anonymize" else []))
    assert (done.code, done.out, "not for publication" in done.err) == (1, b"", True)
    assert not target.exists()


def test_what_was_proposed_is_sealed_without_the_name(review: Path, tmp_path: Path) -> None:
    public = tmp_path / "public.docx"
    assert call("seal", review, "-o", public).code == 0
    assert "Zoe" not in call("detect", public, "-l", "en").text
    assert review.exists()


def test_a_model_of_another_version_is_one_sentence_and_nothing_is_written(tmp_path: Path) -> None:
    source, model, target = tmp_path / "d.docx", tmp_path / "old.json", tmp_path / "review.docx"
    source.write_bytes(small_docx(paragraph(run(TEXT))))
    model.write_text(
        json.dumps({**json.loads(SHIPPED.read_bytes()), "nescio_decisions": 99}), encoding="utf-8"
    )
    refused("propose", source, "-o", target, "--policy", f"learnt:{model}", code=2, saying="another version")
    assert not target.exists()
