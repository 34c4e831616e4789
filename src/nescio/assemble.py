"""Pack and settings to kit: builds the parts that a configuration names, and no other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from nescio.config import Settings
from nescio.core.errors import ConfigError, PluginError, failing_as, known, shown
from nescio.core.keys import Key
from nescio.core.kit import Kit, PlainWords, Witness
from nescio.core.labels import TagTable
from nescio.core.options import declared_options
from nescio.core.protocols import Detector, Policy, Voter
from nescio.knowledge.foreign import NamedBase
from nescio.packs import Pack
from nescio.registry import KIND_OF_GROUP, Registry
from nescio.vote.boundaries import BoundaryVoter
from nescio.vote.by_label import ByLabelVoter
from nescio.vote.cuts import CutVoter
from nescio.vote.function_edges import FunctionEdgeVoter
from nescio.vote.own_first import OwnFirstVoter
from nescio.vote.trust import Trust

_GROUP_OF: Final = {
    "detect": "nescio.detectors",
    "vote": "nescio.voters",
    "second_pass": "nescio.second_passes",
    "coref": "nescio.linkers",
    "decide": "nescio.policies",
    "replace": "nescio.methods",
}
TABLE: Final = "table"  # the policy that a file of the pack describes
_KNOWLEDGE: Final = "knowledge"  # the option of methods that names knowledge bases
_KEY: Final = "key"  # the option of methods that need a key; its value never comes from a configuration


def build_kit(pack: Pack, settings: Settings, registry: Registry, *, key: Key | None = None) -> Kit:
    """Imports and builds every part that the settings name, and no other; keyed methods get the key."""
    maker = _Maker(pack, settings, registry, key=key)
    _refuse_strange_options(settings, maker)
    tags = TagTable(pack.labels, settings.table("detect", "tags"))
    detectors = tuple(maker.make("detect", name) for name in settings.get("detect", "detectors"))
    _refuse_strange_labels(detectors, tags)
    passes = settings.get("second_pass", "passes") if settings.get("second_pass", "enabled") else ()
    witness = _witness(settings, pack)
    return Kit(
        language=pack.language,
        tags=tags,
        detectors=detectors,
        voter=_voter(maker),
        second_passes=tuple(maker.make("second_pass", name) for name in passes),
        linkers=maker.by_label("coref"),
        policy=_policy(maker),
        methods=maker.by_label("replace"),
        words=_words(pack),
        names=maker.called,
        witness=witness,
        trust=_trust(settings, pack, witness),
    )


class _KnownNames:
    """The given and family names of a language; the lists are read when one is asked for."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def __contains__(self, word: object) -> bool:
        return word in self._pack.naming.gender_of or word in self._pack.family_names


def _words(pack: Pack) -> PlainWords:
    naming = pack.naming
    return PlainWords(
        frequency_of=naming.frequency_of,
        names=_KnownNames(pack),
        titles=naming.titles,
        particles=naming["person.particles"],
        determiners=naming["determiners"],
        endings=naming.endings,
        diminutives=naming.diminutives,
        capital_nouns=pack.grammar.capital_nouns,
    )


def names_of(group: str, registry: Registry, pack: Pack) -> list[str]:
    """What a configuration may name: the parts of installed packages, and the policies that are files."""
    names = registry.names(group)
    return sorted({*names, *pack.policies} - {TABLE}) if group == _GROUP_OF["decide"] else names


def group_of(stage: str) -> str:
    """The entry point group of the parts that a stage uses."""
    return _GROUP_OF[stage]


class _Maker:
    """Makes parts by name, and remembers what each of them is called."""

    def __init__(self, pack: Pack, settings: Settings, registry: Registry, *, key: Key | None = None) -> None:
        self.pack, self.settings, self.registry = pack, settings, registry
        self._key = key
        self.called: dict[int, str] = {}

    def names(self, stage: str) -> list[str]:
        """The parts whose options may stand under a stage; those of knowledge bases stand under `replace`."""
        bases = self.registry.names("nescio.knowledge") if stage == "replace" else []
        return sorted([*names_of(_GROUP_OF[stage], self.registry, self.pack), *bases])

    def make(self, stage: str, name: str, extra: Mapping[str, Any] | None = None, *, kind: str = "") -> Any:
        """The part of that name; "remote/press" is the part "remote" with the options of "remote/press".

        `kind` is the part that stands behind the name, if it is another one.
        """
        part, instance, _ = name.partition("/")
        # A detector signs its claims with its name; other parts need not know theirs.
        given = {**(extra or {}), **({"instance": name} if instance and stage == "detect" else {})}
        options = self._with_bases({**given, **self.settings.options(stage, name)})
        if stage == "replace":
            options |= self._key_for(part)
        return self._build(_GROUP_OF[stage], kind or part, options, called=name)

    def _key_for(self, method: str) -> dict[str, Any]:
        """The key of the call, for a method that says that it takes one."""
        declared = declared_options(self.registry.find(_GROUP_OF["replace"], method)) or {}
        return {_KEY: self._key} if _KEY in declared and self._key is not None else {}

    def by_label(self, stage: str) -> dict[str, Any]:
        """Label to part; a part that several labels name is built once."""
        called = self.settings.table(stage, "names")  # a user's own names for parts
        named = {label: called.get(name, name) for label, name in self.settings.table(stage).items()}
        names = {label: self.registry.resolve(_GROUP_OF[stage], name) for label, name in named.items()}
        parts = {name: self.make(stage, name) for name in dict.fromkeys(names.values())}
        find = self.pack.labels.find
        return {label if label == "default" else find(label): parts[name] for label, name in names.items()}

    def _build(self, group: str, name: str, options: Mapping[str, Any], *, called: str) -> Any:
        part = self.registry.build(group, name, pack=self.pack, options=options, called=called)
        self.called[id(part)] = f"{KIND_OF_GROUP[group]} {called!r}"
        return part

    def _with_bases(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options with knowledge bases in the place of their names; files and addresses stay."""
        named = options.get(_KNOWLEDGE)
        if isinstance(named, str):
            named = [named]
        if not isinstance(named, list):
            return options
        bases = self.registry.names("nescio.knowledge")
        made = [self._base(item) if item in bases else item for item in named]
        return {**options, _KNOWLEDGE: made}

    def _base(self, name: str) -> NamedBase:
        options = self.settings.options("replace", name)
        return NamedBase(self._build("nescio.knowledge", name, options, called=name), name)


def _refuse_strange_options(settings: Settings, maker: _Maker) -> None:
    """Options of a part that does not exist are a slip of the pen, not a wish to be passed over."""
    for key, setting in settings.values.items():
        if len(key) > 2 and key[1] == "options":
            part, names = key[2].partition("/")[0], maker.names(key[0])
            if part not in names:
                raise ConfigError(
                    f"{setting.origin}: there is no part for {shown('.'.join(key))}. {known(part, names)}"
                )


def _refuse_strange_labels(detectors: Iterable[Detector], tags: TagTable) -> None:
    """A tag that no label stands for is said before the first text, not in the middle of the work."""
    for detector in detectors:
        with failing_as(f"detector {type(detector).__name__!r}"):
            labels = sorted(detector.labels)
        for tag in labels:
            try:
                tags.convert(tag)
            except ConfigError as error:
                raise ConfigError(
                    f"The detector {detector.name!r} finds {tag!r}, which is no label. Convert it under "
                    f'\'detect.tags\': {tag} = "MISC", or "O" to drop it; UNK = "O" drops all such. '
                    f"{known(tag, (label.name for label in tags.labels))}"
                ) from error


def _voter(maker: _Maker) -> Voter:
    """The main voter, with voters of their own for single labels and with repaired borders if asked."""
    pack, settings = maker.pack, maker.settings
    precedence = settings.get("detect", "detectors")

    def make(name: str) -> Voter:
        voter: Voter = maker.make("vote", name, {"precedence": precedence})
        return voter

    main, by_label = settings.get("vote", "method"), settings.table("vote", "labels")
    voter = make(main)
    own = {pack.labels.find(label): make(name) for label, name in by_label.items()}
    if own:
        voter = ByLabelVoter(voter, own, pack.labels)
    voter = OwnFirstVoter(voter, pack.labels)
    if settings.get("vote", "boundaries"):
        voter = BoundaryVoter(CutVoter(voter, pack), pack.naming, pack.labels)
        voter = FunctionEdgeVoter(voter, pack.function_words, pack.labels)
    maker.called[id(voter)] = f"voter {' or '.join(map(repr, dict.fromkeys([main, *by_label.values()])))}"
    return voter


def _witness(settings: Settings, pack: Pack) -> Witness | None:
    """Who must confirm what; nobody, where the witness is not asked or keeps its doubts to itself."""
    name = settings.get("vote", "witness")
    doubts = settings.table("detect", "options", name).get("doubts", "off") if name else "off"
    if doubts == "off" or name not in settings.get("detect", "detectors"):
        return None
    needed, bounds = (
        {maker: frozenset(map(pack.labels.find, own)) for maker, own in settings.table("vote", key).items()}
        for key in ("witnessed", "bounded")
    )
    return Witness(name, needed, bounds)


def _trust(settings: Settings, pack: Pack, witness: Witness | None) -> Trust | None:
    """What weighs claims by what was learnt about them; nothing without the witness, who speaks for most."""
    if witness is None:
        return None
    floors: dict[str, dict[str, float]] = {}
    share = settings.get("vote", "doubting")
    for key, setting in settings.values.items():
        if key[:2] == ("vote", "trust"):
            floors.setdefault(key[2], {})[pack.labels.find(key[3])] = share * setting.value
    return Trust(pack, witness=witness.name, floors=floors) if floors else None


def _policy(maker: _Maker) -> Policy:
    """A policy of an installed package, or one that a file of the pack describes."""
    name = maker.settings.get("decide", "policy")
    if name not in maker.names("decide"):
        raise PluginError(
            f"There is no {shown(name)} among the policies. {known(name, maker.names('decide'))}"
        )
    is_table = name in maker.pack.policies
    policy: Policy = maker.make(
        "decide", name, {"name": name} if is_table else {}, kind=TABLE if is_table else ""
    )
    return policy
