"""Speed, quality and the thesis's tables, measured; nothing of nescio imports this."""
