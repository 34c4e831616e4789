"""What both methods of natural replacement look things up in, built from a pack and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.core.errors import ConfigError
from nescio.core.options import places_option
from nescio.core.protocols import KnowledgeBase
from nescio.knowledge.base import JoinedBase
from nescio.knowledge.dictionary import Dictionary
from nescio.knowledge.foreign import NamedBase
from nescio.knowledge.linking import EntryLinker
from nescio.knowledge.loading import load_base, load_dictionary, load_linker, open_remote
from nescio.knowledge.remote import RemoteKnowledge
from nescio.packs import Pack
from nescio.packs.types import Types

# They name files, addresses and plug-ins: none of them comes with a job.
SOURCE_OPTIONS: Final = dict.fromkeys(("knowledge", "dictionary", "remote", "cache", "redirects"), False)


class RemoteProblems:
    """Tells what a remote knowledge base failed to answer."""

    def __init__(self, remote: RemoteKnowledge | None) -> None:
        self._remote = remote
        self._told: Counter[str] = Counter()

    def tell(self) -> dict[str, int]:
        """What went wrong, by kind, since it was last told."""
        if self._remote is None:
            return {}
        found = dict(self._remote.problems - self._told)
        self._told.update(found)
        return found


class Sources(NamedTuple):
    """The sources of one language; whoever is built from them keeps only those it asks."""

    types: Types
    dictionary: Dictionary
    base: JoinedBase
    linker: EntryLinker
    problems: RemoteProblems


def load_sources(pack: Pack, options: Mapping[str, Any]) -> Sources:
    """The sources that the options `knowledge`, `dictionary`, `remote` and `cache` name."""
    remote = _remote(pack, options)
    base = load_base(pack, _bases(options), further=[remote] if remote else [])
    dictionary = load_dictionary(pack, places_option(options, "dictionary"))
    linker = load_linker(pack, base)
    return Sources(pack.types, dictionary, base, linker, RemoteProblems(remote))


def _bases(options: Mapping[str, Any]) -> list[str | KnowledgeBase]:
    """Files, URLs and knowledge bases of plug-ins, in the order in which they are named."""
    value = options.get("knowledge", [])
    items = value if isinstance(value, list) else [value]
    places_option({"knowledge": [item for item in items if not isinstance(item, NamedBase)]}, "knowledge")
    return items


def _remote(pack: Pack, options: Mapping[str, Any]) -> RemoteKnowledge | None:
    """A remote knowledge base, if an address is given; it needs a file to remember its answers in."""
    url, cache = options.get("remote"), options.get("cache")
    if url is None:
        return None
    if not isinstance(url, str) or not isinstance(cache, str):
        raise ConfigError(
            "The option 'remote' is an address, and needs 'cache', the file that keeps its answers."
        )
    redirects = places_option(options, "redirects")
    return open_remote(url, Path(cache), pack, redirects=redirects)
