"""The metrics of the field over numpy arrays; they know no files and no systems."""
