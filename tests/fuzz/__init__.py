"""Hostile input for every reader: mutated examples and raw bytes, through the command line."""
