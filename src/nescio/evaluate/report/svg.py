"""Charts as inline SVG: bars and the reliability diagram; colours come from the page's style."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from nescio.evaluate.metrics.calibration import Calibration

_COLOURS: Final = 8
_LEFT, _TOP, _BOTTOM = 42, 12, 46


def bars(title: str, groups: Sequence[str], series: Sequence[str], values: Sequence[Sequence[float]]) -> str:
    """One group of bars per name, one bar per series; values from 0 to 1, `values[series][group]`."""
    bar = max(9, min(26, round(760 / max(1, len(groups) * (len(series) + 1)))))
    step = bar * len(series) + max(16, bar)
    width, height = _LEFT + step * len(groups) + 14, 230
    width = max(width, 320)
    floor = height - _BOTTOM
    parts = [_open(title, width, height), *_scale(width - 8, floor)]
    for number, group in enumerate(groups):
        left = _LEFT + 10 + number * step
        for row, name in enumerate(series):
            value = values[row][number]
            tall = value * (floor - _TOP)
            parts.append(
                f'<rect class="s{row % _COLOURS}" x="{left + row * bar}" y="{floor - tall:.1f}" '
                f'width="{bar - 2}" height="{tall:.1f}" rx="2"><title>{escape(name)}, {escape(group)}: '
                f"{value:.4f}</title></rect>"
            )
        middle = left + bar * len(series) / 2
        parts.append(
            f'<text x="{middle:.1f}" y="{floor + 16}" text-anchor="middle">{escape(_short(group))}</text>'
        )
    parts += _legend(series, height - 8, width)
    return "".join([*parts, "</svg>"])


def _legend(series: Sequence[str], y: int, width: int) -> list[str]:
    parts = []
    x = _LEFT + 4
    for row, name in enumerate(series):
        shown = _short(name, 22)
        if x + 18 + 7 * len(shown) > width and row:
            break
        parts.append(f'<rect class="s{row % _COLOURS}" x="{x}" y="{y - 9}" width="11" height="11" rx="2"/>')
        parts.append(f'<text x="{x + 16}" y="{y}">{escape(shown)}</text>')
        x += 30 + 7 * len(shown)
    return parts


def reliability(name: str, found: Calibration) -> str:
    """Bars: the share that is right for each range of score; the dashed line is perfect."""
    width, height = 340, 320
    floor, right = height - 40, width - 12
    span_x, span_y = right - _LEFT, floor - _TOP
    parts = [_open(f"Reliability of {name}", width, height), *_scale(right, floor)]
    for one in found.bins:
        if one.size:
            x = _LEFT + one.low * span_x
            tall = one.right * span_y
            wide = span_x / len(found.bins) - 2
            words = (
                f"score {one.low:.1f} to {one.high:.1f}: {one.size} predictions, "
                f"mean score {one.score:.3f}, right {one.right:.3f}"
            )
            parts.append(
                f'<rect class="s0" x="{x + 1:.1f}" y="{floor - tall:.1f}" width="{wide:.1f}" '
                f'height="{max(tall, 1):.1f}" rx="2"><title>{words}</title></rect>'
            )
            parts.append(
                f'<circle class="s5" cx="{_LEFT + one.score * span_x:.1f}" cy="{floor - tall:.1f}" r="4"/>'
            )
    parts.append(f'<line class="ideal" x1="{_LEFT}" y1="{floor}" x2="{right}" y2="{_TOP}"/>')
    for tick in (0, 0.25, 0.5, 0.75, 1):
        x = _LEFT + tick * span_x
        parts.append(f'<text class="soft" x="{x:.0f}" y="{floor + 16}" text-anchor="middle">{tick:g}</text>')
    parts.append(
        f'<text class="soft" x="{(_LEFT + right) / 2:.0f}" y="{height - 6}" text-anchor="middle">score</text>'
    )
    return "".join([*parts, "</svg>"])


def _open(title: str, width: int, height: int) -> str:
    return (
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" xmlns="http://www.w3.org/2000/svg">'
    )


def _scale(right: int, floor: int) -> list[str]:
    parts = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        y = floor - tick * (floor - _TOP)
        kind = "axis" if tick == 0 else "grid"
        parts.append(f'<line class="{kind}" x1="{_LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/>')
        parts.append(f'<text class="soft" x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    return parts


def _short(name: str, most: int = 14) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
