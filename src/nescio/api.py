"""What programs use: load a language, anonymize, detect, re-identify."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from nescio import pipeline
from nescio.admission import Admission, read_allowed
from nescio.assemble import build_kit
from nescio.config import Settings, UserFile, load_settings, method_option, read_user_file
from nescio.core.collecting import collecting_rarely
from nescio.core.errors import ConfigError, InputError, JobError, NescioError, known, shown
from nescio.core.keys import Key
from nescio.core.kit import Kit
from nescio.core.model import PROSE_END, UNSURE_LANGUAGE, Document, Job, Note, Solution, Span
from nescio.core.recent import Recent
from nescio.detect.labels import in_own_labels
from nescio.explain import explain_entities
from nescio.files.keys import read_key
from nescio.packs import UNIVERSAL, Pack, Packs
from nescio.registry import Registry
from nescio.solutions.reidentify import Only, Restored
from nescio.solutions.reidentify import reidentify as restore
from nescio.solutions.table import Table, make_table
from nescio.text.language_id import Guess, Profile, identify

AUTO = "auto"
SPECIAL_KITS: Final = 8  # kits for the own options of jobs that are kept; each holds some megabytes


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
        allow_job_options: Collection[str] = (),
        registry: Registry | None = None,
        packs: Packs | None = None,
        key: Key | None = None,
    ) -> None:
        self.language, self._key = language, key
        self.registry = registry or Registry.installed()
        self.packs = packs or Packs.installed(aliases=self.registry.label_aliases)
        self.config_file = None if config is None else Path(config)
        self._user = None if self.config_file is None else self.read_config(self.config_file)
        self._options = options or {}
        self._languages = self.packs.languages
        self._profiles: list[Profile] = []
        self._allowed = read_allowed(allow_job_options, where="--allow-job-option")
        self._settings: dict[str, Settings] = {}
        self._kits: dict[str, Kit] = {}
        self._special: Recent[Kit] = Recent(SPECIAL_KITS)
        if language not in (AUTO, *self._languages):
            raise ConfigError(
                f"There is no language {shown(language)}. {known(language, (AUTO, *self._languages))}"
            )
        if language != AUTO:
            self.kit(language)  # a wrong configuration is said now, not at the first text

    @property
    def pack(self) -> Pack:
        """The pack of the language; the universal one if each text has its own."""
        return self.packs.load(UNIVERSAL if self.language == AUTO else self.language)

    @property
    def own_settings(self) -> list[Mapping[str, Any]]:
        """What the user's file says, section by section, and the options of the call."""
        sections = [] if self._user is None else list(self._user.sections.values())
        return [*sections, self._options]

    def read_config(self, path: Path) -> UserFile:
        """A configuration file, in nescio's keys or in those of an installed dialect."""
        return read_user_file(path, self.packs, dialects=self.registry.dialects)

    def settings(self, language: str) -> Settings:
        """What is in force for a language, whatever a job says."""
        if language not in self._settings:
            self._settings[language] = self._load_settings(language, {})
        return self._settings[language]

    def kit(self, language: str, job_options: Mapping[str, Any] | None = None) -> Kit:
        """The parts for a language; options of the call win over those of a job."""
        if job_options:
            layer = _as_layer(job_options)
            return self._special.get(_key_of(language, layer), lambda: self._build_special(language, layer))
        if language not in self._kits:
            self._kits[language] = self._build(language, self.settings(language))
        return self._kits[language]

    def _build(self, language: str, settings: Settings) -> Kit:
        return build_kit(self.packs.load(language), settings, self.registry, key=self._key)

    def _load_settings(self, language: str, layer: Mapping[str, Any]) -> Settings:
        return load_settings(
            self.packs.load(language), self._user, layer, self._options, dialects=self.registry.dialects
        )

    def _build_special(self, language: str, layer: Mapping[str, Any]) -> Kit:
        """With the options of a job, which set nothing that reaches network, file or code unless allowed."""
        settings, pack = self.settings(language), self.packs.load(language)
        allowed = [*self._allowed, *read_allowed(settings.get("job", "allow"), where="job.allow")]
        own = settings.table("replace", "names")
        trusting = Admission(pack, self.registry, allowed=allowed, own=own).check(layer)
        try:
            return self._build(language, self._load_settings(language, layer))
        except NescioError as error:
            if not trusting:
                raise
            # A file or an address of the job would be quoted.
            raise JobError("What the job was allowed to set cannot be used as it stands.") from error

    def run(self, jobs: Iterable[Job], *, start: str | None = None, stop: str = "replace") -> list[Job]:
        """Take jobs through the pipeline, in order; a failed one has a note and no solution."""
        results = [self._with_language(job) for job in jobs]
        groups: dict[str, list[int]] = {}
        for number, job in enumerate(results):
            if job.failure is None:
                groups.setdefault(_key_of(job.document.language, job.options), []).append(number)
        for numbers in groups.values():  # one kit after the other: jobs may have as many as they are
            done = self._run_alike([results[number] for number in numbers], start=start, stop=stop)
            for number, job in zip(numbers, done, strict=True):
                results[number] = job
        return results

    def _run_alike(self, jobs: Sequence[Job], *, start: str | None, stop: str) -> list[Job]:
        """Jobs of one language with the same options of their own.

        What is wrong with a job is a note in it; a wrong configuration is everybody's and raised.
        """
        language, options = jobs[0].document.language, jobs[0].options
        if not options:
            self.kit(language)
        try:
            kit = self.kit(language, options)
        except NescioError as error:
            return [job.failed("read", str(error)) for job in jobs]
        with collecting_rarely():
            return pipeline.run([_in_own_labels(job, kit) for job in jobs], kit, start=start, stop=stop)

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

    def _with_language(self, job: Job) -> Job:
        """The job with its language settled, or with a note that says what is wrong with it."""
        try:
            _key_of("", job.options)
            language, sure = self._settle_language(job.document)
        except NescioError as error:
            return job.failed("read", str(error))
        if not sure:
            job = replace(job, notes=(*job.notes, Note("read", UNSURE_LANGUAGE)))
        return replace(job, document=replace(job.document, language=language))

    def _settle_language(self, document: Document) -> tuple[str, bool]:
        """The language of a document, and whether it is beyond doubt."""
        given = document.language if document.language not in ("xx", "") else self.language
        if given != AUTO:
            if given not in self._languages:
                raise InputError(
                    f"The text is said to be in a language that nescio does not know. "
                    f"{known(given, (AUTO, *self._languages))}"
                )
            return given, True
        guess = self._guess_language(_prose(document))
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


def _prose(document: Document) -> str:
    """What tells the language: of a file with parts that programs read, what people read."""
    end = document.meta.get(PROSE_END)
    return document.text[:end] if isinstance(end, int) and document.text[:end].strip() else document.text


def _in_own_labels(job: Job, kit: Kit) -> Job:
    try:
        return in_own_labels(job, kit.tags)
    except NescioError as error:
        return job.failed("read", str(error))


def _key_of(language: str, job_options: Mapping[str, Any]) -> str:
    try:
        return json.dumps([language, job_options], sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
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
    allow_job_options: Collection[str] = (),
    key: str | Path | None = None,
) -> Anonymizer:
    """An anonymizer for one language, or for all of them with `auto`.

    Jobs bring options of their own; what reaches network, files or code is refused unless it is
    allowed here, by its key: `allow_job_options=["detect.options.patterns.files"]`. `key` is where keyed
    methods find their key: a file that `nescio key new` wrote, `env:VARIABLE` or `passphrase:VARIABLE`.
    """
    merged = dict(options or {})
    if method is not None:
        merged["replace"] = {**merged.get("replace", {}), **method_option([method])["replace"]}
    secret = None if key is None else read_key(str(key)).key
    return Anonymizer(
        language, config=config, options=merged, allow_job_options=allow_job_options, key=secret
    )


def anonymize(text: str, *, language: str = AUTO, method: str | None = None) -> Result:
    """Anonymize one text; for many, `load` once and use the anonymizer."""
    return load(language, method=method).anonymize(text)


def reidentify(
    text: str, table: Table, *, by: str = "auto", labels: Collection[str] = (), entities: Collection[int] = ()
) -> Restored:
    """The originals back into an anonymized text, with a report of what could not be led back.

    With labels or entities of the table only those come back, and nothing is said of the others.
    """
    return restore(text, table, by=by, only=Only(frozenset(labels), frozenset(entities)))
