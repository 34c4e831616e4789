// What the page says beside its content: whether all is saved, a line across the page, a note that goes by itself.

import { $, fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** @param {"saved" | "saving" | "off"} what */
export function status(what) {
  const el = $("saved");
  el.className = `saved ${what === "saving" ? "busy" : what}`;
  el.textContent = what === "saved" ? t("saved") : what === "saving" ? t("saving") : "";
}

/** @param {string | null} text @param {(() => void) | null} [retry] */
export function banner(text, retry = null) {
  const el = $("banner");
  el.hidden = !text;
  if (text) fill(el, h("span", {}, text), retry ? h("button", { onclick: retry }, t("try_again")) : null);
}

/** @param {string} text @param {{label?: string, run?: (() => void) | null, bad?: boolean}} [more] */
export function toast(text, { label = "", run = null, bad = false } = {}) {
  const el = h("div", { class: bad ? "toast bad" : "toast" }, h("span", {}, text));
  if (run) {
    el.append(h("button", { onclick: () => { el.remove(); run(); } }, label));
  }
  const all = $("toasts");
  if (all.childElementCount > 1) all.firstElementChild.remove();
  all.append(el);
  setTimeout(() => el.remove(), bad ? 9000 : 4000);
}

/** Says what went wrong, in the server's words if it had some. @param {any} error */
export const complain = (error) => toast(error.message || t("bug"), { bad: true });
