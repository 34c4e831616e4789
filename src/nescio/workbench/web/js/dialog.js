// The one dialog of a page, which Escape closes, and what every page has in it: settings of the page, and its keys.

import { $, drawing, h, pick, refill } from "./dom.js";
import { chooseLanguage, codes, language, t } from "./i18n.js";
import { emit } from "./state.js";

/** @type {(() => void) | null} */
let shown = null; // what draws the dialog that is open

export function openDialog(title, body) {
  const dialog = $("dialog");
  shown = () => {
    const close = h("button", { class: "icon", "aria-label": t("close"), onclick: () => dialog.close() }, "✕");
    refill(dialog, h("header", {}, h("h2", { id: "dialog-title" }, title()), close), h("div", { class: "body" }, ...body()));
  };
  shown();
  if (!dialog.open) dialog.showModal();
}

export const closeDialog = () => $("dialog").close();
$("dialog").addEventListener("close", () => { shown = null; });
$("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) closeDialog(); });

export const redrawDialog = drawing($("dialog"), () => { if (shown && $("dialog").open) shown(); });

export const LANGUAGES = { en: "English", de: "Deutsch", pt: "Português", es: "Español" };

/** A choice from a list. @param {string} key @param {string[][]} options @param {string} chosen @param {(value: string) => void} choice */
export function field(key, options, chosen, choice) {
  return h("label", { class: "field" }, h("span", {}, t(key)),
    pick({ data: { setting: key } }, options, chosen, choice));
}

/** What a person may choose on every page. */
export const looks = () => [
  field("ui_language", codes.map((code) => [code, LANGUAGES[code]]), language, async (code) => { await chooseLanguage(code); emit("language"); redrawDialog(); }),
  field("theme", ["auto", "light", "dark"].map((name) => [name, t(`theme_${name}`)]), theme(), chooseTheme),
];

export const theme = () => localStorage.getItem("nescio-theme") || "auto";
export function chooseTheme(name) {
  localStorage.setItem("nescio-theme", name);
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

/** @param {[string[], string][]} keys */
export function keysDialog(keys) {
  openDialog(() => t("keys"), () => [
    h("table", {}, keys.map(([names, words]) => h("tr", {}, h("td", {}, names.flatMap((name) => [h("kbd", {}, name), " "])), h("td", {}, t(words))))),
  ]);
}
