// Elements are made here, always from text: nothing that came from a document is ever read as markup.

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

/** All elements that a selector names. @type {(selector: string, within?: any) => any[]} */
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

/** What has the focus. @type {() => any} */
export const focus = () => document.activeElement;

/** What is chosen on the page. */
export const chosen = () => /** @type {Selection} */ (document.getSelection());

/**
 * An element with properties and children; `on*` are listeners, `data` its data attributes.
 * @param {string} tag @param {Record<string, any>} [props] @param {...any} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(el.dataset, value);
    else if (name === "class") el.className = value;
    else if (name in el && typeof value !== "string") el[name] = value;
    else el.setAttribute(name, value === true ? "" : value);
  }
  el.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return el;
}

/** @param {any} el @param {...any} children */
export function fill(el, ...children) {
  el.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
}

const signature = (el) => [el.tagName, el.getAttribute("aria-label"), JSON.stringify(el.dataset), el.textContent].join("|");

/** Fills a place anew; what had the focus in there has it again, so that keys go on where they were. @param {any} place @param {...any} children */
export function refill(place, ...children) {
  const before = focus();
  const lost = before !== place && place.contains(before) ? signature(before) : "";
  const alike = () => $$(before.tagName, place).filter((el) => signature(el) === lost);
  const n = lost ? alike().indexOf(before) : 0;
  fill(place, ...children);
  if (lost) (alike()[n] || alike()[0])?.focus({ preventScroll: true });
}

let isDown = false;
document.addEventListener("pointerdown", () => { isDown = true; }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { isDown = false; }, true);

/**
 * Runs something when no finger is down: whoever presses a button leaves a field, and a button that is made anew meanwhile is never pressed.
 * @param {() => void} run
 */
export function whenFree(run) {
  if (!isDown) run();
  else document.addEventListener("pointerup", () => setTimeout(run, 0), { once: true });
}

/** Whether somebody is writing in a field there: what was not sent yet would be lost if it were made anew. */
export function isWriting(place) {
  const field = focus();
  return place.contains(field) && field.type === "text" && field.value !== field.defaultValue;
}
