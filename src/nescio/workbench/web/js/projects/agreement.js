// How far annotators agree, by class, document and pair, and every place where they do not.

import { get } from "../api.js";
import { h } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { table } from "./frame.js";

const SHOWN = 200; // disagreements
const kappa = (value) => (value === null || value === undefined ? "–" : number(value, 2));
const share = (value) => (value === null || value === undefined ? "–" : percent(value));
const reading = (word) => (word ? t(`reading_${String(word).replace(/ /g, "_")}`) : "–");

export async function agreementTab(path, about) {
  const found = await get(`${path}/agreement`);
  if (!found.documents) return [h("p", { class: "none" }, t("no_agreement_yet"))];
  const heads = [t("pairwise"), "Cohen κ", "Fleiss κ", t("reading_head"), "B³", t("items")];
  const figures = (row) => [share(row.pairwise), kappa(row.cohen), kappa(row.fleiss), reading(row.reading), share(row.b_cubed), number(row.items)];
  const names = new Map(found.annotators.map((one) => [one.id, one.name]));
  return [
    h("p", {}, t("agreement_sum", { n: number(found.documents), people: found.annotators.map((one) => one.name).join(", ") })),
    tiles(found.overall),
    section("by_class", [t("kind"), ...heads], found.by_label.map((row) => [row.label, ...figures(row)])),
    section("by_pair", [t("annotators"), t("tab_documents"), ...heads.filter((head) => head !== "Fleiss κ")],
      found.by_pair.map((row) => [`${names.get(row.first)} – ${names.get(row.second)}`, number(row.documents), share(row.pairwise), kappa(row.cohen), reading(row.reading), share(row.b_cubed), number(row.items)])),
    section("by_document", [t("document"), ...heads], found.by_document.map((row) => [h("a", { href: `#/p/${about.id}/d/${row.document}/gold` }, row.name), ...figures(row)])),
    h("h2", {}, t("disagreements_n", { n: number(found.disagreements.length) })),
    table([t("document"), t("said"), t("state")], found.disagreements.slice(0, SHOWN).map((item) => [
      h("a", { href: `#/p/${about.id}/d/${item.document}/gold@${item.start}` }, `${item.name} · ${item.start}–${item.end}`),
      item.said.map((one) => `${one.name}: ${one.answer || t("says_nothing")}`).join(" · "),
      t(item.settled ? "settled" : "unsettled"),
    ]), t("disagreements")),
  ];
}

const section = (key, heads, rows) => (rows.length ? h("details", { open: key === "by_class" }, h("summary", {}, t(key)), table(heads, rows, t(key))) : null);

function tiles(overall) {
  const tile = (words, value, more = "") => h("div", { class: "tile" }, h("strong", {}, value), h("span", {}, words), more ? h("span", { class: "quiet" }, more) : null);
  return h("div", { class: "tiles" },
    tile(t("pairwise"), share(overall.pairwise)), tile("Cohen κ", kappa(overall.cohen)),
    tile("Fleiss κ", kappa(overall.fleiss), reading(overall.reading)),
    overall.b_cubed === null || overall.b_cubed === undefined ? null : tile("B³", share(overall.b_cubed)));
}
