"""Training of what decides which entities of a court decision must go."""
