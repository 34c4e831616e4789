// One entry, opened: its doubts, what can be done about it, its mentions, and why it was found.

import { fill, h, pick } from "./dom.js";
import { get } from "./api.js";
import { state } from "./state.js";
import { language, percent, t } from "./i18n.js";
import { about, keyAt } from "./acts.js";
import { complain } from "./notices.js";
import { accept, choose, doubtWords, labelName } from "./choosing.js";
import { setTerm } from "./terms.js";
import { moveBorder } from "./selection.js";

const SHOWN = 60; // mentions that a card lists
const AROUND = 28; // characters of context on either side
/** @type {{doc: string, place: number[], version: number, box: any} | null} The reasons that are open; they outlive every answer that comes. */
let told = null;

export function card(entity) {
  const place = state.selected?.place || entity.place;
  if (told && (told.doc !== state.doc.id || told.place[0] !== place[0] || told.place[1] !== place[1])) told = null;
  if (told && told.version !== state.doc.version) tell(told);
  return h("div", { class: "more" },
    entity.checked || !entity.doubts.length ? null : h("ul", {}, entity.doubts.map((doubt) => h("li", {}, doubtWords(doubt)))),
    h("div", { class: "group" },
      h("button", { class: "primary", onclick: accept }, t("accept")),
      h("button", { onclick: () => about.toggle(entity.key) }, t(entity.hide ? "show" : "hide")),
      h("button", { onclick: () => about.remove(entity.key) }, t("remove_all")),
      state.picked.size && !state.picked.has(entity.key)
        ? h("button", { onclick: () => { const keys = [entity.key, ...state.picked]; state.picked.clear(); about.merge(keys); } }, t("merge")) : null),
    h("label", { class: "field" }, h("span", {}, t("kind")), labelSelect(entity.label, (label) => about.relabel(keyAt(place), label))),
    entity.hide ? replacementField(entity, place) : null,
    h("h2", {}, t("this_mention")),
    h("div", { class: "group" },
      borders(place),
      h("button", { onclick: () => about.remove(entity.key, place) }, t("remove_one")),
      entity.count > 1 ? h("button", { onclick: () => about.split(place) }, t("split")) : null),
    mentions(entity, place),
    h("div", { class: "group" },
      h("button", { onclick: () => setTerm("hide", entity.names[0], entity.label) }, t("always_hide")),
      h("button", { onclick: () => setTerm("keep", entity.names[0], entity.label) }, t("always_keep")),
      h("button", { "aria-expanded": String(Boolean(told)), data: { why: "1" }, onclick: (event) => why(event.currentTarget, place) }, t("why"))),
    told?.box);
}

function borders(place) {
  const move = (side, by, sign) =>
    h("button", { title: t(sign), "aria-label": t(sign), onclick: () => moveBorder(place, side, by) }, { longer_start: "⟵|", shorter_start: "|⟶", shorter_end: "⟵|", longer_end: "|⟶" }[sign]);
  return h("span", { class: "row" },
    move("start", -1, "longer_start"), move("start", 1, "shorter_start"), " … ", move("end", -1, "shorter_end"), move("end", 1, "longer_end"));
}

export function labelSelect(chosen, choice) {
  const all = [...(state.session.labels[language] || state.session.labels.en)];
  const shown = all.map(([name]) => [name, labelName(name)]).sort((one, other) => one[1].localeCompare(other[1], language));
  const select = pick({ class: "label", "aria-label": t("kind") }, shown, chosen, (label) => { choice(label); select.blur(); });
  select.addEventListener("keydown", (event) => { // as from a field of text: the keys of the page are there again
    if (event.defaultPrevented || !["Enter", "Escape"].includes(event.key)) return;
    select.blur();
    event.stopPropagation();
  });
  return select;
}

function replacementField(entity, place) {
  const input = h("input", { type: "text", class: "replacement", value: entity.replacement, spellcheck: "false", autocomplete: "off" });
  const send = () => { if (input.value !== entity.replacement) about.replace(keyAt(place), input.value); };
  input.addEventListener("change", send);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") input.blur();
    if (event.key === "Escape") {
      input.value = entity.replacement;
      input.blur();
      event.stopPropagation();
    }
  });
  return h("label", { class: "field" }, h("span", {}, t("replacement")), input);
}

function mentions(entity, place) {
  const all = state.doc.mentions(entity.key);
  return h("div", { class: "kwic" },
    all.slice(0, SHOWN).map(([start, end]) => {
      const block = state.doc.blockAt(start);
      const before = block.slice(Math.max(block.start, start - AROUND), start);
      const behind = block.slice(Math.min(end, block.end), Math.min(end + AROUND, block.end));
      const current = start === place[0];
      return h("button", { "aria-current": current ? "true" : null, onclick: () => choose({ key: entity.key, place: [start, end] }) },
        before, h("b", {}, state.doc.text(start, end)), behind);
    }),
    all.length > SHOWN ? h("span", { class: "quiet" }, `+ ${all.length - SHOWN}`) : null);
}

function why(button, place) {
  const old = told;
  button.setAttribute("aria-expanded", String(!old));
  told = null;
  if (old) return old.box.remove();
  const opened = { doc: state.doc.id, place, version: -1, box: h("div", { class: "explain" }, t("reading")) };
  told = opened;
  button.closest(".more").append(opened.box);
  return tell(opened);
}

async function tell(what) {
  const { box, place } = what;
  what.version = state.doc.version;
  try {
    const said = await get(`/api/documents/${what.doc}/explain?start=${place[0]}&end=${place[1]}`);
    const who = said.made_by === "person" ? t("by_person") : said.made_by;
    fill(box, h("p", {}, t("made_by", { who })),
      h("table", {},
        h("tr", {}, h("th", {}, t("who")), h("th", {}, t("says")), h("th", {}, t("sure"))),
        said.claims.map(([source, label, score]) => h("tr", {}, h("td", {}, source), h("td", {}, label === "O" ? "–" : labelName(label)), h("td", {}, percent(score, 0))))),
      said.beaten.length ? h("p", { class: "quiet" }, said.beaten.join("; ")) : null,
      h("p", { class: "quiet" }, t("decided_by", { who: state.doc.entities.get(keyAt(place))?.reason || "" })));
  } catch (error) {
    box.remove();
    if (told === what) told = null;
    complain(error);
  }
}

export function maybeCard([start, end, label]) {
  const words = state.doc.text(start, end);
  const select = labelSelect(label, () => {});
  return h("div", { class: "more" },
    h("label", { class: "field" }, h("span", {}, t("kind")), select),
    h("div", { class: "group" },
      h("button", { class: "primary", onclick: () => about.add([start, end], select.value, true) }, t("hide_all", { n: state.doc.count(words) })),
      h("button", { onclick: () => about.add([start, end], select.value, false) }, t("hide_once")),
      h("button", { onclick: () => setTerm("keep", words, label) }, t("always_keep"))));
}

