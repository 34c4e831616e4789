// What the page knows, and who wants to hear when it changes.

/** @type {any} */
export const state = {
  session: null, // what the server said at the beginning
  files: [],
  doc: null, // the model of the open document
  selected: null, // {key, place} of an entity, or {maybe: [start, end]}
  picked: new Set(), // keys of entities that are ticked for merging
  filter: { which: "least", text: "", root: "" },
  view: "both",
  words: null, // [start, end] that are chosen in the text
};

const listeners = new Map();

/** @param {string} name @param {(value?: any) => void} listener */
export function on(name, listener) {
  listeners.set(name, [...(listeners.get(name) || []), listener]);
}

/** @param {string} name @param {any} [value] */
export function emit(name, value) {
  for (const listener of listeners.get(name) || []) listener(value);
}
