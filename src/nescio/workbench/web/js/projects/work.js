// The work on one document: the text, what can be done to it, and the way to the next. A revisor adjudicates here too.

import { get } from "../api.js";
import { openDialog } from "../dialog.js";
import { $, chosen, focus, h, refill, whenFree } from "../dom.js";
import { t } from "../i18n.js";
import { state } from "../state.js";
import { begin, go, may, show } from "./frame.js";
import { historyDialog } from "./history.js";
import { Judging } from "./judging.js";
import { Marking } from "./marking.js";
import { Desk } from "./saving.js";
import { ratings } from "./rating.js";
import { Disputes } from "./settling.js";
import { Sheet } from "./sheet.js";

/** @param {string} project @param {string} id @param {string} [whose] `gold`, `of/ID` of an annotator, or one's own @param {string} [place] where to look first */
export async function showWork(project, id, whose = "", place) {
  const isGold = whose === "gold";
  const annotator = whose.startsWith("of/") ? Number(whose.slice(3)) : null;
  const path = `/api/projects/${project}/documents/${id}`;
  const [about, paper] = await Promise.all([get(`/api/projects/${project}`), get(whose ? `${path}/layers` : path)]);
  const layer = (paper.layers || []).find((one) => one.annotator === annotator);
  const annotation = isGold ? goldOf(paper) : layer || paper.annotation;
  about.colours = state.offers.palettes[about.palette];
  const work = { about, paper, isGold, path, project };
  const more = layer ? { mayChange: may("revisor"), annotator } : { mayChange: !isGold || may("revisor") };
  const desk = new Desk(isGold ? `${path}/gold` : `${path}/annotation`, annotation, () => redraw(), more);
  const signal = begin(() => desk.leave());
  const reader = h("div", { class: "reader", id: "reader", tabIndex: 0, role: "document", "aria-label": t("text_region") });
  const panel = h("div", { class: "panel-top" });
  const sheet = new Sheet(paper.sides, paper.pairs || [], reader);
  const task = paper.items.length || !["entities", "parallel"].includes(paper.task)
    ? new Judging(desk, sheet, work) : new Marking(desk, sheet, work);
  const disputes = isGold ? new Disputes(work, desk, task) : null;
  const remark = note(desk); // it is made once: whoever writes is not disturbed by an answer that comes

  const redraw = () => whenFree(() => {
    if (signal.aborted) return; // an answer came after the page was left
    task.draw();
    refill(panel, progress(task, desk), disputes?.panel(), ...task.panel());
    remark.draw();
    for (const [name, all] of /** @type {const} */ ([["undo", desk.past.before], ["redo", desk.past.after]])) $(name).disabled = !all.length;
    $("done").setAttribute("aria-pressed", String(desk.state === "done"));
    $("sheet-text").textContent = task.sum();
  });
  task.redraw = redraw;
  const finish = async () => {
    if (!(await desk.save(true))) return;
    const { after } = paper;
    if (!whose && after !== null && after !== undefined) go(`#/p/${project}/d/${after}`);
    else go(`#/p/${project}`);
  };
  show({
    title: layer ? `${paper.name} · ${layer.name}` : paper.name, wide: true, trail: [["#/", t("projects")], [`#/p/${project}`, about.name]],
    tools: tools({ ...work, whose }, desk, finish),
    body: [h("section", { class: "text", "aria-label": t("text_region") }, heads(paper), reader), side(panel, isGold ? ratings(work) : null, remark.el)],
  });
  listen({ signal, task, desk, sheet, finish, reader, disputes });
  redraw();
  welcome(about, project);
  if (place !== undefined) disputes?.look(disputes.all.findIndex((item) => item.start === Number(place)));
}

const goldOf = ({ gold, proposal }) => (gold.version ? gold : { ...gold, value: proposal });

/** Above two texts stands what they are. */
function heads({ sides, task }) {
  const isKnown = task === "relevance" || sides.every(({ language }) => language.length === 2);
  if (sides.length < 2 || !isKnown) return null;
  const words = task === "relevance" ? [t("view_anonymized"), t("view_original")] : sides.map(({ language }) => language.toUpperCase());
  return h("div", { class: "heads" }, words.map((word) => h("h2", {}, word)));
}

function side(...content) {
  const panel = h("div", { class: "panel-body", id: "panel-body" }, content);
  const button = h("button", { class: "sheet", id: "sheet", "aria-expanded": "false", "aria-controls": "panel-body", onclick: () => {
    const up = aside.classList.toggle("up");
    button.setAttribute("aria-expanded", String(up));
  } }, h("span", { class: "grip", "aria-hidden": "true" }), h("span", { id: "sheet-text" }));
  const aside = h("aside", { class: "panel", id: "panel", "aria-label": t("panel_work") }, button, panel);
  return aside;
}

function tools({ about, paper, isGold, whose, project, path }, desk, finish) {
  const to = (id) => () => go(`#/p/${project}/d/${id}`);
  const step = (key, id, sign) => (whose ? null : h("button", { class: "icon", disabled: id === null || id === undefined, "aria-label": t(key), title: t(key), onclick: to(id) }, sign));
  const icon = (id, path_, run) => {
    const el = h("button", { class: "icon", id, "aria-label": t(id), title: t(id), onclick: run });
    el.append(drawing(path_));
    return el;
  };
  return [
    step("previous", paper.before, "‹"), step("next", paper.after, "›"),
    icon("undo", "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6", () => desk.undo()),
    icon("redo", "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6", () => desk.redo()),
    h("button", { class: "icon", "aria-label": t("guidelines"), title: t("guidelines"), onclick: () => guidelines(about) }, "§"),
    h("button", { class: "icon", id: "history", "aria-label": t("history"), title: t("history"), onclick: () => historyDialog(path, desk) }, "↺"),
    h("button", { class: "primary", id: "done", disabled: !desk.mayChange, onclick: finish }, t(isGold ? "settle" : "done")),
  ];
}

function drawing(d) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}

function guidelines(about) {
  openDialog(() => t("guidelines"), () => [h("p", { class: "guide" }, about.guidelines || t("no_guidelines"))]);
}

/** The guidelines come by themselves once in every project and sitting. */
function welcome(about, project) {
  const key = `nescio-read-${project}-${about.version}`;
  if (!about.guidelines || sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, "1");
  guidelines(about);
}

function progress(task, desk) {
  return h("div", { class: "left" }, h("strong", {}, task.sum()),
    desk.state === "done" ? h("p", { class: "good" }, t("is_done")) : null);
}

function note(desk) {
  const area = h("textarea", { rows: 2, maxLength: 10_000 });
  const draw = () => { if (focus() !== area) area.value = desk.value.note || ""; };
  area.addEventListener("change", () => whenFree(() => { if (area.value !== (desk.value.note || "")) desk.change({ ...desk.value, note: area.value }); }));
  return { el: h("label", { class: "labelled note" }, h("span", {}, t("note")), area), draw };
}

function listen({ signal, task, desk, sheet, finish, reader, disputes }) {
  const help = () => state.help?.();
  const isTaken = (event) => {
    if ($("dialog").open || event.target.matches("input[type=text], textarea, select")) return true;
    return !event.ctrlKey && !event.metaKey && event.target.matches("button, a, summary, input") && ["Enter", " "].includes(event.key);
  };
  document.addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z") (event.shiftKey ? desk.redo() : desk.undo());
      else if (key === "y") desk.redo();
      else if (event.key === "Enter") finish();
      else return;
    } else if (event.key === "?") help();
    else if (key === "u") (event.shiftKey ? desk.redo() : desk.undo());
    else if (!disputes?.key(event) && !task.key(event)) return;
    event.preventDefault();
  }, { signal });
  reader.addEventListener("click", (event) => {
    const el = event.target.closest("mark");
    if (el && chosen().isCollapsed) task.pick(el.dataset.id);
  }, { signal });
  document.addEventListener("selectionchange", () => task.selecting?.(sheet.chosen()), { signal });
  window.addEventListener("beforeunload", (event) => { if (!desk.isSaved) event.preventDefault(); }, { signal });
}
