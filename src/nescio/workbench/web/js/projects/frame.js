// What every page of the projects has: a heading, the way back, and places for its tools and its content.

import { $, fill, h, refill } from "../dom.js";
import { has, t } from "../i18n.js";
import { emit, state } from "../state.js";

const BESIDE = 900; // pixels; on smaller screens the panel is a sheet over the text
/** @type {(() => void) | null} */
let onLeave = null;
/** @type {AbortController} Ends the listeners of the page that was left. */
let life = new AbortController();

/**
 * @param {object} page
 * @param {string} page.title
 * @param {[string, string][]} [page.trail] addresses and names above it
 * @param {any[]} [page.tools] @param {any[]} page.body @param {boolean} [page.wide]
 */
export function show({ title, trail = [], tools = [], body, wide = false }) {
  document.title = `${title} – nescio`;
  fill($("trail"), trail.flatMap(([to, words]) => [h("a", { href: to }, words), h("span", { "aria-hidden": "true" }, "›")]), h("h1", {}, title));
  fill($("tools"), ...tools);
  const page = $("page");
  page.className = wide ? "wide" : "narrow";
  for (const el of [$("to-review"), $("to-users")]) el.classList.toggle("away", wide); // the tools need the room
  refill(page, ...body);
  page.scrollTop = 0;
}

/** A new page begins: what the last one had open is closed. @param {(() => void) | null} [leave] */
export function begin(leave = null) {
  onLeave?.();
  onLeave = leave;
  life.abort();
  life = new AbortController();
  return life.signal;
}

/** How much of the text the panel covers. */
export const covered = () => (window.innerWidth > BESIDE ? 0 : $("panel").offsetHeight);
/** On a small screen the panel comes up when it is needed. */
export function raise() {
  if (window.innerWidth > BESIDE) return;
  $("panel").classList.add("up");
  $("sheet").setAttribute("aria-expanded", "true");
}

export const go = (to) => { if (location.hash === to) emit("route"); else location.hash = to; };
export const may = (...roles) => roles.some((role) => state.session.person.roles.includes(role));

/**
 * A table; with `stacks` its rows become cards on a phone. Roles are said because a browser forgets them of what is laid out otherwise.
 * @param {string[]} heads @param {any[][]} rows @param {string} [caption] @param {{stacks?: boolean}} [more]
 */
export function table(heads, rows, caption = "", { stacks = false } = {}) {
  const cell = (content, n) => h("td", { role: "cell", data: { head: heads[n] } }, content);
  return h("div", { class: stacks ? "scroll stacks" : "scroll", tabIndex: 0, role: "region", "aria-label": caption || heads[0] }, h("table", { class: "plain", role: "table" },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((head) => h("th", { scope: "col", role: "columnheader" }, head)))),
    h("tbody", { role: "rowgroup" }, rows.map((row) => h("tr", { role: "row" }, row.map(cell))))));
}

/** Things to choose from, one below the other. @param {string} name @param {any[]} entries */
export const choices = (name, entries) => h("div", { class: "kwic tall", role: "list", "aria-label": name }, entries.map((entry) => h("div", { role: "listitem" }, entry)));

/** A form that is sent once at a time. @param {any[]} content @param {(fields: any) => any} run @param {string} [names] */
export function form(content, run, names = "") {
  let busy = false;
  const el = h("form", { class: `form ${names}`, onsubmit: async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      await run(Object.fromEntries(new FormData(el)));
    } finally {
      busy = false;
    }
  } }, content);
  return el;
}

/** @param {string} label @param {any} control */
export const labelled = (label, control) => h("label", { class: "labelled" }, h("span", {}, label), control);

/** A tag in the words of the page, unless the project has words of its own. @param {{name: string, display: string}} tag */
export function tagName({ name, display }) {
  const key = `tag_${name.replace(/ /g, "_")}`;
  return display === name && has(key) ? t(key) : display;
}
