"""`nescio doctor`: is everything here and does it work?"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec

import typer

from nescio.cli.console import fail, out, reason

_SENTENCE = "anna@example.org, 1.2.2000"  # has something to find in every language


def doctor() -> None:
    """Check the installation: build every language and let it anonymize a line."""
    from nescio import __version__
    from nescio.packs import languages
    from nescio.registry import GROUPS, Registry

    out.print(f"nescio {__version__}, Python {platform.python_version()}, {platform.system()}")
    registry = Registry.installed()
    for group in GROUPS:
        out.print(f"[dim]{group.removeprefix('nescio.'):14}[/] {', '.join(registry.names(group)) or 'none'}")
    bad = [language for language in languages() if not _check_language(language)]
    for extra, missing in sorted(_extras()):
        state = f"not installed: pip install 'nescio\\[{extra}]'" if missing else "installed"
        out.print(f"[dim]extra {extra:8}[/] {state}")
    raise typer.Exit(1 if bad else 0)


def _extras() -> Iterator[tuple[str, list[str]]]:
    """Every extra of the installed package, and which of its packages are missing."""
    try:
        package = metadata.metadata("nescio")
    except metadata.PackageNotFoundError:
        return
    needed: dict[str, list[str]] = {extra: [] for extra in package.get_all("Provides-Extra") or ()}
    for line in package.get_all("Requires-Dist") or ():
        if match := re.match(r"([\w.-]+).*extra\s*==\s*['\"]([\w-]+)", line):
            needed.setdefault(match[2], []).append(match[1])
    for extra, names in needed.items():
        yield extra, [name for name in names if not _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return find_spec(name.replace("-", "_")) is not None
    return True


def _check_language(language: str) -> bool:
    import time

    from nescio.api import Anonymizer
    from nescio.packs import load_pack

    began = time.perf_counter()
    try:
        text = Anonymizer(language).anonymize(_SENTENCE).text
    except Exception as error:
        fail(f"{language}: {reason(error)}")
        return False
    if "@" in text:
        fail(f"{language}: it does not even find an e-mail address; reinstall nescio.")
        return False
    pack = load_pack(language)
    entries = sum(len(words.entries) for words in pack.lists)
    seconds = time.perf_counter() - began
    out.print(
        f"[green]ok[/] {language}  {len(pack.rules)} rules, {entries} list entries, "
        f"{len(pack.abbreviations)} abbreviations, ready in {seconds:.2f} s"
    )
    return True
