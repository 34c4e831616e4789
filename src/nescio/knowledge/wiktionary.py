"""Importers for Wiktionary: extracts as JSON lines, and the dumps of an edition in MediaWiki XML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import regex

from nescio.core.errors import ConfigError, InputError
from nescio.knowledge.streams import BadEntries, entries, list_of, map_of, open_dump, reading, text_of
from nescio.knowledge.words import DictionaryWord, WordForm
from nescio.packs import Pack
from nescio.packs.wiktionary import PageRules

_POS: Final = {
    "noun": "noun", "name": "proper", "proper": "proper", "verb": "verb", "adj": "adj", "adv": "adv",
    "prep": "adp", "postp": "adp", "adp": "adp",
}  # fmt: skip
_GENDERS: Final = {"masculine": "m", "feminine": "f", "neuter": "n", "common": "o"}
_CASES: Final = {"nominative": "NOM", "accusative": "ACC", "dative": "DAT", "genitive": "GEN"}
_DEFINITION: Final = 200  # characters that are kept
_QUOTES: Final = regex.compile(r"'{2,}")  # bold and italics


def read_extract(
    path: Path, language: str, *, translations: Sequence[str] = (), passed_over: BadEntries | None = None
) -> Iterator[DictionaryWord]:
    """The words of one language in a wiktextract (kaikki) file; a cut or foreign file is refused.

    An entry that cannot be read is passed over, and counted.
    """
    bad = passed_over or BadEntries()
    for _, entry in entries(path, "Wiktionary extracts", passed_over=bad):
        try:
            word = _from_extract(entry, language, translations)
        except ValueError:
            bad.number += 1
            continue
        if word is not None:
            yield word


def _from_extract(
    entry: Mapping[str, Any], language: str, translations: Sequence[str]
) -> DictionaryWord | None:
    """The word of an entry; None if it is of another language. A ValueError says that it is no entry."""
    word = text_of(entry.get("word"))
    if not word or text_of(entry.get("lang_code")) != language:
        return None
    senses = [map_of(sense) for sense in list_of(entry.get("senses"))]
    tags = {*_texts(entry.get("tags")), *(tag for sense in senses for tag in _texts(sense.get("tags")))}
    for template in list_of(entry.get("head_templates")):
        expansion = text_of(map_of(template).get("expansion"))
        tags |= set(regex.findall(r"\b(masculine|feminine|neuter)\b", expansion))
        match = regex.match(r".*?\s([mfn])(?:\s|$)", expansion)
        tags |= {name for name, letter in _GENDERS.items() if match and letter == match[1]}
    gender = next((letter for name, letter in _GENDERS.items() if name in tags), "")
    glosses = [gloss for sense in senses for gloss in _texts(sense.get("glosses"))]
    return DictionaryWord(
        word, language, _POS.get(text_of(entry.get("pos")), "other"), gender,
        forms=tuple(dict.fromkeys((WordForm(word), *_forms(list_of(entry.get("forms")))))),
        definition=glosses[0][:_DEFINITION] if glosses else "",
        translations=_lent(list_of(entry.get("translations")), translations),
    )  # fmt: skip


def _texts(value: Any) -> list[str]:
    return [text_of(item) for item in list_of(value)]


def _lent(items: Sequence[Any], wanted: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The translations into the languages that are wanted."""
    lent: dict[str, dict[str, None]] = {}
    for item in map(map_of, items):
        code = text_of(item.get("lang_code")) or text_of(item.get("code"))
        if code in wanted and (word := text_of(item.get("word"))):
            lent.setdefault(code, {})[word] = None
    return {code: tuple(words) for code, words in lent.items()}


def _forms(forms: Sequence[Any]) -> Iterator[WordForm]:
    for item in map(map_of, forms):
        tags, text = set(_texts(item.get("tags"))), text_of(item.get("form"))
        if not text or ":" in text or ";" in text or not tags & {"plural", "singular", *_CASES}:
            continue
        case = next((short for name, short in _CASES.items() if name in tags), "")
        yield WordForm(text, "p" if "plural" in tags else "s", case)


def read_dump(path: Path, pack: Pack, *, translations: Sequence[str] = ()) -> Iterator[DictionaryWord]:
    """The words of a language in the MediaWiki XML dump of its own edition."""
    rules = need_page_rules(pack)
    with reading(path, "MediaWiki dumps"), open_dump(path) as file:
        title = ""
        try:
            for _, element in ElementTree.iterparse(file, events=("end",)):  # noqa: S314 - entities are not expanded from outside
                name = element.tag.rpartition("}")[2]
                if name == "title":
                    title = element.text or ""
                elif name == "text" and element.text and ":" not in title:
                    yield from read_page(title, element.text, pack.language, rules, translations)
                if name == "page":
                    element.clear()
        except ElementTree.ParseError as error:
            raise InputError(f"{path.name!r} is not a whole MediaWiki dump: {error}.") from error


def need_page_rules(pack: Pack) -> PageRules:
    """The marks of the language's own edition, which reading a page needs."""
    if pack.page_rules is None:
        raise ConfigError(f"The language {pack.language!r} has no rules for pages of Wiktionary.")
    return pack.page_rules


def read_page(
    title: str, text: str, language: str, rules: PageRules, translations: Sequence[str] = ()
) -> Iterator[DictionaryWord]:
    """The words of one page; nothing if it has no section of the language."""
    start = rules.section.search(text)
    if start is None:
        return
    end = next((m.start() for m in rules.other.finditer(text, start.end())), len(text))
    section = text[start.start() : end]
    marks = sorted(
        (match.start(), match.end(), pos)
        for pattern, pos in rules.words
        for match in pattern.finditer(section)
    )
    for place, (begin, finish, pos) in enumerate(marks):
        body = section[begin : marks[place + 1][0] if place + 1 < len(marks) else len(section)]
        gender = next((letter for pattern, letter in rules.genders if pattern.search(body)), "")
        forms = [
            WordForm(match[1].strip(), number, case)
            for pattern, number, case in rules.forms
            for match in pattern.finditer(body)
            if match[1].strip() and not regex.search(r"[:;{}\[\]|—–]", match[1])
        ]
        meaning = rules.definition.search(section, finish, begin + len(body))
        yield DictionaryWord(
            title, language, pos, gender, forms=tuple(dict.fromkeys((WordForm(title), *forms))),
            definition=_plain(meaning[1])[:_DEFINITION] if meaning else "",
            translations=_translations(body, rules, translations),
        )  # fmt: skip


def _translations(body: str, rules: PageRules, wanted: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for match in rules.translation.finditer(body) if rules.translation and wanted else ():
        if match["code"] in wanted:
            found.setdefault(match["code"], []).append(match["word"].strip())
    return {code: tuple(words) for code, words in found.items()}


def _plain(markup: str) -> str:
    """Wiki markup as text: links by what they show, templates left out."""
    text = _links_shown(regex.sub(r"\{\{[^{}]*\}\}", "", markup))
    tagged = text.rfind(">") + 1  # behind the last tag nothing is searched for the end of one
    head = regex.sub(r"<[^>]+>|'{2,}", "", text[:tagged])
    return f"{head}{_QUOTES.sub('', text[tagged:])}".strip()


def _links_shown(text: str) -> str:
    """`[[a|b]]` as `b` and `[[a]]` as `a`; each bracket is looked at once, however many stand open."""
    pieces: list[str] = []
    read = 0
    while (opened := text.find("[[", read)) >= 0 and (closed := text.find("]", opened)) >= 0:
        if text.startswith("]]", closed):
            target, bar, shown = text[opened + 2 : closed].partition("|")
            pieces += (text[read:opened], shown if bar else target)
            read = closed + 2
        else:
            pieces.append(text[read : closed + 1])
            read = closed + 1
    return "".join([*pieces, text[read:]])
