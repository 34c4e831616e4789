"""Opens the anonymizer of a call; what the call names wrongly is said now, not once per text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nescio.api import AUTO, Anonymizer
from nescio.config import method_option, policy_option, recall_option
from nescio.core.errors import ConfigError, known, shown
from nescio.packs import Packs
from nescio.registry import Registry


def open_anonymizer(
    language: str = AUTO,
    *,
    config: Path | None = None,
    methods: Sequence[str] = (),
    recall: str | None = None,
    policy: str | None = None,
    allow_job_options: Sequence[str] = (),
) -> Anonymizer:
    """The anonymizer for the wishes of a call: `tag` or `PER=suppress`, a policy, more or less recall."""
    registry = Registry.installed()
    packs = Packs.installed(aliases=registry.label_aliases)
    if language not in (AUTO, *packs.languages):
        raise ConfigError(
            f"There is no language {shown(language)}. {known(language, (AUTO, *packs.languages))}"
        )
    _check_methods(methods, registry, packs)
    options = {**method_option(methods), **recall_option(recall), **policy_option(policy)}
    anonymizer = Anonymizer(
        language,
        config=config,
        options=options,
        allow_job_options=allow_job_options,
        registry=registry,
        packs=packs,
    )
    if recall is not None:
        _need_tagger(anonymizer)
    return anonymizer


def _need_tagger(anonymizer: Anonymizer) -> None:
    detectors = anonymizer.settings(anonymizer.pack.language).get("detect", "detectors")
    if "tagger" not in detectors:
        raise ConfigError(
            "--recall adjusts the detector 'tagger', which the configuration does not use; it uses "
            f"{', '.join(detectors) or 'none'}."
        )


def _check_methods(methods: Sequence[str], registry: Registry, packs: Packs) -> None:
    for method in methods:
        label, equals, name = method.rpartition("=")
        registry.find("nescio.methods", name)
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
