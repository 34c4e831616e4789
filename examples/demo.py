"""Shows what nescio does: the examples in four languages, before and after, with the everyday methods."""

from __future__ import annotations

import html
from collections import Counter
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from nescio import Document, Job, load, reidentify
from nescio.solutions.table import make_table

HERE = Path(__file__).parent
OUT = HERE.parent / "out" / "demo"
LANGUAGES = {"en": "English", "de": "Deutsch", "pt": "Português", "es": "Español"}
METHODS = ("generalize", "substitute", "suppress", "tag")
KINDS = ("letter", "court", "mail", "clinic")
COLOURS = {"PER": "magenta", "LOC": "green", "ORG": "cyan", "DATE": "yellow"}
EXCERPT = 420  # characters of each text that the terminal shows

console = Console(highlight=False)


def main() -> None:
    pages: list[str] = []
    for language, name in LANGUAGES.items():
        console.print(Rule(f"[bold]{name}[/]"))
        shown = [anonymize(language, method) for method in METHODS]
        show(language, KINDS[list(LANGUAGES).index(language)], dict(zip(METHODS, shown, strict=True)))
        pages += [page(language, dict(zip(METHODS, shown, strict=True)))]
    report = OUT / "index.html"
    report.write_text(PAGE.format(body="\n".join(pages)), encoding="utf-8")
    console.print(f"\nAll texts with these methods: [bold]{OUT.relative_to(HERE.parent)}[/]", soft_wrap=True)
    console.print(f"Side by side in a browser:    [bold]{report.relative_to(HERE.parent)}[/]", soft_wrap=True)
    console.print("Review them in a browser:     [bold].venv/bin/nescio workbench examples[/]")
    console.print("Further methods, some with a key: [bold]docs/reference/methods.md[/]", soft_wrap=True)


def anonymize(language: str, method: str) -> dict[str, Job]:
    """The texts of one language with one method; written out, and proved to be reversible."""
    anonymizer = load(language, method=method)
    texts = {kind: (HERE / language / f"{kind}.txt").read_bytes().decode() for kind in KINDS}
    jobs = anonymizer.run([Job(Document(kind, text, language)) for kind, text in texts.items()])
    for job in jobs:
        if job.solution is None:
            raise SystemExit(f"{language}/{job.document.id} could not be anonymized: {job.failure}")
        if reidentify(job.solution.text, make_table(job)).text != job.document.text:
            raise SystemExit(f"{language}/{job.document.id} could not be restored.")
        target = OUT / method / language / f"{job.document.id}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(job.solution.text.encode())
    return {job.document.id: job for job in jobs}


def show(language: str, kind: str, results: dict[str, dict[str, Job]]) -> None:
    job = next(iter(results.values()))[kind]
    panels = [Panel(original(job), title=f"{language}/{kind}.txt", border_style="red")]
    for method, jobs in results.items():
        panels.append(Panel(anonymized(jobs[kind]), title=method, border_style="green"))
    width = max(40, console.width // len(panels) - 2)
    console.print(Columns(panels, width=width, expand=False))
    console.print(summary(results))


def original(job: Job) -> Text:
    rows = job.solution.replacements if job.solution else ()
    return coloured(job.document.text, [(row.start, row.end, row.label) for row in rows], strike=True)


def anonymized(job: Job) -> Text:
    rows = job.solution.replacements if job.solution else ()
    text = job.solution.text if job.solution else ""
    return coloured(text, [(row.out_start, row.out_end, row.label) for row in rows], strike=False)


def coloured(source: str, places: list[tuple[int, int, str]], *, strike: bool) -> Text:
    text = Text(source.replace("\r\n", "\n ").expandtabs(1) if "\r" in source else source)
    for start, end, label in places:
        colour = COLOURS.get(label, "blue")
        text.stylize(f"bold {colour}" + (" strike" if strike else ""), start, end)
    return text[:EXCERPT] + Text(" …") if len(text) > EXCERPT else text


def summary(results: dict[str, dict[str, Job]]) -> Table:
    table = Table(box=None, header_style="dim")
    for column in ("method", "texts", "replaced", "entities", "most frequent labels"):
        table.add_column(column)
    for method, jobs in results.items():
        rows = [(job, row) for job in jobs.values() if job.solution for row in job.solution.replacements]
        labels = Counter(row.label for _, row in rows)
        entities = len({(job.document.id, row.entity) for job, row in rows})
        frequent = ", ".join(f"{label} {count}" for label, count in labels.most_common(6))
        table.add_row(method, str(len(jobs)), str(len(rows)), str(entities), frequent)
    return table


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>nescio: before and after</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #fafafa }}
h2 {{ margin-top: 3rem }} .row {{ display: flex; gap: 1rem; flex-wrap: wrap }}
pre {{ flex: 1 1 24rem; white-space: pre-wrap; background: #fff; border: 1px solid #ddd; border-radius: 8px;
  padding: 1rem; font: 13px/1.5 ui-monospace, monospace }}
mark {{ border-radius: 3px; padding: 0 2px; background: #dbeafe }} mark[data-l^=PER] {{ background: #fce7f3 }}
mark[data-l=LOC], mark[data-l=CITY] {{ background: #dcfce7 }} mark[data-l=ORG] {{ background: #cffafe }}
mark[data-l=DATE] {{ background: #fef9c3 }} pre.before mark {{ text-decoration: line-through }}
</style><h1>nescio: before and after</h1>
<p>All people, firms and numbers in these texts are invented.</p>{body}</html>"""


def page(language: str, results: dict[str, dict[str, Job]]) -> str:
    rows = [f"<h2>{html.escape(LANGUAGES[language])}</h2>"]
    for kind in KINDS:
        jobs = {method: by_kind[kind] for method, by_kind in results.items()}
        first = next(iter(jobs.values()))
        places = [(row.start, row.end, row.label) for row in first.solution.replacements]  # type: ignore[union-attr]
        cells = [f'<pre class="before"><b>before</b>\n\n{marked(first.document.text, places)}</pre>']
        for method, job in jobs.items():
            solution = job.solution
            if solution is not None:
                places = [(row.out_start, row.out_end, row.label) for row in solution.replacements]
                cells.append(f"<pre><b>{method}</b>\n\n{marked(solution.text, places)}</pre>")
        rows.append(f'<h3>{kind}</h3><div class="row">{"".join(cells)}</div>')
    return "\n".join(rows)


def marked(text: str, places: list[tuple[int, int, str]]) -> str:
    pieces, position = [], 0
    for start, end, label in places:
        marked_text = f'<mark data-l="{label}">{html.escape(text[start:end])}</mark>'
        pieces += [html.escape(text[position:start]), marked_text]
        position = end
    return "".join([*pieces, html.escape(text[position:])])


if __name__ == "__main__":
    main()
