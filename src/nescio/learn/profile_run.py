"""Pairs of files, read and compared."""

from __future__ import annotations

from pathlib import Path

from nescio.api import Anonymizer
from nescio.core.errors import InputError
from nescio.core.model import Document, Job
from nescio.decide.evidence.gather import EvidenceReader
from nescio.decide.role_teller import shipped_roles
from nescio.learn.habit_fit import fit_replacement
from nescio.learn.profiles import CourtProfile, ProfileLearner
from nescio.packs import load_pack
from nescio.registry import Registry
from nescio.text.encoding import decode


def learn(originals: Path, anonymized: Path, language: str) -> tuple[CourtProfile, list[str]]:
    """The profile of all pairs in one language, and why pairs were left out."""
    pairs = _pairs(originals, anonymized)
    anonymizer, model = Anonymizer(), shipped_roles()
    learner: ProfileLearner | None = None
    known, left_out = language, list[str]()
    for first, second in pairs:
        try:
            texts = [_read(path, anonymizer.registry) for path in (first, second)]
            asked = Document(first.name, texts[0], "xx" if known == "auto" else known)
            [job] = anonymizer.run([Job(asked)], stop="coref")
            if job.failure is not None:
                raise InputError(job.failure.reason)
            known = job.document.language
            learner = learner or ProfileLearner(EvidenceReader(load_pack(known)), model)
            learner.add(job.document, job.entities or (), texts[1])
        except InputError as error:
            left_out.append(f"{first.name}: {error}")
    if learner is None or not learner.profile().pairs:
        raise InputError(f"No pair could be learnt from. {left_out[0] if left_out else ''}".strip())
    profile = learner.profile()
    return profile._replace(replaces=fit_replacement(profile.forms, load_pack(known).habits)), left_out


def _pairs(originals: Path, anonymized: Path) -> list[tuple[Path, Path]]:
    if originals.is_file() and anonymized.is_file():
        return [(originals, anonymized)]
    if not originals.is_dir() or not anonymized.is_dir():
        raise InputError("Name two folders, or two files: the originals and what was published.")
    others = {path.stem: path for path in sorted(anonymized.iterdir()) if path.is_file()}
    found = [
        (path, others[path.stem])
        for path in sorted(originals.iterdir())
        if path.is_file() and path.stem in others
    ]
    if not found:
        raise InputError("No file of the one folder has the name of one in the other.")
    return found


def _read(path: Path, registry: Registry) -> str:
    """The text of a file: plain text, or a document of a format that is installed."""
    data = path.read_bytes()
    suffix = path.suffix.lower().removeprefix(".")
    if suffix in ("txt", "md", "text", ""):
        return decode(data).text
    if suffix not in registry.names("nescio.formats"):
        raise InputError("It has a suffix of no format that is read.")
    jobs = registry.find("nescio.formats", suffix)(load_pack("xx"), {}).read(data, name=path.name)
    return "\n".join(job.document.text for job in jobs)
