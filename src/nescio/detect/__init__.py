"""Stage 1: detectors make claims about the text."""
