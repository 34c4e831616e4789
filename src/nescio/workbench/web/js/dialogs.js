// Documents, downloads, settings, and the keyboard, each in a dialog.

import { h, pick } from "./dom.js";
import { download, post, put, remove } from "./api.js";
import { LANGUAGES, closeDialog, field, keysDialog, looks, openDialog, redrawDialog } from "./dialog.js";
import { emit, state } from "./state.js";
import { has, t } from "./i18n.js";
import { reload } from "./acts.js";
import { complain, toast } from "./notices.js";
import { send } from "./sending.js";
import { pickFiles } from "./dropping.js";
import { KEYS } from "./keymap.js";

/** A file with several documents shows each of them. */
export function filesDialog() {
  openDialog(() => t("files"), () => [
    h("ul", { class: "filelist" }, state.files.flatMap(fileRows)),
    h("p", { class: "row" },
      h("button", { class: "primary", onclick: () => pickFiles("files") }, t("open_files")),
      h("button", { onclick: () => pickFiles("folder") }, t("open_folder"))),
  ]);
}

function fileRows(file) {
  if (file.state === "waiting") return [h("li", {}, h("button", { disabled: true }, h("b", {}, file.name), h("span", { class: "saved busy" }, t("reading"))), removeButton(file))];
  if (file.state === "failed") return [failedRow(file)];
  return file.documents.map((doc, place) => h("li", {},
    h("button", { "aria-current": state.doc?.id === doc.id ? "true" : null, onclick: () => { emit("open", doc.id); closeDialog(); } },
      h("b", {}, doc.name), h("span", { class: "quiet" }, doc.language)),
    place === 0 ? removeButton(file) : null));
}

function failedRow(file) {
  const read = async (language) => {
    await post(`/api/files/${file.id}/read`, { language }).catch((error) => toast(error.message, { bad: true }));
    emit("poll");
  };
  const choice = pick({ "aria-label": t("read_as") }, [["", t("read_as")], ...state.session.languages.map((code) => [code, code])], "", read);
  return h("li", {}, h("span", { class: "failed" }, h("b", {}, file.name), " ", file.failure), choice, removeButton(file));
}

function removeButton(file) {
  const button = h("button", { class: "icon", "aria-label": t("remove_file", { name: file.name }), onclick: async () => {
    if (!button.dataset.sure) {
      button.dataset.sure = "1";
      button.textContent = "✕!";
      return void toast(t("remove_sure"));
    }
    await remove(`/api/files/${file.id}`).catch((error) => toast(error.message, { bad: true }));
    emit("poll");
    return undefined;
  } }, "✕");
  return button;
}

export function downloadDialog() {
  const file = currentFile();
  if (!file) return;
  const kinds = ["file", "table", ...(state.session.has_key ? ["vault"] : []), "report"];
  openDialog(() => t("download"), () => [
    ...kinds.map((kind) => choice(`download_${kind}`, () => save(`/api/files/${file.id}/download/${kind}`))),
    state.files.length > 1 ? choice("download_all", () => save("/api/download")) : null,
  ].filter(Boolean));
}

function choice(key, run) {
  return h("button", { class: "choice", data: { choice: key }, onclick: run }, h("strong", {}, t(key)), h("span", { class: "quiet" }, t(`${key}_how`)));
}

const currentFile = () => state.files.find((file) => file.documents.some((doc) => doc.id === state.doc?.id));

async function save(path) {
  try {
    const name = await download(path);
    closeDialog();
    toast(t("downloaded", { name }));
  } catch (error) {
    complain(error);
  }
}

export function settingsDialog() {
  openDialog(() => t("settings"), () => {
    const { settings, methods, policies, languages } = state.session;
    const words = (kind, name) => (has(`${kind}_${name}`) ? t(`${kind}_${name}`) : name);
    return [
      ...looks(),
      field("method", [["", t("default")], ...methods.map((name) => [name, words("method", name)])], settings.method, (value) => change({ method: value })),
      field("policy", [["", t("default")], ...policies.map((name) => [name, words("policy", name)])], settings.policy, (value) => change({ policy: value })),
      h("p", { class: "quiet" }, t("for_all")),
      field("doc_language", [["auto", t("auto")], ...languages.map((code) => [code, LANGUAGES[code] || code])], settings.language, (value) => change({ language: value })),
      field("retention", days(settings.retention).map((n) => [n, n ? t("days_n", { n }) : t("never")]), settings.retention, (value) => change({ retention: value })),
      h("p", { class: "quiet" }, `nescio ${state.session.version} · ${t("stays_here")}`),
    ];
  });
}

/** What can be chosen, with what was chosen elsewhere. */
const days = (chosen) => [...new Set(["", "1", "7", "30", "90", "365", chosen])];

function change(wanted) {
  return send({
    ask: () => put("/api/settings", wanted),
    took: async (settings) => {
      state.session.settings = settings;
      await reload();
    },
    back: async () => redrawDialog(),
  });
}

export const helpDialog = () => keysDialog(KEYS);
