"""Keys and passwords as argon2 hashes: compared slowly, and as slowly where there is nothing to compare."""

from __future__ import annotations

from functools import cache
from secrets import token_urlsafe

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()


def hash_secret(secret: str) -> str:
    return _HASHER.hash(secret)


def fits(secret: str, hashed: str | None) -> bool:
    """Whether a secret is the one of a hash; without a hash it takes the same time to say no."""
    try:
        _HASHER.verify(hashed or _nobodys(), secret)
    except (VerificationError, InvalidHashError):
        return False
    return hashed is not None


@cache
def _nobodys() -> str:
    return hash_secret(token_urlsafe(32))
