// The list of entries: least certain first, each with its doubts, and the chosen one opened.

import { $, drawing, fill, focus, h, refill } from "./dom.js";
import { emit, on, state } from "./state.js";
import { t, percent, number } from "./i18n.js";
import { group } from "./model.js";
import { about } from "./acts.js";
import { choose, doubtWords, entries, isChosen, labelName } from "./choosing.js";
import { card, maybeCard } from "./card.js";

const WHICH = ["least", "unchecked", "doubtful", "maybe", "order", "hidden", "kept"];
const SOME = 40; // entries that are made at once; more come when somebody scrolls down to them
let limit = SOME;
const rows = new Map(); // of the list, by what they are called
const name = (item) => (item.maybe ? `m${item.maybe[0]}` : `e${item.key}`);

export function showPanel() {
  fill($("which"), WHICH.map((which) => h("option", { value: which, selected: state.filter.which === which }, t(`which_${which}`))));
  showLeft();
  showChips();
  showEntries();
}

export function showLeft() {
  const { left } = state.doc;
  const all = [...state.doc.entities.values()];
  const done = all.filter((entity) => entity.checked).length;
  const bar = h("i");
  bar.style.width = `${all.length ? (100 * done) / all.length : 100}%`;
  const words = t("checked_of", { n: number(done), all: number(all.length) });
  const goal = left.goals[0];
  const [low, high] = left.range;
  const isOpen = $("left").querySelector("details")?.open;
  refill(
    $("left"),
    h("strong", {}, words),
    h("div", { class: "meter", role: "progressbar", "aria-label": words, "aria-valuenow": String(done), "aria-valuemin": "0", "aria-valuemax": String(all.length) }, bar),
    h("p", {}, t("expected", { recall: percent(left.recall), low: percent(low), high: percent(high) })),
    goal ? h("p", {}, t("goal", { goal: percent(goal[0]), n: number(goal[1]) })) : null,
    left.false_alarms >= 0.5 ? h("p", { class: "quiet" }, t("harmless", { n: number(left.false_alarms) })) : null,
    h("details", { open: isOpen }, h("summary", {}, t("honest")), h("p", {}, t("honest_text"))),
  );
  $("sheet-text").textContent = words;
}

function showChips() {
  const counts = new Map();
  for (const entity of state.doc.entities.values()) counts.set(entity.root, (counts.get(entity.root) || 0) + 1);
  const roots = [...counts].sort((one, other) => other[1] - one[1]);
  refill(
    $("chips"),
    roots.map(([root, count]) =>
      h("button", {
        "aria-pressed": String(state.filter.root === root),
        onclick: () => { state.filter.root = state.filter.root === root ? "" : root; showChips(); showEntries(); },
      }, `${labelName(root)} ${number(count)}`)),
  );
}

export function showEntries() {
  rows.clear();
  const all = entries();
  const list = all.slice(0, limit).map(makeRow);
  // What is chosen in the text may stand far down: it comes first then.
  const far = state.selected && !rows.has(name(state.selected)) && all.some(isChosen) ? makeRow(state.selected) : null;
  fill($("entries"), ticked(), far, list.length ? list : h("p", { class: "none" }, t("nothing_here")));
}

function makeRow(item) {
  const row = item.maybe ? maybeRow(item) : entityRow(item);
  rows.set(name(item), row);
  return row;
}

function showMore() {
  const list = $("entries");
  if (list.scrollTop + list.clientHeight * 2 < list.scrollHeight) return;
  const more = entries().slice(limit, limit + SOME).filter((item) => !rows.has(name(item)));
  limit += SOME;
  list.append(...more.map(makeRow));
}

function ticked() {
  const keys = [...state.picked].filter((key) => state.doc.entities.has(key));
  if (!keys.length) return null;
  return h("div", { class: "row", role: "listitem" },
    h("button", { class: "primary", disabled: keys.length < 2, onclick: () => mergeTicked(keys) }, t("merge_n", { n: keys.length })),
    h("button", { onclick: () => { state.picked.clear(); showEntries(); } }, t("clear")));
}

export function mergeTicked(keys = [...state.picked]) {
  state.picked.clear();
  about.merge(keys);
}

function entityRow({ key }) {
  const row = h("div", { role: "listitem", data: { key } });
  fillEntity(row, key);
  return row;
}

function fillEntity(row, key) {
  const entity = state.doc.entities.get(key);
  const open = isChosen({ key });
  row.className = `entry${open ? " open" : ""}${entity.checked ? " checked" : ""}${entity.hide ? "" : " kept"}`;
  row.dataset.r = group(entity.root);
  const title = entity.names[0];
  const [doubt] = entity.checked ? [] : entity.doubts;
  const tail = entity.hide ? ` → ${entity.replacement || "∅"}` : "";
  fill(
    row,
    h("div", { class: "head" },
      h("input", { type: "checkbox", checked: state.picked.has(key), "aria-label": t("tick", { name: title }), onchange: () => tick(key) }),
      h("button", { class: "fold", "aria-expanded": String(open), onclick: () => choose(open ? null : { key }) },
        h("span", { class: "title" }, title),
        h("span", { class: "sub" }, `${labelName(entity.label)} · ${number(entity.count)}×${tail}`),
        doubt && !open ? h("span", { class: "sub" }, h("span", { class: "why" }, doubtWords(doubt))) : null),
      h("button", { class: "switch", "aria-pressed": String(entity.hide), "aria-label": `${t("hide")}: ${title}`, onclick: () => about.toggle(key) },
        entity.hide ? t("hidden") : t("kept"))),
    open ? card(entity) : null,
  );
}

export function tick(key) {
  if (!state.picked.delete(key)) state.picked.add(key);
  showEntries();
}

function maybeRow({ maybe }) {
  const [start, end, label, chance] = maybe;
  const open = isChosen({ maybe });
  const title = state.doc.text(start, end);
  return h("div", { class: `entry${open ? " open" : ""}`, role: "listitem", data: { r: group(label) } },
    h("div", { class: "head" },
      h("span"),
      h("button", { class: "fold", "aria-expanded": String(open), onclick: () => choose(open ? null : { maybe }) },
        h("span", { class: "title" }, title),
        h("span", { class: "sub" }, h("span", { class: "why" }, t("maybe")), ` · ${labelName(label)} · ${t("chance", { p: percent(chance, 0) })}`)),
      h("button", { class: "switch", "aria-pressed": "false", "aria-label": `${t("hide")}: ${title}`, onclick: () => about.add([start, end], label, true) }, t("hide"))),
    open ? maybeCard(maybe) : null);
}

/** Some rows anew, without touching the others. */
function refresh(keys) {
  for (const key of keys) {
    const row = rows.get(`e${key}`);
    if (row && state.doc.entities.has(key)) fillEntity(row, key);
  }
}

on("entries", (keys) => { refresh(keys); showLeft(); });
const redraw = drawing($("entries"), () => {
  if (!state.doc) return;
  const list = $("entries");
  const top = list.scrollTop;
  const had = focused();
  showPanel();
  list.scrollTop = top;
  restore(had);
});
on("changed", () => { showLeft(); redraw(); });
on("selected", (before) => {
  if (state.selected?.still) return; // an answer came: what it changed is drawn with all the rest
  const had = focused();
  for (const item of [before, state.selected]) {
    if (!item) continue;
    const row = rows.get(name(item));
    if (!row) continue;
    if (item.maybe) {
      const fresh = maybeRow(item);
      row.replaceWith(fresh);
      rows.set(name(item), fresh);
    } else if (state.doc.entities.has(item.key)) fillEntity(row, item.key);
  }
  if (state.selected && !rows.has(name(state.selected))) showEntries();
  if (state.selected) rows.get(name(state.selected))?.scrollIntoView({ block: "nearest" });
  restore(had);
});

/** Which control of which entry has the focus, so that it keeps it when the entry is made anew. */
function focused() {
  const el = focus();
  const row = el?.closest?.(".entry");
  if (!row) return null;
  const found = [...rows].find(([, other]) => other === row);
  return found ? { name: found[0], index: [...row.querySelectorAll("button, input, select")].indexOf(el) } : null;
}

function restore(had) {
  if (!had || document.activeElement !== document.body) return;
  const row = rows.get(had.name);
  if (!row) return void $("entries").querySelector(".fold")?.focus({ preventScroll: true });
  (row.querySelectorAll("button, input, select")[had.index] || row.querySelector(".fold"))?.focus({ preventScroll: true });
}

$("entries").addEventListener("scroll", showMore, { passive: true });
$("which").addEventListener("change", (event) => { state.filter.which = event.target.value; limit = SOME; showEntries(); });
let typing = 0;
$("search").addEventListener("input", (event) => {
  clearTimeout(typing);
  typing = setTimeout(() => { state.filter.text = event.target.value; showEntries(); emit("filtered"); }, 90);
});
$("sheet").addEventListener("click", () => {
  const up = $("panel").classList.toggle("up");
  $("sheet").setAttribute("aria-expanded", String(up));
});
