"""PDF: glyphs read as one text with their places, hidden ones taken out, the rest left as it is."""
