"""`nescio seal`: a reviewed Word document, for publication."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nescio.cli import options
from nescio.cli.console import count, tell
from nescio.cli.places import claim_places

EPILOG = options.examples(("nescio seal review.docx -o public.docx", "what stands, without history"))


def seal(
    review: Annotated[Path, typer.Argument(metavar="REVIEW", help="A copy of [bold]nescio propose[/].")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The sealed document.")],
) -> None:
    """Apply what stands and take history, authors and properties away."""
    from nescio.files.places import content_of, narrowest
    from nescio.files.whole import write_whole
    from nescio.run import review as reviews

    claim_places((review,), {"--output": output})
    sealed, number = reviews.seal(content_of(review))
    write_whole(output, sealed, widest=narrowest([review]))
    tell(f"{output} is sealed: {count(number, 'name')} hidden, no history left.")
