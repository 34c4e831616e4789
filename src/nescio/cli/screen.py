"""The two streams as rich writes to them; apart from the rest, because it takes a moment to load."""

from __future__ import annotations

from rich.console import Console

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)
