"""OpenDocument: what texts and spreadsheets share."""
