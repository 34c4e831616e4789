"""The workbench as its users see it: in a browser, by mouse, keyboard and touch."""
