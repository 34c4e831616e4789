"""Mail: messages, mailboxes and saved pages, rewritten in their own bytes."""
