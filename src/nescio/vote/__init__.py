"""Stage 2: claims become spans that never overlap."""
