"""Tests of what a workbench remembers."""
