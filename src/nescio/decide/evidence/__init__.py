"""What speaks for and against hiding an entity of a court decision."""
