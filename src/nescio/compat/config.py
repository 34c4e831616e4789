"""Translates a language section of the thesis's configuration (appendix B.1) into nescio's settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nescio.compat.names import METHODS
from nescio.core.errors import ConfigError, known, shown

_NER = {
    "nerservice": str,
    "localner": Mapping,
    "remotener": Mapping,
    "dictionaries": list,
    "regexp": list,
    "parallel": Mapping,
    "secondpass": int,
    "coreference": Mapping,
    "voting": str,
}
_ANON = {
    "methods": Mapping,
    "converttags": Mapping,
    "delimiters": list,
    "output": str,
}
_OWN_DETECTOR = "tagger"
_SINGLE = "none"  # the linker of classes that have no rule of coreference
_OUTPUTS = {"json": "thesis", "plaintext": "text"}
# The thesis names classes of its own code; the word in their names tells what they do.
_LINKERS = (("simple", "surface"), ("default", "names"), ("coref", "names"))
_VOTERS = ("cascade", "majority", "weighted", "union")


def is_thesis_section(section: Mapping[str, Any]) -> bool:
    """A section is the thesis's if it has one of its keys, grouped under `ner` and `anon` or not."""
    keys = {"ner", "anon", *_NER, *_ANON} - {"output"}
    # "output" is a word of both: the thesis's is a string, nescio's a table.
    return not keys.isdisjoint(section) or isinstance(section.get("output"), str)


def translate_section(section: Mapping[str, Any], *, where: str) -> dict[str, Any]:
    """The same wishes in nescio's keys; an unknown or mistyped key is an error that names it."""
    ner, anon = _split(section, where)
    _check_types(ner, _NER, where)
    _check_types(anon, _ANON, where)
    settings: dict[str, Any] = {"detect": _detect(ner, anon, where)}
    if "secondpass" in ner:
        settings["second_pass"] = {"enabled": bool(ner["secondpass"])}
    if "coreference" in ner:
        rules = {tag: _linker(name, where) for tag, name in ner["coreference"].items()}
        settings["coref"] = {"default": _SINGLE, **rules}
    if "voting" in ner:
        settings["vote"] = {"method": _voter(ner["voting"], where)}
    settings["replace"] = _replace(anon, where)
    if "output" in anon:
        if anon["output"] not in _OUTPUTS:
            raise ConfigError(
                f"{where}: 'output' cannot be {shown(anon['output'])}. {known(anon['output'], _OUTPUTS)}"
            )
        settings["output"] = {"format": _OUTPUTS[anon["output"]]}
    return settings


def _split(section: Mapping[str, Any], where: str) -> tuple[dict[str, Any], dict[str, Any]]:
    for group in ("ner", "anon"):
        if not isinstance(section.get(group, {}), Mapping):
            raise ConfigError(f"{where}: {group!r} must be a table of settings.")
    ner = dict(section.get("ner", {}))
    anon = dict(section.get("anon", {}))
    for key, value in section.items():
        if key in _NER:
            ner[key] = value
        elif key in _ANON or _is_method(value):
            anon[key] = value
        elif key not in ("ner", "anon"):
            raise ConfigError(
                f"{where}: there is no key {shown(key)}. {known(key, ('ner', 'anon', *_NER, *_ANON))}"
            )
    return ner, anon


def _is_method(value: Any) -> bool:
    return isinstance(value, Mapping) and "class" in value


def _check_types(part: Mapping[str, Any], schema: Mapping[str, Any], where: str) -> None:
    for key, value in part.items():
        if _is_method(value):
            continue
        if key not in schema:
            raise ConfigError(f"{where}: there is no key {shown(key)}. {known(key, schema)}")
        if not isinstance(value, schema[key]):
            wanted = schema[key].__name__
            raise ConfigError(f"{where}: {shown(key)} must be of type {wanted}, not {type(value).__name__}.")


def _detect(ner: Mapping[str, Any], anon: Mapping[str, Any], where: str) -> dict[str, Any]:
    main, options = _main(ner, where)
    parallel, more = _parallel(ner.get("parallel", {}), where)
    detect: dict[str, Any] = {"options": {**options, **more}}
    if main or parallel:
        # Parallel classifiers stand beside the main one; where the main one is a program of another
        # system, nescio's own takes its place.
        detect["detectors"] = ["patterns", *(main or [_OWN_DETECTOR]), "lists", *parallel]
    if "regexp" in ner:
        detect["options"]["patterns"] = {"files": list(ner["regexp"])}
    if "dictionaries" in ner:
        detect["options"]["lists"] = {"files": list(ner["dictionaries"])}
    if "converttags" in anon:
        detect["tags"] = dict(anon["converttags"])
    return detect


def _main(ner: Mapping[str, Any], where: str) -> tuple[list[str], dict[str, Any]]:
    service = ner.get("nerservice")
    if service is None:
        return [], {}
    if service == "remote":
        name, options = _remote(ner.get("remotener", {}), f"{where}: 'remotener'")
        return [name], {name: options}
    if service != "local":
        raise ConfigError(
            f"{where}: 'nerservice' cannot be {shown(service)}. {known(service, ('local', 'remote'))}"
        )
    local = ner.get("localner", {})
    _need(local, ("model", "classifier"), f"{where}: 'localner'")
    # A classifier that is a part of nescio is used; a program of another system cannot be
    # run here, and its place is taken by nescio's own detectors, which `config check` says.
    name = str(local["classifier"])
    return ([name], {name: {"model": local["model"]}}) if re.fullmatch(r"[a-z_]+", name) else ([], {})


def foreign_classifier(section: Mapping[str, Any]) -> str | None:
    """The local classifier that a section names and nescio cannot run, such as a Java archive."""
    local = {**section.get("ner", {}), **section}.get("localner")
    name = str(local.get("classifier", "")) if isinstance(local, Mapping) else ""
    return name if name and not re.fullmatch(r"[a-z_]+", name) else None


def _parallel(parallel: Mapping[str, Any], where: str) -> tuple[list[str], dict[str, Any]]:
    where = f"{where}: 'parallel'"
    for key in parallel:
        if key not in ("state", "paralleltags", "classifiers"):
            raise ConfigError(
                f"{where} has no key {shown(key)}. {known(key, ('state', 'paralleltags', 'classifiers'))}"
            )
    for key in ("paralleltags", "classifiers"):
        if not isinstance(parallel.get(key, []), list):
            raise ConfigError(f"{where}: {shown(key)} must be a list.")
    if not parallel.get("state", 0):
        return [], {}
    names, options = [], {}
    for entry in parallel.get("classifiers", []):
        name, values = _remote(entry, f"{where}: a classifier")
        if "paralleltags" in parallel:
            values["labels"] = list(parallel["paralleltags"])
        names.append(name)
        options[name] = values
    return names, options


def _remote(entry: Any, where: str) -> tuple[str, dict[str, Any]]:
    _need(entry, ("url", "classifier"), where)
    name = f"remote/{entry['classifier']}"
    return name, {"url": entry["url"], "classifier": entry["classifier"]}


def _need(entry: Any, keys: tuple[str, ...], where: str) -> None:
    for key in keys:
        if not isinstance(entry, Mapping) or not isinstance(entry.get(key), str):
            raise ConfigError(f"{where} needs the keys {', '.join(keys)}, each a string.")


def _linker(name: Any, where: str) -> str:
    if isinstance(name, str):
        if re.fullmatch(r"[a-z_]+", name):
            return name
        for word, linker in _LINKERS:
            if word in name.lower():
                return linker
    raise ConfigError(
        f"{where}: 'coreference' names {shown(name)}; write the name of a linker, such as 'surface'."
    )


def _voter(name: str, where: str) -> str:
    for voter in _VOTERS:
        if voter in name.lower():
            return voter
    if re.fullmatch(r"[a-z_]+", name):
        return name
    if re.search("vot", name, re.IGNORECASE):
        return "cascade"  # the thesis's default voting, whatever its class is called
    raise ConfigError(f"{where}: 'voting' cannot be {shown(name)}. {known(name, _VOTERS)}")


def _replace(anon: Mapping[str, Any], where: str) -> dict[str, Any]:
    replace: dict[str, Any] = {
        tag: METHODS.get(method, method) for tag, method in anon.get("methods", {}).items()
    }
    options: dict[str, dict[str, Any]] = {}
    for label, value in anon.items():
        if _is_method(value):
            name, given = _own_method(label, value, where)
            replace.setdefault("names", {})[label] = name
            options |= {name: given} if given else {}
    if "delimiters" in anon:
        pair = anon["delimiters"]
        if len(pair) != 2 or not all(isinstance(item, str) for item in pair):
            raise ConfigError(f'{where}: \'delimiters\' is a pair of strings, such as ["[", "]"].')
        options["tag"] = {"open": pair[0], "close": pair[1]}
    return {**replace, "options": options} if options else replace


def _own_method(label: str, value: Mapping[str, Any], where: str) -> tuple[str, dict[str, Any]]:
    """What nescio calls a method that a section registers under a label of its own, and its options."""
    method, given = METHODS.get(value["class"], value["class"]), value.get("options", {})
    if not isinstance(method, str) or not re.fullmatch(r"[a-z_-]+", method):
        raise ConfigError(
            f"{where}: 'class' of {shown(label)} must be the name of a method of nescio or of a plug-in, "
            "such as 'suppress'; code of another system cannot be run here."
        )
    # A method with options of its own is another instance of it: two labels may differ in them.
    return (f"{method}/{label}", dict(given)) if isinstance(given, Mapping) and given else (method, {})
