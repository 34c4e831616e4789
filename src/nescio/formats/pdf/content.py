"""Content streams: every glyph that is shown, in the order of the stream, with its place in file and page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import pikepdf

from nescio.formats.pdf.fonts import GlyphFont, apart
from nescio.formats.pdf.marked import marked_names, marked_strings
from nescio.formats.pdf.matrices import IDENTITY, Matrix, multiplied, to_matrix, to_number
from nescio.formats.pdf.refusals import damaged
from nescio.formats.pdf.states import SHOWING, TextMachine, TextState

_DEEPEST: Final = 24  # forms within forms
_INVISIBLE: Final = 3  # the render mode that paints nothing
BY_STATE: Final = "/\x00"  # before the name of a graphics state that sets the font itself


@dataclass(frozen=True, slots=True, eq=False)
class ContentUnit:
    """One stream of operators, read once however often it is drawn."""

    number: int
    kind: str  # page, form, appearance, pattern, glyph
    page: int  # where it is first drawn; 0 for none
    holder: pikepdf.Object = field(repr=False)
    resources: pikepdf.Object = field(repr=False)
    ctm: Matrix = IDENTITY
    start: TextState | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ShowOperator:
    """What the glyphs of one operator share; lengths in units of the page."""

    unit: int
    op: int
    font: GlyphFont = field(repr=False)
    name: str  # the font's name in the resources
    size: float
    em: float
    scale: float  # of the page, for one unit of text space
    along: tuple[float, float]  # the direction of writing
    sign: float  # -1 where the state turns the direction of text space
    letter: float
    word: float
    stretch: float
    visible: bool


class Glyph(NamedTuple):
    """One code that is shown: in which item of its operator, as which code of the item, and where."""

    text: str
    raw: bytes
    show: ShowOperator
    item: int
    nth: int
    x: float
    y: float
    width: float
    advance: float  # with the space that the state adds
    gap: float  # from the end of the one before in its operator, without the space between letters


class MarkedString(NamedTuple):
    """A string within the operands of marked content."""

    unit: int
    op: int
    number: int  # among the strings of the operator
    text: str


@dataclass(slots=True)
class DrawnContent:
    """All that the streams of a document show."""

    units: list[ContentUnit] = field(default_factory=list)
    glyphs: list[Glyph] = field(default_factory=list)
    marks: list[MarkedString] = field(default_factory=list)
    tags: dict[str, None] = field(default_factory=dict)  # names that streams give to their stretches
    covered: dict[int, float] = field(default_factory=dict)  # by page: share that images cover
    breaks: list[int] = field(default_factory=list)  # glyphs before which another page or part begins
    _stretches: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def add(self, unit: int, glyphs: Sequence[Glyph]) -> None:
        """Glyphs of one operator; a form drawn between them lies within those of its page."""
        first = len(self.glyphs)
        self.glyphs.extend(glyphs)
        self._stretches.setdefault(unit, []).append((first, len(self.glyphs)))

    def glyphs_of(self, unit: int) -> Iterator[tuple[int, Glyph]]:
        for first, last in self._stretches.get(unit, ()):
            for number in range(first, last):
                yield number, self.glyphs[number]


def instructions(holder: pikepdf.Object) -> list[Any]:
    """The operators of a page or stream."""
    try:
        return list(pikepdf.parse_content_stream(holder))
    except (pikepdf.PdfError, TypeError, ValueError, RuntimeError):
        raise damaged("a content stream cannot be read") from None


class ContentReader:
    """Reads units one after the other; what a unit draws is read where it is drawn."""

    def __init__(self) -> None:
        self.drawn = DrawnContent()
        self._fonts: dict[Any, GlyphFont] = {}
        self._seen: set[tuple[int, int]] = set()
        self._box = (0.0, 0.0, 1.0, 1.0)

    def read_page(self, page: pikepdf.Page, number: int) -> None:
        self._box = _box_of(page)
        self.drawn.covered[number] = 0.0
        self.drawn.breaks.append(len(self.drawn.glyphs))
        resources = _inherited(page.obj, "/Resources")
        self._read(ContentUnit(len(self.drawn.units), "page", number, page.obj, resources), 0)

    def read_stream(self, stream: pikepdf.Object, kind: str, page: int, resources: pikepdf.Object) -> None:
        """A stream that no page draws by itself: an appearance, a pattern, a glyph of a Type 3 font."""
        if stream.objgen in self._seen:
            return
        self.drawn.breaks.append(len(self.drawn.glyphs))
        self._read_form(stream, kind, page, resources, TextState(), 0)

    def _read_form(
        self,
        stream: pikepdf.Object,
        kind: str,
        page: int,
        around: pikepdf.Object,
        state: TextState,
        depth: int,
    ) -> None:
        if depth > _DEEPEST or (stream.is_indirect and stream.objgen in self._seen):
            return
        self._seen.add(stream.objgen)
        own = stream.get("/Resources")
        resources = own if isinstance(own, pikepdf.Dictionary) else around
        matrix = stream.get("/Matrix")
        ctm = multiplied(to_matrix(list(matrix) if isinstance(matrix, pikepdf.Array) else None), state.ctm)
        self._read(ContentUnit(len(self.drawn.units), kind, page, stream, resources, ctm, state), depth)

    def _read(self, unit: ContentUnit, depth: int) -> None:
        self.drawn.units.append(unit)
        machine = TextMachine(unit.ctm, unit.start)
        for number, instruction in enumerate(instructions(unit.holder)):
            operator = str(instruction.operator)
            if operator in SHOWING:
                self._show(unit, number, operator, instruction.operands, machine)
            elif operator == "Do":
                self._draw(unit, instruction.operands, machine.state, depth)
            elif operator == "gs":
                choose_by_state(unit, instruction.operands, machine)
            elif operator in ("BDC", "DP", "BMC", "MP"):
                self._mark(unit, number, instruction.operands)
            elif operator == "INLINE IMAGE":
                self._cover(unit.page, machine.state.ctm)
            else:
                machine.follow(operator, instruction.operands)

    def _show(
        self, unit: ContentUnit, number: int, operator: str, operands: Sequence[Any], machine: TextMachine
    ) -> None:
        items = shown_items(operator, operands, machine)
        font = self.font_of(unit, machine.state.font)
        if font is None:
            return
        show = show_of(unit.number, number, font, machine)
        glyphs, moved_by = placed(show, items, machine)
        self.drawn.add(unit.number, glyphs)
        machine.text = advanced(machine.text, moved_by, vertical=font.vertical)

    def font_of(self, unit: ContentUnit, name: str) -> GlyphFont | None:
        source = font_source(unit, name)
        if source is None:
            return None
        key = source.objgen if source.is_indirect else (unit.number, name)
        if key not in self._fonts:
            self._fonts[key] = GlyphFont(source)
        return self._fonts[key]

    def _draw(self, unit: ContentUnit, operands: Sequence[Any], state: TextState, depth: int) -> None:
        drawn = _resource(unit.resources, "/XObject", str(operands[0]) if operands else "")
        if not isinstance(drawn, pikepdf.Stream):
            return
        if drawn.get("/Subtype") == pikepdf.Name.Image:
            self._cover(unit.page, state.ctm)
        elif drawn.get("/Subtype") == pikepdf.Name.Form:
            self._read_form(drawn, "form", unit.page, unit.resources, state, depth + 1)

    def _mark(self, unit: ContentUnit, number: int, operands: Sequence[Any]) -> None:
        for place, (_, _, text) in enumerate(marked_strings(operands)):
            self.drawn.marks.append(MarkedString(unit.number, number, place, apart(str(text))))
        self.drawn.tags.update(dict.fromkeys(marked_names(operands)))

    def _cover(self, page: int, ctm: Matrix) -> None:
        a, b, c, d, e, f = ctm
        left, right = min(e, e + a, e + c, e + a + c), max(e, e + a, e + c, e + a + c)
        low, high = min(f, f + b, f + d, f + b + d), max(f, f + b, f + d, f + b + d)
        x0, y0, x1, y1 = self._box
        wide, tall = min(right, x1) - max(left, x0), min(high, y1) - max(low, y0)
        if wide > 0 and tall > 0 and page:
            whole = max((x1 - x0) * (y1 - y0), 1e-9)
            self.drawn.covered[page] = self.drawn.covered.get(page, 0.0) + wide * tall / whole


def shown_items(operator: str, operands: Sequence[Any], machine: TextMachine) -> list[Any]:
    """The strings and numbers that an operator shows; `'` and `"` first move the machine on."""
    if operator in ("'", '"'):
        if operator == '"' and len(operands) >= 3:
            machine.spaces(operands)
        machine.next_line()
    if not operands:
        return []
    last = operands[-1]
    if isinstance(last, pikepdf.Array):
        return list(last)
    return [last]


def show_of(unit: int, op: int, font: GlyphFont, machine: TextMachine) -> ShowOperator:
    state = machine.state
    a, b, c, d, _, _ = multiplied(machine.text, state.ctm)
    scale = math.hypot(a, b) or 1e-9
    across = math.hypot(c, d) or 1e-9
    along = (c / across, d / across) if font.vertical else (a / scale, b / scale)
    sign = -1.0 if state.stretch * state.size < 0 else 1.0
    wide = across if font.vertical else scale * abs(state.stretch)
    return ShowOperator(
        unit=unit,
        op=op,
        font=font,
        name=state.font,
        size=state.size,
        em=abs(state.size) * across * font.unit or 1e-6,
        scale=across if font.vertical else scale,
        along=(along[0] * sign, along[1] * sign),
        sign=sign,
        letter=state.letter * wide,
        word=state.word * wide,
        stretch=abs(state.stretch) or 1e-6,
        visible=state.mode % 4 != _INVISIBLE,
    )


def placed(show: ShowOperator, items: Sequence[Any], machine: TextMachine) -> tuple[list[Glyph], float]:
    """The glyphs of an operator, and how far it moves on in text space."""
    state, vertical = machine.state, show.font.vertical
    matrix = multiplied(machine.text, state.ctm)
    x0 = matrix[4] + state.rise * matrix[2]
    y0 = matrix[5] + state.rise * matrix[3]
    stretch = 1.0 if vertical else state.stretch
    step_x, step_y = (matrix[2], matrix[3]) if vertical else (matrix[0], matrix[1])
    scale, unit, letter = show.scale * show.sign, state.size * stretch, state.letter * stretch
    at, gap, found = 0.0, 0.0, []
    new = tuple.__new__  # half a million glyphs: the constructor of a named tuple takes twice as long
    for item, value in enumerate(items):
        if not isinstance(value, pikepdf.String):
            by = to_number(value) / 1000 * unit
            at, gap = at - by, gap - by * scale
            continue
        for index, (text, raw, wide) in enumerate(show.font.split(bytes(value))):
            width = wide * unit
            extra = letter + (state.word * stretch if raw == b" " else 0.0)
            x, y = x0 + at * step_x, y0 + at * step_y
            advance = width + extra
            place = (text, raw, show, item, index, x, y, width * scale, advance * scale, gap)
            found.append(new(Glyph, place))
            at, gap = at + advance, (extra - letter) * scale
    return found, at


def advanced(matrix: Matrix, by: float, *, vertical: bool) -> Matrix:
    a, b, c, d, e, f = matrix
    return (a, b, c, d, e + by * c, f + by * d) if vertical else (a, b, c, d, e + by * a, f + by * b)


def font_source(unit: ContentUnit, name: str) -> pikepdf.Object | None:
    if name.startswith(BY_STATE):
        state = _resource(unit.resources, "/ExtGState", name.removeprefix(BY_STATE))
        chosen: Any = state.get("/Font") if state is not None else None
        source = chosen[0] if chosen is not None else None
    else:
        source = _resource(unit.resources, "/Font", name)
    return source if isinstance(source, pikepdf.Dictionary) else None


def choose_by_state(unit: ContentUnit, operands: Sequence[Any], machine: TextMachine) -> None:
    name = str(operands[0]) if operands else ""
    state = _resource(unit.resources, "/ExtGState", name)
    font = state.get("/Font") if isinstance(state, pikepdf.Dictionary) else None
    if isinstance(font, pikepdf.Array) and len(font) == 2:
        machine.choose_font([BY_STATE + name, font[1]])


def _resource(resources: pikepdf.Object, kind: str, name: str) -> pikepdf.Object | None:
    found = resources.get(kind) if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(found, pikepdf.Dictionary) or not name.startswith("/"):
        return None
    return found.get(name)


def _inherited(page: pikepdf.Object, key: str) -> pikepdf.Object:
    node: Any = page
    for _ in range(_DEEPEST):
        if not isinstance(node, pikepdf.Dictionary):
            break
        if isinstance(node.get(key), pikepdf.Dictionary | pikepdf.Array):
            return node[key]
        node = node.get("/Parent")
    return pikepdf.Dictionary()


def _box_of(page: pikepdf.Page) -> tuple[float, float, float, float]:
    try:
        x0, y0, x1, y1 = (to_number(value) for value in _inherited(page.obj, "/MediaBox"))
    except (TypeError, ValueError):
        return (0.0, 0.0, 612.0, 792.0)
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
