"""What is said instead of a name or a figure: a type, a month, a band of years."""
