"""Stage 6: what stands in their place."""
