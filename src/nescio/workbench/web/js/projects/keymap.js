// The keys of the annotating pages and what they do.

/** @type {[string[], string][]} */
export const KEYS = [
  [["1", "…", "9"], "key_tag"],
  [["Shift 1", "…"], "key_tag_all"],
  [["W", "←", "→", "Shift →"], "key_select"],
  [["↓", "↑", "N", "P"], "key_mark"],
  [[",", "."], "key_end"],
  [["Shift ,", "Shift ."], "key_start"],
  [["D", "Del"], "key_unmark"],
  [["A"], "key_all"],
  [["T", "M"], "key_join"],
  [["S"], "key_part"],
  [["O"], "key_other"],
  [["N", "0"], "key_group"],
  [["G", "Shift G"], "key_dispute"],
  [["Ctrl Z", "U", "Ctrl Y", "Shift U"], "key_undo"],
  [["Ctrl Enter"], "key_done"],
  [["?"], "key_help"],
  [["Esc"], "key_close"],
];
