// What a project is: its name, guidelines, tags and colours.

import { put } from "../api.js";
import { field } from "../dialog.js";
import { fill, h, pick, refill, whenFree } from "../dom.js";
import { t } from "../i18n.js";
import { complain, toast } from "../notices.js";
import { emit, state } from "../state.js";
import { form, labelled } from "./frame.js";

export async function settingsTab(path, about) {
  const wanted = { ...about, tags: about.tags.map((tag) => ({ ...tag })) };
  const tags = h("div", { class: "tagrows" });
  const swatches = h("div", { class: "swatches", "aria-hidden": "true" });
  const colours = () => state.offers.palettes[wanted.palette];
  const draw = () => {
    refill(tags, wanted.tags.map((tag, n) => tagRow(wanted, tag, n, colours(), draw)));
    fill(swatches, colours().map((colour) => { const el = h("i"); el.style.background = colour; return el; }));
  };
  draw();
  const guidelines = h("textarea", { rows: 10, name: "guidelines" });
  guidelines.value = about.guidelines;
  return [form([
    labelled(t("name"), h("input", { type: "text", name: "name", value: about.name, required: true, maxLength: 200 })),
    labelled(t("guidelines_how"), guidelines),
    field("project_language", [["auto", t("auto")], ...state.session.languages.map((code) => [code, code])], about.language, (value) => { wanted.language = value; }),
    h("fieldset", {}, h("legend", {}, t("tags")), tags,
      h("button", { type: "button", onclick: () => { wanted.tags.push({ name: "", display: "", colour: wanted.tags.length }); draw(); } }, t("add_tag"))),
    field("palette", Object.keys(state.offers.palettes).map((name) => [name, t(`palette_${name.replace("-", "_")}`)]), about.palette, (value) => { wanted.palette = value; later(draw); }),
    swatches,
    about.task === "coreference" ? check("hidden", about.hidden) : null,
    about.task === "relevance" ? field("method", state.offers.methods.map((name) => [name, name]), about.method, (value) => { wanted.method = value; }) : null,
    labelled(t("retention_how"), h("input", { type: "number", name: "retention", min: "0", max: "36500", value: about.retention === null ? "" : String(about.retention) })),
    check("open", about.open),
    h("button", { class: "primary" }, t("save")),
  ], (fields) => save(path, about, wanted, fields), "settings")];
}

/** Who leaves a list is on the way to another field, which must not be made anew before they are there. @param {() => void} draw */
const later = (draw) => setTimeout(() => whenFree(draw), 0);

const check = (name, checked) => h("label", { class: "check" }, h("input", { type: "checkbox", name, checked, value: "1" }), h("span", {}, t(`project_${name}`)));

function tagRow(wanted, tag, n, colours, draw) {
  const text = (key, label) => {
    const input = h("input", { type: "text", value: tag[key], required: true, "aria-label": `${t(label)} ${n + 1}`, maxLength: 60, autocomplete: "off" });
    input.addEventListener("input", () => { tag[key] = input.value; });
    return input;
  };
  const colour = pick({ "aria-label": `${t("colour")} ${n + 1}` }, colours.map((_, place) => [String(place), String(place + 1)]), String(tag.colour % colours.length), (value) => { tag.colour = Number(value); later(draw); });
  const sample = h("i", { class: "sample", "aria-hidden": "true" });
  sample.style.background = colours[tag.colour % colours.length];
  return h("div", { class: "tagrow" }, sample, text("name", "tag_name"), text("display", "tag_display"), colour,
    h("button", { type: "button", class: "icon", "aria-label": t("remove_term", { name: tag.name }), onclick: () => { wanted.tags.splice(n, 1); draw(); } }, "✕"));
}

async function save(path, about, wanted, fields) {
  const change = { version: about.version, name: fields.name, guidelines: fields.guidelines, language: wanted.language, tags: wanted.tags, palette: wanted.palette, open: Boolean(fields.open), retention: fields.retention === "" ? null : Number(fields.retention) };
  if (about.task === "coreference") Object.assign(change, { hidden: Boolean(fields.hidden) });
  if (about.task === "relevance") Object.assign(change, { method: wanted.method });
  try {
    await put(path, change);
    toast(t("saved"));
    emit("route");
  } catch (error) {
    complain(error); // what was written stays in the form
    if (error.status === 409 && error.told.newest) about.version = error.told.newest.version;
  }
}
