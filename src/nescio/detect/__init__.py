"""Stage 1: recognizers make claims about the text."""
