"""Rules: regular expressions with a label, read from TOML or CSV and compiled to linear-time matchers."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError, known, shown
from nescio.packs.files import is_there, read_toml_text, refuse_unknown

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_QUANTIFIER = re.compile(r"\\.|\[(?:\\.|\[:\w+:\]|[^\]\\])+\]|([*+]|\{\d+,\})", re.DOTALL)
_CSV_LIMIT = 64  # what `*` and `+` mean in a CSV file: bounded, so that matching stays linear


@dataclass(frozen=True, slots=True)
class Rule:
    """One regular expression and what a match of it means."""

    name: str
    label: str
    regex: str
    source: str
    score: float = 0.9
    before: str | None = None
    after: str | None = None
    unless: str | None = None  # what no match may hold: "ISO" in a rule for letters and figures
    unless_before: str | None = None  # what may not stand directly before the match: "Law" in "Law no. 12"
    unless_after: str | None = None  # what may not stand directly after the span: "mg" in "1900 mg"
    boundary: bool = True
    ignore_case: bool = False
    check: str | None = None
    context: tuple[str, ...] = ()
    context_score: float | None = None
    need_context: bool = False
    window: int = 40
    excepted: tuple[str, ...] = ()  # `except` in the file: what matches and is not meant
    cut_stop_words: bool = False  # words that end a name do not belong to the match
    place: str = field(default="", compare=False)  # file and line, for messages
    own: bool = field(default=False, compare=False)  # a user's rule, not one of the language

    def __str__(self) -> str:
        return f"Rule {self.name!r}" + (f" ({self.place})" if self.place else "")


_FIELDS = {"except" if item.name == "excepted" else item.name for item in fields(Rule)} - {"place", "own"}
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "score": (int, float),
    "context_score": (int, float),
    "window": int,
    "boundary": bool,
    "ignore_case": bool,
    "need_context": bool,
    "cut_stop_words": bool,
    "context": list,
    "except": list,
}
_REQUIRED = ("name", "label", "regex", "source")
_TABLES = ("parts", "words", "rule")


def read_rules(path: Path, parts: Mapping[str, str] | None = None) -> list[Rule]:
    """The rules of one file: TOML (`[[rule]]`) or CSV (pattern, class).

    `parts` are fragments of other files that the rules may use besides the file's own.
    """
    if not is_there(path):
        raise ConfigError(f"There is no rule file {str(path)!r}.")
    if path.suffix == ".csv":
        return list(_read_csv(path))
    content, text = _read_toml(path)
    return _rules_of(path, content, text, parts or {})


def read_pack_rules(
    paths: Sequence[Path], words: Mapping[str, Sequence[str]]
) -> tuple[list[Rule], dict[str, str]]:
    """The rules of the files of a language, and the fragments and words that all of them may use."""
    files = [(path, *_read_toml(path)) for path in paths]
    parts: dict[str, str] = {name: _alternatives(entries) for name, entries in words.items()}
    for path, content, _ in files:
        parts |= _parts(content, path.name, parts)
    return [rule for path, content, text in files for rule in _rules_of(path, content, text, parts)], parts


def _rules_of(path: Path, content: Mapping[str, Any], text: str, parts: Mapping[str, str]) -> list[Rule]:
    rules = content.get("rule", [])
    if not isinstance(rules, list) or not all(isinstance(raw, Mapping) for raw in rules):
        raise ConfigError(f"Rule file {path.name!r}: a rule begins with [[rule]].")
    known_parts = {**parts, **_parts(content, path.name, parts), **_words(content, path.name)}
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == "[[rule]]"]
    places = [f"{path.name!r}, line {line}" for line in lines]
    places += [repr(path.name)] * (len(rules) - len(places))  # rules written in another way
    return [_rule(raw, known_parts, place) for raw, place in zip(rules, places, strict=False)]


def refuse_twins(rules: Iterable[Rule]) -> None:
    seen: dict[str, Rule] = {}
    for rule in rules:
        other = seen.setdefault(rule.name, rule)
        if other is not rule:
            places = f" ({other.place} and {rule.place})" if rule.place else ""
            raise ConfigError(f"Two rules have the name {shown(rule.name)}{places}; rename one of them.")


def _read_toml(path: Path) -> tuple[dict[str, Any], str]:
    where = f"Rule file {path.name!r}"
    content, text = read_toml_text(path, where=where)
    refuse_unknown(content, _TABLES, where)
    return content, text


def _parts(content: Mapping[str, Any], file: str, known_parts: Mapping[str, str]) -> dict[str, str]:
    """Each part with the file's words, the parts before it and those of other files put in."""
    raw = content.get("parts", {})
    if not isinstance(raw, Mapping) or not all(isinstance(part, str) for part in raw.values()):
        raise ConfigError(f"Rule file {file!r}: [parts] holds regular expressions as strings.")
    words, parts = _words(content, file), dict[str, str]()
    for name, regex in raw.items():
        parts[name] = _expand(regex, {**known_parts, **words, **parts}, f"Part {shown(name)} in {file!r}")
    return parts


def _words(content: Mapping[str, Any], file: str) -> dict[str, str]:
    words = content.get("words", {})
    if not isinstance(words, Mapping) or not all(_are_strings(entries) for entries in words.values()):
        raise ConfigError(f"Rule file {file!r}: [words] holds lists of strings.")
    return {name: _alternatives(entries) for name, entries in words.items()}


def _are_strings(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _rule(raw: Mapping[str, Any], parts: Mapping[str, str], place: str) -> Rule:
    where = f"Rule {shown(raw.get('name', '?'))} ({place})"
    for key in _REQUIRED:
        if key not in raw:
            raise ConfigError(f"{where} lacks the key {shown(key)}.")
    for key, value in raw.items():
        if key not in _FIELDS:
            raise ConfigError(f"{where} has the key {shown(key)}. {known(key, _FIELDS)}")
        kind = _TYPES.get(key, str)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ConfigError(f"{where}: {shown(key)} must not be of type {type(value).__name__}.")
    for key in ("score", "context_score"):
        if not 0 <= raw.get(key, 0) <= 1:
            raise ConfigError(f"{where}: {shown(key)} is a number from 0 to 1, not {shown(raw[key])}.")
    for key in ("context", "except"):
        if not _are_strings(raw.get(key, [])):
            raise ConfigError(f"{where}: {shown(key)} is a list of strings.")
    if not _NAME.fullmatch(raw["name"]):
        raise ConfigError(f"{where}: a rule's name is written in lower_snake letters.")
    values = {key: value for key, value in raw.items() if key not in ("context", "except")}
    for key in ("regex", "before", "after", "unless", "unless_before", "unless_after"):
        if key in raw:
            values[key] = _expand(raw[key], parts, where)
            _refuse_unbounded(values[key], where)
    context, excepted = tuple(raw.get("context", ())), tuple(raw.get("except", ()))
    return Rule(**values, context=context, excepted=excepted, place=place)


def _alternatives(words: Iterable[str]) -> str:
    """Longest first, so that March wins over Mar."""
    entries = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.sub(r"([.^$*+?()\[\]{}|\\])", r"\\\1", entry) for entry in entries) + ")"


def _expand(regex: str, parts: Mapping[str, str], where: str) -> str:
    """`{month}` becomes the part or the words of that name."""

    def part(match: re.Match[str]) -> str:
        name = match[1]
        if name not in parts:
            raise ConfigError(f"{where} uses the part {{{name}}}. {known(name, parts)}")
        return parts[name]

    return re.sub(r"(?<!\\[pPx])\{([a-z_]+)\}", part, regex)


def _refuse_unbounded(regex: str, where: str) -> None:
    for match in _QUANTIFIER.finditer(regex):
        if match[1]:
            raise ConfigError(
                f"{where} repeats without a bound ({match[1]!r} at {match.start()}), which can take "
                "more than linear time; write {0,30} or the like."
            )


def _read_csv(path: Path) -> Iterator[Rule]:
    for line, pattern, label in read_pairs(path):
        regex = _QUANTIFIER.sub(_bound, pattern)
        name = f"{re.sub(r'[^a-z0-9]+', '_', path.stem.lower())}_{line}"
        yield Rule(f"r_{name}", label, regex, source=path.name, place=f"{path.name!r}, line {line}")


def _bound(match: re.Match[str]) -> str:
    if not match[1]:
        return match[0]
    if match[1] in "*+":
        return f"{{{'0' if match[1] == '*' else '1'},{_CSV_LIMIT}}}"
    low = int(match[1][1:-2])
    return f"{{{low},{max(low, _CSV_LIMIT)}}}"


def read_pairs(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line number, pattern and class of each row of a CSV file."""
    if not is_there(path):
        raise ConfigError(f"There is no file {str(path)!r}.")
    with path.open(encoding="utf-8-sig", newline="") as file:
        try:
            for row in (reader := csv.reader(file)):
                if not row or row[0].startswith("#"):
                    continue
                if len(row) != 2 or not row[0] or not row[1].strip():
                    raise ConfigError(f"{path.name!r}, line {reader.line_num}: a line is 'pattern,class'.")
                yield reader.line_num, row[0], row[1].strip()
        except UnicodeDecodeError as error:
            raise ConfigError(f"{path.name!r} is not written in UTF-8.") from error
        except csv.Error as error:
            raise ConfigError(f"{path.name!r} is not CSV: {error}.") from error
