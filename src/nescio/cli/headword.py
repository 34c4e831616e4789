"""`nescio headword`: the word of a name that says what the thing is."""

from __future__ import annotations

from typing import Annotated

import typer

from nescio.cli.console import print_json, warn
from nescio.cli.screen import out


def headword(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Names of places or bodies.")],
    language: Annotated[str, typer.Option("--language", "-l", help="en, de, pt or es.")],
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Print the headword of each name, why it was chosen, and its gender."""
    from nescio.knowledge.loading import load_base, load_dictionary, load_linker
    from nescio.packs import load_pack

    pack = load_pack(language)
    linker = load_linker(pack, load_base(pack))
    dictionary = load_dictionary(pack)
    for name in names:
        head = linker.head(name)
        if head is None:
            warn("A name without a word has no headword.")
            raise typer.Exit(1)
        gender = dictionary.gender(head.word) or dictionary.gender(head.base)
        if as_json:
            print_json({"name": name, **head._asdict(), "gender": gender})
        else:
            part = f" ({head.base})" if head.base != head.word else ""
            out.print(f"{head.word}{part}\t{head.reason}\t{gender or '-'}", markup=False)
