"""What programs use: load a language, anonymize, detect, re-identify."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nescio import pipeline
from nescio.assemble import build_kit
from nescio.config import Settings, UserFile, load_settings, method_option, read_user_file
from nescio.core.errors import ConfigError, InputError, JobError, NescioError, known
from nescio.core.kit import Kit
from nescio.core.model import UNSURE_LANGUAGE, Document, Job, Note, Solution, Span
from nescio.detect.labels import in_own_labels
from nescio.explain import explain_entities
from nescio.packs import UNIVERSAL, Pack, Packs
from nescio.registry import Registry
from nescio.solutions.reidentify import Restored
from nescio.solutions.reidentify import reidentify as restore
from nescio.solutions.table import Table, make_table
from nescio.text.language_id import Guess, Profile, identify

AUTO = "auto"


@dataclass(frozen=True)
class Result:
    """An anonymized text with everything that led to it."""

    job: Job

    @property
    def text(self) -> str:
        return self._solution.text

    @property
    def table(self) -> Table:
        """The table of solutions: keep it apart from the text, or not at all."""
        return make_table(self.job)

    def explain(self) -> str:
        """For each entity the claims about it, what was decided and what stands there now."""
        return "\n".join(explain_entities(self.job, self._solution))

    @property
    def _solution(self) -> Solution:
        if self.job.solution is None:
            raise JobError("The job has no solution.")
        return self.job.solution


class Anonymizer:
    """Finds and replaces; packs, settings and parts are made once per language, when first needed."""

    def __init__(
        self,
        language: str = AUTO,
        *,
        config: str | Path | None = None,
        options: Mapping[str, Any] | None = None,
        registry: Registry | None = None,
        packs: Packs | None = None,
    ) -> None:
        self.language = language
        self.registry = registry or Registry.installed()
        self.packs = packs or Packs.installed(aliases=self.registry.label_aliases)
        self._user = None if config is None else self.read_config(Path(config))
        self._options = options or {}
        self._languages = self.packs.languages
        self._profiles: list[Profile] = []
        self._settings: dict[tuple[str, str], Settings] = {}
        self._kits: dict[tuple[str, str], Kit] = {}
        if language not in (AUTO, *self._languages):
            raise ConfigError(
                f"There is no language {language!r}. {known(language, (AUTO, *self._languages))}"
            )
        if language != AUTO:
            self.kit(language)  # a wrong configuration is said now, not at the first text

    @property
    def pack(self) -> Pack:
        """The pack of the language; the universal one if each text has its own."""
        return self.packs.load(UNIVERSAL if self.language == AUTO else self.language)

    def read_config(self, path: Path) -> UserFile:
        """A configuration file, in nescio's keys or in those of an installed dialect."""
        return read_user_file(path, self.packs, dialects=self.registry.dialects)

    def settings(self, language: str, job_options: Mapping[str, Any] | None = None) -> Settings:
        """What is in force for a language; options of the call win over those of a job."""
        key = _key_of(language, job_options)
        if key not in self._settings:
            layers = (_as_layer(job_options or {}), self._options)
            self._settings[key] = load_settings(
                self.packs.load(language), self._user, *layers, dialects=self.registry.dialects
            )
        return self._settings[key]

    def kit(self, language: str, job_options: Mapping[str, Any] | None = None) -> Kit:
        key = _key_of(language, job_options)
        if key not in self._kits:
            settings = self.settings(language, job_options)
            self._kits[key] = build_kit(self.packs.load(language), settings, self.registry)
        return self._kits[key]

    def run(self, jobs: Iterable[Job], *, start: str | None = None, stop: str = "replace") -> list[Job]:
        """Take jobs through the pipeline, in order; a failed one has a note and no solution."""
        results = [self._prepare(job) for job in jobs]
        batches: dict[int, tuple[Kit, list[int]]] = {}
        for number, job in enumerate(results):
            if job.failure is None:
                kit = self.kit(job.document.language, job.options)
                batches.setdefault(id(kit), (kit, []))[1].append(number)
        for kit, numbers in batches.values():
            done = pipeline.run([results[number] for number in numbers], kit, start=start, stop=stop)
            for number, job in zip(numbers, done, strict=True):
                results[number] = job
        return results

    def anonymize(self, text: str, *, language: str | None = None) -> Result:
        """One text in, its result out."""
        return Result(self._one(text, language, "replace"))

    def detect(self, text: str, *, language: str | None = None) -> list[Span]:
        """The spans of one text after vote and second pass."""
        return list(self._one(text, language, "second_pass").spans or ())

    def _one(self, text: str, language: str | None, stop: str) -> Job:
        document = Document("text", text, language or self.language)
        [job] = self.run([Job(document)], stop=stop)
        if job.failure is not None:
            raise JobError(
                f"The text could not be processed: {job.failure.code} (stage {job.failure.stage!r})."
            )
        return job

    def _prepare(self, job: Job) -> Job:
        """The job with its language settled and its given labels in nescio's names.

        What is wrong with one job is a note in it; a wrong configuration is everybody's and raised.
        """
        try:
            language, sure = self._settle_language(job.document)
        except InputError as error:
            return job.failed("read", str(error))
        if not sure:
            job = replace(job, notes=(*job.notes, Note("read", UNSURE_LANGUAGE)))
        if not job.options:
            self.kit(language)
        try:
            tags = self.kit(language, job.options).tags
            return in_own_labels(replace(job, document=replace(job.document, language=language)), tags)
        except NescioError as error:
            return job.failed("read", str(error))

    def _settle_language(self, document: Document) -> tuple[str, bool]:
        """The language of a document, and whether it is beyond doubt."""
        given = document.language if document.language not in ("xx", "") else self.language
        if given != AUTO:
            if given not in self._languages:
                raise InputError(
                    f"There is no language {given!r}; possible: auto, {', '.join(self._languages)}."
                )
            return given, True
        guess = self._guess_language(document.text)
        return guess.language, guess.sure

    def _guess_language(self, text: str) -> Guess:
        if not self._profiles:
            packs = [self.packs.load(language) for language in self._languages]
            self._profiles = [pack.profile for pack in packs if pack.profile is not None]
        guess = identify(text, self._profiles)
        if not guess.likely:
            raise InputError(
                "The language of the text could not be told; name it with language= "
                f"(--language on the command line): {', '.join(self._languages)}."
            )
        return guess


def _key_of(language: str, job_options: Mapping[str, Any] | None) -> tuple[str, str]:
    try:
        return language, json.dumps(job_options or {}, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise JobError("The options of a job must be plain JSON values.") from error


def _as_layer(job_options: Mapping[str, Any]) -> dict[str, Any]:
    """A job may name a method as the thesis's does; the rest are settings."""
    layer = {key: value for key, value in job_options.items() if key != "method"}
    if "method" in job_options:
        named = layer.get("replace", {})
        default = method_option([str(job_options["method"])])["replace"]
        layer["replace"] = {**default, **named} if isinstance(named, Mapping) else named
    return layer


def load(
    language: str = AUTO,
    *,
    config: str | Path | None = None,
    method: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Anonymizer:
    """An anonymizer for one language, or for all of them with `auto`."""
    merged = dict(options or {})
    if method is not None:
        merged["replace"] = {**merged.get("replace", {}), **method_option([method])["replace"]}
    return Anonymizer(language, config=config, options=merged)


def anonymize(text: str, *, language: str = AUTO, method: str | None = None) -> Result:
    """Anonymize one text; for many, `load` once and use the anonymizer."""
    return load(language, method=method).anonymize(text)


def reidentify(text: str, table: Table, *, by: str = "auto") -> Restored:
    """The originals back into an anonymized text, with a report of what could not be led back."""
    return restore(text, table, by=by)
