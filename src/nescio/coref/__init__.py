"""Stage 4: mentions become entities."""
