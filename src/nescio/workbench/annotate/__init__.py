"""Annotation projects: tasks, documents, agreement, what is taken away."""
