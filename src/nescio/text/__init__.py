"""Reading text: encodings, offsets, sentences and words, compiled matchers, checksums."""
