// What a person does to the open document: shown at once where that is certain, undone without asking.

import { $ } from "./dom.js";
import { get, post } from "./api.js";
import { emit, state } from "./state.js";
import { t } from "./i18n.js";
import { DocumentModel } from "./model.js";
import { toast } from "./notices.js";
import { paintEntities, showDocument, updateDocument } from "./reader.js";
import { send } from "./sending.js";

/** @type {Set<{kind: string, keys: number[], text: string}>} What was shown before it was answered. */
const guessed = new Set();

/** Does something to the open document; answers whether it was done. */
export function act(what, { quiet = false } = {}) {
  const { keys, ...sent } = what;
  if (!sent.places.length) return Promise.resolve(false); // it has gone meanwhile
  const guess = { kind: what.kind, keys: keys || [], text: what.text };
  guessed.add(guess);
  if (suppose(guess)) {
    paintEntities(guess.keys);
    emit("entries", guess.keys);
  }
  const answered = () => guessed.delete(guess);
  const said = () => { if (!quiet) toast(t(`did_${what.kind}`), { label: t("undo"), run: undo }); };
  return dispatch("acts", { act: sent }, { answered, said });
}

export const undo = () => dispatch("undo", {});
export const redo = () => dispatch("redo", {});

function dispatch(path, body, { answered = () => {}, said = () => {} } = {}) {
  if (!state.doc) return Promise.resolve(false);
  let { doc } = state;
  const known = () => { if (state.doc?.id === doc.id) doc = state.doc; }; // it may have been loaded anew since
  return send({
    ask: () => { known(); return post(`/api/documents/${doc.id}/${path}`, { version: doc.version, ...body }); },
    took: (delta) => { answered(); known(); take(doc, delta); said(); },
    back: () => { answered(); return reload(); },
  });
}

/** What hiding, showing and another replacement will do; the server's answer then says the same. */
function suppose({ kind, keys, text }) {
  const change = { hide: { hide: true }, show: { hide: false }, replace: { replacement: text } }[kind];
  if (!change) return false;
  for (const key of keys) {
    const entity = state.doc.entities.get(key);
    if (entity) Object.assign(entity, change, { checked: true });
  }
  return true;
}

function take(doc, delta) {
  const changes = doc.apply(delta);
  if (state.doc !== doc) return;
  guessed.forEach(suppose);
  updateDocument(changes);
  settle();
  emit("changed");
}

const markOf = (place) => state.doc.blockAt(place[0])?.marks.find(([start, end]) => start < place[1] && place[0] < end);

/** What the entity at a place is called now: whoever has an old card open means the place. */
export const keyAt = (place) => markOf(place)?.[2];

/** What is chosen may be called otherwise now, or be gone. */
function settle() {
  const chosen = state.selected;
  if (!chosen) return;
  const place = chosen.place || chosen.maybe;
  const owner = markOf(place);
  if (owner) emit("choose", { key: owner[2], place: [owner[0], owner[1]], still: true });
  else if (chosen.maybe && state.doc.maybe().has(place[0])) emit("choose", { maybe: chosen.maybe, still: true });
  else emit("choose", null);
}

/** The open document as the server has it. */
export async function reload() {
  if (!state.doc) return;
  const view = await get(`/api/documents/${state.doc.id}`);
  const top = $("reader").scrollTop;
  state.doc = new DocumentModel(view);
  guessed.forEach(suppose);
  showDocument();
  $("reader").scrollTop = top;
  settle();
  emit("changed");
}

/** Acts on the entity that is chosen. */
export const about = {
  places: (key) => [state.doc.entities.get(key)?.place].filter(Boolean),
  toggle(key) {
    const entity = state.doc.entities.get(key);
    return act({ kind: entity?.hide ? "show" : "hide", places: about.places(key), keys: [key] });
  },
  check: (key) => act({ kind: "check", places: about.places(key) }, { quiet: true }),
  relabel: (key, label) => act({ kind: "relabel", places: about.places(key), label, all: true }),
  replace: (key, text) => act({ kind: "replace", places: about.places(key), text, keys: [key] }),
  remove: (key, place) => act(place ? { kind: "remove", places: [place] } : { kind: "remove", places: about.places(key), all: true }),
  split: (place) => act({ kind: "split", places: [place] }),
  merge: (keys) => act({ kind: "merge", places: keys.flatMap(about.places) }),
  resize: (place, to) => act({ kind: "resize", places: [place], to }),
  add: (place, label, everywhere) => act({ kind: "add", places: [place], label, everywhere }),
};
