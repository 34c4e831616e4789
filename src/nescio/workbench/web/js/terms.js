// All terms as a list to tick: count, term, class, replacement; clashes stand out; lists that the project remembers.

import { $, drawing, fill, focus, h } from "./dom.js";
import { get, put } from "./api.js";
import { on, state } from "./state.js";
import { number, t } from "./i18n.js";
import { about, reload } from "./acts.js";
import { toast } from "./notices.js";
import { send } from "./sending.js";
import { labelName } from "./choosing.js";

let terms = [];
let sorted = "count";
/** @type {Set<(all: any[]) => any[]>} Changes of the lists that nobody has answered yet. */
const waiting = new Set();

export async function loadTerms() {
  terms = await get("/api/terms");
}

/** Puts a word on a list of the project, shown at once; the open documents follow with the answer. */
export function setTerm(list, term, label, there = true) {
  const words = term.trim().replace(/\s+/g, " ");
  const change = (all) => [...all.filter((item) => item.list !== list || item.term !== words), ...(there ? [{ list, term: words, label }] : [])];
  waiting.add(change);
  showTerms();
  return send({
    ask: () => put("/api/terms", { list, term: words, label, there }),
    took: async (answer) => {
      waiting.delete(change);
      terms = answer.terms;
      if (there) toast(answer.changed ? t("list_changed", { n: number(answer.changed) }) : t("list_kept"));
      await reload();
      showTerms();
    },
    back: async () => { waiting.delete(change); showTerms(); },
  });
}

const known = () => [...waiting].reduce((all, change) => change(all), terms);

const showTerms = drawing($("terms"), () => {
  if (state.view !== "terms" || !state.doc) return;
  const place = $("terms");
  const top = place.scrollTop;
  const had = focused();
  fill(place,
    h("div", { class: "lists" }, list("hide"), list("keep")),
    h("h2", {}, t("view_terms")), table());
  place.scrollTop = top;
  restore(had);
});

/** Which field has the focus, and what is chosen in it: whoever goes on writing must not notice that it was made anew. */
function focused() {
  const el = focus();
  const row = el?.closest?.("#terms [data-key]");
  if (!row || !el.dataset.column) return null;
  const chosen = el.type === "text" ? [el.selectionStart, el.selectionEnd] : null;
  return { path: `[data-key="${row.dataset.key}"] [data-column="${el.dataset.column}"]`, chosen };
}

function restore(had) {
  const el = had && $("terms").querySelector(had.path);
  el?.focus({ preventScroll: true });
  if (el && had.chosen) el.setSelectionRange(...had.chosen);
}

function list(kind) {
  const input = h("input", { type: "text", data: { column: "term" }, "aria-label": `${t("add_term")}: ${t(`terms_${kind}_list`)}`, placeholder: t("add_term"), autocomplete: "off" });
  const submit = (event) => {
    event.preventDefault();
    const words = input.value;
    input.value = ""; // the next can be written at once
    if (words.trim()) setTerm(kind, words, "MISC");
  };
  return h("section", { data: { key: kind } },
    h("h2", {}, t(`terms_${kind}_list`)),
    h("ul", {}, known().filter((item) => item.list === kind).map((item) =>
      h("li", {}, item.term,
        h("button", { "aria-label": t("remove_term", { name: item.term }), onclick: () => setTerm(kind, item.term, item.label, false) }, "×")))),
    h("form", { onsubmit: submit }, input, h("button", {}, t("add"))));
}

function clashes(all) {
  const owners = new Map();
  for (const entity of all) {
    if (!entity.hide || !entity.replacement) continue;
    owners.set(entity.replacement, (owners.get(entity.replacement) || 0) + 1);
  }
  return (entity) => entity.hide && owners.get(entity.replacement) > 1;
}

const ORDER = {
  count: (one, other) => other.count - one.count || one.key - other.key,
  term: (one, other) => one.names[0].localeCompare(other.names[0]),
  kind: (one, other) => one.label.localeCompare(other.label) || other.count - one.count,
  replacement: (one, other) => one.replacement.localeCompare(other.replacement),
};

function table() {
  const wanted = state.filter.text.trim().toLowerCase();
  const all = [...state.doc.entities.values()];
  const isClash = clashes(all);
  const rows = all.filter((entity) => !wanted || entity.names.join(" ").toLowerCase().includes(wanted)).sort(ORDER[sorted]);
  const head = (name, words) => h("th", { scope: "col", "aria-sort": sorted === name ? "ascending" : null },
    h("button", { onclick: () => { sorted = name; showTerms(); } }, words, sorted === name ? " ▾" : ""));
  return h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("col_hide")), head("term", t("col_term")), head("count", t("col_count")), head("kind", t("kind")), head("replacement", t("replacement")))),
    h("tbody", {}, rows.map((entity) => row(entity, isClash(entity)))));
}

function row(entity, isClash) {
  const title = entity.names.join(" · ") + (entity.more ? ` + ${entity.more}` : "");
  return h("tr", { class: `${isClash ? "clash" : ""}${entity.hide ? "" : " off"}`, data: { key: entity.key }, title: isClash ? t("clash") : null },
    h("td", {}, h("input", { type: "checkbox", checked: entity.hide, data: { column: "hide" }, "aria-label": `${t("hide")}: ${entity.names[0]}`, onchange: () => about.toggle(entity.key) })),
    h("td", {}, title),
    h("td", { class: "n" }, `${number(entity.count)}×`),
    h("td", {}, labelName(entity.label)),
    h("td", {}, h("input", { type: "text", value: entity.hide ? entity.replacement : "", disabled: !entity.hide, data: { column: "text" }, "aria-label": `${t("replacement")}: ${entity.names[0]}`,
      onchange: ({ target }) => { target.defaultValue = target.value; about.replace(entity.key, target.value); } }), isClash ? h("span", { class: "vh" }, t("clash")) : null));
}

on("changed", showTerms);
on("view", showTerms);
on("filtered", showTerms);
