"""The terms of files, by the whole pipeline or by NOME's rule alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.api import Anonymizer
from nescio.config import merged, method_option, policy_option
from nescio.core.errors import ConfigError, known, shown
from nescio.files.lines import Opener
from nescio.run.formats import Formats
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.reports import reason, why_failed
from nescio.run.sources import find_sources
from nescio.run.terms import Term, list_terms

RULES: Final = ("nescio", "nome")


class TermWish(NamedTuple):
    """How terms are found and proposed; the lists are NOME's inclusion, exclusion and title lists."""

    policy: str = "learnt"
    method: str = "initials"
    rule: str = "nescio"
    titles: tuple[Path, ...] = ()
    include: tuple[Path, ...] = ()
    exclude: tuple[Path, ...] = ()


def find_terms(
    paths: Sequence[str] | None, wish: TermWish, *, language: str, config: Path | None, stdin: Opener
) -> tuple[list[Term], list[str]]:
    """The terms of all inputs in one list, and why inputs could not be read."""
    anonymizer = _open(wish, language, config)
    found = find_sources(paths, Formats.of_anonymizer(anonymizer, None, {}), stdin=stdin)
    jobs, failures = [], list[str]()
    for source in found.sources:
        try:
            done = anonymizer.run(source.jobs(source.read()))
            failures += [
                f"{source.name}: {failure}" for job in done if (failure := why_failed(job)) is not None
            ]
            jobs += [job for job in done if job.failure is None]
        except Exception as error:
            failures.append(f"{source.name}: {reason(error)}")
    return list_terms(jobs), failures


def _open(wish: TermWish, language: str, config: Path | None) -> Anonymizer:
    if wish.rule not in RULES:
        raise ConfigError(f"--rule cannot be {shown(wish.rule)}. {known(wish.rule, RULES)}")
    if wish.rule == "nescio":
        if wish.titles:
            raise ConfigError("--title-list is for --rule nome; nescio's own titles stand in its languages.")
        terms = Terms(hide_lists=wish.include, keep_lists=wish.exclude)
        return open_anonymizer(
            language, config=config, methods=[wish.method], policy=wish.policy, terms=terms
        )
    return Anonymizer(language, config=config, options=_nome(wish))


def _nome(wish: TermWish) -> dict[str, Any]:
    lists = {"include": wish.include, "exclude": wish.exclude, "titles": wish.titles}
    options = {name: [str(path) for path in paths] for name, paths in lists.items() if paths}
    nome = {"detectors": ["nome"], "options": {"nome": options}} if options else {"detectors": ["nome"]}
    own = {"detect": nome, "second_pass": {"enabled": False}, "vote": {"witness": ""}}
    return merged(method_option([wish.method]), policy_option("blanket"), own)
