// What somebody says about a document, as values: every change is a new one, so that all can be undone.

/** @typedef {{side: number, start: number, end: number, label: string, entity: string}} Mark */
/** @typedef {{marks: Mark[], answers: Record<string, string>, note: string}} Value */

/** A value with all that it was before, and was undone. */
export class Past {
  /** @param {Value} value */
  constructor(value) {
    this.value = value;
    /** @type {Value[]} */
    this.before = [];
    /** @type {Value[]} */
    this.after = [];
  }

  /** @param {Value} next */
  change(next) {
    this.before.push(this.value);
    this.after = [];
    this.value = next;
  }

  undo() {
    const value = this.before.pop();
    if (!value) return false;
    this.after.push(this.value);
    this.value = value;
    return true;
  }

  redo() {
    const value = this.after.pop();
    if (!value) return false;
    this.before.push(this.value);
    this.value = value;
    return true;
  }
}

const order = (one, other) => one.side - other.side || one.start - other.start;
const touches = (one, other) => one.side === other.side && one.start < other.end && other.start < one.end;
export const samePlace = (one, other) => Boolean(one && other) && one.side === other.side && one.start === other.start && one.end === other.end;

/** A mark in the place of whatever it touches. @param {Value} value @param {Mark} mark @returns {Value} */
export const withMark = (value, mark) => ({ ...value, marks: [...value.marks.filter((other) => !touches(other, mark)), mark].sort(order) });

/** @param {Value} value @param {Mark} mark @returns {Value} */
export const withoutMark = (value, mark) => ({ ...value, marks: value.marks.filter((other) => !samePlace(other, mark)) });

/** @param {Value} value @param {Mark} mark @param {Partial<Mark>} change @returns {Value} */
export const changed = (value, mark, change) => withMark(withoutMark(value, mark), { ...mark, ...change });

/** Marks become one entity; with one mark alone it becomes an entity of its own. @param {Value} value @param {Mark[]} marks @returns {Value} */
export function joined(value, marks) {
  const owned = new Set(marks.map((mark) => mark.entity).filter(Boolean));
  const name = marks.length > 1 ? [...owned][0] || freeName(value.marks.map((mark) => mark.entity)) : "";
  const isMeant = (mark) => marks.some((other) => samePlace(mark, other)) || (marks.length > 1 && owned.has(mark.entity));
  return { ...value, marks: value.marks.map((mark) => (isMeant(mark) ? { ...mark, entity: name } : mark)) };
}

/** @param {Value} value @param {string} id @param {string} answer @returns {Value} */
export const answered = (value, id, answer) => ({ ...value, answers: { ...value.answers, [id]: answer } });

/** A name that no group has yet: the smallest number. @param {string[]} taken */
export function freeName(taken) {
  const all = new Set(taken);
  let number = 1;
  while (all.has(String(number))) number += 1;
  return String(number);
}
