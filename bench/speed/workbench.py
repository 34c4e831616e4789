"""The workbench in a browser with large documents: showing one, hiding a person, scrolling; in milliseconds.

The text is that of `linking.py`, in paragraphs; its mentions are given, so that no detector is measured.
Showing is measured from the answer of the server to the second frame after it; by then what is near the view
is there. The marks of the rest are made while the browser is idle: "every mark is there" says when.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import threading
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from bench.reporting import make_parser, publish, say, table
from bench.speed.linking import document
from nescio import load
from nescio.core.model import Document, Job, Span
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.serving import Workbench
from nescio.workbench.store.shelf import Shelf, open_shelf

LARGEST: Final = {5_000: (300, 50, 100), 20_000: (600, 100, 200)}  # mentions -> show, hide, worst frame
ROUNDS: Final = 5
# Two frames: in the first the page is laid out, before the second it was painted.
SHOW: Final = """async () => {
  const [{ state, emit }, { DocumentModel }, { showDocument }] =
    await Promise.all(["state", "model", "reader"].map((name) => import(`/web/js/${name}.js`)));
  const text = await (await fetch(`/api/documents/${state.doc.id}`)).text();
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const began = performance.now();
  state.doc = new DocumentModel(JSON.parse(text));
  showDocument();
  emit("changed");
  await frame(); await frame();
  const seen = performance.now() - began;
  while (document.querySelector(".line.raw")) await frame();
  return [seen, performance.now() - began];
}"""
HIDE: Final = """async () => {
  const [{ state }, { about }] =
    await Promise.all(["state", "acts"].map((name) => import(`/web/js/${name}.js`)));
  const all = [...state.doc.entities.values()];
  const most = all.reduce((one, other) => (one.count > other.count ? one : other));
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const began = performance.now();
  const done = about.toggle(most.key);
  await frame();
  const seen = performance.now() - began;
  await done;
  const answered = performance.now() - began;
  await frame(); await frame();
  return [seen, answered, most.count];
}"""
SCROLL: Final = """async () => {
  const reader = document.getElementById("reader");
  const frame = () => new Promise(requestAnimationFrame);
  const step = reader.scrollHeight / 60;
  let worst = 0, last = await frame();
  for (let n = 0; n < 60; n++) {
    reader.scrollTop += step;
    const now = await frame();
    worst = Math.max(worst, now - last);
    last = now;
  }
  return worst;
}"""


def paragraphs(count: int) -> Job:
    """The text with a line break behind about every eighth sentence, and its mentions."""
    doc, claims = document(count)
    text = list(doc.text)
    for number, place in enumerate(i for i, sign in enumerate(doc.text) if doc.text.startswith(". ", i)):
        if number % 8 == 7:
            text[place + 1] = "\n"
    spans: list[Span] = []
    for claim in sorted(claims, key=lambda c: (c.start, -c.end)):
        if not spans or claim.start >= spans[-1].end:
            spans.append(claim)
    return Job(Document(f"{count}.txt", "".join(text), "en"), voted=tuple(spans))


def put(shelf: Shelf, count: int) -> int:
    options = {"second_pass": {"enabled": False}}
    [job] = load("en", options=options).run([paragraphs(count)], stop="coref")
    file = shelf.add_file(job.document.id, job.document.text.encode())
    shelf.add_jobs(file, [job])
    return len(job.document.text)


def measure(page: Page) -> dict[str, Any]:
    shown = [page.evaluate(SHOW) for _ in range(ROUNDS)]
    worst = [page.evaluate(SCROLL) for _ in range(ROUNDS)]
    hidden = [page.evaluate(HIDE) for _ in range(ROUNDS)]
    return {
        "show": statistics.median(seen for seen, _ in shown),
        "whole": statistics.median(whole for _, whole in shown),
        "frame": statistics.median(worst),
        "hide": statistics.median(seen for seen, _, _ in hidden),
        "answer": statistics.median(answered for _, answered, _ in hidden),
        "mentions of the person": hidden[0][2],
    }


def run(count: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shelf = open_shelf(Path(folder) / "s.sqlite")
        size = put(shelf, count)
        desk = ReviewDesk(shelf, by="bench")
        bench = Workbench(desk)
        threading.Thread(target=bench.serve, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(bench.address())
        page.wait_for_selector("html[data-ready]", timeout=120_000)
        figures = {"characters": size, **measure(page)}
        browser.close()
        bench.end()
        desk.close()
        return figures


def main() -> None:
    options = make_parser(__doc__).parse_args()
    if shutil.which("chromium") is None:
        say("not measured: there is no chromium")
        return
    found = {count: run(count) for count in LARGEST}
    head = (
        "mentions",
        "characters",
        "show",
        "every mark is there",
        "hide a person",
        "the server's answer",
        "worst frame of scrolling",
    )
    rows = [
        (
            f"{count:,}", f"{row['characters']:,}", f"{row['show']:.0f} (at most {LARGEST[count][0]})",
            f"{row['whole']:.0f}", f"{row['hide']:.0f} (at most {LARGEST[count][1]})", f"{row['answer']:.0f}",
            f"{row['frame']:.0f} (at most {LARGEST[count][2]})",
        )
        for count, row in found.items()
    ]  # fmt: skip
    lines = [
        "# The workbench with large documents",
        "",
        "Milliseconds, medians of five.",
        "",
        *table(head, rows),
    ]
    publish(__file__, lines, output=options.output, figures=found)


if __name__ == "__main__":
    main()
