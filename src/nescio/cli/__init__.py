"""The command line: parses, calls the library, prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; every refusal is one sentence on stderr and an exit code."""
    import gc
    import signal

    # Nearly all that is loaded stays: to look through it as often as usual takes a tenth of a start.
    gc.set_threshold(100_000)
    from nescio.cli.commands import COMMANDS, make_app

    # With a handler of its own, Ctrl-C is told apart from a part that raises the same.
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    # Leave through the same door as Ctrl-C, so that no temporary file stays behind.
    for ending in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(ending) != signal.SIG_IGN:  # as `nohup` wishes
            signal.signal(ending, lambda number, _: sys.exit(128 + number))
    named = sys.argv[1:2]
    program = make_app(named if named and named[0] in COMMANDS else COMMANDS)
    program()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
