// The work on one document: saved by itself after every change, kept if it cannot be, never written over.

import { put } from "../api.js";
import { fill, h, $ } from "../dom.js";
import { t } from "../i18n.js";
import { banner, status, toast } from "../notices.js";
import { owes, owesNothing, send } from "../sending.js";
import { Past } from "./value.js";

const QUIET = 500; // milliseconds without a change before it is sent

export class Desk {
  /** @param {string} path @param {{version: number, state: string, value: any}} annotation @param {() => void} changed @param {{mayChange?: boolean, annotator?: number | null}} [more] whose it is, if not one's own */
  constructor(path, annotation, changed, { mayChange = true, annotator = null } = {}) {
    this.mayChange = mayChange;
    this.whose = annotator === null ? {} : { annotator };
    this.path = path;
    this.version = annotation.version;
    this.state = annotation.state;
    this.past = new Past(annotation.value);
    this.changed = changed;
    this.isSaved = true;
    this.timer = 0;
    this.waiting = false;
  }

  get value() {
    return this.past.value;
  }

  /** @param {any} value */
  change(value) {
    if (!this.mayChange) return void toast(t("only_revisors"), { bad: true });
    this.past.change(value);
    return this.touched();
  }

  undo() {
    if (this.past.undo()) this.touched();
  }

  redo() {
    if (this.past.redo()) this.touched();
  }

  touched() {
    this.isSaved = false;
    owes(this);
    this.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), QUIET);
  }

  /** Sends what there is; answers whether it is saved. @param {boolean | null} [done] whether the work is done; null: as it was */
  save(done = null) {
    clearTimeout(this.timer);
    if (this.waiting && done === null) return Promise.resolve(true); // that one takes the newest along
    this.waiting = true;
    let sent = this.value;
    return send({
      ask: () => {
        this.waiting = false;
        owesNothing(this);
        sent = this.value;
        return put(this.path, { ...this.whose, version: this.version, value: sent, done: done === null ? this.state === "done" : done });
      },
      took: (answer) => {
        this.version = answer.version;
        this.state = answer.state;
        this.isSaved = sent === this.value;
        this.changed();
      },
      back: async () => this.unsaved(),
      refused: (error) => (error.code === "changed_elsewhere" ? this.clash(error.told.newest) : false),
    });
  }

  /** What is here is not in the store, and nothing is on its way. */
  unsaved() {
    owes(this);
    status("off");
  }

  /** Somebody else was quicker: both are there, and the person chooses. @param {any} newest */
  clash(newest) {
    const decide = (take) => {
      this.version = newest.version;
      banner(null);
      if (take) {
        this.past.change(newest.value); // what was here is one undo away
        this.isSaved = true;
        owesNothing(this);
        this.state = newest.state;
        this.changed();
        toast(t("took_theirs"), { label: t("undo"), run: () => this.undo() });
      } else this.save();
    };
    this.unsaved(); // before the person has chosen
    banner(t("clash_work", { who: newest.by || "?" }));
    fill($("banner"), h("span", {}, t("clash_work", { who: newest.by || "?" })),
      h("button", { onclick: () => decide(false) }, t("keep_mine")), h("button", { onclick: () => decide(true) }, t("take_theirs")));
    return true;
  }

  /** Sends what is not sent yet, before the page goes. */
  leave() {
    if (!this.isSaved && this.timer) this.save();
    owesNothing(this);
  }
}
