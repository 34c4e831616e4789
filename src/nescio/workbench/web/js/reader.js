// The text: a row for each block, the original and beside it what stands there now.

import { $, chosen } from "./dom.js";
import { emit, on, state } from "./state.js";
import { changeRows, makeRows, paint, rowOf } from "./rows.js";

const MANY = 24; // entities that are painted one by one; for more, one walk over all marks is quicker
/** @type {any} */
let current = null; // the mark that is chosen

export function showDocument() {
  makeRows();
  current = null;
  markCurrent();
}

/** All marks of an entity get the colours it has now. */
export function paintEntities(keys) {
  if (keys.length > MANY) {
    const wanted = new Set(keys.map(String));
    for (const el of $("reader").querySelectorAll("mark[data-k]")) {
      if (wanted.has(el.dataset.k)) paint(el, state.doc.entities.get(Number(el.dataset.k)));
    }
    return;
  }
  for (const key of keys) {
    for (const el of $("reader").querySelectorAll(`mark[data-k="${key}"]`)) paint(el, state.doc.entities.get(key));
  }
}

export function updateDocument({ blocks, entities, moved }) {
  changeRows(blocks, moved);
  paintEntities(entities);
  markCurrent();
}

/** The mark of a place, in the column that is seen. */
export function markAt(place) {
  const row = rowOf(state.doc.blockAt(place[0])?.start);
  const side = state.view === "anonymized" ? ".a" : ".o";
  return row?.querySelector(`${side} mark[data-s="${place[0]}"]`) || row?.querySelector(side) || null;
}

export function markCurrent() {
  current?.classList.remove("at");
  const place = state.selected?.place || state.selected?.maybe;
  current = place ? markAt(place) : null;
  current?.classList.add("at");
}

export function reveal(place) {
  const el = markAt(place);
  if (!el) return;
  const box = el.getBoundingClientRect();
  const frame = $("reader").getBoundingClientRect();
  const bottom = Math.min(frame.bottom, window.innerHeight) - sheetHeight() - 40;
  if (box.top < frame.top + 30 || box.bottom > bottom) {
    el.scrollIntoView({ block: "center" });
    if (sheetHeight()) $("reader").scrollTop += sheetHeight() / 2; // the sheet covers what lies below
  }
}

/** How much of the text the panel covers on a small screen. */
export function sheetHeight() {
  const panel = $("panel");
  return getComputedStyle(panel).position === "absolute" ? panel.offsetHeight : 0;
}

/** The place in the text of a point in an original column, or null. */
export function placeOf(node, offset) {
  const holder = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  const p = holder?.closest?.(".o");
  const row = holder?.closest?.(".line");
  if (!row) return null;
  const block = state.doc.blocks.get(Number(row.dataset.b));
  if (!p) return block.end; // beside the original: its line ends here
  const range = document.createRange();
  range.setStart(p, 0);
  range.setEnd(node, offset);
  return block.place(range.toString().length);
}

/** The stretch of the page that shows a stretch of the original. */
export function rangeOf(start, end) {
  const from = pointOf(start);
  const to = pointOf(end, true);
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from[0], from[1]);
  range.setEnd(to[0], to[1]);
  return range;
}

function pointOf(place, isEnd = false) {
  const block = state.doc.blockAt(isEnd ? place - 1 : place);
  const p = rowOf(block?.start)?.querySelector(".o");
  if (!p) return null;
  let left = block.index(place);
  const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  for (let node = /** @type {Text} */ (walk.nextNode()); node; node = /** @type {Text} */ (walk.nextNode())) {
    if (left < node.length || (isEnd && left === node.length)) return [node, left];
    left -= node.length;
  }
  return [p, p.childNodes.length];
}

on("selected", (before) => {
  const keys = [before?.key, state.selected?.key].filter((key) => key !== undefined && key !== null);
  if (state.doc) paintEntities([...new Set(keys)]);
  markCurrent();
});

$("reader").addEventListener("click", (event) => {
  const el = event.target.closest("mark");
  if (!el || !chosen().isCollapsed) return;
  if (el.classList.contains("maybe")) emit("choose", { maybe: state.doc.maybe().get(Number(el.dataset.s)) });
  else emit("choose", { key: Number(el.dataset.k), place: placeIn(el) });
});

/** A replacement may cover a word more than the mention it stands for: the mention is meant. */
function placeIn(el) {
  const start = Number(el.dataset.s);
  const end = Number(el.dataset.e);
  const all = state.doc.blockAt(start).marks;
  const found = all.find(([from, to]) => from < end && start < to);
  return found ? found.slice(0, 2) : [start, end];
}
