"""NOME's rule (judicial thesis, 1.3): every sequence of two or more capitalised words, with three lists."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.labels import OTHER_NAME
from nescio.core.model import Document, Span
from nescio.core.options import job_options, texts_option
from nescio.packs import Pack
from nescio.packs.lists import read_entries

OPTIONS: Final = {"include": False, "exclude": False, "titles": False}  # files
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*\.?")
_GAP: Final = re.compile(r"[ \t]+")
_SCORE: Final = 0.4  # says that it may be a name, not what it is


class NomeDetector:
    """Claims sequences of capitalised words that no full stop parts, and single ones behind a title.

    Words in capitals alone are no capitalised words: NOME does not see them.
    """

    name = "nome"
    labels = frozenset({OTHER_NAME})

    def __init__(
        self, titles: Collection[str], *, include: Collection[str] = (), exclude: Collection[str] = ()
    ) -> None:
        self._titles = frozenset(title.rstrip(".") for title in titles)
        self._include = frozenset(map(str.casefold, include))
        self._exclude = frozenset(map(str.casefold, exclude))

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> NomeDetector:
        check_options("The detector 'nome'", options, OPTIONS)
        lists = {name: _entries(texts_option(cls.name, options, name)) for name in OPTIONS}
        titles = [*pack.court.finder.titles, *lists["titles"]]
        return cls(titles, include=lists["include"], exclude=lists["exclude"])

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [
            [Span(*place, OTHER_NAME, _SCORE, self.name) for place in self._places(doc.text)] for doc in docs
        ]

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        run: list[re.Match[str]] = []
        titled = False
        for word in _WORD.finditer(text):
            bare = word[0].rstrip(".")
            if run and _GAP.fullmatch(text, run[-1].end(), word.start()) is None:
                yield from self._claim(run, titled=titled)
                run, titled = [], False
            if bare in self._titles:
                yield from self._claim(run, titled=titled)
                run, titled = [], True
            elif _is_capitalised(bare) and bare.casefold() not in self._exclude:
                run.append(word)
                if word[0].endswith("."):  # a full stop parts; that of an initial too
                    yield from self._claim(run, titled=titled)
                    run, titled = [], False
            else:
                yield from self._claim(run, titled=titled)
                run, titled = [], False
                if bare.casefold() in self._include:
                    yield word.start(), word.start() + len(bare)
        yield from self._claim(run, titled=titled)

    def _claim(self, run: Sequence[re.Match[str]], *, titled: bool) -> Iterator[tuple[int, int]]:
        if len(run) > 1 or (run and (titled or run[0][0].rstrip(".").casefold() in self._include)):
            yield run[0].start(), run[-1].start() + len(run[-1][0].rstrip("."))


def _is_capitalised(word: str) -> bool:
    return word[:1].isupper() and (len(word) == 1 or not word.isupper())


def _entries(paths: Sequence[str]) -> list[str]:
    return [entry for path in paths for entry in read_entries(Path(path))]
