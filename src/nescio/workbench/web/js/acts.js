// What a person does: sent one after the other, kept while nobody answers, undone without asking.

import { $, fill, h } from "./dom.js";
import { Away, Refused, get, post } from "./api.js";
import { emit, state } from "./state.js";
import { t } from "./i18n.js";
import { DocumentModel } from "./model.js";
import { paintEntities, showDocument, updateDocument } from "./reader.js";

/** @type {{doc: any, path: string, body: any, quiet: boolean, resolve: (ok: boolean) => void}[]} */
const queue = [];
let sending = false;

/** Does something to the open document; answers whether it was done. */
export function act(what, { quiet = false } = {}) {
  guess(what);
  return enqueue("acts", { act: what }, quiet);
}

export const undo = () => enqueue("undo", {}, true);
export const redo = () => enqueue("redo", {}, true);

function enqueue(path, body, quiet) {
  if (!state.doc) return Promise.resolve(false);
  return new Promise((resolve) => {
    queue.push({ doc: state.doc, path, body, quiet, resolve });
    send();
  });
}

/** Shows at once what hiding and showing will do; the server's answer then says the same. */
function guess(what) {
  if (what.kind !== "hide" && what.kind !== "show") return;
  const keys = what.keys || [];
  for (const key of keys) {
    const entity = state.doc.entities.get(key);
    if (entity) Object.assign(entity, { hide: what.kind === "hide", checked: true });
  }
  paintEntities(keys);
  emit("entries", keys);
}

export async function send() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    status("saving");
    const item = queue[0];
    try {
      const { version } = item.doc;
      const { keys, ...sent } = item.body.act || {};
      const body = item.body.act ? { version, act: sent } : { version };
      take(await post(`/api/documents/${item.doc.id}/${item.path}`, body), item);
    } catch (error) {
      if (!(await held(error))) break;
    }
  }
  sending = false;
  if (!queue.length) status("saved");
}

function take(delta, item) {
  queue.shift();
  const changes = item.doc.apply(delta);
  if (state.doc === item.doc) {
    updateDocument(changes);
    settle();
    emit("changed");
  }
  banner(null);
  if (!item.quiet) toast(t(`did_${item.body.act.kind}`), { label: t("undo"), run: undo });
  item.resolve(true);
}

/** What is chosen may be called otherwise now, or be gone. */
function settle() {
  const chosen = state.selected;
  if (!chosen) return;
  const place = chosen.place || chosen.maybe;
  const owner = state.doc.blockAt(place[0])?.marks.find(([start, end]) => start < place[1] && place[0] < end);
  if (owner) emit("choose", { key: owner[2], place: [owner[0], owner[1]], still: true });
  else if (chosen.maybe && state.doc.maybe().has(place[0])) emit("choose", { maybe: chosen.maybe, still: true });
  else emit("choose", null);
}

/** What to do about a failure; answers whether sending goes on. */
async function held(error) {
  if (error instanceof Away) {
    waiting("offline", 2500);
    return false;
  }
  if (error instanceof Refused && error.status === 401) {
    waiting("ended", 0);
    return false;
  }
  if (error instanceof Refused && error.status === 403) {
    state.session = await get("/api/session").catch(() => state.session);
  }
  const dropped = queue.splice(0);
  toast(error.message || t("bug"), { bad: true });
  if (state.doc) await reload();
  for (const item of dropped) item.resolve(false);
  return true;
}

function waiting(key, again) {
  status("off");
  const retry = async () => {
    try {
      state.session = await get("/api/session"); // another session has another secret
    } catch (error) {
      return void held(error);
    }
    banner(null);
    send();
  };
  banner(t(key, { n: queue.length }), retry);
  if (again) setTimeout(() => !sending && queue.length && retry(), again);
}

export async function reload() {
  const view = await get(`/api/documents/${state.doc.id}`);
  const top = $("reader").scrollTop;
  state.doc = new DocumentModel(view);
  showDocument();
  $("reader").scrollTop = top;
  settle();
  emit("changed");
}

export function status(what) {
  const el = $("saved");
  el.className = `saved ${what === "saving" ? "busy" : what}`;
  el.textContent = what === "saved" ? t("saved") : what === "saving" ? t("saving") : "";
}

export function banner(text, retry) {
  const el = $("banner");
  el.hidden = !text;
  if (text) fill(el, h("span", {}, text), retry ? h("button", { onclick: retry }, t("try_again")) : null);
}

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

/** Acts on the entity that is chosen. */
export const about = {
  places: (key) => [state.doc.entities.get(key).place],
  toggle(key) {
    const entity = state.doc.entities.get(key);
    return act({ kind: entity.hide ? "show" : "hide", places: about.places(key), keys: [key] });
  },
  check: (key) => act({ kind: "check", places: about.places(key) }, { quiet: true }),
  relabel: (key, label) => act({ kind: "relabel", places: about.places(key), label, all: true }),
  replace: (key, text) => act({ kind: "replace", places: about.places(key), text }),
  remove: (key, place) => act(place ? { kind: "remove", places: [place] } : { kind: "remove", places: about.places(key), all: true }),
  split: (place) => act({ kind: "split", places: [place] }),
  merge: (keys) => act({ kind: "merge", places: keys.map((key) => state.doc.entities.get(key).place) }),
  resize: (place, to) => act({ kind: "resize", places: [place], to }),
  add: (place, label, everywhere) => act({ kind: "add", places: [place], label, everywhere }),
};
