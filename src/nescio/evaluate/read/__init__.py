"""Readers: annotated files of every kind to annotations, each mistake with its file and line."""
