"""The tables of the thesis beside ours."""
