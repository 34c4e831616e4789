"""Training of the shipped detector from a recipe; needs the extra `train`."""
