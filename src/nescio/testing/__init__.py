"""Contracts: the laws that every part keeps, to be inherited in the tests of a plug-in.

```python
class TestPlates(DetectorContract):
    text = "Das Auto B-MW 1234 steht hier."

    def make(self) -> Detector:
        return PlateDetector.build(self.pack, {})
```
"""

from __future__ import annotations

from nescio.core.protocols import (
    Calling,
    Detector,
    Dialect,
    Dividing,
    Exchanging,
    Explaining,
    Format,
    KnowledgeBase,
    Linker,
    Method,
    Missing,
    Planning,
    Policy,
    Reconsidering,
    SecondPass,
    Telling,
    Voter,
)
from nescio.packs import load_pack
from nescio.testing.finding import DetectorContract, SecondPassContract, VoterContract
from nescio.testing.hiding import LinkerContract, MethodContract, PolicyContract
from nescio.testing.serving import DialectContract, FormatContract, KnowledgeBaseContract

__all__ = [
    "Calling",
    "Detector",
    "DetectorContract",
    "Dialect",
    "DialectContract",
    "Dividing",
    "Exchanging",
    "Explaining",
    "Format",
    "FormatContract",
    "KnowledgeBase",
    "KnowledgeBaseContract",
    "Linker",
    "LinkerContract",
    "Method",
    "MethodContract",
    "Missing",
    "Planning",
    "Policy",
    "PolicyContract",
    "Reconsidering",
    "SecondPass",
    "SecondPassContract",
    "Telling",
    "Voter",
    "VoterContract",
    "load_pack",
]
