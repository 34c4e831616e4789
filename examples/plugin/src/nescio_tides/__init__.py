"""One part of every kind, and a language, of somebody else."""

from __future__ import annotations

from pathlib import Path

from nescio_tides.files import TideFormat
from nescio_tides.finding import EchoPass, HighestVoter, TideDetector
from nescio_tides.harbours import HarbourBase
from nescio_tides.hiding import AshorePolicy, SpellingLinker, WaveMethod

PACK_DIR = Path(__file__).parent / "tl"

__all__ = [
    "PACK_DIR",
    "AshorePolicy",
    "EchoPass",
    "HarbourBase",
    "HighestVoter",
    "SpellingLinker",
    "TideDetector",
    "TideFormat",
    "WaveMethod",
]
