"""Settings in layers: universal, language, the user's file, options; each value knows its origin."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.core.errors import ConfigError, known
from nescio.core.protocols import Dialect
from nescio.packs import UNIVERSAL, Pack, Packs

Key = tuple[str, ...]
# Keys that had another name; files keep them for ever.
_FORMER: Final[Mapping[Key, Key]] = {("detect", "recognizers"): ("detect", "detectors")}
RECALL: Final = ("high", "balanced", "precise")

# Every key with its type; `*` stands for a name that the user chooses (a label, a part, an option).
_SCHEMA: Mapping[Key, type | tuple[type, ...]] = {
    ("text", "encoding"): str,
    ("detect", "detectors"): list,
    ("detect", "tags", "*"): str,
    ("detect", "options", "*", "*"): object,
    ("vote", "method"): str,
    ("vote", "boundaries"): bool,
    ("vote", "labels", "*"): str,
    ("vote", "options", "*", "*"): object,
    ("second_pass", "enabled"): bool,
    ("second_pass", "passes"): list,
    ("second_pass", "options", "*", "*"): object,
    ("coref", "*"): str,
    ("coref", "options", "*", "*"): object,
    ("decide", "policy"): str,
    ("decide", "options", "*", "*"): object,
    ("replace", "*"): str,
    ("replace", "names", "*"): str,
    ("replace", "options", "*", "*"): object,
    ("output", "format"): str,
}


class Setting(NamedTuple):
    """A value and the layer it came from."""

    value: Any
    origin: str


@dataclass(frozen=True)
class Settings:
    """The merged result; a later layer replaces single values, not whole tables."""

    values: Mapping[Key, Setting]

    def get(self, *key: str) -> Any:
        return self.values[key].value

    def table(self, *prefix: str) -> dict[str, Any]:
        """The keys one level below a prefix with their values."""
        size = len(prefix)
        return {
            key[size]: setting.value
            for key, setting in self.values.items()
            if key[:size] == prefix and len(key) == size + 1
        }

    def options(self, stage: str, part: str) -> dict[str, Any]:
        return self.table(stage, "options", part)


def merge(layers: Iterable[tuple[str, Mapping[str, Any]]]) -> Settings:
    """Later layers win; every key is checked where it was written.

    A layer that names a default (`replace.default`) speaks for all labels: what lower layers
    said about single labels no longer counts.
    """
    values: dict[Key, Setting] = {}
    for origin, layer in layers:
        flat = dict(_flatten(layer, origin))
        for table in {key[0] for key in flat if key[1:] == ("default",)}:
            values = {key: item for key, item in values.items() if key[0] != table or len(key) > 2}
        # Newest last: when two keys are names of one label, the later layer's counts.
        values = {key: item for key, item in values.items() if key not in flat}
        values |= {key: Setting(value, origin) for key, value in flat.items()}
    return Settings(values)


def load_settings(
    pack: Pack, user: UserFile | None, *options: Mapping[str, Any], dialects: Collection[str] = ()
) -> Settings:
    """The settings of one language from all layers."""
    layers: list[tuple[str, Mapping[str, Any]]] = [*pack.settings]
    if user is not None:
        layers += user.layers(pack.language)
    return _with_known_form(merge([*layers, *(("options", layer) for layer in options)]), dialects)


def _with_known_form(settings: Settings, dialects: Collection[str]) -> Settings:
    """The settings, if the form of the output is one that can be written."""
    forms = ("text", "json", *dialects)
    form = settings.values.get(("output", "format"))
    if form is not None and form.value not in forms:
        raise ConfigError(
            f"{form.origin}: 'output.format' cannot be {form.value!r}. {known(form.value, forms)}"
        )
    return settings


def merged(*options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in one: tables are joined, of single values the last counts."""
    whole: dict[str, Any] = {}
    for table in options:
        for name, value in table.items():
            tables = isinstance(value, Mapping) and isinstance(whole.get(name), Mapping)
            whole[name] = merged(whole[name], value) if tables else value
    return whole


def method_option(methods: Iterable[str]) -> dict[str, Any]:
    """Options for `tag` (everything) or `PER=suppress` (one label), as given on a command line."""
    table: dict[str, str] = {}
    for method in methods:
        label, equals, name = method.partition("=")
        table[label if equals else "default"] = name if equals else method
    return {"replace": table} if table else {}


def policy_option(policy: str | None) -> dict[str, Any]:
    """Options for a policy given by name or as a file of the user's own."""
    if policy is None:
        return {}
    if policy.endswith(".toml"):
        return {"decide": {"policy": "own", "options": {"own": {"file": policy}}}}
    return {"decide": {"policy": policy}}


def recall_option(recall: str | None) -> dict[str, Any]:
    """Options for how much the tagger is to find."""
    if recall is None:
        return {}
    if recall not in RECALL:
        raise ConfigError(f"--recall cannot be {recall!r}. {known(recall, RECALL)}")
    return {"detect": {"options": {"tagger": {"recall": recall}}}}


def terms_option(hide: Iterable[str], keep: Iterable[str]) -> dict[str, Any]:
    """Options for words that always go and words that always stay."""
    terms = {name: list(words) for name, words in (("hide", hide), ("keep", keep)) if words}
    return {"detect": {"options": {"lists": terms}}} if terms else {}


@dataclass(frozen=True)
class UserFile:
    """A user's configuration: root keys are languages, `xx` stands for all of them."""

    name: str
    sections: Mapping[str, Mapping[str, Any]]

    def layers(self, language: str) -> list[tuple[str, Mapping[str, Any]]]:
        return [
            (f"{self.name} [{code}]", self.sections[code])
            for code in dict.fromkeys((UNIVERSAL, language))
            if code in self.sections
        ]


def read_user_file(path: Path, packs: Packs, *, dialects: Mapping[str, Dialect]) -> UserFile:
    """A TOML or JSON file, in nescio's own keys or those of a dialect; every section is checked."""
    content = _parse(path)
    sections: dict[str, Mapping[str, Any]] = {}
    for code, section in content.items():
        if code not in packs:
            raise ConfigError(
                f"{path.name!r} has the root key {code!r}; root keys are languages. {known(code, packs)}"
            )
        if not isinstance(section, Mapping):
            raise ConfigError(f"{code!r} in {path.name!r} must be a table of settings.")
        for dialect in dialects.values():
            if dialect.reads_section(section):
                section = dialect.settings(section, where=f"{path.name!r} [{code}]")
                break
        sections[code] = _resolve_files(section, path.parent)
        # What is wrong is refused now, whichever language runs later.
        _with_known_form(merge([(path.name, sections[code])]), dialects)
    return UserFile(path.name, sections)


def left_out(path: Path, dialects: Mapping[str, Dialect]) -> list[tuple[str, str]]:
    """Language and name of each part of another system that a section names and nescio cannot run."""
    return [
        (code, name)
        for dialect in dialects.values()
        for code, section in _parse(path).items()
        for name in dialect.left_out(section)
    ]


def _parse(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        raise ConfigError(f"There is no configuration file {str(path)!r}.")
    try:
        text = path.read_text(encoding="utf-8-sig")
        content = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path.name!r} is not written in UTF-8.") from error
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix == ".json" else "TOML"
        raise ConfigError(f"{path.name!r} is not {kind}: {error}.") from error
    if not isinstance(content, dict):
        raise ConfigError(f"{path.name!r} must hold a table whose keys are languages.")
    return content


def _resolve_files(section: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
    """Paths in options, and a `model` that lies there, are relative to the file they stand in."""
    resolved = dict(section)
    for stage in ("detect", "decide"):
        table = section.get(stage, {})
        options = table.get("options", {}) if isinstance(table, Mapping) else {}
        if isinstance(options, Mapping) and options:
            resolved[stage] = {**table, "options": _resolve_options(options, folder)}
    return resolved


def _resolve_options(options: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    return {
        part: {key: _resolve(key, value, folder) for key, value in values.items()}
        if isinstance(values, Mapping)
        else values
        for part, values in options.items()
    }


def _resolve(key: str, value: Any, folder: Path) -> Any:
    if key in ("files", "include", "exclude", "titles") and isinstance(value, list):
        return [str(folder / item) for item in value]
    if key == "file" and isinstance(value, str):
        return str(folder / value)
    # A model may also be the name of an installed package.
    if key == "model" and isinstance(value, str) and value and (folder / value).exists():
        return str(folder / value)
    return value


def _flatten(layer: Mapping[str, Any], origin: str, prefix: Key = ()) -> Iterator[tuple[Key, Any]]:
    for name, value in layer.items():
        key = _FORMER.get((*prefix, name), (*prefix, name))
        kind = _kind_of(key)
        if kind is not None:
            _check_value(key, value, kind, origin)
            yield key, value
        elif not _is_table(key):
            raise ConfigError(f"{origin}: there is no key {'.'.join(key)!r}. {known(name, _below(prefix))}")
        elif isinstance(value, Mapping):
            yield from _flatten(value, origin, key)
        else:
            raise ConfigError(
                f"{origin}: {'.'.join(key)!r} is a table, not a {type(value).__name__}. "
                f"Its keys: {', '.join(_below(key))}."
            )


def _fits(key: Key, pattern: Key) -> bool:
    return all(part in (name, "*") for name, part in zip(key, pattern, strict=True))


def _kind_of(key: Key) -> type | tuple[type, ...] | None:
    if _is_table(key):
        return None
    fits = [
        kind for known_key, kind in _SCHEMA.items() if len(known_key) == len(key) and _fits(key, known_key)
    ]
    return fits[0] if fits else None


def _is_table(key: Key) -> bool:
    """`replace.options` is a table although `replace.*` takes any label."""
    size = len(key)
    return any(len(k) > size and _fits(key, k[:size]) for k in _SCHEMA)


def _below(prefix: Key) -> list[str]:
    size = len(prefix)
    names = {k[size] for k in _SCHEMA if len(k) > size and _fits(prefix, k[:size])}
    return sorted("any name" if name == "*" else name for name in names)


def _check_value(key: Key, value: Any, kind: type | tuple[type, ...], origin: str) -> None:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool and kind is not object):
        wanted = kind.__name__ if isinstance(kind, type) else "/".join(k.__name__ for k in kind)
        raise ConfigError(
            f"{origin}: {'.'.join(key)!r} must be of type {wanted}, not {type(value).__name__}."
        )
    if isinstance(value, list) and kind is list and not all(isinstance(i, str) for i in value):
        raise ConfigError(f"{origin}: {'.'.join(key)!r} must be a list of strings.")
