"""The only reader of language packs: a language is a folder of data, and these are its loaders."""

from __future__ import annotations

from nescio.packs.installed import Packs, languages, load_pack, pack_folders
from nescio.packs.pack import UNIVERSAL, Pack

__all__ = ["UNIVERSAL", "Pack", "Packs", "languages", "load_pack", "pack_folders"]
