"""Whole calls over files and lines: what the command line and every other face share."""
