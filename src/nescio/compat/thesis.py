"""The multilingual thesis as a dialect: its configuration (appendix B.1), its job (B.2), its names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nescio.compat.config import foreign_classifier, is_thesis_section, translate_section
from nescio.compat.job import is_thesis_job, job_from_thesis, job_to_thesis
from nescio.compat.names import CLASSES, METHODS
from nescio.core.model import Job


class ThesisDialect:
    """Understands what was written for the thesis's system, and answers in its form when asked."""

    aliases: Mapping[str, Mapping[str, str]] = {"nescio.methods": METHODS, "labels": CLASSES}

    def reads_section(self, section: Mapping[str, Any]) -> bool:
        return is_thesis_section(section)

    def settings(self, section: Mapping[str, Any], *, where: str) -> dict[str, Any]:
        return translate_section(section, where=where)

    def left_out(self, section: Mapping[str, Any]) -> list[str]:
        """The classifier that a section names and nescio cannot run; its own detectors take its place."""
        name = foreign_classifier(section)
        return [] if name is None else [name]

    def reads_job(self, data: object) -> bool:
        return is_thesis_job(data)

    def job(self, data: Mapping[str, Any]) -> Job:
        return job_from_thesis(data)

    def write(self, job: Job) -> dict[str, Any]:
        return job_to_thesis(job)
