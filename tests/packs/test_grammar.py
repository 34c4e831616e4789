"""The grammar of a language as typed data."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import languages, load_pack
from nescio.packs.grammar import GrammarTable, read_grammar


@pytest.mark.parametrize("code", languages())
def test_every_shipped_grammar_fits_its_shape(code: str) -> None:
    table = load_pack(code).grammar
    assert {item.kind for item in table.determiners} >= {"definite", "indefinite"}
    assert table.prepositions.words or table.prepositions.governs


def test_a_missing_grammar_is_an_empty_one(tmp_path: Path) -> None:
    assert read_grammar(tmp_path / "grammar.toml") == GrammarTable()


def test_a_stem_takes_the_endings_of_its_table() -> None:
    by_name = {item.name: item for item in load_pack("de").grammar.determiners}
    assert by_name["kein"].forms["sf.DAT"] == "keiner"
    assert by_name["euer"].forms["sm.NOM"] == "euer"
    assert by_name["euer"].forms["sf.NOM"] == "eure"
    assert by_name["dieser"].forms["sn.NOM"] == "dieses"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("genus = []", "has the key 'genus'"),
        ("genders = 'm'", "'genders' must be a list, not of type str"),
        ("capital_nouns = 1", "'capital_nouns' must be true or false, not of type int"),
        ("[prepositions]\ngoverns = { zu = 3 }", "'prepositions.governs.zu' must be a list"),
        ("[prepositions]\nlink = []", r"\[prepositions\] has the key 'link'"),
        ("[adjectives]\npairs = [['o']]", "an entry of 'adjectives.pairs' has 2 parts, not 1"),
        ("[owned]\nwords = []", "lacks the key 'owned.mark'"),
        ("[[determiner]]\nkind = 'definite'", "lacks the key 'determiner.name'"),
        ("[[determiner]]\nname='ein'\nstem='ein'\nendings='x'", "takes the endings 'x' of 'stem_endings'"),
        ("[[contraction]]\npreposition='a'\ndeterminer='b'\nforms={}", "names the determiner 'b'"),
    ],
)
def test_what_does_not_fit_is_refused_with_file_and_key(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "de" / "agreement" / "grammar.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=f"^de/agreement/grammar.toml.*{message}"):
        read_grammar(path)


def test_a_language_overrides_what_all_share(tmp_path: Path) -> None:
    shared, own = tmp_path / "shared.toml", tmp_path / "own.toml"
    shared.write_text("genders = ['m']\n[behind_places]\ndateline = 'x'", encoding="utf-8")
    own.write_text("genders = ['f']", encoding="utf-8")
    table = read_grammar(shared, own)
    assert (table.genders, table.behind_places.dateline) == (("f",), "x")
