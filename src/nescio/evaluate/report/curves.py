"""Curves as a picture of its own: values from 0 to 1 over named steps, as SVG with its colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

_COLOURS: Final = ("#3465a4", "#c4622d", "#4e9a06", "#75507b")
_OPENING: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" width="{width}" '
    'height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">'
)
_DOT: Final = (
    '<circle cx="{x}" cy="{y:.1f}" r="3" fill="{colour}"><title>{name}: {value:.4f}</title></circle>'
)
_LEFT, _TOP, _STEP, _HEIGHT, _BOTTOM = 52, 34, 34, 220, 130


def curve_page(title: str, steps: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """One line per series; the scale begins a little below the smallest value."""
    values = [value for row in series.values() for value in row]
    low = max(0.0, min(values, default=0.0) - 0.05) // 0.05 * 0.05
    high = min(1.0, (max(values, default=1.0) + 0.05) // 0.05 * 0.05 + 0.05)
    width, height = max(360, _LEFT + _STEP * len(steps) + 20), _TOP + _HEIGHT + _BOTTOM
    parts = [
        _OPENING.format(title=escape(title), width=width, height=height),
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="18" font-size="13">{escape(title)}</text>',
        *_scale(low, high, width),
        *_names(steps),
    ]
    for number, (name, row) in enumerate(series.items()):
        parts += _line(name, row, _COLOURS[number % len(_COLOURS)], low, high)
    return "\n".join([*parts, "</svg>", ""])


def _y(value: float, low: float, high: float) -> float:
    return _TOP + _HEIGHT * (1 - (value - low) / ((high - low) or 1))


def _scale(low: float, high: float, width: int) -> list[str]:
    parts = []
    for tick in range(5):
        value = low + (high - low) * tick / 4
        y = _y(value, low, high)
        parts.append(f'<line x1="{_LEFT}" x2="{width - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.2f}</text>')
    return parts


def _names(steps: Sequence[str]) -> list[str]:
    places = [(_LEFT + 12 + _STEP * n, _TOP + _HEIGHT + 14, name) for n, name in enumerate(steps)]
    return [
        f'<text x="{x}" y="{y}" transform="rotate(60 {x} {y})">{escape(name)}</text>' for x, y, name in places
    ]


def _line(name: str, row: Sequence[float], colour: str, low: float, high: float) -> list[str]:
    points = [(_LEFT + 12 + _STEP * n, _y(value, low, high), value) for n, value in enumerate(row)]
    path = " ".join(f"{x},{y:.1f}" for x, y, _ in points)
    dots = [_DOT.format(x=x, y=y, colour=colour, name=escape(name), value=value) for x, y, value in points]
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>', *dots]
