"""Tests of annotation projects."""
