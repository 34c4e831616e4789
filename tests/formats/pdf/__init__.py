"""Tests of PDF."""
