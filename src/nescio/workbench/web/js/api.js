// Asking the server. What fails says why in a sentence, and with which status.

import { state } from "./state.js";

export class Refused extends Error {
  constructor(status, code, sentence) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

/** Nothing answered: the server is away, or the connection. */
export class Away extends Error {}

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
  throw new Refused(answer.status, told.code || "", told.sentence || answer.statusText);
}

export const get = async (path) => (await ask(path)).json();
export const post = async (path, body) => (await ask(path, { method: "POST", body })).json();
export const put = async (path, body) => (await ask(path, { method: "PUT", body })).json();
export const remove = async (path) => (await ask(path, { method: "DELETE" })).json();

export async function upload(file, name) {
  const headers = { "x-file-name": encodeURIComponent(name), "content-type": "application/octet-stream" };
  return (await ask("/api/files", { method: "POST", body: file, headers })).json();
}
