"""The report that judges nescio: whole documents of daily life, every method, every kind of fault."""
