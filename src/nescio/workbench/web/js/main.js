// The page begins here: the session, the documents, the views.

import { $, $$ } from "./dom.js";
import { Away, Refused, get } from "./api.js";
import { emit, on, state } from "./state.js";
import { loadWords, t } from "./i18n.js";
import { DocumentModel } from "./model.js";
import { showDocument } from "./reader.js";
import { banner, complain, status, toast } from "./notices.js";
import { choose } from "./choosing.js";
import { showPanel } from "./panel.js";
import { loadTerms } from "./terms.js";
import { chooseTheme, redrawDialog, theme } from "./dialog.js";
import { pickFiles } from "./dropping.js";
import "./selection.js";
import "./keys.js";

const VIEWS = ["both", "original", "anonymized", "terms"];
let polling = 0;
const told = new Set(); // failures that were said already

async function poll() {
  clearTimeout(polling);
  const before = JSON.stringify(state.files);
  try {
    state.files = await get("/api/files");
  } catch (error) {
    if (error instanceof Refused && error.status === 401) banner(t("ended", { n: 0 }), () => location.reload());
    polling = setTimeout(poll, error instanceof Away ? 2500 : 10_000);
    return;
  }
  for (const file of state.files) {
    if (file.state === "failed" && !told.has(file.id)) {
      told.add(file.id);
      toast(`${file.name}: ${file.failure}`, { bad: true });
    }
    if (file.state === "waiting") told.delete(file.id);
  }
  const ready = state.files.flatMap((file) => file.documents);
  if (state.doc && !ready.some((doc) => doc.id === state.doc.id)) state.doc = null;
  if (!state.doc && ready.length) await openDocument(ready[0].id);
  showWhat();
  if (JSON.stringify(state.files) !== before) redrawDialog();
  if (state.files.some((file) => file.state === "waiting")) polling = setTimeout(poll, 400);
}

async function openDocument(id) {
  status("saving");
  try {
    const view = await get(`/api/documents/${id}`);
    state.doc = new DocumentModel(view);
  } catch (error) {
    status("saved");
    return void complain(error);
  }
  state.selected = null;
  state.picked.clear();
  showWhat();
  showDocument();
  emit("changed");
  status("saved");
  const [first] = state.doc.reading();
  if (first && window.innerWidth > 900) choose(first);
  $("reader").scrollTop = 0;
  return undefined;
}

function showWhat() {
  const open = Boolean(state.doc);
  const busy = state.files.some((file) => file.state === "waiting");
  $("welcome").hidden = open;
  $("text").hidden = !open || state.view === "terms";
  $("terms").hidden = !open || state.view !== "terms";
  $("panel").hidden = !open;
  $("download-button").disabled = !open;
  $("doc-name").textContent = open ? state.doc.name : busy ? t("reading") : "nescio";
  document.title = open ? `${state.doc.name} – nescio` : "nescio workbench";
  $("undo").disabled = !state.doc?.undo;
  $("redo").disabled = !state.doc?.redo;
  for (const button of $$("[data-view]")) {
    if (button.tagName === "BUTTON") button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
  }
  $("reader").dataset.view = state.view;
}

function show(view) {
  if (!VIEWS.includes(view)) return;
  state.view = view;
  localStorage.setItem("nescio-view", view);
  showWhat();
  emit("view");
}

function neighbour(by) {
  const ready = state.files.flatMap((file) => file.documents.map((doc) => doc.id));
  const next = ready[ready.indexOf(state.doc?.id) + by];
  if (next !== undefined) openDocument(next);
}

function speak() {
  $("formats").textContent = t("formats", { list: state.session.suffixes.map((suffix) => suffix.slice(1)).join(", ") });
  if (state.doc) showPanel();
  emit("view");
}

async function begin() {
  chooseTheme(theme());
  await loadWords();
  const kept = localStorage.getItem("nescio-view") || "";
  state.view = VIEWS.includes(kept) ? kept : window.innerWidth > 900 ? "both" : "original";
  state.session = await get("/api/session");
  await loadTerms();
  speak();
  await poll();
  document.documentElement.dataset.ready = "1";
}

on("open", openDocument);
on("poll", poll);
on("show", show);
on("neighbour", neighbour);
on("language", speak);
on("changed", showWhat);
for (const button of $$("button[data-view]")) button.addEventListener("click", () => show(button.dataset.view));
for (const button of $$("button[data-open]")) button.addEventListener("click", () => pickFiles(button.dataset.open));
window.addEventListener("error", () => toast(t("bug"), { bad: true }));
window.addEventListener("unhandledrejection", () => toast(t("bug"), { bad: true }));
begin().catch((error) => banner(error.message || t("away"), () => location.reload()));
