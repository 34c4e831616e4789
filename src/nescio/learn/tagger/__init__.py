"""Training of the shipped recognizer from a recipe; needs the extra `train`."""
