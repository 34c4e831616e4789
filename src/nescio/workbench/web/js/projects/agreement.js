// How far annotators agree, by class, document and pair, and every place where they do not.

import { get } from "../api.js";
import { h } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { table } from "./frame.js";

const SHOWN = 200; // disagreements
const kappa = (value) => (value === null || value === undefined ? "–" : number(value, 2));
const share = (value) => (value === null || value === undefined ? "–" : percent(value));
const reading = (word) => (word && word !== "undefined" ? t(`reading_${String(word).replace(/ /g, "_")}`) : "–");

// What is undefined everywhere, as kappa is for groups of mentions, is no column.
const COLUMNS = [
  { head: "pairwise", of: (row) => share(row.pairwise) }, { head: "cohen", of: (row) => kappa(row.cohen) }, { head: "fleiss", of: (row) => kappa(row.fleiss) },
  { head: "reading_head", of: (row) => reading(row.reading) }, { head: "b_cubed", of: (row) => share(row.b_cubed) }, { head: "items", of: (row) => number(row.items) },
];

export async function agreementTab(path, about) {
  const found = await get(`${path}/agreement`);
  if (!found.documents) return [h("p", { class: "none" }, t("no_agreement_yet"))];
  const shown = COLUMNS.filter(({ of }) => [found.overall, ...found.by_label, ...found.by_pair].some((row) => of(row) !== "–"));
  const heads = shown.map(({ head }) => t(head));
  const figures = (row) => shown.map(({ of }) => of(row));
  const names = new Map(found.annotators.map((one) => [one.id, one.name]));
  return [
    h("p", {}, t("agreement_sum", { n: number(found.documents), people: found.annotators.map((one) => one.name).join(", ") })),
    tiles(found.overall),
    section("by_class", [t("kind"), ...heads], found.by_label.map((row) => [row.label, ...figures(row)])),
    section("by_pair", [t("annotators"), t("tab_documents"), ...heads],
      found.by_pair.map((row) => [`${names.get(row.first)} – ${names.get(row.second)}`, number(row.documents), ...figures(row)])),
    section("by_document", [t("document"), ...heads], found.by_document.map((row) => [h("a", { href: `#/p/${about.id}/d/${row.document}/gold` }, row.name), ...figures(row)])),
    h("h2", {}, t("disagreements_n", { n: number(found.disagreements.length) })),
    table([t("document"), t("said"), t("state")], found.disagreements.slice(0, SHOWN).map((item) => [
      h("a", { href: `#/p/${about.id}/d/${item.document}/gold@${item.start}` }, `${item.name} · ${item.start}–${item.end}`),
      item.said.map((one) => `${one.name}: ${inWords(one.answer, about.task)}`).join(" · "),
      t(item.settled ? "settled" : "unsettled"),
    ]), t("disagreements"), { stacks: true }),
  ];
}

/** Mentions that belong together are named by number; how many they are says more. */
function inWords(answer, task) {
  if (task !== "coreference") return answer || t("says_nothing");
  const others = answer.split(", ").length - 1;
  return others ? t("together_n", { n: number(others) }) : t("alone");
}

const section = (key, heads, rows) => (rows.length ? h("details", { open: key === "by_class" }, h("summary", {}, t(key)), table(heads, rows, t(key))) : null);

function tiles(overall) {
  const tile = (words, value, more = "") => h("div", { class: "tile" }, h("strong", {}, value), h("span", {}, words), more ? h("span", { class: "quiet" }, more) : null);
  const all = COLUMNS.filter(({ head, of }) => !["reading_head", "items"].includes(head) && of(overall) !== "–");
  return h("div", { class: "tiles" }, all.map(({ head, of }) => tile(t(head), of(overall), head === "fleiss" ? reading(overall.reading) : "")));
}
