"""Every part keeps the contract of its kind; nothing is imported from inside nescio."""

from __future__ import annotations

from nescio_tides import (
    AshorePolicy,
    EchoPass,
    HarbourBase,
    HighestVoter,
    SpellingLinker,
    TideDetector,
    TideFormat,
    WaveMethod,
)

from nescio.testing import (
    Detector,
    DetectorContract,
    Format,
    FormatContract,
    KnowledgeBase,
    KnowledgeBaseContract,
    Linker,
    LinkerContract,
    Method,
    MethodContract,
    Policy,
    PolicyContract,
    SecondPass,
    SecondPassContract,
    Voter,
    VoterContract,
)


class TestTides(DetectorContract):
    text = "Go to PORT LOW now."

    def make(self) -> Detector:
        return TideDetector.build(self.pack, {})


class TestHighest(VoterContract):
    def make(self) -> Voter:
        return HighestVoter.build(self.pack, {})


class TestEcho(SecondPassContract):
    def make(self) -> SecondPass:
        return EchoPass.build(self.pack, {})


class TestSpelling(LinkerContract):
    def make(self) -> Linker:
        return SpellingLinker.build(self.pack, {})


class TestAshore(PolicyContract):
    def make(self) -> Policy:
        return AshorePolicy.build(self.pack, {"keep": ["ORG"]})


class TestWave(MethodContract):
    def make(self) -> Method:
        return WaveMethod.build(self.pack, {})


class TestTideTable(FormatContract):
    data = b"tide table\n08:15 2.3 Ask Mia at PORT\n14:40 0.4\n20:50 2.1 LOW again\n"

    def make(self) -> Format:
        return TideFormat.build(self.pack, {})


class TestHarbours(KnowledgeBaseContract):
    language = "tl"
    term = "Quexport"

    def make(self) -> KnowledgeBase:
        return HarbourBase.build(self.pack, {})
