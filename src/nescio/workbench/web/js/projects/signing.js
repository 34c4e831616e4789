// Signing in, on a page of its own or over the work that waits.

import { post } from "../api.js";
import { closeDialog, openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { state } from "../state.js";
import { form, labelled } from "./frame.js";

/** The fields, and what to do when somebody is in. @param {() => void} done */
export function signingForm(done) {
  const said = h("p", { class: "failed", role: "alert" });
  return form([
    labelled(t("name"), h("input", { name: "name", type: "text", required: true, autocomplete: "username", autocapitalize: "none" })),
    labelled(t("password"), h("input", { name: "password", type: "password", required: true, autocomplete: "current-password" })),
    said, h("button", { class: "primary" }, t("sign_in")),
  ], async (fields) => {
    const before = state.session;
    state.session = { ...(before || {}), csrf: "sign-in" };
    try {
      const { csrf, person } = await post("/api/sign-in", fields);
      state.session = { ...(before || {}), csrf, person };
      done();
    } catch (error) {
      state.session = before;
      said.textContent = error.message;
    }
  }, "signing");
}

/** The session has ended: whoever signs in again goes on where they were. @param {() => void} retry */
export function signInAgain(retry) {
  openDialog(() => t("sign_in"), () => [h("p", {}, t("ended_team")), signingForm(() => { closeDialog(); retry(); })]);
}
