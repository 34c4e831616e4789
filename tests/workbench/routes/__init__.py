"""Tests of what the workbench answers over HTTP."""
