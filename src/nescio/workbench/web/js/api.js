// Asking the server. What fails says why in a sentence, and with which status.

import { t } from "./i18n.js";
import { state } from "./state.js";

const LARGEST = 100; // MB, as the server says

export class Refused extends Error {
  /** @param {number} status @param {string} code @param {string} sentence @param {any} [told] all that the server said */
  constructor(status, code, sentence, told = {}) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.told = told;
  }
}

/** Nothing answered: the server is away, or the connection. */
export class Away extends Error {
  constructor() {
    super(t("away"));
  }
}

/**
 * @param {string} path @param {{method?: string, body?: any, headers?: Record<string, string>}} [how]
 * @returns {Promise<Response>}
 */
export async function ask(path, { method = "GET", body = undefined, headers = {} } = {}) {
  const all = { ...headers };
  if (method !== "GET") all["x-nescio-csrf"] = state.session?.csrf || "";
  if (body !== undefined && !(body instanceof Blob)) {
    all["content-type"] = "application/json";
    body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, { method, body, headers: all, credentials: "same-origin", redirect: "error" });
  } catch {
    throw new Away();
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, told.code || "", told.sentence || answer.statusText, told);
}

export const get = async (path) => (await ask(path)).json();
export const post = async (path, body) => (await ask(path, { method: "POST", body })).json();
export const put = async (path, body) => (await ask(path, { method: "PUT", body })).json();
export const remove = async (path) => (await ask(path, { method: "DELETE" })).json();

export async function upload(file, name, path = "/api/files") {
  if (file.size > LARGEST * 1024 * 1024) throw new Refused(413, "too_large", t("too_large", { n: LARGEST }));
  const headers = { "x-file-name": encodeURIComponent(name), "content-type": "application/octet-stream" };
  return (await ask(path, { method: "POST", body: file, headers })).json();
}

/** Saves what the server has at an address as a file; answers its name. */
export async function download(path) {
  const answer = await ask(path);
  const header = answer.headers.get("content-disposition") || "";
  const name = decodeURIComponent((header.match(/filename\*=UTF-8''(.*)$/) || [])[1] || "download");
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return name;
}
