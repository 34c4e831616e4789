// The pages of annotation projects begin here: who is there, and which page an address names.

import { Refused, get, post, put } from "../api.js";
import { chooseTheme, closeDialog, keysDialog, looks, openDialog, theme } from "../dialog.js";
import { $, h } from "../dom.js";
import { loadWords, t } from "../i18n.js";
import { banner, complain, toast } from "../notices.js";
import { onEnded } from "../sending.js";
import { on, state } from "../state.js";
import { form, labelled, may } from "./frame.js";
import { KEYS } from "./keymap.js";
import { showProjects } from "./list.js";
import { showProject } from "./project.js";
import { signInAgain } from "./signing.js";
import { showUsers } from "./users.js";
import { showWork } from "./work.js";

const PAGES = /** @type {[RegExp, (...parts: any[]) => Promise<void>][]} */ ([
  [/^#\/users$/, showUsers],
  [/^#\/p\/(\d+)\/d\/(\d+)(?:\/(gold|of\/\d+))?(?:@(\d+))?$/, showWork],
  [/^#\/p\/(\d+)(?:\/(\w+))?$/, showProject],
]);

let running = Promise.resolve();
let asked = 0;

/** Pages are made one after the other, and only the last that was asked for. */
function route() {
  asked += 1;
  const mine = asked;
  running = running.then(() => (mine === asked ? open() : undefined));
  return running;
}

async function open() {
  closeDialog();
  const found = PAGES.map(([form_, page]) => ({ match: form_.exec(location.hash), page })).find(({ match }) => match);
  try {
    if (found?.match) await found.page(...found.match.slice(1));
    else await showProjects();
  } catch (error) {
    if (error instanceof Refused && error.status === 401) ended(route);
    else complain(error);
  }
  document.documentElement.dataset.at = location.hash; // which page is there
}

/** In other words, and with the dialog in which they were chosen. */
async function redrawPage() {
  await route();
  accountDialog();
}

function ended(retry) {
  if (state.session?.mode === "team") signInAgain(retry);
  else banner(t("ended", { n: 1 }), retry);
}

function accountDialog() {
  const team = state.session.mode === "team";
  openDialog(() => state.session.person.name, () => [
    h("p", { class: "quiet" }, state.session.person.roles.map((role) => t(`role_${role}`)).join(", ")),
    ...looks(),
    team ? h("h3", {}, t("new_password")) : null,
    team ? passwords() : null,
    team ? h("p", {}, h("button", { onclick: signOut }, t("sign_out"))) : null,
  ].filter(Boolean));
}

const passwords = () => form([
  labelled(t("old_password"), h("input", { type: "password", name: "old", required: true, autocomplete: "current-password" })),
  labelled(t("password_how"), h("input", { type: "password", name: "new", required: true, minLength: 12, autocomplete: "new-password" })),
  h("button", {}, t("set")),
], (fields) => put("/api/password", fields).then(() => toast(t("saved")), complain));

async function signOut() {
  await post("/api/sign-out", {}).catch(() => {});
  location.assign("/sign-in");
}

function speak() {
  $("to-users").hidden = !may("administrator") || state.session.mode !== "team";
  $("to-review").hidden = !may("administrator", "revisor");
  $("account").textContent = state.session.person.name;
}

async function begin() {
  chooseTheme(theme());
  await loadWords();
  state.session = await get("/api/session");
  state.offers = await get("/api/annotation");
  state.help = () => keysDialog(KEYS);
  speak();
  window.addEventListener("hashchange", route);
  await route();
  document.documentElement.dataset.ready = "1";
}

onEnded(ended);
on("route", route);
on("language", () => { speak(); redrawPage(); });
$("account").addEventListener("click", accountDialog);
$("help-button").addEventListener("click", () => state.help());
window.addEventListener("unhandledrejection", () => toast(t("bug"), { bad: true }));
begin().catch((error) => banner(error.message || t("away"), () => location.reload()));
