"""Compiles the data of the language packs from open sources."""
