"""The structures that could hold the word lists, each built, loaded and run over a text."""

from __future__ import annotations

from daachorse import CharwiseDoubleArrayAhoCorasick

from bench.speed.processes import best_seconds, seconds
from nescio.packs import load_pack
from nescio.packs.list_table import build_table, load_table
from nescio.text.folding import fold_entry
from nescio.text.word_matcher import Words


def compare_automata(language: str, text: str) -> dict[str, list[float]]:
    """Structure to seconds of building, of loading, of one pass, and megabytes on disk, for all entries."""
    pack = load_pack(language)
    folders = [folder / "lists" for folder in pack.folders]
    lists = [words for words in pack.lists if words.entries]
    built = seconds(lambda: build_table(lists))
    mapped = seconds(lambda: [load_table(folder) for folder in folders])
    run = best_seconds(lambda: [table.index.find(Words(text)) for table in pack.list_tables])
    size = sum((folder / "compiled.bin").stat().st_size for folder in folders) / 1e6
    entries = sorted({f" {fold_entry(entry)} " for words in lists for entry in words.entries})
    return {
        "sorted keys, mapped (chosen)": [built, mapped, run, size],
        "daachorse, serialised": _daachorse(entries, text),
        **_ahocorasick_rs(entries, text),
    }


def _daachorse(entries: list[str], text: str) -> list[float]:
    kept: list[CharwiseDoubleArrayAhoCorasick] = []
    built = seconds(lambda: kept.append(CharwiseDoubleArrayAhoCorasick(entries)))
    data = kept[0].serialize()
    loaded = seconds(lambda: CharwiseDoubleArrayAhoCorasick.deserialize(data))
    run = best_seconds(lambda: kept[0].find_overlapping(f" {' '.join(Words(text).folded)} "))
    return [built, loaded, run, len(data) / 1e6]


def _ahocorasick_rs(entries: list[str], text: str) -> dict[str, list[float]]:
    try:
        from ahocorasick_rs import AhoCorasick, Implementation
    except ImportError:
        return {}
    kept: list[AhoCorasick] = []
    built = seconds(lambda: kept.append(AhoCorasick(entries, implementation=Implementation.ContiguousNFA)))
    line = f" {' '.join(Words(text).folded)} "
    run = best_seconds(lambda: kept[0].find_matches_as_indexes(line, overlapping=True))
    return {"ahocorasick-rs, cannot be stored": [built, built, run, 0.0]}
