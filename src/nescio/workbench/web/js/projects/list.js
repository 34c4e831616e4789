// The projects that somebody sees, and making a new one.

import { get, post } from "../api.js";
import { closeDialog, openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { complain } from "../notices.js";
import { state } from "../state.js";
import { begin, form, go, labelled, may, show } from "./frame.js";

export async function showProjects() {
  begin();
  const all = await get("/api/projects");
  show({
    title: t("projects"),
    tools: may("administrator") ? [h("button", { class: "primary", id: "new", onclick: newProject }, t("new_project"))] : [],
    body: [all.length ? h("ul", { class: "cards" }, all.map(card)) : h("p", { class: "none" }, t(may("administrator") ? "no_projects_yet" : "no_projects"))],
  });
}

function card(project) {
  const { assigned, done } = project.mine;
  const bar = h("i");
  bar.style.width = `${assigned ? (100 * done) / assigned : 0}%`;
  return h("li", {}, h("a", { class: "project", href: `#/p/${project.id}` },
    h("strong", {}, project.name), h("span", { class: "quiet" }, t(`task_${project.task}`), project.open ? "" : ` · ${t("closed")}`),
    h("span", {}, t("documents_n", { n: number(project.documents) })),
    assigned ? h("span", {}, t("yours_done", { n: number(done), all: number(assigned) })) : null,
    assigned ? h("span", { class: "meter", role: "progressbar", "aria-label": project.name, "aria-valuenow": String(done), "aria-valuemin": "0", "aria-valuemax": String(assigned) }, bar) : null));
}

function newProject() {
  openDialog(() => t("new_project"), () => [form([
    labelled(t("name"), h("input", { name: "name", type: "text", required: true, maxLength: 200, autocomplete: "off" })),
    h("fieldset", { class: "choices" }, h("legend", {}, t("task")), state.offers.tasks.map((task, n) => h("label", { class: "choice" },
      h("input", { type: "radio", name: "task", value: task, checked: n === 0 }), h("span", {}, h("strong", {}, t(`task_${task}`)), h("span", { class: "quiet" }, t(`task_${task}_how`)))))),
    h("button", { class: "primary" }, t("make")),
  ], async (fields) => {
    try {
      const made = await post("/api/projects", fields);
      closeDialog();
      go(`#/p/${made.id}/settings`);
    } catch (error) {
      complain(error);
    }
  })]);
}
