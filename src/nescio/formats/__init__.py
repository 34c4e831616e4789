"""Document formats: read and written back in place."""
