"""Every verb of a part is declared and documented, and the pipeline uses no other."""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol

import pytest

import nescio
from nescio.core import protocols
from nescio.core.kit import Kit
from nescio.explain import explain_spans
from nescio.pipeline import STAGES
from tests.docs.blocks import ROOT

GUIDE: Final = (ROOT / "docs" / "how-to" / "write-a-plug-in.md").read_text(encoding="utf-8")
PACKAGE: Final = Path(nescio.__file__).parent
BESIDE: Final = {  # the protocols of the verbs that a part may have
    "Detector": "Explaining Missing", "SecondPass": "Reconsidering",
    "Format": "Settling Inspecting",
    "Method": "Planning Calling Dividing Exchanging Telling",
}  # fmt: skip


def members(name: str) -> set[str]:
    """What a protocol declares: attributes and verbs."""
    found = getattr(protocols, name)
    verbs = {key for key, value in vars(found).items() if inspect.isfunction(value) and key[0] != "_"}
    return verbs | set(inspect.get_annotations(found))


def declared(name: str) -> set[str]:
    """What the pipeline may ask of a part of that kind."""
    return set().union(*map(members, (name, *BESIDE.get(name, "").split())))


def written(protocol: type, member: str) -> str:
    """The signature of a verb as an author writes it."""
    signature = inspect.signature(getattr(protocol, member))
    parameters = [value for key, value in signature.parameters.items() if key != "self"]
    return str(signature.replace(parameters=parameters)).replace("'", "")


NAMES: Final = [
    name
    for name, value in vars(protocols).items()
    if inspect.isclass(value) and value.__module__ == protocols.__name__ and value.__mro__[1] is Protocol
]


@pytest.mark.parametrize("name", NAMES)
def test_every_member_of_a_protocol_is_in_the_guide_with_its_types(name: str) -> None:
    protocol = getattr(protocols, name)
    assert members(name)
    for member in members(name):
        if member in inspect.get_annotations(protocol):
            said = f"`{member}: {inspect.get_annotations(protocol)[member]}`"
        else:
            said = f"`{member}{written(protocol, member)}`".replace("|", "\\|")
        assert said in GUIDE, f"{name}.{member} is not in write-a-plug-in.md"


def test_every_value_that_a_verb_takes_or_gives_is_public() -> None:
    kinds = [getattr(protocols, name) for name in NAMES]
    verbs = [
        (kind, member) for kind in kinds for member in vars(kind) if inspect.isfunction(vars(kind)[member])
    ]
    text = " ".join(written(kind, verb) for kind, verb in verbs if verb[0] != "_")
    values = set(re.findall(r"\b[A-Z]\w+", text)) - {"Sequence", "Mapping", "Any", "None"}
    assert values <= set(nescio.__all__)


class Recorder:
    """Makes copies of parts whose class notes which attributes others ask for."""

    def __init__(self) -> None:
        self.asked: dict[str, set[str]] = defaultdict(set)

    def watch(self, part: Any, kind: str) -> Any:
        asked, inside = self.asked[kind], [0]

        class Watched(type(part)):  # type: ignore[misc]  # the class is known when the test runs
            def __getattribute__(self, name: str) -> Any:
                value = object.__getattribute__(self, name)
                if inside[0] or name.startswith("__"):
                    return value
                asked.add(name)
                return _guarded(value, inside) if callable(value) else value

        part.__class__ = Watched
        return part


def _guarded(verb: Any, inside: list[int]) -> Any:
    """The verb; what the part asks of itself meanwhile is its own business."""

    def call(*args: Any, **options: Any) -> Any:
        inside[0] += 1
        try:
            return verb(*args, **options)
        finally:
            inside[0] -= 1

    return call


def watched(kit: Kit, recorder: Recorder) -> Kit:
    watch = recorder.watch
    return replace(
        kit,
        detectors=tuple(watch(part, "Detector") for part in kit.detectors),
        voter=watch(kit.voter, "Voter"),
        second_passes=tuple(watch(part, "SecondPass") for part in kit.second_passes),
        linkers={label: watch(part, "Linker") for label, part in kit.linkers.items()},
        policy=watch(kit.policy, "Policy"),
        methods={label: watch(part, "Method") for label, part in kit.methods.items()},
    )


@pytest.mark.parametrize("method", ["tag", "generalize"])
def test_the_pipeline_asks_parts_for_declared_members_only(method: str) -> None:
    recorder = Recorder()
    anonymizer = nescio.load("en", method=method)
    kit = watched(anonymizer.kit("en"), recorder)
    document = nescio.Document("1", "Mr John Smith lives in Leeds. Smith wrote to j.smith@example.org.", "en")
    jobs = [nescio.Job(document)]
    for stage in STAGES.values():
        jobs = stage(jobs, kit)
    assert explain_spans(jobs[0].spans or (), jobs[0], kit)
    assert jobs[0].solution is not None
    assert "Smith" not in jobs[0].solution.text
    assert set(recorder.asked) == {"Detector", "Voter", "SecondPass", "Linker", "Policy", "Method"}
    strange = {kind: asked - declared(kind) for kind, asked in recorder.asked.items()}
    assert {kind: names for kind, names in strange.items() if names} == {}
    needed = {"detect", "explain", "vote", "reconsider", "link", "decide"}
    needed |= {"replace"} if method == "tag" else {"plan", "problems"}
    assert needed <= set().union(*recorder.asked.values())


def test_no_stage_looks_for_a_verb_by_its_name() -> None:
    """`getattr(part, "verb", None)` hides a verb from the protocols."""
    files = [*PACKAGE.glob("*/stage.py"), *(PACKAGE / name for name in ("assemble.py", "explain.py"))]
    files += [*(PACKAGE / "run").glob("*.py"), PACKAGE / "knowledge" / "foreign.py", PACKAGE / "registry.py"]
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id in ("getattr", "hasattr")
    ]
    assert found == []
