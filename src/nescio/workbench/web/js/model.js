// The open document: blocks with marks, entities, and the places of words.
// Places count code points of the original; strings here count UTF-16 units, so both are converted.

const GROUPS = {
  PER: "PER", LOC: "LOC", ORG: "ORG", DATE: "TIME", TIME: "TIME", AGE: "TIME",
  EMAIL: "CONTACT", PHONE: "CONTACT", URL: "CONTACT", IP: "CONTACT", USERNAME: "CONTACT",
  ID: "CODE", ACCOUNT: "CODE", CARD: "CODE", CODE: "CODE", PLATE: "CODE", SECRET: "CODE",
};
/** The colour group of a label. */
export const group = (root) => GROUPS[root] || "OTHER";

export class Block {
  constructor([start, end, flows, text, marks, rows, maybe]) {
    this.start = start;
    this.end = end;
    this.flows = flows;
    this.text = text;
    this.marks = marks;
    this.rows = rows;
    this.maybe = maybe;
    this.wide = text.length !== end - start;
  }

  /** Where a place stands in the block's string. */
  index(place) {
    const offset = place - this.start;
    if (!this.wide) return Math.max(0, Math.min(offset, this.text.length));
    let index = 0;
    for (let n = 0; n < offset && index < this.text.length; n++) index += this.text.codePointAt(index) > 0xffff ? 2 : 1;
    return index;
  }

  /** The place of an index in the block's string. */
  place(index) {
    if (!this.wide) return this.start + index;
    let count = 0;
    for (let at = 0; at < index; count++) at += this.text.codePointAt(at) > 0xffff ? 2 : 1;
    return this.start + count;
  }

  slice(start, end) {
    return this.text.slice(this.index(start), this.index(end));
  }
}

export class DocumentModel {
  constructor(view) {
    this.id = view.id;
    this.language = view.language;
    this.length = view.length;
    this.blocks = new Map();
    this.entities = new Map();
    for (const raw of view.blocks) this.blocks.set(raw[0], new Block(raw));
    this.order = view.blocks.map((raw) => raw[0]);
    for (const entity of view.entities) this.entities.set(entity.key, entity);
    this.keys = view.entities.map((entity) => entity.key);
    this._take(view);
  }

  _take(view) {
    this.name = view.name;
    this.version = view.version;
    this.undo = view.undo;
    this.redo = view.redo;
    this.left = view.left;
    this._mentions = null;
    this._maybe = null;
  }

  /** Takes in what has changed; answers which blocks and which entities. */
  apply(delta) {
    const blocks = delta.blocks.map((raw) => raw[0]);
    for (const raw of delta.blocks) this.blocks.set(raw[0], new Block(raw));
    if (delta.block_order) {
      this.order = delta.block_order;
      this._keep(this.blocks, this.order);
    }
    const entities = delta.entities.map((entity) => entity.key);
    for (const entity of delta.entities) this.entities.set(entity.key, entity);
    if (delta.entity_order) {
      this.keys = delta.entity_order;
      this._keep(this.entities, this.keys);
    }
    this._take(delta);
    return { blocks, entities, moved: Boolean(delta.block_order) };
  }

  _keep(map, order) {
    const kept = new Set(order);
    for (const key of [...map.keys()]) if (!kept.has(key)) map.delete(key);
  }

  /** All mentions of an entity as [start, end, score]. */
  mentions(key) {
    if (!this._mentions) {
      this._mentions = new Map();
      for (const start of this.order) {
        for (const [from, to, owner, score] of this.blocks.get(start).marks) {
          if (score < 0) continue; // replaced, but no mention
          if (!this._mentions.has(owner)) this._mentions.set(owner, []);
          this._mentions.get(owner).push([from, to, score]);
        }
      }
    }
    return this._mentions.get(key) || [];
  }

  /** What may have been missed, by its start: [start, end, label, chance]. */
  maybe() {
    if (!this._maybe) {
      this._maybe = new Map();
      for (const start of this.order) for (const item of this.blocks.get(start).maybe) this._maybe.set(item[0], item);
    }
    return this._maybe;
  }

  blockAt(place) {
    let low = 0;
    let high = this.order.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.order[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return this.blocks.get(this.order[low]);
  }

  text(start, end) {
    const parts = [];
    for (let at = start; at < end; ) {
      const block = this.blockAt(at);
      parts.push(block.slice(at, Math.min(end, block.end)));
      const next = this.order[this.order.indexOf(block.start) + 1];
      if (block.end >= end || next === undefined) break;
      at = next;
    }
    return parts.join(" ");
  }

  /** How often these words stand in the text, as whole words. */
  count(words) {
    const parts = words.trim().split(/\s+/u).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (!parts[0]) return 0;
    const upper = parts.map((part) => part.toUpperCase());
    const form = [...new Set([parts.join("\\s+"), upper.join("\\s+")])].join("|");
    const find = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${form})(?![\\p{L}\\p{N}_])`, "gu");
    let count = 0;
    for (const start of this.order) count += (this.blocks.get(start).text.match(find) || []).length;
    return Math.max(count, 1);
  }

  /** The order in which reading brings most: entries that are found or perhaps missed. */
  reading() {
    const maybe = this.maybe();
    return this.left.order
      .map(([start, , found]) => (found ? { key: start } : { maybe: maybe.get(start) }))
      .filter((item) => ("key" in item ? this.entities.has(item.key) : item.maybe));
  }
}
