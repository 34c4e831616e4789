// The people of a team, their roles and passwords.

import { get, post, put } from "../api.js";
import { h, pick } from "../dom.js";
import { t } from "../i18n.js";
import { complain, toast } from "../notices.js";
import { emit } from "../state.js";
import { begin, form, labelled, show, table } from "./frame.js";

const ROLES = ["annotator", "revisor", "administrator"];

export async function showUsers() {
  begin();
  const users = await get("/api/users");
  show({
    title: t("users"), trail: [["#/", t("projects")]],
    body: [table([t("name"), t("role"), t("state"), t("password")], users.map(row), t("users"), { stacks: true }), h("h2", {}, t("new_user")), adding()],
  });
}

/** @param {string} name @param {string} chosen @param {(role: string) => any} [run] */
const roles = (name, chosen, run = () => {}) => pick({ name, "aria-label": t("role") }, ROLES.map((role) => [role, t(`role_${role}`)]), chosen, run);

function row(user) {
  return [
    h("b", {}, user.name),
    roles("role", user.role, (role) => change(user, { role })),
    h("button", { class: "switch", "aria-pressed": String(user.active), "aria-label": `${t("active")}: ${user.name}`, onclick: () => change(user, { active: !user.active }) },
      user.active ? t("active") : t("inactive"), user.locked ? ` · ${t("locked")}` : ""),
    form([h("input", { type: "password", name: "password", autocomplete: "new-password", minLength: 12, required: true, "aria-label": `${t("new_password")}: ${user.name}`, placeholder: t("new_password") }), h("button", {}, t("set"))],
      (fields) => change(user, fields), "inline"),
  ];
}

function adding() {
  return form([
    labelled(t("name"), h("input", { name: "name", type: "text", required: true, autocomplete: "off" })),
    labelled(t("role"), roles("role", "annotator")),
    labelled(t("password_how"), h("input", { name: "password", type: "password", minLength: 12, required: true, autocomplete: "new-password" })),
    h("button", { class: "primary" }, t("add")),
  ], (fields) => run(() => post("/api/users", fields), t("user_added", { name: fields.name })), "inline wide");
}

const change = (user, wanted) => run(() => put(`/api/users/${user.id}`, wanted), t("user_changed", { name: user.name }));

async function run(what, said) {
  try {
    await what();
    toast(said);
  } catch (error) {
    complain(error);
  }
  emit("route");
}
