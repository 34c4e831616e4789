"""The only reader of language packs: a language is a folder of data, and these are its loaders."""

from __future__ import annotations

from nescio.packs.installed import Packs
from nescio.packs.pack import UNIVERSAL, Pack, languages, load_pack, pack_folders

__all__ = ["UNIVERSAL", "Pack", "Packs", "languages", "load_pack", "pack_folders"]
