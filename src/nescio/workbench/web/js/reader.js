// The text: a row for each block, the original and beside it what stands there now.

import { $, h } from "./dom.js";
import { emit, on, state } from "./state.js";
import { group } from "./model.js";

const MANY = 24; // entities that are painted one by one; for more, one walk over all marks is quicker
const rows = new Map();

export function showDocument() {
  const reader = $("reader");
  rows.clear();
  const all = document.createDocumentFragment();
  for (const start of state.doc.order) all.append(makeRow(state.doc.blocks.get(start)));
  reader.replaceChildren(all);
  reader.scrollTop = 0;
}

function makeRow(block) {
  const row = h("div", { class: "line", data: { b: block.start } });
  row.append(original(block), anonymized(block));
  rows.set(block.start, row);
  return row;
}

function original(block) {
  const p = h("p", { class: "o", lang: state.doc.language });
  const pieces = [...block.marks.map((m) => [m[0], m[1], m[2], null, m[3] < 0]), ...block.maybe.map((m) => [m[0], m[1], null, m])];
  pieces.sort((one, other) => one[0] - other[0]);
  let at = block.start;
  for (const [start, end, key, maybe, trace] of pieces) {
    if (start < at) continue;
    if (start > at) p.append(block.slice(at, start));
    const el = mark(block.slice(start, end), start, end, key, maybe);
    if (trace) el.classList.add("trace");
    p.append(el);
    at = end;
  }
  if (at < block.end) p.append(block.slice(at, block.end));
  return p;
}

function mark(text, start, end, key, maybe) {
  const el = document.createElement("mark");
  el.textContent = text;
  el.tabIndex = -1;
  el.dataset.s = start;
  el.dataset.e = end;
  if (maybe) el.className = "maybe";
  else {
    el.dataset.k = key;
    paint(el, state.doc.entities.get(key));
  }
  return el;
}

function anonymized(block) {
  const p = h("p", { class: "a", lang: state.doc.language });
  let at = block.start;
  for (const [start, end, text, key] of block.rows) {
    if (start > at) p.append(block.slice(at, start));
    const el = h("mark", { data: { k: key, s: start, e: end }, tabIndex: -1 }, text || "∅");
    paint(el, state.doc.entities.get(key));
    p.append(el);
    at = end;
  }
  if (at < block.end) p.append(block.slice(at, block.end));
  return p;
}

function paint(el, entity) {
  if (!entity) return;
  el.dataset.r = group(entity.root);
  let names = el.className ? el.className.split(" ").filter((name) => name === "trace" || name === "at").join(" ") : "";
  if (!entity.hide) names += " kept";
  if (!entity.checked && entity.doubts.length) names += " doubt";
  if (state.selected?.key === entity.key) names += " on";
  names = names.trim();
  if (el.className !== names) el.className = names;
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
  const reader = $("reader");
  for (const start of blocks) {
    const old = rows.get(start);
    const block = state.doc.blocks.get(start);
    if (old) old.replaceChildren(original(block), anonymized(block));
  }
  if (moved) {
    const kept = new Set(state.doc.order);
    for (const [start, row] of [...rows]) {
      if (!kept.has(start)) {
        row.remove();
        rows.delete(start);
      }
    }
    let at = reader.firstElementChild;
    for (const start of state.doc.order) {
      const row = rows.get(start) || makeRow(state.doc.blocks.get(start));
      if (row === at) at = at.nextElementSibling;
      else reader.insertBefore(row, at);
    }
  }
  const shown = new Set(blocks);
  paintEntities(entities.filter((key) => !shown.has(key) || !shown.has(state.doc.blockAt(key)?.start)));
  markCurrent();
}

/** The mark of a place, in the column that is seen. */
export function markAt(place) {
  const row = rows.get(state.doc.blockAt(place[0])?.start);
  const side = state.view === "anonymized" ? ".a" : ".o";
  return row?.querySelector(`${side} mark[data-s="${place[0]}"]`) || row?.querySelector(side) || null;
}

export function markCurrent() {
  for (const el of $("reader").querySelectorAll("mark.at")) el.classList.remove("at");
  const place = state.selected?.place || state.selected?.maybe;
  if (place) markAt(place)?.classList.add("at");
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
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

function pointOf(place, isEnd = false) {
  const block = state.doc.blockAt(isEnd ? place - 1 : place);
  const p = rows.get(block?.start)?.querySelector(".o");
  if (!p) return null;
  let left = block.index(place);
  const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
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
  if (!el || !document.getSelection().isCollapsed) return;
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
