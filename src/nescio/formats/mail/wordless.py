"""Bytes in which nobody wrote a word: sounds, films, private data of programs, and mere filling."""

from __future__ import annotations

from typing import Final

from nescio.formats.mail.words import kind_of

_MEDIA_TYPES: Final = ("audio/", "video/")
_MEDIA_MAGIC: Final = (
    b"ID3", b".snd", b"OggS", b"fLaC", b"MThd", b"\x1aE\xdf\xa3", b"\xff\xfb", b"#!AMR", b"FORM",
)  # fmt: skip
_RIFF: Final = (b"WAVE", b"AVI ")
_FILLING: Final = 3  # bytes that come again and again
_VOICE: Final = "a sound or a film, which shows a person by voice or face and cannot be read"
_PRIVATE: Final = "private data of a program"


def why_emptied(kind: str, suffix: str, content: bytes) -> str:
    """Why an attachment without words is emptied as soon as something is hidden; empty if it is none."""
    if kind_of("types", kind) == "private":
        return _PRIVATE
    is_media = kind.startswith(_MEDIA_TYPES) or kind_of("suffixes", suffix) == "media"
    return _VOICE if is_media or _is_media(content) else ""


def _is_media(content: bytes) -> bool:
    is_film = content[4:8] == b"ftyp" and content[8:11] not in (
        b"hei",
        b"mif",
        b"avi",
    )  # pictures have it too
    return content.startswith(_MEDIA_MAGIC) or (content[:4] == b"RIFF" and content[8:12] in _RIFF) or is_film


def is_filling(content: bytes) -> bool:
    """Whether bytes are no text, and nothing but the same few again and again: they say nothing."""
    try:
        if not any(char < " " and not char.isspace() for char in content.decode("utf-8")):
            return False
    except UnicodeDecodeError:
        pass
    return any(
        content[size:] == content[:-size] for size in range(1, _FILLING + 1) if len(content) > 2 * size
    )
