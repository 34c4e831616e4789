// Answers about what is given: the group of each mention, the worth of a replacement, which of two annotations is right.

import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { answered, freeName, together } from "./value.js";
import { choices, covered, raise, tagName } from "./frame.js";

export class Judging {
  constructor(desk, sheet, { about, paper }) {
    this.desk = desk;
    this.sheet = sheet;
    this.tags = about.tags;
    this.palette = about.colours;
    this.items = paper.items;
    this.isGrouping = paper.task === "coreference";
    this.at = 0;
    this.ticked = []; // mentions whose groups become one
    this.redraw = () => {};
  }

  get item() {
    return this.items[this.at] || null;
  }

  /** An answer in words. */
  shown(item) {
    const tag = this.tags.find(({ name }) => name === this.answer(item));
    return tag && !this.isGrouping ? tagName(tag) : this.answer(item);
  }

  answer = (item) => this.desk.value.answers[item.id] || "";
  /** A replacement is read from the original on, which is the second side. */
  words(item) {
    const all = item.places.map(([side, start, end]) => this.sheet.text(side, start, end));
    return (this.sheet.sides.length > 1 ? all.reverse() : all).join(" → ") || item.label || item.id;
  }

  groups = () => [...new Set(Object.values(this.desk.value.answers).filter(Boolean))].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));

  sum() {
    return t("answered_of", { n: number(this.items.filter((item) => this.answer(item)).length), all: number(this.items.length) });
  }

  colour(item) {
    const answer = this.answer(item);
    if (!answer) return null;
    const n = this.isGrouping ? this.groups().indexOf(answer) : this.tags.find((tag) => tag.name === answer)?.colour || 0;
    return this.palette[n % this.palette.length];
  }

  draw() {
    const marks = this.items.flatMap((item, n) => item.places.map(([side, start, end]) => ({
      side, start, end, id: item.id, sign: this.shown(item), title: item.label || "", colour: this.colour(item),
      names: [n === this.at ? "at" : "", this.ticked.includes(item.id) ? "on" : "", this.answer(item) ? "" : "kept"].join(" ").replace(/ +/g, " ").trim(),
    })));
    this.sheet.draw(marks.sort((one, other) => one.side - other.side || one.start - other.start));
  }

  panel() {
    if (!this.item) return [h("p", { class: "none" }, t("nothing_to_judge"))];
    return [h("div", { class: "card" }, h("b", {}, this.words(this.item)), this.said(), this.choices(), this.isGrouping ? this.ticking() : null), this.ticked.length ? this.joining() : null, this.list()];
  }

  ticking() {
    return h("div", { class: "group" }, h("button", { onclick: () => this.tick(), "aria-pressed": String(this.ticked.includes(this.item.id)) }, t("tick_mark"), " ", h("kbd", {}, "T")));
  }

  joining() {
    const words = this.ticked.map((id) => this.words(this.items.find((item) => item.id === id)));
    return h("div", { class: "card" }, h("p", {}, words.join(" = ")),
      h("div", { class: "group" },
        h("button", { class: "primary", disabled: this.ticked.length < 2, onclick: () => this.join() }, t("join_n", { n: this.ticked.length })),
        h("button", { onclick: () => { this.ticked = []; this.redraw(); } }, t("clear"))));
  }

  tick() {
    const { id } = this.item;
    this.ticked = this.ticked.includes(id) ? this.ticked.filter((other) => other !== id) : [...this.ticked, id];
    this.redraw();
  }

  /** The groups of all that are ticked become one. */
  join() {
    const [first, ...others] = this.ticked;
    this.ticked = [];
    this.desk.change(others.reduce((sum, other) => together(sum, first, other), this.desk.value));
  }

  /** What the two annotations of a comparison say. */
  said() {
    const { left, right } = this.item;
    if (!left && !right) return null;
    const side = (key, all) => h("p", {}, h("span", { class: "quiet" }, `${t(key)}: `), all?.length ? all.map(([start, end, label]) => `${label} “${this.sheet.text(0, start, end)}”`).join(", ") : t("says_nothing"));
    return h("div", {}, side("left_says", left), side("right_says", right));
  }

  choices() {
    const given = this.answer(this.item);
    const button = (name, display, n, colour) => {
      const el = h("button", { class: "tag", data: { tag: name }, "aria-pressed": String(given === name && name !== ""), onclick: () => this.give(name) },
        h("i", { "aria-hidden": "true" }), h("span", {}, display), n < 10 ? h("kbd", {}, String(n)) : null);
      el.style.setProperty("--c", colour);
      return el;
    };
    const all = this.isGrouping
      ? this.groups().map((name, n) => button(name, `${name} ${this.example(name)}`, n + 1, this.palette[n % this.palette.length]))
      : this.tags.map((tag, n) => button(tag.name, tagName(tag), n + 1, this.palette[tag.colour % this.palette.length]));
    return h("div", { class: "tags", role: "group", "aria-label": t("answer") }, all,
      this.isGrouping ? h("button", { class: "tag", data: { tag: "new" }, onclick: () => this.give(null) }, h("span", {}, t("new_group")), h("kbd", {}, "N")) : null,
      given ? h("button", { class: "tag", onclick: () => this.give("") }, h("span", {}, t("no_answer")), h("kbd", {}, "0")) : null);
  }

  example(name) {
    const first = this.items.find((item) => this.answer(item) === name);
    return first ? this.words(first) : "";
  }

  /** Null is a group that does not exist yet. @param {string | null} answer */
  give(answer) {
    const name = answer === null ? freeName(this.groups()) : answer;
    const { item } = this;
    if (name && this.at + 1 < this.items.length) this.at += 1;
    this.desk.change(answered(this.desk.value, item.id, name));
    this.show();
  }

  list() {
    return choices(t("items"), this.items.map((item, n) => {
      const el = h("button", { "aria-current": n === this.at ? "true" : null, onclick: () => this.go(n) }, h("b", {}, this.words(item)), ` ${this.shown(item) || "–"}`);
      el.style.setProperty("--c", this.colour(item) || "var(--quiet)");
      return el;
    }));
  }

  pick(id) {
    const n = this.items.findIndex((item) => item.id === id);
    if (n >= 0) this.go(n);
    raise();
  }

  go(n) {
    this.at = Math.max(0, Math.min(n, this.items.length - 1));
    this.redraw();
    this.show();
  }

  show() {
    if (this.item) this.sheet.reveal(this.item.id, covered());
  }

  /** @returns {boolean} whether the key does something here */
  key(event) {
    const names = this.isGrouping ? this.groups() : this.tags.map((tag) => tag.name);
    const digit = /^[0-9]$/.exec(event.key);
    if (digit && this.item) {
      const name = event.key === "0" ? "" : names[Number(event.key) - 1];
      if (name !== undefined) this.give(name);
      return true;
    }
    const run = {
      ArrowDown: () => this.go(this.at + 1), ArrowUp: () => this.go(this.at - 1), j: () => this.go(this.at + 1), k: () => this.go(this.at - 1),
      n: () => this.isGrouping && this.item && this.give(null), t: () => this.isGrouping && this.item && this.tick(), m: () => this.ticked.length > 1 && this.join(), Backspace: () => this.item && this.give(""), Delete: () => this.item && this.give(""),
    }[event.key];
    run?.();
    return Boolean(run);
  }
}
