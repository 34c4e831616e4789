"""The engines that could match the rules, each compiled and run over a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import re2

from bench.speed.processes import best_seconds, seconds
from nescio.detect.pattern_matcher import Haystack, PatternMatcher
from nescio.packs import load_pack
from nescio.packs.rules import Rule
from nescio.text.alphabet import WORD, regex_to_alphabet

_MEMORY = 256 << 20
_EDGE = r"[^\pL\pM\pN_]"
_MARK = "@EDGE@"


def compare_engines(language: str, text: str) -> dict[str, list[float]]:
    """Engine to seconds of compiling and of one pass over the text, with all rules of a language."""
    rules = load_pack(language).rules
    hay = Haystack(text)
    # The mark stands for the edge while the rest is translated: the edge is in the alphabet already.
    translated = [(rule, regex_to_alphabet(_whole(rule, _MARK))) for rule in rules]
    narrow = [(rule, regex.replace(_MARK, rf"[^{WORD}\n]")) for rule, regex in translated if regex]
    return {
        "RE2, one byte per character (chosen)": _chosen(rules, hay),
        "RE2 over UTF-8, one pass per rule": _wide(rules, text.encode()),
        "RE2 set, which rules match a paragraph (no places)": _set([regex for _, regex in narrow], hay),
        **_hyperscan([(rule.ignore_case, regex) for rule, regex in narrow], hay.narrow),
    }


def _whole(rule: Rule, edge: str) -> str:
    left = f"(?:^|{edge})" if rule.boundary else ""
    right = f"(?:{rule.after})" if rule.after else f"(?:$|{edge})"
    return f"{left}(?:{rule.before or ''})(?P<span>{rule.regex}){right}"


def _chosen(rules: Sequence[Rule], hay: Haystack) -> list[float]:
    kept: list[list[PatternMatcher]] = []
    compiling = seconds(lambda: kept.append([PatternMatcher(rule) for rule in rules]))
    return [compiling, best_seconds(lambda: [sum(1 for _ in matcher.find(hay)) for matcher in kept[0]])]


def _wide(rules: Sequence[Rule], data: bytes) -> list[float]:
    kept: list[list[re2._Regexp]] = []
    roomy = re2.Options()
    roomy.max_mem = _MEMORY
    regexes = [_whole(rule, _EDGE).encode() for rule in rules]
    compiling = seconds(lambda: kept.append([re2.compile(regex, roomy) for regex in regexes]))
    return [compiling, best_seconds(lambda: [sum(1 for _ in regex.finditer(data)) for regex in kept[0]])]


def _set(regexes: Sequence[str], hay: Haystack) -> list[float]:
    latin = re2.Options()
    latin.encoding, latin.max_mem = re2.Options.Encoding.LATIN1, _MEMORY
    group = re2.Set.SearchSet(latin)

    def fill() -> None:
        for regex in regexes:
            group.Add(regex.encode("latin-1"))
        group.Compile()

    compiling = seconds(fill)
    pages = [page for page in hay.narrow.split(b"\0\0") if page]
    return [compiling, seconds(lambda: [group.Match(page) for page in pages])]


def _hyperscan(regexes: list[tuple[bool, str]], data: bytes) -> dict[str, list[float]]:
    try:
        import hyperscan
    except ImportError:
        return {}
    found = {}
    kinds = {"ends only": 0, "with starts": hyperscan.HS_FLAG_SOM_LEFTMOST}
    for name, flag in kinds.items():
        caseless = flag | hyperscan.HS_FLAG_CASELESS
        plain = [(_ungrouped(regex), caseless if ignore_case else flag) for ignore_case, regex in regexes]
        usable = [pair for pair in plain if _hyperscan_takes(*pair)]
        found[f"hyperscan, {name}, {len(usable)} of {len(regexes)} rules"] = _scan(usable, data)
    return found


def _ungrouped(regex: str) -> bytes:
    return re.sub(r"\(\?P<span>", "(?:", regex).encode("latin-1")


def _hyperscan_takes(regex: bytes, flags: int) -> bool:
    import hyperscan

    try:
        hyperscan.Database().compile(expressions=[regex], ids=[0], elements=1, flags=[flags])
    except Exception:  # what it refuses is what is counted
        return False
    return True


def _scan(usable: Sequence[tuple[bytes, int]], data: bytes) -> list[float]:
    import hyperscan

    database = hyperscan.Database()
    expressions, flags = [regex for regex, _ in usable], [flag for _, flag in usable]
    ids = list(range(len(usable)))
    compiling = seconds(
        lambda: database.compile(expressions=expressions, ids=ids, elements=len(ids), flags=flags)
    )
    return [compiling, best_seconds(lambda: database.scan(data, match_event_handler=lambda *_: None))]
