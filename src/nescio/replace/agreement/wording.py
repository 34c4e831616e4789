"""Builds what repairs sentences of one language."""

from __future__ import annotations

from typing import NamedTuple

from nescio.packs import Pack
from nescio.replace.agreement.genders import GenderObserver, Genders, NameUses
from nescio.replace.agreement.genitives import Genitives, KnownNames
from nescio.replace.agreement.grammar import Grammar
from nescio.replace.agreement.repairer import Repairer
from nescio.replace.agreement.speaker import Speaker
from nescio.replace.kinds import Kinds
from nescio.replace.sources import Sources
from nescio.text.folding import key_of


class Wording(NamedTuple):
    """The services of agreement; whoever is built from them keeps only those it asks."""

    grammar: Grammar
    genders: Genders
    observer: GenderObserver
    genitives: Genitives
    speaker: Speaker
    repairer: Repairer


def build_wording(pack: Pack, sources: Sources) -> Wording:
    grammar, dictionary = Grammar(pack.grammar), sources.dictionary
    plurals = frozenset(key_of(item.text) for item in pack.surrogates.places if item.number == "p")
    genders = Genders(grammar, sources.linker, dictionary, plurals=plurals)
    names = KnownNames(pack, dictionary, sources.base)
    genitives = Genitives(pack.grammar.genitive, names.has, names.is_common)
    repairer = Repairer(grammar, frozenset(pack.abbreviations), is_noun=dictionary.is_word)
    uses = NameUses(grammar, genders, sources.types, Kinds(pack.labels))
    speaker = Speaker(repairer, genitives, uses, dictionary)
    return Wording(grammar, genders, GenderObserver(grammar, genders), genitives, speaker, repairer)
