"""Keyed pseudonyms: one world of names for one key, on every machine."""
