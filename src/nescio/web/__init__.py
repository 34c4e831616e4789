"""What the faces over HTTP share: answers, guards, secrets, rates, the database."""
