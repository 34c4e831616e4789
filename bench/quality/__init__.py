"""How good each part is, on corpora and on lists of our own."""
