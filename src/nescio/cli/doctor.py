"""`nescio doctor`: is everything here and does it work?"""

from __future__ import annotations

import platform
from importlib.util import find_spec

import typer

from nescio.cli.console import fail, out


def doctor() -> None:
    """Check the installation: every language is built and asked about its own examples."""
    from nescio import __version__
    from nescio.packs import languages
    from nescio.registry import GROUPS, Registry

    out.print(f"nescio {__version__}, Python {platform.python_version()}, {platform.system()}")
    registry = Registry.installed()
    for group in GROUPS:
        out.print(f"[dim]{group.removeprefix('nescio.'):14}[/] {', '.join(registry.names(group)) or 'none'}")
    bad = [language for language in languages() if not _check_language(language)]
    for extra, module in (("bench", "psutil"), ("test", "hypothesis"), ("train", "torch")):
        state = "installed" if find_spec(module) else f"not installed: pip install 'nescio\\[{extra}]'"
        out.print(f"[dim]extra {extra:8}[/] {state}")
    raise typer.Exit(1 if bad else 0)


def _check_language(language: str) -> bool:
    import time

    from nescio.api import Anonymizer
    from nescio.core.errors import NescioError
    from nescio.packs import load_pack

    began = time.perf_counter()
    try:
        Anonymizer(language).anonymize("test 1.2.2000")
    except NescioError as error:
        fail(f"{language}: {error}")
        return False
    pack = load_pack(language)
    entries = sum(len(words.entries) for words in pack.lists)
    seconds = time.perf_counter() - began
    out.print(
        f"[green]ok[/] {language}  {len(pack.rules)} rules, {entries} list entries, "
        f"{len(pack.abbreviations)} abbreviations, ready in {seconds:.2f} s"
    )
    return True
