"""Who gets which document: a common part for all, the rest in turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from nescio.core.errors import InputError


def share_out(
    documents: Sequence[int], annotators: Sequence[int], *, common: int, busy: Mapping[int, Collection[int]]
) -> dict[int, set[int]]:
    """The first `common` documents go to everybody, the others to whoever has fewest; what was begun stays.

    Agreement can only be measured on what several have done: that is what the common part is for.
    """
    if not annotators:
        raise InputError("Name at least one annotator.")
    if len(set(annotators)) != len(annotators):
        raise InputError("An annotator is named twice.")
    if not 0 <= common <= len(documents):
        raise InputError(f"The common part has 0 to {len(documents)} documents.")
    wanted: dict[int, set[int]] = {document: set(busy.get(document, ())) for document in documents}
    for document in documents[:common]:
        wanted[document] |= set(annotators)
    load = {user: sum(user in users for users in wanted.values()) for user in annotators}
    for document in documents[common:]:
        if not wanted[document]:
            least = min(annotators, key=lambda user: load[user])
            wanted[document].add(least)
            load[least] += 1
    return wanted
