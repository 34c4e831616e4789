"""Content streams written again: hidden codes are gone, new ones stand there, the rest is as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pikepdf

from nescio.formats.pdf.content import (
    BY_STATE,
    ContentUnit,
    DrawnContent,
    Glyph,
    ShowOperator,
    advanced,
    choose_by_state,
    font_source,
    instructions,
    placed,
    shown_items,
)
from nescio.formats.pdf.marked import marked_strings
from nescio.formats.pdf.matrices import decimal, moved, to_number
from nescio.formats.pdf.planning import GlyphPlan
from nescio.formats.pdf.standins import OURS, StandIn
from nescio.formats.pdf.states import PLACING, SHOWING, TextMachine

_NOTHING: Final = 1e-4  # on the page: no eye and no reader sees a smaller step


class UnitWriter:
    """Writes one stream again.

    `flow` is how far the next letter would stand from where it stood before. Operators that place
    text wait until it is known whether the text behind them moves; then one `Tm` says the new place, so
    that no number in the stream tells the old one.
    """

    def __init__(
        self, unit: ContentUnit, drawn: DrawnContent, plan: GlyphPlan, marks: Mapping[tuple[int, int], str]
    ) -> None:
        self._unit, self._plan, self._marks = unit, plan, marks
        self._shows: dict[int, list[tuple[int, Glyph]]] = {}
        for number, glyph in drawn.glyphs_of(unit.number):
            self._shows.setdefault(glyph.show.op, []).append((number, glyph))
        self._machine = TextMachine(unit.ctm, unit.start)
        self._out: list[Any] = []
        self._waiting: list[Any] = []
        self._absolute = False  # the line matrix in the new stream is not the one of the old stream
        self._fresh = False  # a text object was begun and nothing placed or shown
        self._skipped = False  # operators that showed nothing but hidden letters were left out
        self._flow = 0.0
        self.stand_ins: set[StandIn] = set()
        self.own_fonts: dict[str, pikepdf.Object] = {}
        self._own_names: dict[str, str] = {}

    def write(self) -> bytes:
        for number, instruction in enumerate(instructions(self._unit.holder)):
            operator = str(instruction.operator)
            if operator in SHOWING:
                self._show(number, operator, instruction)
            elif operator in PLACING:
                self._place(operator, instruction)
            else:
                self._pass(number, operator, instruction)
        return bytes(pikepdf.unparse_content_stream(self._out))

    def _emit(self, operator: str, *operands: Any) -> None:
        self._out.append(pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator)))

    def _place(self, operator: str, instruction: Any) -> None:
        self._machine.follow(operator, instruction.operands)
        self._flow = 0.0
        if operator == "BT":
            self._waiting, self._absolute, self._fresh, self._skipped = [], False, True, False
            self._out.append(instruction)
            return
        if operator == "TD":  # its leading holds even if another operator says the place
            self._emit("TL", decimal(-to_number(instruction.operands[1])))
        if operator == "T*":  # it depends on a leading that may change before it is written
            self._absolute = True
        if operator == "Tm":
            self._waiting, self._absolute = [], False
        self._waiting.append(instruction)

    def _pass(self, number: int, operator: str, instruction: Any) -> None:
        if operator in ("q", "Q", "cm", "Do", "TL"):
            self._settle(0.0, None)
        if operator == "ET":
            self._waiting = []
        if operator in ("BDC", "DP"):
            self._remark(number, instruction)
        if operator == "gs":
            choose_by_state(self._unit, instruction.operands, self._machine)
        elif operator != "INLINE IMAGE":
            self._machine.follow(operator, instruction.operands)
        self._out.append(instruction)

    def _settle(self, shift: float, show: ShowOperator | None) -> None:
        """Writes the operators that wait, or the one that says their place and the shift together."""
        if not self._waiting and not (show and self._absolute):
            return
        if abs(shift) <= _NOTHING and not self._absolute:
            self._out.extend(self._waiting)
        else:
            by = shift / show.scale * show.sign if show else 0.0
            place = self._machine.text if self._skipped else self._machine.line
            self._emit("Tm", *(decimal(value) for value in moved(place, by, 0.0)))
            self._absolute = abs(by) > 0.0 or self._skipped
            self._flow = shift if show else 0.0
        self._waiting, self._skipped = [], False

    def _remark(self, number: int, instruction: Any) -> None:
        for place, (container, key, _) in enumerate(list(marked_strings(instruction.operands))):
            new = self._marks.get((number, place))
            if new is not None:
                container[key] = pikepdf.String(new)

    def _show(self, number: int, operator: str, instruction: Any) -> None:
        quoted = operator in ("'", '"')
        items = shown_items(operator, instruction.operands, self._machine)
        self._flow = 0.0 if quoted else self._flow
        members = self._shows.get(number, [])
        if not members:
            self._show_nothing(operator, instruction)
            return
        show = members[0][1].show
        shift = self._first_shift(members)
        begins = quoted or self._fresh or bool(self._waiting)
        if self._waiting and not quoted and self._is_gone(members):
            # Steps from letter to letter would tell how wide each hidden one was.
            self._absolute = self._skipped = True
            self._advance(show, items)
            return
        self._fresh = False
        if not self._changes(members, shift if begins else self._flow) and not (self._absolute and begins):
            self._out.extend(self._waiting)
            self._waiting = []
            self._out.append(instruction)
        else:
            if quoted:
                self._requote(operator, instruction)
            if begins:
                self._absolute = self._absolute or quoted or not self._waiting
                self._settle(shift, show)
            self._out.extend(self._shown(show, items, members))
        self._advance(show, items)

    def _advance(self, show: ShowOperator, items: Sequence[Any]) -> None:
        _, by = placed(show, items, self._machine)
        self._machine.text = advanced(self._machine.text, by, vertical=show.font.vertical)

    def _is_gone(self, members: Sequence[tuple[int, Glyph]]) -> bool:
        """Whether nothing of an operator is left, and nothing new stands there."""
        touched = self._plan.touched
        return all(number in touched and touched[number] is None for number, _ in members)

    def _show_nothing(self, operator: str, instruction: Any) -> None:
        """An empty string, or a font that is not there; `'` and `"` still begin a line."""
        if operator in ("'", '"'):
            self._requote(operator, instruction)
            self._waiting, self._absolute = [_next_line()], True
        else:
            self._settle(0.0, None)
            self._out.append(instruction)

    def _first_shift(self, members: Sequence[tuple[int, Glyph]]) -> float:
        """How far the operator begins from where it did: what is hidden at its head leaves no gap."""
        first = members[0][1]
        if first.show.font.vertical:
            return 0.0
        for number, glyph in members:
            if number not in self._plan.touched or self._plan.touched[number] is not None:
                ux, uy = glyph.show.along
                skipped = (glyph.x - first.x) * ux + (glyph.y - first.y) * uy
                return self._plan.moves.shifts.get(number, 0.0) + skipped
        return 0.0

    def _changes(self, members: Sequence[tuple[int, Glyph]], flow: float) -> bool:
        plan = self._plan
        return (
            any(
                number in plan.touched or abs(plan.moves.shifts.get(number, 0.0) - flow) > _NOTHING
                for number, _ in members
            )
            or abs(flow) > _NOTHING
        )

    def _requote(self, operator: str, instruction: Any) -> None:
        if operator == '"' and len(instruction.operands) >= 3:
            self._emit("Tw", instruction.operands[0])
            self._emit("Tc", instruction.operands[1])

    def _shown(
        self, show: ShowOperator, items: Sequence[Any], members: Sequence[tuple[int, Glyph]]
    ) -> list[Any]:
        writer = _ShowWriter(self, show, self._flow)
        at = 0
        touched = self._plan.touched
        for item, value in enumerate(items):
            if not isinstance(value, pikepdf.String):
                before = at > 0 and members[at - 1][0] in touched
                after = at < len(members) and members[at][0] in touched
                writer.step(to_number(value), dropped=before or after)
                continue
            while at < len(members) and members[at][1].item == item:
                writer.glyph(*members[at], self._plan)
                at += 1
        self._flow = writer.flow
        return writer.finish()

    def font_name(self, show: ShowOperator) -> pikepdf.Name:
        """A name by which `Tf` can choose the font again that was chosen before."""
        if not show.name.startswith(BY_STATE):
            return pikepdf.Name(show.name)
        source = font_source(self._unit, show.name)
        name = self._own_names.setdefault(show.name, f"{OURS}Own{len(self._own_names)}")
        if source is not None:
            self.own_fonts[name] = source
        return pikepdf.Name(name)


def _next_line() -> Any:
    return pikepdf.ContentStreamInstruction([], pikepdf.Operator("T*"))


class _ShowWriter:
    """The operators that take the place of one that shows text."""

    def __init__(self, unit: UnitWriter, show: ShowOperator, flow: float) -> None:
        self._unit, self._show = unit, show
        self.flow = flow
        self._parts: list[bytes | float] = []
        self._out: list[Any] = []
        # How far one thousandth of the size moves on the page.
        stretch = 1.0 if show.font.vertical else show.stretch
        self._grain = abs(show.size) * stretch * show.scale / 1000 or 1e-9

    def step(self, number: float, *, dropped: bool) -> None:
        """A number between strings; beside a hidden letter it would tell how the letter was kerned."""
        if dropped:
            self.flow += number * self._grain
        else:
            self._parts.append(number)

    def glyph(self, number: int, glyph: Glyph, plan: GlyphPlan) -> None:
        if number in plan.touched:
            spelling = plan.touched[number]
            if spelling is not None:
                self._reach(plan.moves.shifts.get(number))
                self._insert(spelling, plan.moves.squeezed.get(number, 1.0))
            self.flow -= glyph.advance
            return
        self._reach(plan.moves.shifts.get(number, 0.0))
        self._parts.append(glyph.raw)

    def _reach(self, shift: float | None) -> None:
        if shift is not None and abs(shift - self.flow) > _NOTHING:
            self._parts.append(-(shift - self.flow) / self._grain)
            self.flow = shift

    def _insert(self, spelling: Any, squeeze: float) -> None:
        if spelling.font is None and squeeze == 1.0:
            self._parts.extend(spelling.parts)
        else:
            self._flush()
            self._insert_apart(spelling, squeeze)
        self.flow += spelling.width * squeeze

    def _insert_apart(self, spelling: Any, squeeze: float) -> None:
        show = self._show
        if squeeze != 1.0:
            self._emit("Tz", decimal(show.stretch * squeeze * 100))
        if spelling.font is not None:
            self._unit.stand_ins.add(spelling.font)
            self._emit("Tf", pikepdf.Name(spelling.font.name), decimal(spelling.size))
        self._parts.extend(spelling.parts)
        self._flush()
        if spelling.font is not None:
            self._emit("Tf", self._unit.font_name(show), decimal(show.size))
        if squeeze != 1.0:
            self._emit("Tz", decimal(show.stretch * 100))

    def _emit(self, operator: str, *operands: Any) -> None:
        self._out.append(pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator)))

    def _flush(self) -> None:
        """Neighbouring codes become one string, neighbouring numbers one number."""
        joined: list[bytes | float] = []
        for part in self._parts:
            last = joined[-1] if joined else None
            if last is None or isinstance(part, bytes) != isinstance(last, bytes):
                joined.append(part)
            else:
                joined[-1] = last + part  # type: ignore[operator]  # both are of one kind
        self._parts = []
        values = [
            pikepdf.String(part) if isinstance(part, bytes) else decimal(part)
            for part in joined
            if isinstance(part, bytes) or abs(part * self._grain) > _NOTHING
        ]
        if values:
            self._emit("TJ", pikepdf.Array(values))

    def finish(self) -> list[Any]:
        self._flush()
        return self._out
