"""Markup in its own source: what is not replaced stays as it was written."""
