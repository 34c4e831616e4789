"""Writes the generated pages of docs."""
