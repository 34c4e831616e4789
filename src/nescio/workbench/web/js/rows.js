// The rows of the text: a shell for each block at once; its text and marks when it comes near the view, the rest
// while the browser has nothing else to do. What is made last is there for a screen reader and for searching all the same.

import { $, h } from "./dom.js";
import { on, state } from "./state.js";
import { group } from "./model.js";

const LINE = 28; // pixels
const SIGNS = 55; // in a line of one of two columns
const SCREENS = 3; // that are made at once
const BEHIND = 12; // rows above the view
const rows = /** @type {any} */ (new Map()); // elements by the starts of their blocks
/** @type {Set<number>} Blocks whose row is a shell, or shows what was there before. */
const due = new Set();
let idle = 0;

/** All rows anew. */
export function makeRows() {
  const reader = $("reader");
  rows.clear();
  due.clear();
  const all = document.createDocumentFragment();
  for (const start of state.doc.order) all.append(shell(start));
  reader.replaceChildren(all);
  reader.scrollTop = 0;
  fillFrom(0);
  later();
}

function shell(start) {
  const block = state.doc.blocks.get(start);
  const row = document.createElement("div");
  row.className = "line raw";
  row.dataset.b = start;
  row.style.setProperty("--signs", String(block.end - block.start));
  rows.set(start, row);
  due.add(start);
  return row;
}

/** The row of a block, with its marks. @returns {any} */
export function rowOf(start) {
  if (due.has(start)) fillRow(start);
  return rows.get(start);
}

function fillRow(start) {
  const row = rows.get(start);
  const block = state.doc.blocks.get(start);
  due.delete(start);
  row.replaceChildren(original(block), anonymized(block));
  if (row.className !== "line") row.className = "line";
}

/** Some blocks have changed, and perhaps their order. */
export function changeRows(blocks, moved) {
  for (const start of blocks) if (rows.has(start)) due.add(start);
  if (moved) reorder();
  fillNear();
  later();
}

function reorder() {
  const reader = $("reader");
  const kept = new Set(state.doc.order);
  for (const [start, row] of [...rows]) {
    if (kept.has(start)) continue;
    row.remove();
    rows.delete(start);
    due.delete(start);
  }
  let at = reader.firstElementChild;
  for (const start of state.doc.order) {
    const row = rows.get(start) || shell(start);
    if (row === at) at = at.nextElementSibling;
    else reader.insertBefore(row, at);
  }
}

/** Makes what stands in the view and around it. */
export function fillNear() {
  if (!due.size || !state.doc) return;
  const { order } = state.doc;
  const top = $("reader").getBoundingClientRect().top;
  let low = 0;
  let high = order.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows.get(order[middle]).getBoundingClientRect().bottom > top) high = middle;
    else low = middle + 1;
  }
  fillFrom(Math.max(0, low - BEHIND));
}

function fillFrom(index) {
  const { order, blocks } = state.doc;
  let left = (window.innerHeight * SCREENS) / LINE;
  for (let at = index; at < order.length && left > 0; at++) {
    const block = blocks.get(order[at]);
    if (due.has(block.start)) fillRow(block.start);
    left -= 1 + (block.end - block.start) / SIGNS;
  }
}

function later() {
  if (idle || !due.size) return;
  idle = requestIdleCallback((time) => {
    idle = 0;
    for (const start of due) {
      fillRow(start);
      if (time.timeRemaining() < 4) break;
    }
    later();
  });
}

function original(block) {
  const p = h("p", { class: "o", lang: state.doc.language });
  const pieces = [...block.marks.map((m) => [m[0], m[1], m[2], null, m[3] < 0]), ...block.maybe.map((m) => [m[0], m[1], null, m])];
  pieces.sort((one, other) => one[0] - other[0]);
  let at = block.start;
  for (const [start, end, key, maybe, trace] of pieces) {
    if (start < at) continue;
    if (start > at) p.append(block.slice(at, start));
    const el = mark(block.slice(start, end), start, end, maybe ? null : key);
    if (maybe) el.className = "maybe";
    if (trace) el.classList.add("trace");
    p.append(el);
    at = end;
  }
  if (at < block.end) p.append(block.slice(at, block.end));
  return p;
}

function anonymized(block) {
  const p = h("p", { class: "a", lang: state.doc.language });
  let at = block.start;
  for (const [start, end, text, key] of block.rows) {
    if (start > at) p.append(block.slice(at, start));
    p.append(mark(text || "∅", start, end, key));
    at = end;
  }
  if (at < block.end) p.append(block.slice(at, block.end));
  return p;
}

function mark(text, start, end, key) {
  const el = document.createElement("mark");
  el.textContent = text;
  el.tabIndex = -1;
  el.dataset.s = start;
  el.dataset.e = end;
  if (key !== null) {
    el.dataset.k = key;
    paint(el, state.doc.entities.get(key));
  }
  return el;
}

/** A mark gets the colours of its entity. */
export function paint(el, entity) {
  if (!entity) return;
  const names = [];
  if (el.classList.contains("trace")) names.push("trace");
  if (el.classList.contains("at")) names.push("at");
  if (!entity.hide) names.push("kept");
  if (!entity.checked && entity.doubts.length) names.push("doubt");
  if (state.selected?.key === entity.key) names.push("on");
  const all = names.join(" ");
  if (el.className !== all) el.className = all;
  el.dataset.r = group(entity.root);
}

$("reader").addEventListener("scroll", fillNear, { passive: true });
window.addEventListener("resize", fillNear);
on("view", fillNear);
