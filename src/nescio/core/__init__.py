"""The vocabulary of nescio: values, protocols, errors; no I/O, standard library only."""
