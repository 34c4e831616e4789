"""One document in the course of substitution: what is taken, and the lists in the order of the draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from nescio.core.model import Entity, Span
from nescio.core.scene import Change, Scene
from nescio.packs.surrogates import Surrogates
from nescio.replace.kept import Taken
from nescio.replace.substitutes.drawer import Drawer
from nescio.text.folding import key_of


class Draw:
    """Gives out names that clash with nothing: no word of the document, no other substitute."""

    def __init__(self, lists: Surrogates, scene: Scene, seed: str) -> None:
        self.scene, self.text, self.language = scene, scene.document.text, scene.document.language
        drawer = Drawer(seed, scene.document.id, _visible_text(scene))
        folded = key_of(self.text)
        self._padded = f" {folded} "
        self._words = frozenset(folded.split())
        self._taken: set[str] = set()
        self.ledger = Taken(scene.taken)
        self.families: dict[str, str] = {}  # folded family name -> the new one that relatives share
        self.family = drawer.shuffled(lists.family)
        self.given = {gender: drawer.shuffled(names) for gender, names in lists.given.items()}
        self.places = drawer.shuffled(lists.places)
        self.patterns = drawer.shuffled(lists.patterns)
        self.shift = drawer.days(20, 170)

    def name(self, pool: Sequence[str], fits: Callable[[str], bool] = bool) -> str:
        """The next free name that fits; empty when the list is exhausted.

        A name that the ledger has not used comes first, then the one it has used least.
        """
        uses = self.ledger.uses
        unused = (word for word in pool if not uses or not uses[key_of(word)])
        new = next((word for word in unused if self.is_free(word, parts=True) and fits(word)), "")
        if not new and uses:
            free = (word for word in pool if self.is_free(word, parts=True) and fits(word))
            new = min(free, key=lambda word: uses[key_of(word)], default="")
        self.take(new)
        return new

    def is_free(self, name: str, *, parts: bool = False) -> bool:
        """Whether a name, or any word of it, stands nowhere yet."""
        folded = key_of(name)
        if folded in self._taken or f" {folded} " in self._padded:
            return False
        return not parts or not any(word in self._words for word in folded.split())

    def are_free(self, names: Iterable[str]) -> bool:
        """Whether no word of the names stands anywhere yet."""
        return all(self.is_free(name, parts=True) for name in names)

    def can_share(self, family: Mapping[str, str]) -> bool:
        """Whether new family names are free, or those of relatives in this document."""
        return self.are_free(new for old, new in family.items() if self.families.get(old) != new)

    def take(self, *names: str) -> None:
        self._taken.update(map(key_of, names))

    def tag(self, entity: Entity) -> dict[Span, Change]:
        """The tag, where no name fits."""
        tag = self.scene.tags[entity.id]
        return {span: Change(span.start, span.end, tag) for span in entity.mentions}


def _visible_text(scene: Scene) -> str:
    """The text outside all hidden mentions: what a reader of the output sees anyway."""
    pieces, read = [], 0
    for start, end in scene.fences:
        pieces.append(scene.document.text[read:start])
        read = max(read, end)
    return "".join([*pieces, scene.document.text[read:]])
