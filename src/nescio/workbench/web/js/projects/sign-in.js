// The page where a team comes in.

import { $, fill } from "../dom.js";
import { chooseTheme, theme } from "../dialog.js";
import { loadWords } from "../i18n.js";
import { signingForm } from "./signing.js";

async function begin() {
  chooseTheme(theme());
  await loadWords();
  fill($("signing"), signingForm(() => location.assign("/projects")));
  document.documentElement.dataset.ready = "1";
}

begin();
