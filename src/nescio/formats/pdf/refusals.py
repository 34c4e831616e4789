"""Why a PDF is not written, each in one sentence."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from nescio.core.errors import InputError, NescioError


def damaged(what: str) -> InputError:
    return InputError(f"The PDF is damaged: {what}.")


def refused(why: str) -> InputError:
    return InputError(f"The PDF is refused: {why}.")


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Whatever a broken file leads to in here is a refusal.

    The libraries raise errors of many kinds about objects that are not what they should be, and their
    warnings may quote the file.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except NescioError:
        raise
    except Exception:
        raise damaged(what) from None
