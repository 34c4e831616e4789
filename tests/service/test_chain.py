"""One nescio as the remote detector of another, over a real server."""

from __future__ import annotations

from pathlib import Path

import pytest

import nescio
from nescio.core.errors import JobError
from tests.service.serving import FORMS, Served, free_port, key_for, serving

TEXT = "Grüße 😀 an anna@example.org und 10.1.2.3."


def _config(folder: Path, url: str, more: str = "") -> Path:
    path = folder / "remote.toml"
    path.write_text(
        '[xx.detect]\ndetectors = ["remote/other"]\n\n[xx.detect.options."remote/other"]\n'
        f'url = "{url}/v1/ner"\nretries = 0\n{more}\n',
        encoding="utf-8",
    )
    return path


def test_what_the_other_finds_is_found(server: Served, tmp_path: Path) -> None:
    found = nescio.load("en", config=_config(tmp_path, server.url), method="tag").anonymize(TEXT)
    assert found.text == "Grüße 😀 an [EMAIL1] und [IP1]."
    assert {span.maker for span in found.job.voted or ()} == {"remote/other"}


def test_a_key_opens_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = key_for(tmp_path / "state", "remote", "--scope", "detect")["authorization"].removeprefix("Bearer ")
    monkeypatch.setenv("OTHER_KEY", key)
    with serving(tmp_path / "state", *FORMS) as server:
        with pytest.raises(JobError, match="does not answer"):
            nescio.load("en", config=_config(tmp_path, server.url)).anonymize(TEXT)
        config = _config(tmp_path, server.url, 'key = "env:OTHER_KEY"')
        assert "anna" not in nescio.load("en", config=config).anonymize(TEXT).text


def test_without_the_other_a_text_fails_unless_it_may_go_on(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(JobError, match="does not answer"):
        nescio.load("en", config=_config(tmp_path, url)).anonymize(TEXT)
    result = nescio.load("en", config=_config(tmp_path, url, 'on_failure = "go_on"')).anonymize(TEXT)
    assert result.text == TEXT
    assert "no_answer: remote/other" in [note.code for note in result.job.notes]
