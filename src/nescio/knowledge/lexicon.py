"""The dictionary of one language in one SQLite file: lemmas, and paradigms instead of forms."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from nescio.core.errors import ConfigError, InputError
from nescio.files.whole import keep_private
from nescio.knowledge.words import DictionaryWord, Paradigm, WordForm, paradigm_of
from nescio.packs.files import is_there, make_folder
from nescio.text.encoding import storable

SCHEMA: Final = 1
_ENDING: Final = 12  # letters of a form that an ending may take up
_MANY: Final = 3_000  # terms from which reading all lemmas once takes less time than asking for each
_PLACES: Final = 1 << 22  # of the sieve: far more than there are lemmas
_TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE word (lemma TEXT, pos TEXT, gender TEXT, paradigm INTEGER,
                   PRIMARY KEY (lemma, pos, gender, paradigm)) WITHOUT ROWID;
CREATE TABLE paradigm (id INTEGER PRIMARY KEY, steps TEXT UNIQUE NOT NULL);
CREATE TABLE ending (last TEXT, off TEXT, PRIMARY KEY (last, off)) WITHOUT ROWID;
CREATE TABLE gloss (lemma TEXT, pos TEXT, text TEXT, PRIMARY KEY (lemma, pos)) WITHOUT ROWID;
CREATE TABLE translation (lemma TEXT, pos TEXT, language TEXT, text TEXT,
                          PRIMARY KEY (lemma, pos, language, text)) WITHOUT ROWID;
"""


class _LemmaRow(NamedTuple):
    lemma: str
    pos: str
    gender: str
    paradigm: int


class DictionaryFile:
    """Reads one dictionary file; a form is led back to its lemma by its ending."""

    def __init__(self, path: Path, language: str) -> None:
        self.language = language
        self._path = path
        self._db = _open(path)
        self._asked = 0
        self.find = lru_cache(maxsize=20_000)(self._find)
        self._paradigm = lru_cache(maxsize=2_000)(self._read_paradigm)

    def _find(self, term: str) -> tuple[DictionaryWord, ...]:
        """Every word that the term is a form of, lemmas first."""
        try:
            return self._look_up(storable(term))
        except (sqlite3.Error, ValueError, TypeError, IndexError, AttributeError) as error:
            raise ConfigError(f"The dictionary {self._path.name!r} is damaged; import it again.") from error

    def _look_up(self, term: str) -> tuple[DictionaryWord, ...]:
        found = []
        lemmas = list(dict.fromkeys((term, *self._lemmas(term))))
        self._asked += 1
        if self._asked > _MANY:
            lemmas = [lemma for lemma in lemmas if self._sieve[hash(lemma) % _PLACES]]
        for row in self._rows(lemmas) if lemmas else ():
            word = self._word(row, term)
            if row.lemma == term or any(form.text == term for form in word.forms):
                found.append(word)
        return tuple(found)

    @cached_property
    def _sieve(self) -> bytearray:
        """Says of most words at once that they are no lemma; of compounds every part is asked for."""
        places = bytearray(_PLACES)
        for (lemma,) in self._db.execute("SELECT lemma FROM word"):
            places[hash(lemma) % _PLACES] = 1
        return places

    def _rows(self, lemmas: list[str]) -> list[_LemmaRow]:
        marks = ",".join("?" * len(lemmas))
        sql = f"SELECT lemma, pos, gender, paradigm FROM word WHERE lemma IN ({marks})"  # noqa: S608
        order = {lemma: place for place, lemma in enumerate(lemmas)}
        return sorted(
            (_LemmaRow(*row) for row in self._db.execute(sql, lemmas)), key=lambda r: order[r.lemma]
        )

    def _lemmas(self, term: str) -> Iterator[str]:
        """What the lemma could be, by the endings that forms of this language have."""
        endings, size = self._endings, len(term)
        known = [last for i in range(max(0, size - _ENDING), size + 1) if (last := term[i:]) in endings]
        for last in sorted(known):
            for off in endings[last]:
                yield term[: size - len(last)] + off

    @cached_property
    def _endings(self) -> Mapping[str, Sequence[str]]:
        """Endings of forms to those of lemmas: some hundreds, and most words are looked for in vain."""
        found: dict[str, list[str]] = {}
        for last, off in self._db.execute("SELECT last, off FROM ending ORDER BY last, off"):
            found.setdefault(last, []).append(off)
        return found

    def _word(self, row: _LemmaRow, term: str) -> DictionaryWord:
        forms = self._paradigm(row.paradigm).forms(row.lemma)
        fitting = [form for form in forms if form.text == term]
        number = fitting[0].number if fitting else "s"
        cases = {form.case for form in fitting if form.number == number}
        definition, translations = self._more(row) if self._has_more else ("", {})
        return DictionaryWord(
            row.lemma, self.language, row.pos, row.gender, number,
            cases.pop() if len(cases) == 1 else "", forms, definition, translations,
        )  # fmt: skip

    def _read_paradigm(self, number: int) -> Paradigm:
        [(steps,)] = self._db.execute("SELECT steps FROM paradigm WHERE id = ?", (number,))
        return Paradigm.decode(steps)

    @cached_property
    def _has_more(self) -> bool:
        """Whether any word has a definition or a translation; in dictionaries of forms none has."""
        kinds = ("SELECT 1 FROM gloss LIMIT 1", "SELECT 1 FROM translation LIMIT 1")
        return any(self._db.execute(sql).fetchone() is not None for sql in kinds)

    def _more(self, row: _LemmaRow) -> tuple[str, dict[str, tuple[str, ...]]]:
        """The definition of a word, and its translations by language."""
        key = (row.lemma, row.pos)
        gloss = self._db.execute("SELECT text FROM gloss WHERE lemma = ? AND pos = ?", key).fetchone()
        translations: dict[str, tuple[str, ...]] = {}
        for language, text in self._db.execute(
            "SELECT language, text FROM translation WHERE lemma = ? AND pos = ? ORDER BY language, text", key
        ):
            translations[language] = (*translations.get(language, ()), text)
        return gloss[0] if gloss else "", translations

    def size(self) -> int:
        [(count,)] = self._db.execute("SELECT count(*) FROM word")
        return int(count)

    def close(self) -> None:
        self._db.close()


def _open(path: Path) -> sqlite3.Connection:
    if not is_there(path):
        raise ConfigError(f"There is no dictionary {str(path)!r}.")
    try:
        # Read only and shared by threads: SQLite serialises the calls itself.
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        [(schema,)] = db.execute("SELECT value FROM meta WHERE key = 'schema'")
    except (sqlite3.Error, ValueError) as error:
        raise ConfigError(f"{path.name!r} is not a dictionary of nescio.") from error
    if schema != str(SCHEMA):
        raise ConfigError(f"The dictionary {path.name!r} has schema {schema}; this nescio reads {SCHEMA}.")
    return db


def write_lexicon(path: Path, words: Iterable[DictionaryWord], *, private: bool = False) -> int:
    """Add words to a dictionary file, all of them or none; returns how many were added."""
    make_folder(path.parent)
    is_new = not is_there(path) or path.stat().st_size == 0
    if private:
        keep_private(path)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                if is_new:
                    for statement in _TABLES.split(";"):
                        db.execute(statement)
                    db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
                count = _insert(db, words)
            except BaseException:
                db.execute("ROLLBACK")
                if is_new:
                    path.unlink()
                raise
            db.execute("COMMIT")
            return count
    except sqlite3.Error as error:
        raise InputError(f"The dictionary {path.name!r} cannot be written: {error}.") from error


def _insert(db: sqlite3.Connection, words: Iterable[DictionaryWord]) -> int:
    ids = {steps: id for id, steps in db.execute("SELECT id, steps FROM paradigm")}
    count = 0
    for word in map(_storable, words):
        paradigm = paradigm_of(word.lemma, word.forms or (WordForm(word.lemma),))
        steps = paradigm.encode()
        if steps not in ids:
            ids[steps] = len(ids) + 1
            db.execute("INSERT INTO paradigm VALUES (?, ?)", (ids[steps], steps))
            endings = [(on, off) for _, _, off, on in paradigm.steps]
            db.executemany("INSERT OR IGNORE INTO ending VALUES (?, ?)", endings)
        db.execute(
            "INSERT OR IGNORE INTO word VALUES (?, ?, ?, ?)", (word.lemma, word.pos, word.gender, ids[steps])
        )
        if word.definition:
            db.execute(
                "INSERT OR IGNORE INTO gloss VALUES (?, ?, ?)", (word.lemma, word.pos, word.definition)
            )
        rows = list(_translations(word))
        db.executemany("INSERT OR IGNORE INTO translation VALUES (?, ?, ?, ?)", rows)
        count += 1
    return count


def _storable(word: DictionaryWord) -> DictionaryWord:
    """The word as SQLite can keep it; all that it holds came from a dump."""
    forms = tuple(form._replace(text=storable(form.text)) for form in word.forms)
    translations = {code: tuple(map(storable, texts)) for code, texts in word.translations.items()}
    lemma, definition = storable(word.lemma), storable(word.definition)
    return replace(word, lemma=lemma, forms=forms, definition=definition, translations=translations)


def _translations(word: DictionaryWord) -> Iterator[tuple[str, str, str, str]]:
    for language, texts in word.translations.items():
        for text in texts:
            yield word.lemma, word.pos, language, text
