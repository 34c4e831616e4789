// Marks in one text, or in both of a parallel pair: by selecting words, by keys, by touch; marks are joined to entities.

import { chosen, h } from "../dom.js";
import { number, t } from "../i18n.js";
import { changed, joined, samePlace, withMark, withoutMark } from "./value.js";
import { choices, covered, raise, tagName } from "./frame.js";

const SHOWN = 300; // marks that the list shows

export class Marking {
  constructor(desk, sheet, { about }) {
    this.desk = desk;
    this.sheet = sheet;
    this.tags = about.tags;
    this.palette = about.colours;
    this.at = null; // the mark that is chosen
    this.words = null; // the words that are chosen
    this.ticked = [];
    this.redraw = () => {};
  }

  name = (mark) => `${mark.side}-${mark.start}-${mark.end}`;
  tag = (label) => this.tags.find((tag) => tag.name === label) || { name: label, display: label, colour: 0 };
  colour = (label) => this.palette[this.tag(label).colour % this.palette.length];
  text = (mark) => this.sheet.text(mark.side, mark.start, mark.end);
  sum = () => t("marks_n", { n: number(this.desk.value.marks.length) });

  draw() {
    const { marks } = this.desk.value;
    if (this.at && !marks.some((mark) => samePlace(mark, this.at))) this.at = null;
    this.ticked = this.ticked.filter((one) => marks.some((mark) => samePlace(mark, one)));
    this.sheet.draw(marks.map((mark) => ({
      side: mark.side, start: mark.start, end: mark.end, id: this.name(mark),
      sign: mark.label + (mark.entity ? ` ${mark.entity}` : ""), title: tagName(this.tag(mark.label)), colour: this.colour(mark.label),
      names: [samePlace(mark, this.at) ? "at" : "", this.ticked.some((one) => samePlace(one, mark)) ? "on" : ""].join(" ").trim(),
    })));
  }

  panel() {
    return [
      h("div", { class: "tags", role: "group", "aria-label": t("tags") }, this.tags.map((tag, n) => this.tagButton(tag, n))),
      h("p", { class: "quiet hint" }, t(this.at ? "hint_mark" : this.words ? "hint_words" : "hint_select")),
      this.at ? this.card() : null,
      this.ticked.length ? this.joining() : null,
      this.list(),
    ];
  }

  tagButton(tag, n) {
    const el = h("button", { class: "tag", data: { tag: tag.name }, "aria-pressed": String(this.at?.label === tag.name), onclick: () => this.put(tag.name, false) },
      h("i", { "aria-hidden": "true" }), h("span", {}, tagName(tag)), n < 9 ? h("kbd", {}, String(n + 1)) : null);
    el.style.setProperty("--c", this.palette[tag.colour % this.palette.length]);
    // A tap on a button must not take the selection away before it is used.
    el.addEventListener("pointerdown", (event) => { if (this.words) event.preventDefault(); });
    return el;
  }

  card() {
    const mark = this.at;
    const border = (sign, key, side, by) => h("button", { "aria-label": t(key), title: t(key), onclick: () => this.move(side, by) }, sign);
    return h("div", { class: "card" },
      h("b", {}, this.text(mark)),
      h("div", { class: "group" },
        border("⟵|", "longer_start", "start", -1), border("|⟶", "shorter_start", "start", 1), " … ",
        border("⟵|", "shorter_end", "end", -1), border("|⟶", "longer_end", "end", 1)),
      h("div", { class: "group" },
        h("button", { onclick: () => this.remove() }, t("remove_mark")),
        h("button", { onclick: () => this.everywhere() }, t("everywhere")),
        h("button", { onclick: () => this.tick(), "aria-pressed": String(this.ticked.some((one) => samePlace(one, mark))) }, t("tick_mark")),
        mark.entity ? h("button", { onclick: () => this.desk.change(joined(this.desk.value, [mark])) }, t("split_mark")) : null));
  }

  joining() {
    return h("div", { class: "card" }, h("p", {}, this.ticked.map((mark) => this.text(mark)).join(" = ")),
      h("div", { class: "group" },
        h("button", { class: "primary", disabled: this.ticked.length < 2, onclick: () => this.join() }, t("join_n", { n: this.ticked.length })),
        h("button", { onclick: () => { this.ticked = []; this.redraw(); } }, t("clear"))));
  }

  list() {
    const { marks } = this.desk.value;
    return choices(t("marks"), marks.slice(0, SHOWN).map((mark) => {
      const el = h("button", { "aria-current": samePlace(mark, this.at) ? "true" : null, onclick: () => this.choose(mark) },
        h("b", {}, this.text(mark)), ` ${tagName(this.tag(mark.label))}${mark.entity ? ` · ${mark.entity}` : ""}`);
      el.style.setProperty("--c", this.colour(mark.label));
      return el;
    }));
  }

  pick(id) {
    this.choose(this.desk.value.marks.find((mark) => this.name(mark) === id) || null);
  }

  choose(mark) {
    this.at = mark;
    this.words = null;
    this.redraw();
    if (mark) raise();
    if (mark) this.sheet.reveal(this.name(mark), covered());
  }

  selecting(words) {
    if (!words && !this.words) return;
    const isSame = samePlace(words, this.words);
    this.words = words;
    if (words) {
      this.at = null;
      raise();
    }
    if (!isSame) this.redraw();
  }

  /** The chosen words, or the chosen mark, get a tag. */
  put(label, everywhere) {
    const { value } = this.desk;
    if (this.words) {
      const mark = { ...this.words, label, entity: "" };
      const all = everywhere ? this.sheet.same(mark) : [];
      chosen().removeAllRanges();
      this.words = null;
      this.at = mark;
      this.desk.change(all.reduce((sum, place) => (free(sum, place) ? withMark(sum, { ...place, label, entity: "" }) : sum), withMark(value, mark)));
    } else if (this.at) {
      const mark = this.at;
      this.at = { ...mark, label };
      this.desk.change(changed(value, mark, { label }));
    }
  }

  /** The words of the chosen mark get its tag wherever they stand unmarked. */
  everywhere() {
    if (!this.at) return;
    const { label, entity } = this.at;
    this.desk.change(this.sheet.same(this.at).reduce((sum, place) => (free(sum, place) ? withMark(sum, { ...place, label, entity }) : sum), this.desk.value));
  }

  remove() {
    const mark = this.at;
    if (!mark) return;
    this.at = null;
    this.desk.change(withoutMark(this.desk.value, mark));
  }

  move(border, by) {
    const mark = this.at;
    const place = mark && this.sheet.moved(mark, border, by);
    if (!place) return;
    this.at = { ...mark, ...place };
    this.desk.change(changed(this.desk.value, mark, place));
  }

  tick() {
    if (!this.at) return;
    const there = this.ticked.some((one) => samePlace(one, this.at));
    this.ticked = there ? this.ticked.filter((one) => !samePlace(one, this.at)) : [...this.ticked, this.at];
    this.redraw();
  }

  join() {
    const marks = this.ticked;
    this.ticked = [];
    this.desk.change(joined(this.desk.value, marks));
  }

  step(by) {
    const { marks } = this.desk.value;
    const at = marks.findIndex((mark) => samePlace(mark, this.at));
    const next = marks[at < 0 ? (by > 0 ? 0 : marks.length - 1) : at + by];
    if (next) this.choose(next);
  }

  walk(by, extend) {
    const from = this.words || this.at || { side: 0, start: 0, end: 0 };
    let { start, end } = from;
    if (extend) end = by > 0 ? (this.sheet.word(from.side, end, 1) || [0, end])[1] : (this.sheet.moved(from, "end", -1) || { end }).end;
    else [start, end] = this.sheet.word(from.side, by > 0 ? end : start, by) || [start, end];
    if (start >= end) return;
    this.at = null;
    this.words = { side: from.side, start, end };
    this.redraw();
    this.sheet.choose(this.words); // a line that is drawn anew holds no selection
    raise();
  }

  /** @returns {boolean} whether the key does something here */
  key(event) {
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (digit) {
      const tag = this.tags[Number(digit[1]) - 1];
      if (tag) this.put(tag.name, event.shiftKey);
      return Boolean(tag);
    }
    if (["Comma", "Period"].includes(event.code) && this.at) {
      this.move(event.shiftKey ? "start" : "end", event.code === "Period" ? 1 : -1);
      return true;
    }
    const run = {
      n: () => this.step(1), p: () => this.step(-1), ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1),
      w: () => this.walk(1, false), ArrowRight: () => this.walk(1, event.shiftKey), ArrowLeft: () => this.walk(-1, event.shiftKey),
      d: () => this.remove(), Delete: () => this.remove(), Backspace: () => this.remove(),
      a: () => this.everywhere(), t: () => this.tick(), m: () => this.ticked.length > 1 && this.join(),
      s: () => this.at && this.desk.change(joined(this.desk.value, [this.at])),
      o: () => this.other(), Escape: () => { chosen().removeAllRanges(); this.words = null; this.choose(null); },
    }[event.key];
    run?.();
    return Boolean(run);
  }

  /** Goes to the other text of a pair. */
  other() {
    if (this.sheet.sides.length < 2) return;
    const from = this.words || this.at || { side: 1, start: 0 };
    const n = this.sheet.blocks[from.side].findLastIndex((block) => block.start <= from.start);
    const block = this.sheet.blocks[1 - from.side][Math.max(n, 0)];
    this.words = { side: 1 - from.side, start: block.start, end: block.start };
    this.at = null;
    this.walk(1, false);
  }
}

const free = (value, place) => !value.marks.some((mark) => mark.side === place.side && mark.start < place.end && place.start < mark.end);
