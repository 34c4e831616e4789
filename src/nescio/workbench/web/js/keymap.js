// The keys and what they do, as the list behind `?` shows them.

/** @type {[string[], string][]} */
export const KEYS = [
  [["↓", "↑", "J", "K"], "key_next"],
  [["N", "P"], "key_mention"],
  [["Enter", "A"], "key_accept"],
  [["Space", "X"], "key_toggle"],
  [["D", "Shift D"], "key_remove"],
  [["L"], "key_label"],
  [["R"], "key_replace"],
  [["T"], "key_tick"],
  [["M"], "key_merge"],
  [["S"], "key_split"],
  [[",", "."], "key_end"],
  [["Shift ,", "Shift ."], "key_start"],
  [["W", "←", "→", "Shift →"], "key_select"],
  [["H", "Shift H"], "key_hide"],
  [["E"], "key_why"],
  [["/"], "key_search"],
  [["1", "2", "3", "4"], "key_views"],
  [["Ctrl Z", "U", "Ctrl Y", "Shift U"], "key_undo"],
  [["O", "F", "B"], "key_files"],
  [["G"], "key_download"],
  [["?"], "key_help"],
  [["Esc"], "key_close"],
];
