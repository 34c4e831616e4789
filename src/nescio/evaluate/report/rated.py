"""Ratings of replacements as plain values: tables 5.9 to 5.11 and C.8 of the multilingual thesis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nescio.evaluate.metrics.ratings import Rating, availability, by_label, rater_agreement, relevance


def rated(ratings: Sequence[Rating]) -> dict[str, Any]:
    found = rater_agreement(ratings)
    return {
        "overall": _shares(ratings),
        "classes": {label: _shares(rows) for label, rows in by_label(ratings).items()},
        "agreement": None
        if found is None
        else {
            **{k: None if isinstance(v, float) and math.isnan(v) else v for k, v in found._asdict().items()},
            "reading": found.reading,
        },
    }


def _shares(ratings: Sequence[Rating]) -> dict[str, float | int]:
    offered, fitting = availability(ratings), relevance(ratings)
    return {
        "availability": offered.value,
        "entities": offered.whole,
        "relevance": fitting.value,
        "rated": fitting.whole,
    }
