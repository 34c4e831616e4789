"""Stage 5: which entities must go."""
