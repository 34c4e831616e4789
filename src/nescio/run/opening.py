"""Opens the anonymizer of a call; what the call names wrongly is said now, not once per text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.api import AUTO, Anonymizer
from nescio.config import (
    PSEUDONYM,
    merged,
    method_option,
    policy_option,
    pseudonym_option,
    recall_option,
    terms_option,
)
from nescio.core.errors import ConfigError, known, shown
from nescio.core.options import declared_options
from nescio.files.keys import FoundKey
from nescio.packs import Packs
from nescio.packs.lists import read_entries
from nescio.registry import Registry
from nescio.run.policies import replacement_of
from nescio.run.terms import ListedAnonymizer, TermList

_METHODS: Final = "nescio.methods"


def open_anonymizer(
    language: str = AUTO,
    *,
    config: Path | None = None,
    methods: Sequence[str] = (),
    recall: str | None = None,
    policy: str | None = None,
    terms: Terms | None = None,
    allow_job_options: Sequence[str] = (),
    key: FoundKey | None = None,
    pseudonymity: Pseudonymity | None = None,
    ids: str | None = None,
    listed: TermList | None = None,
) -> Anonymizer:
    """The anonymizer for the wishes of a call: `tag` or `PER=suppress`, a policy, more or less recall."""
    registry = Registry.installed()
    packs = Packs.installed(aliases=registry.label_aliases)
    if language not in (AUTO, *packs.languages):
        raise ConfigError(
            f"There is no language {shown(language)}. {known(language, (AUTO, *packs.languages))}"
        )
    _check_methods(methods, registry, packs)
    hide, keep = (terms or Terms()).read()
    own = pseudonymity or Pseudonymity()
    options = merged(
        replacement_of(policy, methods, packs), method_option(methods), recall_option(recall),
        policy_option(policy), terms_option(hide, keep),
        pseudonym_option(own.manifest, keep_origin=own.keep_origin), _ids_option(ids, methods, registry),
    )  # fmt: skip
    make = Anonymizer if listed is None else partial(ListedAnonymizer, listed)
    anonymizer = make(
        language, config=config, options=options, allow_job_options=allow_job_options,
        registry=registry, packs=packs, key=None if key is None else key.key,
    )  # fmt: skip
    if recall is not None:
        _need_detector(anonymizer, "tagger", "--recall adjusts")
    _need_method(anonymizer, "--manifest" if own.manifest else "--keep-origin" if own.keep_origin else "")
    if hide or keep:
        _need_detector(anonymizer, "lists", "--hide and --keep are for")
    return anonymizer


class Pseudonymity(NamedTuple):
    """What a call says about pseudonyms."""

    manifest: Path | None = None
    keep_origin: bool = False


def _ids_option(ids: str | None, methods: Sequence[str], registry: Registry) -> dict[str, Any]:
    """What `--ids` says to the methods of the call that draw numbers."""
    if ids is None:
        return {}
    names = {registry.resolve(_METHODS, method.rpartition("=")[2]) for method in methods}
    drawing = [n for n in sorted(names) if "ids" in (declared_options(registry.find(_METHODS, n)) or {})]
    if not drawing:
        raise ConfigError("--ids is for methods that draw numbers: choose one, such as --method substitute.")
    return {"replace": {"options": {name: {"ids": ids} for name in drawing}}}


class Terms(NamedTuple):
    """Words of a call that always go or always stay, and files of such words, one per line."""

    hide: Sequence[str] = ()
    hide_lists: Sequence[Path] = ()
    keep: Sequence[str] = ()
    keep_lists: Sequence[Path] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        return (*self.hide_lists, *self.keep_lists)

    def read(self) -> tuple[list[str], list[str]]:
        return _terms(self.hide, self.hide_lists, "--hide"), _terms(self.keep, self.keep_lists, "--keep")


def _terms(words: Sequence[str], lists: Sequence[Path], option: str) -> list[str]:
    if not all(any(map(str.isalnum, word)) for word in words):
        raise ConfigError(f"{option} needs a word: something with a letter or a digit.")
    return [*words, *(entry for path in lists for entry in read_entries(path))]


def _need_detector(anonymizer: Anonymizer, name: str, what: str) -> None:
    detectors = anonymizer.settings(anonymizer.pack.language).get("detect", "detectors")
    if name not in detectors:
        raise ConfigError(
            f"{what} the detector {name!r}, which the configuration does not use; it uses "
            f"{', '.join(detectors) or 'none'}."
        )


def _need_method(anonymizer: Anonymizer, option: str) -> None:
    """An option of pseudonyms that no label has would be passed over in silence."""
    named = anonymizer.settings(anonymizer.pack.language).table("replace").values()
    if option and PSEUDONYM not in named:
        raise ConfigError(f"{option} is for the method {PSEUDONYM!r}; name it too: --method {PSEUDONYM}.")


def _check_methods(methods: Sequence[str], registry: Registry, packs: Packs) -> None:
    for method in methods:
        label, equals, name = method.rpartition("=")
        registry.find(_METHODS, name)
        if equals:
            _check_label(label, packs)


def _check_label(name: str, packs: Packs) -> None:
    """A label may be given in the words of any language."""
    for code in packs.languages:
        try:
            packs.load(code).labels.find(name)
            return
        except ConfigError as error:
            refusal = error
    raise refusal
