// Everything that changes something is sent from here, one after the other, so that no answer overtakes another;
// it is kept while nobody answers or the session has ended.

import { Away, Refused, get } from "./api.js";
import { state } from "./state.js";
import { t } from "./i18n.js";
import { banner, complain, status } from "./notices.js";

/**
 * @typedef {object} Parcel
 * @property {() => Promise<any>} ask what is sent; made when its turn comes, with what is known then
 * @property {(answer: any) => any} took what the answer changes on the page
 * @property {() => Promise<any>} [back] shows what holds after it was refused
 * @property {(error: Refused) => boolean} [refused] takes a refusal upon itself, and answers whether it does
 */

/** @type {(Parcel & {resolve: (done: boolean) => void, isNew: boolean})[]} */
const queue = [];
let sending = false;
/** Who has changed something that is not sent yet: until then nothing is said to be saved. @type {Set<any>} */
const unsent = new Set();
/** @type {((retry: () => void) => void) | null} */
let whenEnded = null;

/** What a page does when its session has ended, if more than saying so. @param {(retry: () => void) => void} run */
export const onEnded = (run) => { whenEnded = run; };

/** Sends something when its turn comes; answers whether it was done. @param {Parcel} parcel @returns {Promise<boolean>} */
export function send(parcel) {
  return new Promise((resolve) => {
    queue.push({ ...parcel, resolve, isNew: true });
    go();
  });
}

/** Somebody has changed something, and will send it. @param {any} who */
export function owes(who) {
  unsent.add(who);
  status("saving");
}

/** Nothing of somebody's is unsent any more. @param {any} who */
export function owesNothing(who) {
  unsent.delete(who);
  rest();
}

function rest() {
  if (!sending && !queue.length && !unsent.size) status("saved");
}

async function go() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    status("saving");
    try {
      const answer = await queue[0].ask();
      const done = queue.shift();
      await done?.took(answer);
      banner(null);
      done?.resolve(true);
    } catch (error) {
      if (!(await held(error))) break;
    }
  }
  sending = false;
  rest();
}

/** What to do about a failure; answers whether sending goes on. @param {any} error */
async function held(error) {
  if (error instanceof Away) return wait("offline", 2500);
  if (error instanceof Refused && error.status === 401) return wait("ended", 0);
  const [first] = queue;
  if (error instanceof Refused && error.code === "no_csrf" && first?.isNew) {
    first.isNew = false; // another session has another secret
    state.session = await get("/api/session").catch(() => state.session);
    return true;
  }
  if (error instanceof Refused && first?.refused?.(error)) {
    queue.shift()?.resolve(false);
    return true;
  }
  // What was done without having seen a change from elsewhere might undo it; a single refusal says nothing about the rest.
  const dropped = error.status === 409 ? queue.splice(0) : queue.splice(0, 1);
  complain(error);
  await first?.back?.();
  for (const parcel of dropped) parcel.resolve(false);
  return true;
}

/** @param {string} key @param {number} again milliseconds, or 0 for never by itself */
function wait(key, again) {
  status("off");
  const retry = async () => {
    try {
      state.session = await get("/api/session");
    } catch (error) {
      return void held(error);
    }
    banner(null);
    return void go();
  };
  if (key === "ended" && whenEnded) whenEnded(retry);
  else banner(t(key, { n: queue.length }), retry);
  if (again) setTimeout(() => !sending && queue.length && retry(), again);
  return false;
}
