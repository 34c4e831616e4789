"""nescio over HTTP: recognition, anonymization, documents and the way back."""
