// Where annotators disagree: one place after the other, what each said to take with a press; the result is the settled annotation.

import { $$, h } from "../dom.js";
import { t } from "../i18n.js";
import { tagName } from "./frame.js";
import { answered, apart, grouped, matesOf, samePlace, together, withMark, withoutTouching } from "./value.js";

const LINKS = 12; // links of a mention that are shown one by one

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Disputes {
  constructor({ paper, about }, desk, task) {
    this.all = paper.disagreements || [];
    this.layers = paper.layers;
    this.tags = about.tags;
    this.items = paper.items;
    this.isGrouping = paper.task === "coreference";
    this.desk = desk;
    this.task = task;
    this.at = -1;
  }

  /** The heading, the ways through, whole annotations, and every disagreement. */
  panel() {
    const step = (key, by, sign) => h("button", { class: "icon", data: { step: by }, disabled: !this.all.length, "aria-label": t(key), title: t(key), onclick: () => this.step(by) }, sign);
    return h("div", { class: "disputes" },
      h("div", { class: "row spread" }, h("h2", {}, t("disagreements_n", { n: this.all.length })),
        this.all.length ? h("span", { class: "row" }, this.at < 0 ? null : h("span", { class: "quiet", id: "at-dispute" }, t("of_n", { n: this.at + 1, all: this.all.length })), step("previous_dispute", -1, "‹"), step("next_dispute", 1, "›")) : null),
      h("div", { class: "group" }, this.layers.map((layer) => h("button", { onclick: () => this.desk.change(layer.value) }, t("take_all_of", { name: layer.name })))),
      h("ol", {}, this.all.map((item, n) => h("li", { data: { dispute: n }, "aria-current": n === this.at ? "true" : null }, this.entry(item, n)))));
  }

  entry(item, n) {
    const choice = (side, place) => h("button", { data: { side: place }, "aria-pressed": String(side.isTaken), onclick: () => this.take(item, n, side) }, `${side.words} (${side.who.join(", ")})`);
    return [
      h("button", { class: "place", onclick: () => this.look(n) }, this.task.sheet.text(item.side, item.start, item.end)),
      h("div", { class: "group", role: "group", "aria-label": t("said") }, this.sides(item).map(choice)),
      n === this.at && this.isGrouping ? this.links(item, n) : null,
    ];
  }

  /** Each different answer with who gave it, in words, and the value that follows from taking it. */
  sides(item) {
    const found = new Map();
    for (const one of item.said) {
      const key = item.item ? one.answer : JSON.stringify(one.marks);
      if (!found.has(key)) found.set(key, { ...this.side(item, one), who: [] });
      found.get(key).who.push(one.name);
    }
    return [...found.values()];
  }

  side(item, one) {
    const { value } = this.desk;
    if (this.isGrouping) {
      const own = mates(one, item);
      const words = own.length ? t("together_with", { names: own.map((id) => this.called(id)).join(", ") }) : t("alone");
      return { words, isTaken: same(matesOf(value, item.item).sort(), [...own].sort()), taken: () => grouped(this.desk.value, [item.item, ...own]) };
    }
    if (item.item) {
      const tag = this.tags.find(({ name }) => name === one.answer);
      return { words: tag ? tagName(tag) : t("says_nothing"), isTaken: (value.answers[item.item] || "") === one.answer, taken: () => answered(this.desk.value, item.item, one.answer) };
    }
    const marks = one.marks.map(([start, end, label]) => ({ side: item.side, start, end, label, entity: "" }));
    const there = value.marks.filter((mark) => mark.side === item.side && mark.start < item.end && item.start < mark.end);
    return { words: this.markWords(item, marks), isTaken: same(there.map(bare), marks.map(bare)), taken: () => withMarks(this.desk.value, item, marks) };
  }

  /** Tags, with the words where they are not those of the whole place. */
  markWords(item, marks) {
    if (!marks.length) return t("says_nothing");
    return marks.map((mark) => (samePlace(mark, item) ? mark.label : `${mark.label} “${this.task.sheet.text(mark.side, mark.start, mark.end)}”`)).join(" + ");
  }

  /** A mention in words, with its number where others are written alike. */
  called(id) {
    const words = (item) => (item ? this.task.words(item) : "");
    const own = words(this.items.find((item) => item.id === id));
    const many = this.items.filter((item) => words(item) === own).length > 1;
    return many ? `${own} (${id})` : own;
  }

  /** With whom a mention belongs, one by one: those about whom they differ. */
  links(item, n) {
    const all = [...new Set(item.said.flatMap((one) => mates(one, item)))].filter((id) => item.said.some((one) => !mates(one, item).includes(id)));
    const who = (id, is) => item.said.filter((one) => mates(one, item).includes(id) === is).map((one) => one.name).join(", ");
    const now = matesOf(this.desk.value, item.item);
    const choice = (id, is) => h("button", { "aria-pressed": String(now.includes(id) === is), onclick: () => this.change((is ? together : apart)(this.desk.value, item.item, id), n) }, `${t(is ? "link_together" : "link_apart")} (${who(id, is)})`);
    return h("ul", { class: "links" }, all.slice(0, LINKS).map((id) => h("li", {}, h("span", {}, `${this.called(item.item)} – ${this.called(id)}`), h("div", { class: "group" }, choice(id, true), choice(id, false)))));
  }

  take(item, n, side) {
    this.change(side.taken(), n);
  }

  change(value, n) {
    this.at = n;
    this.desk.change(value);
    this.focus();
  }

  /** Shows one disagreement, in the text and here. @param {number} n */
  look(n) {
    const item = this.all[n];
    if (!item) return;
    this.at = n;
    if (item.item) this.task.pick(item.item);
    else this.task.sheet.choose(item);
    this.task.redraw();
    this.focus();
  }

  step(by) {
    const { length } = this.all;
    if (length) this.look((Math.max(this.at, by < 0 ? 0 : -1) + by + length) % length);
  }

  /** The panel is made anew with every change; whoever uses keys stays where they were. */
  focus() {
    const [entry] = $$(`[data-dispute="${this.at}"]`);
    const buttons = $$("[data-side]", entry);
    (buttons.find((button) => button.getAttribute("aria-pressed") === "true") || buttons[0])?.focus();
    entry?.scrollIntoView({ block: "nearest" });
  }

  /** @returns {boolean} whether the key does something here */
  key(event) {
    if (event.key.toLowerCase() !== "g") return false;
    this.step(event.shiftKey ? -1 : 1);
    return true;
  }
}

/** With whom somebody put a mention; what they answered names the mention, too. */
const mates = (one, item) => one.answer.split(", ").filter((id) => id && id !== item.item);
const bare = ({ start, end, label }) => [start, end, label];
/** These marks in place of all that touch a stretch; one that is there already keeps its entity. */
const withMarks = (value, place, marks) => marks.reduce((sum, mark) => withMark(sum, value.marks.find((old) => samePlace(old, mark) && old.label === mark.label) || mark), withoutTouching(value, place));
