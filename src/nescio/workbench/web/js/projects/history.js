// Who changed what and when; every state can be brought back, as a change that can be undone.

import { get } from "../api.js";
import { closeDialog, openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { complain, toast } from "../notices.js";

export const moment = (at) => (at ? new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at)) : "–");

/** @param {string} path @param {any} desk */
export async function historyDialog(path, desk) {
  try {
    const all = await get(`${path}/history`);
    openDialog(() => t("history"), () => [
      h("p", { class: "quiet" }, t("history_how")),
      h("ul", { class: "filelist" }, all.map((row) => h("li", {},
        h("button", { onclick: () => bring(path, row, desk) },
          h("b", {}, `${row.layer} · ${t(`did_${row.kind}`)}`), h("span", { class: "quiet" }, `${row.by} · ${moment(row.at)} · ${row.version}`))))),
    ]);
  } catch (error) {
    complain(error);
  }
}

async function bring(path, row, desk) {
  try {
    const whose = row.annotator || row.layer; // without a person it is "gold" or "prepared"
    const found = await get(`${path}/history/${row.version}?annotator=${whose}`);
    closeDialog();
    desk.change(found.value);
    toast(t("brought_back"), { label: t("undo"), run: () => desk.undo() });
  } catch (error) {
    complain(error);
  }
}
