// One entry, opened: its doubts, what can be done about it, its mentions, and why it was found.

import { fill, h } from "./dom.js";
import { get } from "./api.js";
import { emit, state } from "./state.js";
import { language, percent, t } from "./i18n.js";
import { about } from "./acts.js";
import { complain } from "./notices.js";
import { accept, choose, doubtWords, labelName } from "./choosing.js";
import { setTerm } from "./terms.js";
import { moveBorder } from "./selection.js";

const SHOWN = 60; // mentions that a card lists
const AROUND = 28; // characters of context on either side

export function card(entity) {
  const place = state.selected?.place || entity.place;
  return h("div", { class: "more" },
    entity.checked || !entity.doubts.length ? null : h("ul", {}, entity.doubts.map((doubt) => h("li", {}, doubtWords(doubt)))),
    h("div", { class: "group" },
      h("button", { class: "primary", onclick: accept }, t("accept")),
      h("button", { onclick: () => about.toggle(entity.key) }, t(entity.hide ? "show" : "hide")),
      h("button", { onclick: () => about.remove(entity.key) }, t("remove_all")),
      state.picked.size && !state.picked.has(entity.key)
        ? h("button", { onclick: () => { const keys = [entity.key, ...state.picked]; state.picked.clear(); about.merge(keys); } }, t("merge")) : null),
    h("label", { class: "field" }, h("span", {}, t("kind")), labelSelect(entity.label, (label) => about.relabel(entity.key, label))),
    entity.hide ? replacementField(entity) : null,
    h("h2", {}, t("this_mention")),
    h("div", { class: "group" },
      borders(place),
      h("button", { onclick: () => about.remove(entity.key, place) }, t("remove_one")),
      entity.count > 1 ? h("button", { onclick: () => about.split(place) }, t("split")) : null),
    mentions(entity, place),
    h("div", { class: "group" },
      h("button", { onclick: () => setTerm("hide", entity.names[0], entity.label) }, t("always_hide")),
      h("button", { onclick: () => setTerm("keep", entity.names[0], entity.label) }, t("always_keep")),
      h("button", { "aria-expanded": "false", data: { why: "1" }, onclick: (event) => why(event.currentTarget, entity, place) }, t("why"))));
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
  return h("select", { class: "label", "aria-label": t("kind"), onchange: (event) => choice(event.target.value) },
    shown.map(([name, words]) => h("option", { value: name, selected: name === chosen }, words)));
}

function replacementField(entity) {
  const input = h("input", { type: "text", class: "replacement", value: entity.replacement, spellcheck: "false", autocomplete: "off" });
  const send = () => { if (input.value !== entity.replacement) about.replace(entity.key, input.value); };
  input.addEventListener("change", send);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") input.blur();
    if (event.key === "Escape") {
      input.value = entity.replacement;
      input.blur();
      event.stopPropagation();
      emit("changed"); // what came meanwhile is shown now
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

async function why(button, entity, place) {
  const old = button.closest(".more").querySelector(".explain");
  button.setAttribute("aria-expanded", String(!old));
  if (old) return void old.remove();
  const box = h("div", { class: "explain" }, t("reading"));
  button.closest(".more").append(box);
  try {
    const told = await get(`/api/documents/${state.doc.id}/explain?start=${place[0]}&end=${place[1]}`);
    const who = told.made_by === "person" ? t("by_person") : told.made_by;
    fill(box, h("p", {}, t("made_by", { who })),
      h("table", {},
        h("tr", {}, h("th", {}, t("who")), h("th", {}, t("says")), h("th", {}, t("sure"))),
        told.claims.map(([source, label, score]) => h("tr", {}, h("td", {}, source), h("td", {}, label === "O" ? "–" : labelName(label)), h("td", {}, percent(score, 0))))),
      told.beaten.length ? h("p", { class: "quiet" }, told.beaten.join("; ")) : null,
      h("p", { class: "quiet" }, t("decided_by", { who: entity.reason })));
  } catch (error) {
    box.remove();
    complain(error);
  }
  return undefined;
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

