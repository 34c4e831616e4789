"""Times of day: moved together, or told by the hours they lie between."""

from __future__ import annotations

from typing import Final, NamedTuple

import regex

_DAY: Final = 24 * 60
_HALF: Final = 12 * 60
# An hour, perhaps with minutes, perhaps with seconds: 8, 8:15, 8.15, 8h15, 08:15:30; or four figures: 0815.
_TIME: Final = regex.compile(
    r"(?<![\d.,:])(?:(?P<four>[01]\d|2[0-4])(?P<last>[0-5]\d)|(?P<hour>[01]?\d|2[0-4])"
    r"(?:(?P<sign>[:.]|\s?[hH]\s?)(?P<minute>[0-5]\d)(?P<rest>:[0-5]\d)?)?)(?![\d:])"
)
_HALF_OF_DAY: Final = regex.compile(r"(?<![\p{L}])([ap])(?=\.?\s?m\b)", regex.IGNORECASE)


class ClockTime(NamedTuple):
    """A time as it is written."""

    start: int
    end: int
    minutes: int
    sign: str  # between hours and minutes
    wide: bool  # 08
    has_minutes: bool

    def written(self, minutes: int, *, is_half: bool) -> str:
        """Another time in the same form; `is_half` says that hours are counted twice a day."""
        hour, minute = divmod(minutes % _DAY, 60)
        if is_half:
            hour = (hour - 1) % 12 + 1
        text = f"{hour:02d}" if self.wide else str(hour)
        return f"{text}{self.sign}{minute:02d}" if self.has_minutes else text


def moved_time(text: str, minutes: int) -> str | None:
    """All times of a text so many minutes later; an hour without minutes moves by whole hours."""
    times, is_half = _times(text)
    if not times:
        return None
    pieces: list[str] = []
    read, crossed = 0, False
    for time in times:
        shift = minutes if time.has_minutes else round(minutes / 60) * 60 or 60
        new = time.minutes + shift
        crossed = crossed or new // _HALF != time.minutes // _HALF
        pieces += (text[read : time.start], time.written(new, is_half=is_half))
        read = time.end
    whole = "".join([*pieces, text[read:]])
    return _HALF_OF_DAY.sub(_other_half, whole) if is_half and crossed else whole


def coarse_time(text: str) -> str | None:
    """The full hours between which a time or a range of times lies: 20:14 → 20:00–21:00."""
    times, is_half = _times(text)
    if not 1 <= len(times) <= 2:
        return None
    first, last = times[0], times[-1]
    low = first.minutes // 60 * 60 if first.has_minutes else first.minutes - 60
    high = (last.minutes // 60 + 1) * 60
    if is_half and not last.has_minutes and high // _HALF != last.minutes // _HALF:
        high = last.minutes  # 11 pm lies between 10 and 11 pm
    if is_half and (low // _HALF != high // _HALF or low < 0):
        return None
    between = f"{first.written(low, is_half=is_half)}–{last.written(high, is_half=is_half)}"
    return text[: first.start] + between + text[last.end :]


def _times(text: str) -> tuple[list[ClockTime], bool]:
    """The times of a text, and whether hours are counted twice a day."""
    found = [_clock_time(match) for match in _TIME.finditer(text)]
    half = _HALF_OF_DAY.search(text)
    if half is None:
        return found, False
    later = _HALF if half[1].lower() == "p" else 0
    return [time._replace(minutes=time.minutes % _HALF + later) for time in found], True


def _clock_time(match: regex.Match[str]) -> ClockTime:
    hour, minute = match["hour"] or match["four"], match["minute"] or match["last"]
    return ClockTime(
        match.start(), match.end(), int(hour) * 60 + int(minute or 0), match["sign"] or "",
        hour.startswith("0") or bool(match["four"]), bool(minute),
    )  # fmt: skip


def _other_half(match: regex.Match[str]) -> str:
    other = {"a": "p", "p": "a"}[match[1].lower()]
    return other.upper() if match[1].isupper() else other
