"""Links the mentions of people, organisations and places by what their names are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from nescio.core.labels import FAMILY_NUMBER, PERSON, TOLD_NAMES, LabelSet
from nescio.core.model import Document, Entity, Span
from nescio.core.options import job_options
from nescio.coref.aliases import AliasWords, introductions
from nescio.coref.clusters import Cluster
from nescio.coref.forms import FAMILY, UNKNOWN, FormReader
from nescio.coref.linking import Linking
from nescio.coref.mistaken import MistakenLabels
from nescio.coref.organizations import ThingReader
from nescio.coref.persons import PersonReader
from nescio.packs import Pack
from nescio.packs.naming import Naming

_OTHER: Final = "none of them"


class NameLinker:
    """Forms that can only be of one thing are linked to it; ambiguous ones stay alone.

    An ambiguous entity carries the feature `candidates`: the first mentions of the entities it
    may belong to, as `start:end`, so that a person can decide.
    """

    def __init__(self, naming: Naming, labels: LabelSet) -> None:
        self._labels = labels
        self._forms = FormReader(naming)
        self._persons = PersonReader(naming)
        self._things = ThingReader(naming)
        self._mistaken, self._aliases = MistakenLabels(naming), AliasWords(naming)

    @classmethod
    @job_options({})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> NameLinker:
        return cls(pack.naming, pack.labels)

    def link(self, doc: Document, spans: Sequence[Span]) -> list[Entity]:
        ordered = sorted(spans)
        root_of = {label: self._labels.root(label) for label in {span.label for span in ordered}}
        if not TOLD_NAMES.isdisjoint(root_of.values()):
            # Whoever tells people, places and organisations apart means something else by MISC.
            root_of = {label: _OTHER if root == UNKNOWN else root for label, root in root_of.items()}
        mistaken = self._mistaken.find(doc.text, ordered, root_of)
        kinds = ((span, mistaken.get(span, root_of[span.label])) for span in ordered)
        forms = self._forms.read(doc.text, kinds)
        linking = Linking(self._persons, self._things)
        linking.place(forms, introductions(doc.text, forms, self._aliases))
        return _entities(linking.clusters, root_of)


def _entities(clusters: Sequence[Cluster], root_of: Mapping[str, str]) -> list[Entity]:
    mentions_of = {id(c): tuple(sorted(span for form in c.forms for span in form.spans)) for c in clusters}
    ordered = sorted(clusters, key=lambda cluster: mentions_of[id(cluster)])
    return [
        Entity(
            number,
            _label(mentions_of[id(cluster)], cluster.kind, root_of),
            mentions_of[id(cluster)],
            _features(cluster, mentions_of),
        )
        for number, cluster in enumerate(ordered)
    ]


def _label(mentions: Sequence[Span], kind: str, root_of: Mapping[str, str]) -> str:
    """The label most mentions of the entity's kind have; the first of equals.

    Where the document showed that all of them were mistaken, it is the kind itself.
    """
    kind = PERSON if kind == FAMILY else kind
    own = [span.label for span in mentions if root_of[span.label] == kind]
    if not own and kind in TOLD_NAMES:
        return kind
    return Counter(own or [span.label for span in mentions]).most_common(1)[0][0]


def _features(cluster: Cluster, mentions_of: Mapping[int, tuple[Span, ...]]) -> dict[str, str]:
    features = {name: value for name, value in cluster.traits.items() if name == "gender"}
    if cluster.kind == FAMILY:
        features["number"] = FAMILY_NUMBER
    if cluster.is_ambiguous:
        firsts = sorted(mentions_of[id(item)][0] for item in cluster.candidates)
        features["candidates"] = " ".join(f"{span.start}:{span.end}" for span in firsts)
    return features
