"""Drawings of records, EMF and WMF: their words are rewritten, their remarks go."""
