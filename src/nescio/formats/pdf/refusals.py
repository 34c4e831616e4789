"""Why a PDF is not written, each in one sentence."""

from __future__ import annotations

from nescio.core.errors import InputError


def damaged(what: str) -> InputError:
    return InputError(f"The PDF is damaged: {what}.")


def refused(why: str) -> InputError:
    return InputError(f"The PDF is refused: {why}.")
