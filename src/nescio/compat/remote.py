"""The remote detector of the thesis: a service that answers with the thesis's job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nescio.compat.job import job_from_thesis
from nescio.detect.remote import RemoteDetector, build_remote
from nescio.packs import Pack


def build(pack: Pack, options: Mapping[str, Any]) -> RemoteDetector:
    return build_remote(pack, options, read=job_from_thesis)
