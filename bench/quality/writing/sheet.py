"""The report as Markdown: the main figures, then a table for each kind, with those of an earlier run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.quality.writing.figures import Figures, Portion
from bench.reporting import table
from tools.corpus import LABELS

# What the README and the head of the report show: what it is called there, and the figure.
MAIN = (
    ("people hidden in full, outside chats", "full | people outside chats"),
    ("people hidden in full, in chats", "full | people in chats"),
    ("direct identifiers with a form hidden in full", "full | direct with a form"),
    ("direct entities hidden in all their mentions", "entities | direct"),
    ("indirect references hidden in full", "full | indirect"),
    ("hidden characters that somebody marked", "precision"),
    ("the same, in texts full of capitals", "precision | full of capitals"),
    ("kind told where something was hidden", "typed"),
    ("direct entities of which something is left in an output", "leaks"),
    ("the same, of those that were found", "leaks | found"),
    ("people with several identities", "split people"),
    ("people who share an identity with another", "joined people"),
    ("sex of the substitute right where the text shows it", "sex, substitute"),
    ("families that keep one name, `substitute`", "family kept, substitute"),
    ("natural replacements by rule, `substitute`", "natural, substitute"),
    ("natural replacements by rule, `generalize`", "natural, generalize"),
    ("documents with every reference hidden", "clean"),
    ("documents with every direct reference hidden", "clean of direct"),
)
_PROSE = ("sex, {} | by the words around", "sex, {} | by the list", "family kept, {}", "natural, {}",
          "tag left, {}", "changed outside, {}", "glued or doubled, {}")  # fmt: skip
_LEAKS = ("never found", "found in part", "found", "tag", "suppress", "substitute", "generalize")
_METHODS = ("substitute", "generalize")
_OTHERS = (
    ("Leaks", (*(f"leaks | {part}" for part in _LEAKS), "leaks as another word")),
    ("Identities", tuple(f"{what} {kind}" for kind in ("people", "organisations") for what in
                         ("split", "merged", "joined"))),
    ("Replacements", tuple(figure.format(method) for method in _METHODS for figure in _PROSE)),
)  # fmt: skip
_EMPTY = Portion(0, 0)
KINDS = ("genre", "language", "folder")


def main_rows(figures: Figures, before: Figures) -> list[list[str]]:
    return [[words, *cells(figures, before, name)] for words, name in MAIN]


def cells(figures: Figures, before: Figures, name: str) -> list[str]:
    """Before, now, and of how many."""
    share = figures.get(name, _EMPTY)
    return [str(before.get(name, _EMPTY)), str(share), f"{share.part:,} of {share.whole:,}"]


def lines(title: str, about: Sequence[str], figures: Figures, before: Figures) -> list[str]:
    """The whole report."""
    head = ("", "before", "now", "counts")
    found = [f"# {title}", "", *about, "", *table(head, main_rows(figures, before))]
    found += ["", "## Labels", "", *table(*label_table(figures, before))]
    for kind in KINDS:
        found += ["", f"## By {kind}", "", *table(*slice_table(kind, figures, before))]
    for name, rows in _OTHERS:
        found += ["", f"## {name}", "", *table(head, ([row, *cells(figures, before, row)] for row in rows))]
    return [*found, "", "## Tags left in prose", "", *table(*tag_table(figures, before))]


def _pair(figures: Figures, before: Figures, name: str) -> str:
    """Before and now in one cell."""
    now, then = figures.get(name, _EMPTY), before.get(name, _EMPTY)
    return f"{then} → {now}" if then.whole else str(now)


def label_table(figures: Figures, before: Figures) -> tuple[list[str], list[list[str]]]:
    names = ("full", "partly", "entities", "typed", "precision", "leaks")
    head = ["label", "references", "in full", "partly", "entities", "kind told", "precision", "leaks"]
    rows = []
    for label in LABELS:
        whole = figures.get(f"full | label {label}", _EMPTY).whole
        found = [_pair(figures, before, f"{name} | label {label}") for name in names]
        rows.append([label, f"{whole:,}", *found])
    return head, rows


def slices_of(kind: str, figures: Figures) -> list[str]:
    """The genres, languages or folders that there are."""
    start = f"documents | {kind} "
    return sorted(name.removeprefix(start) for name in figures if name.startswith(start))


def slice_table(kind: str, figures: Figures, before: Figures) -> tuple[list[str], list[list[str]]]:
    head = [kind, "documents", "direct in full", "direct entities", "indirect in full", "precision", "clean"]
    rows = []
    for name in slices_of(kind, figures):
        part = f"{kind} {name}"
        found = [f"full | direct, {part}", f"entities | direct, {part}", f"full | indirect, {part}"]
        found += [f"precision | {part}", f"clean | {part}"]
        count = figures[f"documents | {part}"].whole
        rows.append([name, f"{count:,}", *(_pair(figures, before, item) for item in found)])
    return head, rows


def tag_table(figures: Figures, before: Figures) -> tuple[list[str], list[list[str]]]:
    rows: Iterable[list[str]] = (
        [label, *(_pair(figures, before, f"tag left, {method} | label {label}") for method in _METHODS)]
        for label in LABELS
    )
    return ["label", *_METHODS], [row for row in rows if set(row[1:]) != {"–"}]
