// Where annotators disagree, and what a revisor makes of it.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { answered, withMark, withoutMark } from "./value.js";

/** The disagreements of a document, each with what was said, to take with a press; and whole annotations. */
export function disputes({ paper }, desk, task) {
  const all = paper.disagreements || [];
  return h("div", { class: "disputes" },
    h("h2", {}, t("disagreements_n", { n: all.length })),
    h("div", { class: "group" }, paper.layers.map((layer) => h("button", { onclick: () => desk.change(layer.value) }, t("take_all_of", { name: layer.name })))),
    h("ol", {}, all.map((item) => h("li", {}, dispute(item, desk, task)))));
}

function dispute(item, desk, task) {
  const place = { side: item.side, start: item.start, end: item.end };
  const words = task.sheet.text(place.side, place.start, place.end);
  const answers = [...new Set(item.said.map((one) => one.answer))];
  const now = item.item ? desk.value.answers[item.item] || "" : desk.value.marks.find((mark) => mark.side === place.side && mark.start === place.start && mark.end === place.end)?.label || "";
  const who = (answer) => item.said.filter((one) => one.answer === answer).map((one) => one.name).join(", ");
  const look = () => (item.item ? task.pick(item.item) : task.sheet.choose(place));
  return [
    h("button", { class: "place", onclick: look }, words),
    h("div", { class: "group" }, answers.map((answer) => h("button", { "aria-pressed": String(now === answer), onclick: () => take(item, place, answer, desk) }, `${answer || t("says_nothing")} (${who(answer)})`))),
  ];
}

function take(item, place, answer, desk) {
  const { value } = desk;
  if (item.item) return desk.change(answered(value, item.item, answer));
  return desk.change(answer ? withMark(value, { ...place, label: answer, entity: "" }) : withoutMark(value, { ...place, label: "", entity: "" }));
}
