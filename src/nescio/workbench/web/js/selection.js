// Words chosen in the text become a mention; the borders of a mention are dragged, or moved by keys.

import { $, chosen, fill, h } from "./dom.js";
import { on, state } from "./state.js";
import { language, t } from "./i18n.js";
import { about } from "./acts.js";
import { labelSelect } from "./card.js";
import { markAt, placeOf, rangeOf, reveal, sheetHeight } from "./reader.js";

let lastLabel = "PER";
let waiting = 0;

/** What is chosen on the page, as a stretch of the original; null if nothing is. */
function chosenPlace() {
  const selection = chosen();
  if (selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  if (!$("reader").contains(range.startContainer) || !$("reader").contains(range.endContainer)) return null;
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  return start === null || end === null || start >= end ? null : [start, end];
}

function look() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    state.words = state.view === "anonymized" ? null : chosenPlace();
    showPop();
  }, 120);
}

function showPop() {
  const pop = $("pop");
  const place = state.words;
  const text = place ? state.doc.text(...place) : "";
  if (!text.trim()) return void (pop.hidden = true);
  const now = JSON.stringify([state.doc.id, state.doc.version, place, language]);
  if (pop.hidden || pop.dataset.of !== now) {
    pop.dataset.of = now; // made once for some words: only its place changes when the text moves
    fill(pop, labelSelect(lastLabel, (label) => { lastLabel = label; }),
      h("button", { class: "primary", onclick: () => hideWords(true) }, t("hide_all", { n: state.doc.count(text) })),
      h("button", { onclick: () => hideWords(false) }, t("hide_once")));
    pop.setAttribute("aria-label", t("hide"));
    pop.hidden = false;
  }
  const box = rangeOf(...place)?.getBoundingClientRect();
  if (!box) return undefined;
  const top = box.bottom + 10 + pop.offsetHeight > window.innerHeight ? box.top - pop.offsetHeight - 10 : box.bottom + 10;
  pop.style.top = `${Math.max(8, top)}px`;
  pop.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - pop.offsetWidth - 8))}px`;
  return undefined;
}

export function hideWords(everywhere) {
  if (!state.words) return;
  const place = state.words;
  chosen().removeAllRanges();
  state.words = null;
  $("pop").hidden = true;
  about.add(place, lastLabel, everywhere);
}

export function chooseNothing() {
  state.words = null;
  chosen().removeAllRanges();
  $("pop").hidden = true;
}

/** Chooses words by keys: the next word, the one before, one more, one less. */
export function walkWords(by, extend) {
  const { doc } = state;
  const from = state.words || startPlace();
  let [start, end] = from;
  if (!state.words) [start, end] = nextWord(start, 1) || from;
  else if (extend) end = by > 0 ? (nextWord(end, 1) || [0, end])[1] : Math.max((nextWord(end, -1) || [end])[0], start + 1);
  else [start, end] = nextWord(by > 0 ? end : start, by) || from;
  if (extend && by < 0) while (end > start + 1 && /\s/u.test(doc.text(end - 1, end))) end -= 1;
  const range = rangeOf(start, end);
  if (!range) return;
  state.words = [start, end]; // keys come faster than the page hears of a selection
  reveal([start, end]);
  const selection = chosen();
  selection.removeAllRanges();
  selection.addRange(range);
}

function startPlace() {
  const place = state.selected?.place || state.selected?.maybe;
  if (place) return [place[0], place[1]];
  const frame = $("reader").getBoundingClientRect();
  for (const row of $("reader").children) {
    if (row.getBoundingClientRect().bottom > frame.top + 20) return [Number(row.dataset.b), Number(row.dataset.b)];
  }
  return [0, 0];
}

/** The word from a place on, or before it. */
export function nextWord(place, by) {
  const { doc } = state;
  let at = doc.order.indexOf(doc.blockAt(by > 0 ? place : Math.max(0, place - 1)).start);
  for (; at >= 0 && at < doc.order.length; at += by > 0 ? 1 : -1) {
    const block = doc.blocks.get(doc.order[at]);
    const words = [...block.text.matchAll(/[\p{L}\p{N}\p{M}'’_-]+/gu)].map((m) => [block.place(m.index), block.place(m.index + m[0].length)]);
    const found = by > 0 ? words.find(([, end]) => end > place) : words.findLast(([start]) => start < place);
    if (found) return found;
  }
  return null;
}

/** Moves one border of a mention by a word, or by a letter. */
export function moveBorder(place, side, by, letter = false) {
  let [start, end] = place;
  if (letter) {
    if (side === "start") start += by;
    else end += by;
  } else if (side === "end") end = by > 0 ? (nextWord(end, 1) || [0, end])[1] : (nextWord(end, -1) || [0])[0];
  else start = by < 0 ? (nextWord(start, -1) || [start])[0] : (nextWord((nextWord(start, 1) || [0, start])[1], 1) || [start])[0];
  if (side === "end" && by < 0 && !letter) {
    const before = nextWord(end, -1);
    end = before ? before[1] : end;
  }
  if (start < 0 || start >= end || end > state.doc.length) return;
  about.resize(place, [start, end]);
}

/** The grips at both ends of the chosen mention. */
export function showHandles() {
  const place = state.selected?.place;
  const el = place && state.view !== "anonymized" && state.view !== "terms" ? markAt(place) : null;
  $("handles").hidden = !el || el.tagName !== "MARK";
  if ($("handles").hidden) return;
  const boxes = el.getClientRects();
  const frame = $("reader").getBoundingClientRect();
  if (!boxes.length) return;
  const first = boxes[0];
  const last = boxes[boxes.length - 1];
  const within = (box) => box.bottom > frame.top && box.bottom < frame.bottom - sheetHeight();
  put($("handle-start"), first.left, first.bottom, within(first));
  put($("handle-end"), last.right, last.bottom, within(last));
}

function put(el, x, y, visible) {
  el.hidden = !visible;
  el.style.left = `${x - el.offsetWidth / 2}px`;
  el.style.top = `${y - 4}px`;
}

function caret(x, y) {
  if (document.caretPositionFromPoint) {
    const found = document.caretPositionFromPoint(x, y);
    return found && [found.offsetNode, found.offset];
  }
  const found = document.caretRangeFromPoint?.(x, y);
  return found && [found.startContainer, found.startOffset];
}

function drag(handle, side) {
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const place = state.selected.place;
    let to = place;
    const move = (moved) => {
      handle.style.pointerEvents = "none";
      const found = caret(moved.clientX, moved.clientY - 14);
      handle.style.pointerEvents = "";
      const at = found && $("reader").contains(found[0]) ? placeOf(...found) : null;
      if (at === null) return;
      const next = side === "start" ? [at, place[1]] : [place[0], at];
      if (next[0] >= next[1]) return;
      to = next;
      const range = rangeOf(...to);
      const selection = chosen();
      selection.removeAllRanges();
      if (range) selection.addRange(range);
      handle.style.left = `${moved.clientX - handle.offsetWidth / 2}px`;
      handle.style.top = `${moved.clientY - 12}px`;
    };
    const end = () => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      chooseNothing();
      clearTimeout(waiting);
      if (to[0] !== place[0] || to[1] !== place[1]) about.resize(place, to);
      else showHandles();
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  });
}

drag($("handle-start"), "start");
drag($("handle-end"), "end");
document.addEventListener("selectionchange", look);
$("reader").addEventListener("scroll", () => { showHandles(); if (!$("pop").hidden) showPop(); }, { passive: true });
window.addEventListener("resize", showHandles);
on("selected", () => requestAnimationFrame(showHandles));
on("view", () => requestAnimationFrame(showHandles));
