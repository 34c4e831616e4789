// One project: its documents for everybody; settings, people, agreement and export for those who lead it.

import { download, get, post, put, remove, upload } from "../api.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { complain, toast } from "../notices.js";
import { emit, state } from "../state.js";
import { agreementTab } from "./agreement.js";
import { begin, form, labelled, may, show, table } from "./frame.js";
import { stars } from "./rating.js";
import { settingsTab } from "./settings.js";
import { moment } from "./history.js";

const TABS = { documents: documentsTab, settings: settingsTab, people: peopleTab, agreement: agreementTab, export: exportTab };
const WHO = { documents: ["administrator", "revisor", "annotator"], settings: ["administrator"], people: ["administrator", "revisor"], agreement: ["administrator", "revisor"], export: ["administrator"] };

/** @param {string} id @param {string} [tab] */
export async function showProject(id, tab = "documents") {
  begin();
  const path = `/api/projects/${id}`;
  const about = await get(path);
  const mine = Object.keys(TABS).filter((name) => may(...WHO[name]));
  const chosen = mine.includes(tab) ? tab : "documents";
  const body = await TABS[chosen](path, about);
  show({
    title: about.name, trail: [["#/", t("projects")]],
    body: [
      mine.length > 1 ? h("nav", { class: "tabs", "aria-label": about.name }, mine.map((name) => h("a", { href: `#/p/${id}/${name}`, "aria-current": name === chosen ? "page" : null }, t(`tab_${name}`)))) : null,
      ...body,
    ].filter(Boolean),
  });
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }); // a phone has no room for all
}

/**
 * Does something and shows what it made of the page.
 * @param {() => Promise<any>} what @param {string | ((answer: any) => string)} [said]
 */
async function run(what, said = "") {
  try {
    const answer = await what();
    const words = typeof said === "function" ? said(answer) : said;
    if (words) toast(words);
  } catch (error) {
    complain(error);
  }
  emit("route");
}

async function documentsTab(path, about) {
  const [all, rated] = await Promise.all([get(`${path}/documents`), get(`${path}/ratings`)]);
  const own = new Map(rated.filter((one) => one.annotator === state.session.person.id).map((one) => [one.document, one]));
  const leads = may("administrator", "revisor");
  const first = all.find((doc) => doc.state !== "done") || all[0];
  return [
    about.guidelines ? h("details", { class: "guide", open: !leads }, h("summary", {}, t("guidelines")), h("p", {}, about.guidelines)) : null,
    h("div", { class: "row spread" },
      first ? h("a", { class: "button primary", href: `#/p/${about.id}/d/${first.id}` }, t(all.some((doc) => doc.state !== "open") ? "go_on" : "begin_work")) : null,
      may("administrator") ? importing(path, about) : null),
    may("administrator") && about.task === "comparison" ? await comparing(path) : null,
    all.length ? table([t("document"), t("yours"), ...(own.size ? [t("rating")] : []), ...(leads ? [t("annotators"), t("gold")] : []), ...(may("administrator") ? [t("actions")] : [])], all.map((doc) => documentRow(path, about, doc, leads, own)), t("tab_documents"), { stacks: true })
      : h("p", { class: "none" }, t(may("administrator") ? "no_documents_yet" : "no_documents")),
  ].filter(Boolean);
}

function documentRow(path, about, doc, leads, own) {
  const mine = own.get(doc.id);
  const whose = (one) => (may("revisor") && one.state !== "open" ? h("a", { href: `#/p/${about.id}/d/${doc.id}/of/${one.id}` }, one.name) : one.name);
  const state_ = (name) => h("span", { class: `state ${name}` }, t(`state_${name}`));
  return [
    h("a", { href: `#/p/${about.id}/d/${doc.id}` }, doc.name), state_(doc.state),
    ...(own.size ? [mine ? h("span", {}, stars(mine.rating), mine.note ? h("span", { class: "quiet" }, ` ${mine.note}`) : "") : "–"] : []),
    ...(leads ? [h("span", {}, doc.annotators.map((one, n) => [n ? ", " : "", whose(one), " ", state_(one.state)]).flat()),
      may("revisor", "administrator") ? h("a", { href: `#/p/${about.id}/d/${doc.id}/gold` }, t(`gold_${doc.gold}`)) : t(`gold_${doc.gold}`)] : []),
    ...(may("administrator") ? [removing(() => remove(`${path}/documents/${doc.id}`), doc.name)] : []),
  ];
}

/** What cannot be undone is pressed twice. @param {() => Promise<any>} what @param {string} name @param {string} [words] */
function removing(what, name, words = "") {
  const button = h("button", { class: words ? null : "icon", "aria-label": words ? null : t("remove_file", { name }), onclick: () => {
    if (button.dataset.sure) return void run(what);
    button.dataset.sure = "1";
    button.textContent = `${words || "✕"}!`;
    return void toast(words ? t("purge_sure") : t("remove_sure"));
  } }, words || "✕");
  return button;
}

function importing(path, about) {
  const input = h("input", { type: "file", multiple: true, hidden: true, id: "import", onchange: async () => {
    const files = [...input.files];
    for (const file of files) {
      try {
        const { added } = await upload(file, file.name, `${path}/documents`);
        toast(t("added_n", { n: added.length }));
      } catch (error) {
        toast(`${file.name}: ${error.message}`, { bad: true });
      }
    }
    emit("route");
  } });
  const offers = state.offers;
  const recognizer = h("select", { name: "recognizer", "aria-label": t("recognizer") }, offers.recognizers.map((name) => h("option", { value: name }, name)));
  return h("div", { class: "row" }, input,
    h("button", { onclick: () => input.click(), title: offers.imports[about.task].join(" ") }, t("import_files")),
    (offers.preannotated || []).includes(about.task) ? form([recognizer, h("button", {}, t("preannotate"))],
      (fields) => run(() => post(`${path}/preannotate`, fields), (answer) => t("preannotated_n", { n: answer.changed })), "inline") : null);
}

/** Documents of a comparison come from the annotations of two people in another project. */
async function comparing(path) {
  const [projects, users] = await Promise.all([get("/api/projects"), get("/api/users")]);
  const whose = (name) => h("select", { name, "aria-label": t(`${name}_says`) }, users.map((user) => h("option", { value: String(user.id) }, user.name)), h("option", { value: "gold" }, t("layer_gold")));
  const layer = (value) => (value === "gold" ? value : Number(value));
  return form([
    labelled(t("project"), h("select", { name: "project" }, projects.filter((one) => ["entities", "coreference"].includes(one.task)).map((one) => h("option", { value: String(one.id) }, one.name)))),
    labelled(t("left_says"), whose("left")), labelled(t("right_says"), whose("right")),
    h("button", {}, t("compare")),
  ], ({ project, left, right }) => run(() => post(`${path}/differences`, { project: Number(project), left: layer(left), right: layer(right) }), ({ added }) => t("added_n", { n: added.length })), "inline");
}

async function peopleTab(path, about) {
  const [progress, users] = await Promise.all([get(`${path}/progress`), get("/api/users")]);
  return [
    h("p", {}, t("progress_sum", { done: number(progress.done), all: number(progress.documents), gold: number(progress.adjudicated) })),
    progress.annotators.length ? table([t("name"), t("assigned"), t("state_begun"), t("state_done"), t("rating"), t("last")],
      progress.annotators.map((one) => [h("b", {}, one.name), number(one.assigned), number(one.begun), number(one.done), one.rated ? h("span", {}, stars(one.rating), h("span", { class: "quiet" }, ` ${number(one.rating, 1)} (${number(one.rated)})`)) : "–", moment(one.last)]), t("tab_people"), { stacks: true }) : null,
    may("administrator") ? h("h2", {}, t("assign")) : null,
    may("administrator") ? assigning(path, users.filter((user) => user.active), progress) : null,
    about.open ? null : h("p", { class: "quiet" }, t("closed")),
  ].filter(Boolean);
}

function assigning(path, users, progress) {
  const there = new Set(progress.annotators.map((one) => one.id));
  const el = form([
    h("fieldset", {}, h("legend", {}, t("annotators")), users.map((user) => h("label", { class: "check" }, h("input", { type: "checkbox", name: "who", value: String(user.id), checked: there.has(user.id) }), h("span", {}, user.name)))),
    labelled(t("common_how"), h("input", { type: "number", name: "common", min: "0", max: String(progress.documents), value: "0" })),
    h("button", { class: "primary" }, t("assign")),
  ], ({ common }) => {
    const annotators = [...new FormData(el).getAll("who")].map(Number);
    return run(() => put(`${path}/assignments`, { annotators, common: Number(common) }), t("assigned_now"));
  });
  return el;
}

async function exportTab(path, about) {
  const users = await get("/api/users");
  const take = (kind, layer) => download(`${path}/export/${kind}?layer=${layer}`).then((name) => toast(t("downloaded", { name })), complain);
  const layer = h("select", { name: "layer", "aria-label": t("layer") },
    h("option", { value: "gold" }, t("layer_gold")), h("option", { value: "all" }, t("layer_all")), users.map((user) => h("option", { value: String(user.id) }, user.name)));
  return [
    labelled(t("layer"), layer),
    h("div", { class: "row" }, state.offers.exports[about.task].map((kind) => h("button", { data: { export: kind }, onclick: () => take(kind, layer.value) }, kind))),
    h("h2", {}, t("purge")), h("p", { class: "quiet" }, t("purge_how")),
    removing(() => post(`${path}/purge`, { version: about.version }), about.name, t("purge")),
  ];
}
