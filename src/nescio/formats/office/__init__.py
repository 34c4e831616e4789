"""Office Open XML: what Word and Excel files share."""
