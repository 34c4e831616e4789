// The keyboard: everything that can be done has a key.

import { $, $$ } from "./dom.js";
import { emit, state } from "./state.js";
import { about, redo, undo } from "./acts.js";
import { accept, choose, focusReader, step, stepMention } from "./choosing.js";
import { chooseNothing, hideWords, moveBorder, walkWords } from "./selection.js";
import { downloadDialog, filesDialog, helpDialog, settingsDialog } from "./dialogs.js";
import { mergeTicked, tick } from "./panel.js";

const VIEWS = { 1: "both", 2: "original", 3: "anonymized", 4: "terms" };

/** Controls that need a key for themselves: in a field all, on a button those that press it. */
function isTaken(event) {
  const el = event.target;
  if ($("dialog").open) return true;
  if (el.matches("input[type=text], input[type=search], select, textarea")) return event.key !== "Escape";
  if (el.matches("button, a, summary, input")) return ["Enter", " "].includes(event.key);
  return false;
}

const key = () => state.selected?.key;
const withKey = (run) => () => { if (key() !== undefined) run(key()); };
const inCard = (selector) => () => {
  $("panel").classList.add("up");
  const [el] = $$(`.entry.open ${selector}`);
  el?.focus();
  el?.select?.();
};

function toggle() {
  const { maybe } = state.selected || {};
  if (maybe) about.add([maybe[0], maybe[1]], maybe[2], true);
  else if (key() !== undefined) about.toggle(key());
}

function merge() {
  if (key() !== undefined) state.picked.add(key());
  if (state.picked.size > 1) mergeTicked();
}

const PLAIN = {
  ArrowDown: () => step(1), ArrowUp: () => step(-1), j: () => step(1), k: () => step(-1),
  n: () => stepMention(1), p: () => stepMention(-1),
  Enter: accept, a: accept,
  " ": toggle, x: toggle,
  d: withKey((k) => about.remove(k, state.selected.place)), D: withKey((k) => about.remove(k)),
  l: inCard("select.label"), r: inCard("input.replacement"),
  t: withKey(tick), m: merge,
  s: withKey((k) => state.doc.entities.get(k).count > 1 && about.split(state.selected.place)),
  w: () => walkWords(1, false),
  ArrowRight: () => state.words && walkWords(1, false), ArrowLeft: () => state.words && walkWords(-1, false),
  h: () => hideWords(true), H: () => hideWords(false),
  e: () => $$(".entry.open [data-why]")[0]?.click(),
  "/": () => { $("panel").classList.add("up"); $("search").focus(); $("search").select(); },
  u: undo, U: redo, o: filesDialog, f: () => emit("neighbour", 1), b: () => emit("neighbour", -1), g: downloadDialog, "?": helpDialog,
  Escape: () => { if (state.words) chooseNothing(); else { choose(null); focusReader(); } },
};

function border(event) {
  const place = state.selected?.place;
  if (!place || !["Comma", "Period"].includes(event.code)) return false;
  moveBorder(place, event.shiftKey ? "start" : "end", event.code === "Period" ? 1 : -1, event.altKey);
  return true;
}

function withControl(event) {
  const name = event.key.toLowerCase();
  if (name === "z") return (event.shiftKey ? redo : undo)() || true;
  if (name === "y") return redo() || true;
  return false;
}

document.addEventListener("keydown", (event) => {
  if (isTaken(event)) return;
  if (event.ctrlKey || event.metaKey) {
    if (state.doc && withControl(event)) event.preventDefault();
    return;
  }
  if (["?", "o"].includes(event.key) || state.doc) {
    if (state.doc && border(event)) return void event.preventDefault();
    if (event.altKey) return undefined;
    if (event.shiftKey && state.words && ["ArrowRight", "ArrowLeft"].includes(event.key)) {
      walkWords(event.key === "ArrowRight" ? 1 : -1, true);
      return void event.preventDefault();
    }
    const view = VIEWS[event.key];
    if (view) emit("show", view);
    else if (PLAIN[event.key]) PLAIN[event.key]();
    else return undefined;
    event.preventDefault();
  }
  return undefined;
});

$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("files-button").addEventListener("click", filesDialog);
$("download-button").addEventListener("click", downloadDialog);
$("settings-button").addEventListener("click", settingsDialog);
$("help-button").addEventListener("click", helpDialog);
