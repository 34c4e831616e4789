"""Where a training writes: everything that lies in its folder, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from nescio.detect.tagger.model import MANIFEST

LAST: Final = "last.pt"  # the checkpoint
LOG: Final = "log.jsonl"  # the dev curve
NAMES: Final = "names.json"  # compiled lists
LEXICON: Final = "lexicon.npz"
MODEL: Final = "model"  # the folder of the finished model
WEIGHTS: Final = "weights.npz"
PIECES: Final = "pieces.txt"


def branch_of(out: Path, number: int) -> Path:
    """The folder of a training that goes on from the end of the stages."""
    return out / f"branch-{number}"


def stage_of(number: int) -> str:
    """The checkpoint at the end of a stage."""
    return f"stage-{number}.pt"


def files_of(out: Path, *, stages: int, branches: int) -> list[Path]:
    """Every file that a training writes into its folder."""
    checkpoints = [out / stage_of(number) for number in range(stages)]
    trained = [branch_of(out, number) for number in range(branches)]  # each of one stage
    runs = [folder / name for folder in (out, *trained) for name in (LAST, LOG)]
    runs += [*checkpoints, *(folder / stage_of(0) for folder in trained)]
    return [
        *runs,
        out / NAMES,
        out / LEXICON,
        *(out / MODEL / name for name in (WEIGHTS, LEXICON, PIECES, MANIFEST)),
    ]
