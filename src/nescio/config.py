"""Settings in layers: universal, language, the user's file, options; each value knows its origin."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.core.errors import ConfigError, known, shown
from nescio.core.plain_json import PlainJsonError, place_of_fault, read_json
from nescio.core.protocols import Dialect
from nescio.packs import UNIVERSAL, Pack, Packs
from nescio.packs.files import is_there, read_file

Key = tuple[str, ...]
# Keys that had another name; files keep them for ever.
_FORMER: Final[Mapping[Key, Key]] = {("detect", "recognizers"): ("detect", "detectors")}
PSEUDONYM: Final = "pseudonym"  # the method with options of its own on the command line
LEARNT: Final = "learnt"  # the policy that a model decides
RECALL: Final = {"high": 0.25, "balanced": 1.0, "precise": 1.0}  # share of the floors of trust that counts


class KeyRule(NamedTuple):
    """The type of a key, and whether a job may bring it."""

    kind: type[Any]
    from_jobs: str


FREELY: Final = "freely"  # a job may set it
BY_PART: Final = "by part"  # a job may, if the part that is named says so of itself
NEVER: Final = "never"  # only the user sets it: it reaches a file, or what else a job must not reach

# Every key; `*` stands for a name that the user chooses (a label, a part, an option).
_SCHEMA: Mapping[Key, KeyRule] = {
    ("text", "encoding"): KeyRule(str, NEVER),
    ("detect", "detectors"): KeyRule(list, BY_PART),
    ("detect", "tags", "*"): KeyRule(str, FREELY),
    ("detect", "options", "*", "*"): KeyRule(object, BY_PART),
    ("vote", "method"): KeyRule(str, BY_PART),
    ("vote", "boundaries"): KeyRule(bool, FREELY),
    ("vote", "labels", "*"): KeyRule(str, BY_PART),
    ("vote", "witness"): KeyRule(str, FREELY),
    ("vote", "witnessed", "*"): KeyRule(list, FREELY),
    ("vote", "bounded", "*"): KeyRule(list, FREELY),
    ("vote", "doubting"): KeyRule(float, FREELY),
    ("vote", "trust", "*", "*"): KeyRule(float, FREELY),
    ("vote", "options", "*", "*"): KeyRule(object, BY_PART),
    ("second_pass", "enabled"): KeyRule(bool, FREELY),
    ("second_pass", "passes"): KeyRule(list, BY_PART),
    ("second_pass", "options", "*", "*"): KeyRule(object, BY_PART),
    ("coref", "*"): KeyRule(str, BY_PART),
    ("coref", "options", "*", "*"): KeyRule(object, BY_PART),
    ("decide", "policy"): KeyRule(str, BY_PART),
    ("decide", "options", "*", "*"): KeyRule(object, BY_PART),
    ("replace", "*"): KeyRule(str, BY_PART),
    ("replace", "names", "*"): KeyRule(str, NEVER),
    ("replace", "options", "*", "*"): KeyRule(object, BY_PART),
    ("output", "format"): KeyRule(str, NEVER),
    ("job", "allow"): KeyRule(list, NEVER),
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
            f"{form.origin}: 'output.format' cannot be {shown(form.value)}. {known(form.value, forms)}"
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
    """Options for a policy given by name, as a file of the user's own, or as a model: `learnt:FILE`."""
    if policy is None:
        return {}
    name, colon, file = policy.partition(":")
    if colon and name == LEARNT:
        return {"decide": {"policy": LEARNT, "options": {LEARNT: {"file": file}}}}
    if policy.endswith(".toml"):
        return {"decide": {"policy": "own", "options": {"own": {"file": policy}}}}
    return {"decide": {"policy": policy}}


def pseudonym_option(manifest: Path | None, *, keep_origin: bool) -> dict[str, Any]:
    """Options for the world of pseudonyms."""
    wish = {
        **({"manifest": str(manifest)} if manifest else {}),
        **({"keep_origin": True} if keep_origin else {}),
    }
    return {"replace": {"options": {PSEUDONYM: wish}}} if wish else {}


def recall_option(recall: str | None) -> dict[str, Any]:
    """Options for how much the tagger is to find, and how easily the vote believes it."""
    if recall is None:
        return {}
    if recall not in RECALL:
        raise ConfigError(f"--recall cannot be {shown(recall)}. {known(recall, RECALL)}")
    return {"detect": {"options": {"tagger": {"recall": recall}}}, "vote": {"doubting": RECALL[recall]}}


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
                f"{path.name!r} has the root key {shown(code)}; root keys are languages. {known(code, packs)}"
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
    if not is_there(path):
        raise ConfigError(f"There is no configuration file {str(path)!r}.")
    try:
        text = read_file(path, where=repr(path.name)).decode("utf-8-sig")
        content = read_json(text) if path.suffix == ".json" else tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path.name!r} is not written in UTF-8.") from error
    except PlainJsonError as error:
        place = place_of_fault(text)
        said = f"line {place[0]}, column {place[1]}" if place else str(error)
        raise ConfigError(f"{path.name!r} is not JSON: {said}.") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path.name!r} is not TOML: {error}.") from error
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
        return [str(folder / item) if isinstance(item, str) else item for item in value]
    if key == "file" and isinstance(value, str):
        return str(folder / value)
    # A model may also be the name of an installed package.
    if key == "model" and isinstance(value, str) and value and (folder / value).exists():
        return str(folder / value)
    return value


def _flatten(layer: Mapping[str, Any], origin: str, prefix: Key = ()) -> Iterator[tuple[Key, Any]]:
    for name, value in layer.items():
        key = current_key((*prefix, name))
        rule = rule_of(key)
        if rule is not None:
            _check_value(key, value, rule.kind, origin)
            yield key, value
        elif not is_table(key):
            raise ConfigError(
                f"{origin}: there is no key {shown('.'.join(key))}. {known(name, names_below(prefix))}"
            )
        elif isinstance(value, Mapping):
            yield from _flatten(value, origin, key)
        else:
            raise ConfigError(
                f"{origin}: {shown('.'.join(key))} is a table, not a {type(value).__name__}. "
                f"Its keys: {', '.join(names_below(key))}."
            )


def current_key(key: Key) -> Key:
    """The key itself, or the one that took its place."""
    return _FORMER.get(key, key)


def _fits(key: Key, pattern: Key) -> bool:
    return all(part in (name, "*") for name, part in zip(key, pattern, strict=True))


def rule_of(key: Key) -> KeyRule | None:
    """What holds for a key; None if it is a table, or unknown."""
    if is_table(key):
        return None
    fits = [rule for pattern, rule in _SCHEMA.items() if len(pattern) == len(key) and _fits(key, pattern)]
    return fits[0] if fits else None


def is_table(key: Key) -> bool:
    """`replace.options` is a table although `replace.*` takes any label."""
    size = len(key)
    return any(len(k) > size and _fits(key, k[:size]) for k in _SCHEMA)


def names_below(prefix: Key) -> list[str]:
    """What may stand in a table."""
    size = len(prefix)
    names = {k[size] for k in _SCHEMA if len(k) > size and _fits(prefix, k[:size])}
    return sorted("any name" if name == "*" else name for name in names)


def wanted_instead(value: Any, kind: type[Any]) -> str | None:
    """What a value should be, if it is not of its kind."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind not in (bool, object)):
        return f"of type {kind.__name__}, not {type(value).__name__}"
    if isinstance(value, list) and kind is list and not all(isinstance(item, str) for item in value):
        return "a list of strings"
    return None


def _check_value(key: Key, value: Any, kind: type[Any], origin: str) -> None:
    wanted = wanted_instead(value, kind)
    if wanted is not None:
        raise ConfigError(f"{origin}: {shown('.'.join(key))} must be {wanted}.")
