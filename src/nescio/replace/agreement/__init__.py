"""Repairs the sentence around a replacement: determiners, cases, adjectives."""
