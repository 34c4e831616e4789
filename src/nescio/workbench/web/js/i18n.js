// The words of the interface, from the files in strings/.

import { $$ } from "./dom.js";

const CODES = ["en", "de", "pt", "es"];
const KEEP = "nescio-language";
let words = {};
export let language = "en";

function wished() {
  const kept = localStorage.getItem(KEEP);
  const all = kept ? [kept] : navigator.languages.map((tag) => tag.slice(0, 2));
  return all.find((code) => CODES.includes(code)) || "en";
}

export async function loadWords(code = wished()) {
  language = code;
  words = await (await fetch(`/web/strings/${code}.json`)).json();
  document.documentElement.lang = code;
  for (const el of $$("[data-t]")) el.textContent = t(el.dataset.t);
  for (const el of $$("[data-tl]")) {
    el.setAttribute("aria-label", t(el.dataset.tl));
    if (el.tagName === "BUTTON") el.title = t(el.dataset.tl);
  }
  for (const el of $$("[data-tp]")) el.placeholder = t(el.dataset.tp);
}

export async function chooseLanguage(code) {
  localStorage.setItem(KEEP, code);
  await loadWords(code);
}

/** The words for a key; what stands in braces is filled in. */
export function t(key, values = {}) {
  const text = (String(values.n) === "1" && words[`${key}_one`]) || words[key] || key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in words;
export const codes = CODES;

const formats = new Map(); // making one takes longer than using it a hundred times

function format(style, digits) {
  const name = `${language} ${style} ${digits}`;
  if (!formats.has(name)) formats.set(name, new Intl.NumberFormat(language, { style, maximumFractionDigits: digits }));
  return formats.get(name);
}

export const percent = (share, digits = 1) => format("percent", digits).format(share);
export const number = (value, digits = 0) => format("decimal", digits).format(value);
