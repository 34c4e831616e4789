"""The text state of a content stream: which operator changes what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from nescio.formats.pdf.matrices import IDENTITY, Matrix, moved, multiplied, to_matrix, to_number

SHOWING: Final = frozenset({"Tj", "TJ", "'", '"'})
PLACING: Final = frozenset({"Td", "TD", "Tm", "T*", "BT"})
_DEEPEST: Final = 512  # saved states; more are a bomb


@dataclass(frozen=True, slots=True)
class TextState:
    """What `q` saves: the coordinate system, the font and how it is set."""

    ctm: Matrix = IDENTITY
    font: str = ""  # its name in the resources
    size: float = 0.0
    letter: float = 0.0  # space after every code (Tc)
    word: float = 0.0  # space after a blank of one byte (Tw)
    stretch: float = 1.0  # Tz / 100
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


class TextMachine:
    """Follows the operators of one stream; where the next letter stands is `line` moved by what was shown."""

    def __init__(self, ctm: Matrix, start: TextState | None = None) -> None:
        self.state = replace(start, ctm=ctm) if start else TextState(ctm=ctm)
        self.text = self.line = IDENTITY
        self._saved: list[TextState] = []

    def follow(self, operator: str, operands: Sequence[Any]) -> None:
        step = _STEPS.get(operator)
        if step is not None:
            step(self, operands)

    def begin(self, operands: Sequence[Any]) -> None:
        self.text = self.line = IDENTITY

    def save(self, operands: Sequence[Any]) -> None:
        if len(self._saved) < _DEEPEST:
            self._saved.append(self.state)

    def restore(self, operands: Sequence[Any]) -> None:
        if self._saved:
            self.state = self._saved.pop()

    def transform(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, ctm=multiplied(to_matrix(operands), self.state.ctm))

    def place(self, operands: Sequence[Any]) -> None:
        self.text = self.line = to_matrix(operands)

    def move(self, operands: Sequence[Any]) -> None:
        if len(operands) >= 2:
            self.text = self.line = moved(self.line, to_number(operands[0]), to_number(operands[1]))

    def move_and_lead(self, operands: Sequence[Any]) -> None:
        if len(operands) >= 2:
            self.state = replace(self.state, leading=-to_number(operands[1]))
            self.move(operands)

    def next_line(self, operands: Sequence[Any] = ()) -> None:
        self.text = self.line = moved(self.line, 0.0, -self.state.leading)

    def choose_font(self, operands: Sequence[Any]) -> None:
        if len(operands) >= 2:
            self.state = replace(self.state, font=str(operands[0]), size=to_number(operands[1]))

    def spaces(self, operands: Sequence[Any]) -> None:
        """The two numbers that `"` sets before it shows its string."""
        self.state = replace(self.state, word=to_number(operands[0]), letter=to_number(operands[1]))

    def set_letter(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, letter=_first(operands))

    def set_word(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, word=_first(operands))

    def set_stretch(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, stretch=_first(operands) / 100)

    def set_leading(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, leading=_first(operands))

    def set_rise(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, rise=_first(operands))

    def set_mode(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, mode=int(_first(operands)))


def _first(operands: Sequence[Any]) -> float:
    return to_number(operands[0]) if operands else 0.0


_STEPS: Final = {
    "BT": TextMachine.begin,
    "q": TextMachine.save,
    "Q": TextMachine.restore,
    "cm": TextMachine.transform,
    "Tm": TextMachine.place,
    "Td": TextMachine.move,
    "TD": TextMachine.move_and_lead,
    "T*": TextMachine.next_line,
    "Tf": TextMachine.choose_font,
    "Tc": TextMachine.set_letter,
    "Tw": TextMachine.set_word,
    "Tz": TextMachine.set_stretch,
    "TL": TextMachine.set_leading,
    "Ts": TextMachine.set_rise,
    "Tr": TextMachine.set_mode,
}
