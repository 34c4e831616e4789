"""Rich text (rtf): words of control, groups, and text between them."""
