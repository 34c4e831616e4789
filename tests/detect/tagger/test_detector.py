"""The shipped detector: contracts, bad files, hard input."""

from __future__ import annotations

import json
import shutil
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, PluginError
from nescio.core.model import Document, Span
from nescio.detect.tagger.detector import SHIPPED, TaggerDetector
from nescio.packs import load_pack
from nescio.testing import DetectorContract

pytest.importorskip("numpy")

SENTENCES = {
    "en": ("Yesterday Fatima Haddad flew from Lisbon to Toronto.", {"Fatima Haddad", "Lisbon", "Toronto"}),
    "de": (
        "Frau Annika Schröder arbeitet bei Siemens in München.",
        {"Annika Schröder", "Siemens", "München"},
    ),
    "pt": (
        "Segundo João Ferreira, a Petrobras abriu um escritório em Luanda.",
        {"João Ferreira", "Petrobras", "Luanda"},
    ),
    "es": ("El juez Pablo Iturbe viajó de Sevilla a Bogotá.", {"Pablo Iturbe", "Sevilla", "Bogotá"}),
}


def make(language: str = "en", **options: str) -> TaggerDetector:
    return TaggerDetector.build(load_pack(language), options)


def find(text: str, language: str = "en", **options: str) -> list[Span]:
    [spans] = make(language, **options).detect([Document("d", text, language)])
    return spans


class TestContract(DetectorContract):
    text = "Maria Silva met John Baker in Berlin. The company Siemens was there too."
    language = "en"

    def make(self) -> TaggerDetector:
        return make("en")


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_plain_names_are_found_in_every_language(language: str) -> None:
    text, wanted = SENTENCES[language]
    assert {text[s.start : s.end] for s in find(text, language)} == wanted


def test_spans_are_sorted_and_never_overlap() -> None:
    text = " ".join(text for text, _ in SENTENCES.values()) * 3
    spans = find(text, recall="high")
    assert all(left.end <= right.start for left, right in pairwise(spans))


def test_offsets_count_code_points_after_emoji_and_windows_line_ends() -> None:
    text = "🙂🙂 Hello.\r\n\r\nI met Fatima Haddad in Lisbon.\r\n"
    assert {text[s.start : s.end] for s in find(text)} == {"Fatima Haddad", "Lisbon"}


def test_high_recall_claims_everything_that_precise_claims() -> None:
    text = "Adler said the Commission would meet in Bruges, where Lopes and Acme Holdings wait."
    few = {(s.start, s.end) for s in find(text, recall="precise")}
    many = find(text, recall="high")
    assert all(any(s.start <= a and b <= s.end for s in many) for a, b in few)


@pytest.mark.slow
def test_a_megabyte_without_a_full_stop_is_tagged_in_bounded_memory() -> None:
    words = "we met Fatima Haddad in Lisbon and then walked on along the river "
    text = words * (300_000 // len(words))
    detector = make("en")
    tracemalloc.start()
    [spans] = detector.detect([Document("d", text, "en")])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(spans) > 0.9 * 2 * (len(text) // len(words))
    assert peak < 300_000_000


def test_a_word_without_end_is_no_problem() -> None:
    assert isinstance(find("x" * 200_000), list)


def test_an_unknown_operating_point_names_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="balanced, high, precise"):
        make("en", recall="extreme")


def test_an_unknown_option_is_an_error() -> None:
    with pytest.raises(ConfigError, match="has no option 'recal'"):
        make("en", recal="high")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED, tmp_path / "model"))


@pytest.mark.parametrize("name", ["manifest.json", "weights.npz", "lexicon.npz", "pieces.txt"])
def test_a_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(PluginError, match=f"'{name}' is missing"):
        make("en", model=str(copy))


@pytest.mark.parametrize("name", ["weights.npz", "lexicon.npz", "pieces.txt"])
def test_a_damaged_file_is_refused(copy: Path, name: str) -> None:
    blob = bytearray((copy / name).read_bytes())
    blob[len(blob) // 2] ^= 1
    (copy / name).write_bytes(blob)
    with pytest.raises(PluginError, match=f"'{name}' is damaged"):
        make("en", model=str(copy))


@pytest.mark.parametrize("content", ["{", "[]", '{"format": 1, "format": 2}', '{"format": NaN}'])
def test_a_damaged_manifest_is_refused(copy: Path, content: str) -> None:
    (copy / "manifest.json").write_text(content, encoding="utf-8")
    with pytest.raises(PluginError, match="damaged"):
        make("en", model=str(copy))


def test_a_model_of_another_format_is_refused(copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    (copy / "manifest.json").write_text(json.dumps({**manifest, "format": 99}), encoding="utf-8")
    with pytest.raises(PluginError, match="format 99"):
        make("en", model=str(copy))


def test_the_shipped_files_stay_below_forty_megabytes() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= 40_000_000


DOUBTFUL = (
    "maria was there. The Lantern met Quillon & Sons near the Old Mill, and Trax went to Marsh End. " * 2
)


def test_doubts_are_what_only_the_other_operating_point_finds() -> None:
    claims = find(DOUBTFUL, doubts="high")
    sure = [claim for claim in claims if not claim.is_doubt]
    assert sure == find(DOUBTFUL)
    doubts = {claim[:3] for claim in claims if claim.is_doubt}
    assert doubts == {claim[:3] for claim in find(DOUBTFUL, recall="high")} - {claim[:3] for claim in sure}


def test_without_the_option_there_are_no_doubts_and_a_wrong_one_is_refused() -> None:
    assert not any(claim.is_doubt for claim in find(DOUBTFUL))
    with pytest.raises(ConfigError, match="operating point"):
        make(doubts="loud")
