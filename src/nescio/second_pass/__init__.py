"""Stage 3: mentions that escaped the vote are looked for again."""
