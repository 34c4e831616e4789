"""The command line: parses, calls the library, prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; every refusal is one sentence on stderr and an exit code."""
    from nescio.cli.app import app
    from nescio.cli.console import fail
    from nescio.core.errors import NescioError

    try:
        app()
    except NescioError as error:
        fail(str(error))
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
