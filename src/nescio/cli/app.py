"""The program with all its commands."""

from __future__ import annotations

from nescio.cli.commands import make_app

app = make_app()
