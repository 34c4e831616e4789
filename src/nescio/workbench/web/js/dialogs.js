// Documents, downloads, settings, and the keyboard: each in a dialog that Escape closes.

import { $, fill, h } from "./dom.js";
import { ask, post, put, remove } from "./api.js";
import { emit, state } from "./state.js";
import { chooseLanguage, codes, has, language, t } from "./i18n.js";
import { reload } from "./acts.js";
import { complain, toast } from "./notices.js";
import { send } from "./sending.js";
import { pickFiles } from "./dropping.js";
import { KEYS } from "./keymap.js";

let shown = null; // what draws the dialog that is open

function open(title, body) {
  const dialog = $("dialog");
  shown = () => {
    const close = h("button", { class: "icon", "aria-label": t("close"), onclick: () => dialog.close() }, "✕");
    fill(dialog, h("header", {}, h("h2", { id: "dialog-title" }, title()), close), h("div", { class: "body" }, ...body()));
  };
  shown();
  if (!dialog.open) dialog.showModal();
}

export const closeDialog = () => $("dialog").close();
$("dialog").addEventListener("close", () => { shown = null; });
$("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) closeDialog(); });

export function redrawDialog() {
  if (shown && $("dialog").open) shown();
}

/** A file with several documents shows each of them. */
export function filesDialog() {
  open(() => t("files"), () => [
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
  const choice = h("select", { "aria-label": t("read_as"), onchange: async (event) => {
    await post(`/api/files/${file.id}/read`, { language: event.target.value }).catch((error) => toast(error.message, { bad: true }));
    emit("poll");
  } }, h("option", { value: "" }, t("read_as")), state.session.languages.map((code) => h("option", { value: code }, code)));
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
  open(() => t("download"), () => [
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
    const answer = await ask(path);
    const header = answer.headers.get("content-disposition") || "";
    const name = decodeURIComponent((header.match(/filename\*=UTF-8''(.*)$/) || [])[1] || "download");
    const url = URL.createObjectURL(await answer.blob());
    const link = h("a", { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    closeDialog();
    toast(t("downloaded", { name }));
  } catch (error) {
    complain(error);
  }
}

export function settingsDialog() {
  open(() => t("settings"), () => {
    const { settings, methods, policies, languages } = state.session;
    const words = (kind, name) => (has(`${kind}_${name}`) ? t(`${kind}_${name}`) : name);
    return [
      field("ui_language", codes.map((code) => [code, LANGUAGES[code]]), language, async (code) => { await chooseLanguage(code); emit("language"); redrawDialog(); }),
      field("theme", ["auto", "light", "dark"].map((name) => [name, t(`theme_${name}`)]), theme(), chooseTheme),
      field("method", [["", t("default")], ...methods.map((name) => [name, words("method", name)])], settings.method, (value) => change({ method: value })),
      field("policy", [["", t("default")], ...policies.map((name) => [name, words("policy", name)])], settings.policy, (value) => change({ policy: value })),
      h("p", { class: "quiet" }, t("for_all")),
      field("doc_language", [["auto", t("auto")], ...languages.map((code) => [code, LANGUAGES[code] || code])], settings.language, (value) => change({ language: value })),
      h("p", { class: "quiet" }, `nescio ${state.session.version} · ${t("stays_here")}`),
    ];
  });
}

const LANGUAGES = { en: "English", de: "Deutsch", pt: "Português", es: "Español" };

function field(key, options, chosen, choice) {
  return h("label", { class: "field" }, h("span", {}, t(key)),
    h("select", { data: { setting: key }, onchange: (event) => choice(event.target.value) }, options.map(([value, words]) => h("option", { value, selected: value === chosen }, words))));
}

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

export const theme = () => localStorage.getItem("nescio-theme") || "auto";
export function chooseTheme(name) {
  localStorage.setItem("nescio-theme", name);
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

export function helpDialog() {
  open(() => t("keys"), () => [
    h("table", {}, KEYS.map(([keys, words]) => h("tr", {}, h("td", {}, keys.flatMap((key) => [h("kbd", {}, key), " "])), h("td", {}, t(words))))),
  ]);
}

