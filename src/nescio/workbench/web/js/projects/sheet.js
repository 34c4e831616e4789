// The texts of a document with marks: one column or two beside each other; places count code points of each text.

import { chosen, h } from "../dom.js";
import { Block } from "../model.js";

const LONGEST = 2000; // signs; a browser lays a block out as a whole
const WORD = /[\p{L}\p{N}\p{M}'’_-]+/gu;

const signs = (text) => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length);

/** A text in lines, and long lines in pieces. */
function lines(text) {
  const found = [];
  let at = 0;
  for (const [line] of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g)) {
    const content = line.replace(/[\r\n]+$/, "");
    let place = at;
    for (const piece of content.match(new RegExp(`[^]{1,${LONGEST}}(?:\\S{0,60}\\s|$|(?=[^]))`, "gu")) || [""]) {
      found.push(new Block([place, place + signs(piece), 0, piece, [], [], []]));
      place += signs(piece);
    }
    at += signs(line);
  }
  return found;
}

export class Sheet {
  /** @param {{language: string, text: string}[]} sides @param {number[][][]} pairs @param {any} place the element that shows it */
  constructor(sides, pairs, place) {
    this.sides = sides;
    this.place = place;
    const wholes = sides.map(({ text }) => new Block([0, signs(text), 0, text, [], [], []]));
    this.wholes = wholes;
    this.blocks = pairs.length
      ? sides.map((_, side) => pairs.map((pair) => new Block([pair[side][0], pair[side][1], 0, wholes[side].slice(pair[side][0], pair[side][1]), [], [], []])))
      : sides.map(({ text }) => lines(text));
    this.drawn = new Map();
    place.dataset.view = sides.length > 1 ? "both" : "original";
    place.replaceChildren(...this.rows());
  }

  rows() {
    const count = Math.max(...this.blocks.map((all) => all.length));
    return Array.from({ length: count }, (_, n) => {
      const row = h("div", { class: "line" }, this.blocks.map((all, side) =>
        h("p", { class: side ? "o a" : "o", lang: this.sides[side].language.length === 2 ? this.sides[side].language : null, data: { side, n } })));
      row.style.setProperty("--signs", String(Math.max(...this.blocks.map((all) => (all[n] ? all[n].text.length : 0)))));
      return row;
    });
  }

  text(side, start, end) {
    return this.wholes[side].slice(start, end);
  }

  /** Shows marks; only the lines whose marks are others than before are made anew. @param {any[]} marks */
  draw(marks) {
    for (const p of this.place.querySelectorAll("p[data-n]")) {
      const side = Number(p.dataset.side);
      const block = this.blocks[side][Number(p.dataset.n)];
      if (!block) continue;
      const own = marks.filter((mark) => mark.side === side && mark.start < block.end && block.start < mark.end);
      const now = JSON.stringify(own);
      if (this.drawn.get(block) === now) continue;
      this.drawn.set(block, now);
      p.replaceChildren(...this.pieces(block, own));
    }
  }

  pieces(block, marks) {
    const found = [];
    let at = block.start;
    for (const mark of marks) {
      const start = Math.max(mark.start, at);
      const end = Math.min(mark.end, block.end);
      if (start >= end) continue;
      if (start > at) found.push(block.slice(at, start));
      const el = h("mark", { class: mark.names || null, tabIndex: -1, title: mark.title, data: { id: mark.id } }, block.slice(start, end));
      if (mark.sign && end === mark.end) el.dataset.sign = mark.sign;
      if (mark.colour) el.style.setProperty("--c", mark.colour);
      found.push(el);
      at = end;
    }
    if (at < block.end) found.push(block.slice(at, block.end));
    return found;
  }

  /** Brings a mark into view. @param {string} id @param {number} below pixels that something covers */
  reveal(id, below = 0) {
    const [el] = this.place.querySelectorAll(`mark[data-id="${CSS.escape(id)}"]`);
    if (!el) return;
    const box = el.getBoundingClientRect();
    const frame = this.place.getBoundingClientRect();
    if (box.top < frame.top + 20 || box.bottom > Math.min(frame.bottom, window.innerHeight) - below - 30) {
      el.scrollIntoView({ block: "center" });
      this.place.scrollTop += below / 2;
    }
  }

  /** What is chosen on the page as {side, start, end}, without white space around it; null if nothing is. */
  chosen() {
    const selection = chosen();
    if (selection.isCollapsed || !selection.rangeCount) return null;
    const range = selection.getRangeAt(0);
    const from = this.at(range.startContainer, range.startOffset);
    const to = this.at(range.endContainer, range.endOffset);
    if (!from || !to || from.side !== to.side || from.place >= to.place) return null;
    let { place: start } = from;
    let { place: end } = to;
    while (start < end && /\s/u.test(this.text(from.side, start, start + 1))) start += 1;
    while (start < end && /\s/u.test(this.text(from.side, end - 1, end))) end -= 1;
    return start < end ? { side: from.side, start, end } : null;
  }

  at(node, offset) {
    const holder = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    const p = holder?.closest?.("p[data-n]");
    if (!p || !this.place.contains(p)) return null;
    const block = this.blocks[Number(p.dataset.side)][Number(p.dataset.n)];
    if (!block) return null;
    const range = document.createRange();
    range.setStart(p, 0);
    range.setEnd(node, offset);
    return { side: Number(p.dataset.side), place: block.place(range.toString().length) };
  }

  /** Chooses a stretch on the page, as a hand would. */
  choose({ side, start, end }) {
    const from = this.point(side, start, false);
    const to = this.point(side, end, true);
    if (!from || !to) return;
    chosen().setBaseAndExtent(from[0], from[1], to[0], to[1]);
    from[0].parentElement.scrollIntoView({ block: "nearest" });
  }

  point(side, place, isEnd) {
    const n = this.blocks[side].findLastIndex((block) => block.start < place || (!isEnd && block.start === place));
    const p = this.place.querySelector(`p[data-side="${side}"][data-n="${n}"]`);
    if (!p) return null;
    let left = this.blocks[side][n].index(place);
    const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
    for (let node = /** @type {any} */ (walk.nextNode()); node; node = walk.nextNode()) {
      if (left < node.length || (isEnd && left === node.length)) return [node, left];
      left -= node.length;
    }
    return null;
  }

  /** The word from a place on, or before it, as [start, end]. */
  word(side, place, by) {
    const all = this.blocks[side].flatMap((block) => [...block.text.matchAll(WORD)].map((m) => [block.place(m.index), block.place(m.index + m[0].length)]));
    return (by > 0 ? all.find(([, end]) => end > place) : all.findLast(([start]) => start < place)) || null;
  }

  /** A stretch with one border moved by a word; the same if it cannot. */
  moved({ side, start, end }, border, by) {
    if (border === "end") end = by > 0 ? (this.word(side, end, 1) || [0, end])[1] : (this.word(side, (this.word(side, end, -1) || [end])[0], -1) || [0, end])[1];
    else start = by < 0 ? (this.word(side, start, -1) || [start])[0] : (this.word(side, (this.word(side, start, 1) || [0, start])[1], 1) || [start])[0];
    return start < end ? { side, start, end } : null;
  }

  /** Where the same words stand as whole words, on their side. */
  same({ side, start, end }) {
    const words = this.text(side, start, end);
    const find = new RegExp(`(?<![\\p{L}\\p{N}_])${words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/gu, "\\s+")}(?![\\p{L}\\p{N}_])`, "gu");
    return this.blocks[side].flatMap((block) => [...block.text.matchAll(find)].map((m) => ({ side, start: block.place(m.index), end: block.place(m.index + m[0].length) })));
  }
}
