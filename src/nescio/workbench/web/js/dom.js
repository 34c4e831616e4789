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
/** @type {(() => void)[]} What waits until no finger is down. */
let held = [];
document.addEventListener("pointerdown", () => { isDown = true; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    isDown = false;
    const due = held;
    held = [];
    if (due.length) setTimeout(() => due.forEach((run) => run()), 0); // the click comes first
  }, true);
}

/**
 * Runs something when no finger is down: whoever presses a button leaves a field, and a button that is made anew meanwhile is never pressed.
 * @param {() => void} run
 */
export function whenFree(run) {
  if (isDown) held.push(run);
  else run();
}

/** Lists in which somebody is choosing. @type {WeakSet<any>} */
const open = new WeakSet();

/** Whether somebody is at a field there: what was not said yet would be lost if it were made anew. */
function isWriting(place) {
  const field = focus();
  if (!place.contains(field)) return false;
  return open.has(field) || (field.type === "text" && field.value !== field.defaultValue);
}

/**
 * A way to draw a place anew that never takes a field or a button away from somebody who is at it: then it is drawn when they have done.
 * @param {any} place @param {() => void} draw
 */
export function drawing(place, draw) {
  let isOwed = false;
  const redraw = () => whenFree(() => {
    isOwed = isWriting(place);
    if (!isOwed) draw();
  });
  // Where the focus goes is known only after it has gone.
  place.addEventListener("focusout", () => setTimeout(() => { if (isOwed) redraw(); }, 0));
  return redraw;
}

/**
 * A list to choose one from. Keys pass over others on their way to the one that is meant, which Enter says, or leaving
 * the list; Escape takes it back. A pointer says it at once.
 * @param {Record<string, any>} props @param {string[][]} options values and words @param {string} chosen @param {(value: string) => void} run
 */
export function pick(props, options, chosen, run) {
  const el = h("select", props, options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
  let said = el.value;
  let isTrying = false;
  const say = () => {
    open.delete(el);
    if (el.value === said) return;
    said = el.value;
    run(said);
  };
  const opens = (event) => event.key === " " || event.key === "F4" || event.altKey;
  const takeBack = (event) => {
    open.delete(el);
    if (el.value === said) return;
    el.value = said;
    event.preventDefault();
    event.stopPropagation();
  };
  el.addEventListener("pointerdown", () => { isTrying = false; open.add(el); });
  el.addEventListener("keydown", (event) => {
    if (event.key === "Enter") return say();
    if (event.key === "Escape") return takeBack(event);
    isTrying = !opens(event);
    open.add(el);
    return undefined;
  });
  el.addEventListener("change", () => { if (!isTrying) say(); });
  el.addEventListener("blur", say);
  return el;
}
