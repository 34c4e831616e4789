// What a revisor thinks of each annotation of a document, and what annotators see of it.

import { put } from "../api.js";
import { fill, focus, h } from "../dom.js";
import { number, t } from "../i18n.js";
import { complain, toast } from "../notices.js";
import { state } from "../state.js";
import { may } from "./frame.js";

const BEST = 5;
const PLACES = Array.from({ length: BEST }, (_, n) => n + 1);

/** A rating that is only read. @param {number | null} rating */
export const stars = (rating) => (rating === null || rating === undefined ? "–"
  : h("span", { class: "stars", role: "img", "aria-label": t("of_n", { n: number(rating, 1), all: BEST }), title: t("of_n", { n: number(rating, 1), all: BEST }) }, PLACES.map((n) => (n <= Math.round(rating) ? "★" : "☆")).join("")));

/** The ratings of all annotations of a document; it outlives every redraw, so that no half-written remark is lost. */
export function ratings({ paper, path }) {
  if (!paper.layers.length) return null;
  return h("details", { class: "ratings" }, h("summary", {}, t("rating")), paper.layers.map((layer) => row(layer, path)));
}

function row(layer, path) {
  const mayRate = may("revisor") && layer.annotator !== state.session.person.id;
  const buttons = PLACES.map((n) => h("button", { class: "star", data: { rating: n }, "aria-label": t("of_n", { n, all: BEST }), onclick: () => give(n) }));
  const read = h("span");
  const since = h("span", { class: "quiet" });
  const remark = h("input", { type: "text", maxLength: 10_000, placeholder: t("remark"), "aria-label": t("remark_for", { name: layer.name }), autocomplete: "off", disabled: !mayRate });
  const draw = () => {
    const { rating, note, of } = layer.rating;
    if (focus() !== remark) remark.value = note; // whoever writes on is not disturbed by an answer
    for (const [place, button] of buttons.entries()) {
      button.textContent = place < (rating || 0) ? "★" : "☆";
      button.setAttribute("aria-pressed", String(place + 1 === rating));
    }
    fill(read, mayRate ? "" : stars(rating));
    since.textContent = rating && of < layer.version ? t("rated_before") : "";
  };
  let last = Promise.resolve(); // one after the other: each is a version that follows the one before
  const give = (rating) => {
    const note = remark.value;
    last = last.then(() => send(layer, path, { rating, note })).then(draw);
  };
  remark.addEventListener("change", () => { if (layer.rating.rating) give(layer.rating.rating); });
  draw();
  return h("div", { class: "rating", data: { of: layer.annotator } },
    h("div", { class: "group", role: "group", "aria-label": t("rating_for", { name: layer.name }) }, h("b", {}, layer.name), mayRate ? buttons : read, since), remark);
}

async function send(layer, path, said) {
  try {
    layer.rating = await put(`${path}/rating`, { annotator: layer.annotator, version: layer.rating.version, ...said });
    toast(t("rated", { name: layer.name }));
  } catch (error) {
    complain(error);
    if (error.told?.newest) layer.rating = error.told.newest;
  }
}
