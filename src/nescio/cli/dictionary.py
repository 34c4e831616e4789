"""`nescio dictionary`: look words up and import dictionaries."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli.console import count, print_json, tell, warn, warn_passed_over
from nescio.cli.places import claim_places, store_places
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.knowledge.words import DictionaryWord

app = typer.Typer(help="Look words up, or import a dictionary.", no_args_is_help=True)
Language = Annotated[str, typer.Option("--language", "-l", help="en, de, pt or es.")]
Files = Annotated[list[str] | None, typer.Option("--dictionary", "-d", help="A dictionary made by import.")]


@app.command()
def find(
    term: Annotated[str, typer.Argument(help="A word in any of its forms.")],
    language: Language,
    dictionary: Files = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    remote: Annotated[
        str | None, typer.Option(help="Ask this address when the word is not known here; needs --cache.")
    ] = None,
    cache: Annotated[Path | None, typer.Option(help="The file that keeps the answers of the remote.")] = None,
) -> None:
    """Print part of speech, gender, number, case, forms, definition and translations of a word."""
    from nescio.core.errors import ConfigError
    from nescio.knowledge.loading import load_dictionary
    from nescio.knowledge.remote import RemoteDictionary
    from nescio.packs import load_pack

    pack = load_pack(language)
    words = load_dictionary(pack, dictionary or ()).find(term)
    if not words and remote is not None:
        if cache is None:
            raise ConfigError("--remote needs --cache, the file that keeps the answers.")
        claim_places((dictionary,), store_places("--cache", cache))
        far = RemoteDictionary(remote, cache, pack)
        words = list(far.find(term))
        for problem in far.problems:
            warn(f"{problem}; only what is known here is shown.")
    if as_json:
        print_json([asdict(word) for word in words])
    else:
        for word in words:
            _show(word)
    if not words:
        warn(f"The dictionary of {language!r} does not know this word.")
        raise typer.Exit(1)


def _show(word: DictionaryWord) -> None:
    number, case = word.number, word.case or "-"
    line = f"{word.lemma}  [{word.pos}] gender={word.gender or '-'} number={number} case={case}"
    out.print(line, markup=False)
    for form in word.forms:
        out.print(f"  {form.case or '-'}+{form.number}  {form.text}", markup=False)
    if word.definition:
        out.print(f"  {word.definition}", markup=False)
    for code, texts in word.translations.items():
        out.print(f"  {code}: {', '.join(texts)}", markup=False)


@app.command("import")
def import_(
    file: Annotated[
        Path, typer.Argument(help="A Wiktionary extract (.jsonl) or dump (.xml), also .gz, .bz2.")
    ],
    language: Language,
    to: Annotated[Path, typer.Option("--to", help="The dictionary file to write or add to.")],
) -> None:
    """Import a Wiktionary extract or the dump of the language's own edition; all of it or nothing."""
    from nescio.knowledge.lexicon import write_lexicon
    from nescio.knowledge.streams import BadEntries
    from nescio.knowledge.wiktionary import read_dump, read_extract
    from nescio.packs import languages, load_pack

    claim_places((file,), store_places("--to", to))
    passed_over = BadEntries()
    others = [code for code in languages() if code != language]
    plain = file.name.removesuffix(".gz").removesuffix(".bz2")
    if plain.endswith(".xml"):
        words = read_dump(file, load_pack(language), translations=others)
    else:
        words = read_extract(file, language, translations=others, passed_over=passed_over)
    tell(f"{count(write_lexicon(to, words), 'word')} imported into {to.name}.")
    warn_passed_over(passed_over.number)
