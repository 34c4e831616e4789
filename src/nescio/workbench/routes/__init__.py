"""What the front end asks the server."""
