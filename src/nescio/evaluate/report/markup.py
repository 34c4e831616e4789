"""Pieces of HTML that the sections of the report share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def section(place: str, title: str, intro: str, *body: str) -> str:
    """A section with its heading and, if there is one, a sentence that explains it."""
    words = f'<p class="soft">{escape(intro)}</p>' if intro else ""
    return f'<section id="{place}"><h2>{escape(title)}</h2>{words}{"".join(body)}</section>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "") -> str:
    """A table whose first column names the rows."""
    lines = "".join(
        f"<tr>{_cell('th', row[0], 'row')}{''.join(_cell('td', c) for c in row[1:])}</tr>" for row in rows
    )
    return wrap("", caption, "".join(_cell("th", name, "col") for name in head), lines)


def wrap(kind: str, caption: str, head: str, lines: str) -> str:
    """A table from ready rows; it scrolls by itself where the page is narrow."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    named = f' class="{kind}"' if kind else ""
    return (
        f'<div class="wide"><table{named}>{title}<thead><tr>{head}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _cell(tag: str, content: str, scope: str = "") -> str:
    where = f' scope="{scope}"' if scope else ""
    return f"<{tag}{where}>{escape(content)}</{tag}>"
