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

/** @param {Value} value @param {{side: number, start: number, end: number}} place @returns {Value} */
export const withoutTouching = (value, place) => ({ ...value, marks: value.marks.filter((mark) => !touches(mark, place)) });

/** Who stands in the same group as an item. @param {Value} value @param {string} id @returns {string[]} */
export function matesOf({ answers }, id) {
  const group = answers[id];
  return group ? Object.keys(answers).filter((other) => other !== id && answers[other] === group) : [];
}

/** These items, and no others, are one group; one item alone is in none. @param {Value} value @param {string[]} ids @returns {Value} */
export function grouped(value, ids) {
  const { answers } = value;
  const own = [...new Set(ids.map((id) => answers[id]).filter(Boolean))];
  const kept = own.find((name) => Object.keys(answers).every((id) => answers[id] !== name || ids.includes(id)));
  const name = ids.length > 1 ? kept || freeName(Object.values(answers)) : "";
  return { ...value, answers: { ...answers, ...Object.fromEntries(ids.map((id) => [id, name])) } };
}

/** Two items and all that belong to them become one group. @param {Value} value @param {string} one @param {string} other @returns {Value} */
export const together = (value, one, other) => grouped(value, [...new Set([one, ...matesOf(value, one), other, ...matesOf(value, other)])]);

/** An item leaves the group that it shares with another. @param {Value} value @param {string} one @param {string} other @returns {Value} */
export const apart = (value, one, other) => (matesOf(value, one).includes(other) ? answered(value, one, "") : value);

/** A name that no group has yet: the smallest number. @param {string[]} taken */
export function freeName(taken) {
  const all = new Set(taken);
  let number = 1;
  while (all.has(String(number))) number += 1;
  return String(number);
}
