// Files come in: dropped, folders too, or picked.

import { $ } from "./dom.js";
import { upload } from "./api.js";
import { emit, state } from "./state.js";
import { toast } from "./notices.js";

let depth = 0;

export function pickFiles(what) {
  $(what === "folder" ? "pick-folder" : "pick-files").click();
}

const isKnown = (name) => state.session.suffixes.some((suffix) => name.toLowerCase().endsWith(suffix));

async function send(files) {
  for (const { file, name } of files) {
    try {
      await upload(file, name);
    } catch (error) {
      toast(`${name}: ${error.message}`, { bad: true });
    }
    emit("poll");
  }
}

/** Everything below an entry of the file system; of a folder only what can be read. */
async function walk(entry, within = false) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    const name = entry.fullPath.replace(/^\//, "");
    return within && !isKnown(name) ? [] : [{ file, name }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const item of some) found.push(...(await walk(item, true)));
  }
}

async function dropped(event) {
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...event.dataTransfer.files].map((file) => ({ file, name: file.name }));
  const found = [];
  try {
    for (const entry of entries) found.push(...(await walk(entry)));
  } catch {
    found.length = 0;
  }
  await send(found.length ? found : plain);
}

const hasFiles = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
const cover = (visible) => { $("dropzone").hidden = !visible; };

document.addEventListener("dragenter", (event) => { if (hasFiles(event)) { depth += 1; cover(true); } });
document.addEventListener("dragleave", () => { depth = Math.max(0, depth - 1); cover(depth > 0); });
document.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  depth = 0;
  cover(false);
  dropped(event);
});
for (const id of ["pick-files", "pick-folder"]) {
  $(id).addEventListener("change", (event) => {
    const all = [...event.target.files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));
    event.target.value = "";
    send(id === "pick-folder" ? all.filter(({ name }) => isKnown(name)) : all);
  });
}
