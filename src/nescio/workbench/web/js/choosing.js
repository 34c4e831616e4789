// What is chosen: an entry of the list and its mention in the text, and how to go from one to the next.

import { $ } from "./dom.js";
import { emit, on, state } from "./state.js";
import { about } from "./acts.js";
import { toast } from "./notices.js";
import { has, language, t } from "./i18n.js";
import { reveal } from "./reader.js";

/** The name of a label in the words of the interface. */
export function labelName(name) {
  if (has(`label_${name}`)) return t(`label_${name}`);
  const found = (state.session?.labels[language] || []).find(([label]) => label === name);
  if (!found) return name;
  const shown = found[2];
  return shown === shown.toUpperCase() ? shown[0] + shown.slice(1).toLowerCase() : shown;
}

/** The entries that the filter lets through, in its order. */
export function entries() {
  const { doc, filter } = state;
  if (!doc) return [];
  const wanted = filter.text.trim().toLowerCase();
  const inOrder = ["order", "hidden", "kept"].includes(filter.which);
  const all = inOrder ? doc.keys.map((key) => ({ key })) : readingOrder(doc);
  return all.filter((item) => passes(item, filter, wanted));
}

/** Those that reading brings most for; what is checked comes last. */
function readingOrder(doc) {
  const due = doc.reading();
  const there = new Set(due.map((item) => item.key));
  return [...due, ...doc.keys.filter((key) => !there.has(key)).map((key) => ({ key }))];
}

function passes(item, filter, wanted) {
  if (item.maybe) {
    if (!["least", "unchecked", "doubtful", "maybe"].includes(filter.which)) return false;
    if (filter.root && filter.root !== item.maybe[2]) return false;
    return !wanted || state.doc.text(item.maybe[0], item.maybe[1]).toLowerCase().includes(wanted);
  }
  const entity = state.doc.entities.get(item.key);
  if (filter.root && entity.root !== filter.root) return false;
  if (wanted && !`${entity.names.join(" ")} ${entity.replacement}`.toLowerCase().includes(wanted)) return false;
  switch (filter.which) {
    case "unchecked": return !entity.checked;
    case "doubtful": return !entity.checked && entity.doubts.length > 0;
    case "hidden": return entity.hide;
    case "kept": return !entity.hide;
    case "maybe": return false;
    default: return true;
  }
}

const same = (one, other) =>
  Boolean(one && other) && (one.maybe ? other.maybe && one.maybe[0] === other.maybe[0] : !other.maybe && one.key === other.key);

export const isChosen = (item) => same(item, state.selected);

/** Chooses an entry; `still` says that it was chosen already and the text need not move. */
export function choose(item) {
  const before = state.selected;
  if (!item) state.selected = null;
  else if (item.maybe) state.selected = { maybe: item.maybe, still: item.still };
  else state.selected = { key: item.key, place: item.place || state.doc.entities.get(item.key)?.place, still: item.still };
  emit("selected", before);
  if (item && !item.still) reveal(state.selected.maybe || state.selected.place);
}

export function step(by, { unchecked = false } = {}) {
  const all = entries();
  if (!all.length) return choose(null);
  let at = all.findIndex(isChosen);
  do at += by;
  while (unchecked && all[at] && !all[at].maybe && state.doc.entities.get(all[at].key).checked);
  if (at < 0) at = 0;
  if (at >= all.length) {
    toast(t("ended_list"));
    return undefined;
  }
  return choose(all[at]);
}

/** The next or previous mention in the text, of any entry. */
export function stepMention(by) {
  const all = [];
  for (const start of state.doc.order) {
    const block = state.doc.blocks.get(start);
    for (const [from, to, key] of block.marks) all.push({ key, place: [from, to] });
  }
  all.sort((one, other) => one.place[0] - other.place[0]);
  const place = state.selected?.place || state.selected?.maybe;
  const at = place ? all.findIndex((item) => item.place[0] >= place[0]) : -1;
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by;
  if (all[next]) choose(all[next]);
}

/** Right: it is checked, and the next comes. */
export async function accept() {
  const chosen = state.selected;
  if (!chosen || chosen.maybe) return step(1);
  const after = nextUnchecked();
  const done = about.check(chosen.key);
  if (after) choose(after);
  await done;
  if (!after && [...state.doc.entities.values()].every((entity) => entity.checked)) toast(t("done_all"));
  return undefined;
}

function nextUnchecked() {
  const all = entries();
  const at = all.findIndex(isChosen);
  const rest = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  return rest.find((item) => !item.maybe && !state.doc.entities.get(item.key).checked) || null;
}

export function doubtWords([code, what]) {
  const key = `doubt_${code}`;
  return has(key) ? t(key, { what: labelName(what) }) : code;
}

on("choose", choose);
export const focusReader = () => $("reader").focus({ preventScroll: true });
